package doctor

import (
	"bytes"
	"context"
	"net/http"
	"net/url"

	"atende/integrations/outbound"
	"atende/webhook"
)

// Webhook is where the gateway's calls come in, as seen from outside, and what they prove themselves with.
type Webhook struct {
	// URL is what the gateway is told; "": it is not checked.
	URL           string
	Token, Secret string
}

// event is one that every receiver ignores.
const event = `{"eventType":"ATENDE_DOCTOR"}`

// ignored is in the receiver's answer to it.
const ignored = "not_message_received"

// webhook calls the receiver as the gateway would, with an event that is ignored, and once without a proof.
func (d *doctor) webhook(ctx context.Context) []Finding {
	address, err := url.Parse(d.Webhook.URL)
	if d.Webhook.URL == "" || err != nil {
		return nil
	}
	header := http.Header{}
	if d.Webhook.Token != "" {
		header.Set("Authorization", "Bearer "+d.Webhook.Token)
	}
	if d.Webhook.Secret != "" {
		webhook.Sign(header, d.Webhook.Secret, address.Path, []byte(event), d.Now())
	}
	answer, err := d.call(ctx, header)
	switch status := outbound.StatusOf(err); {
	case status == http.StatusUnauthorized:
		return one(Fail, "webhook", "it refuses what ATENDE_WEBHOOK_TOKEN and ATENDE_WEBHOOK_SECRET say: the agent runs with other ones, or a proxy takes the headers away")
	case status == http.StatusBadGateway, status == http.StatusGatewayTimeout:
		return one(Fail, "webhook", "a proxy answers, and nobody behind it (%d): does atende serve run, and does the proxy send to ATENDE_LISTEN?", status)
	case status == http.StatusNotFound:
		return one(Fail, "webhook", "no receiver is there (404): the address must end in /webhook/message")
	case err != nil:
		return one(Fail, "webhook", "%s: %s", d.Webhook.URL, why(err, "ATENDE_WEBHOOK_URL"))
	case !bytes.Contains(answer, []byte(ignored)):
		return one(Fail, "webhook", "what answers at %s is no agent: the address must end in /webhook/message", d.Webhook.URL)
	}
	if _, err := d.call(ctx, nil); outbound.StatusOf(err) != http.StatusUnauthorized {
		return one(Warn, "webhook", "%s is reached, and takes calls without a proof: anybody can speak as any patient", d.Webhook.URL)
	}
	if address.Scheme != "https" {
		return one(OK, "webhook", "%s is reached and takes the gateway's proof; without https it can be read on the way", d.Webhook.URL)
	}
	return one(OK, "webhook", "%s is reached and takes the gateway's proof alone", d.Webhook.URL)
}

// call sends the event once.
func (d *doctor) call(ctx context.Context, header http.Header) (answer []byte, err error) {
	// It calls in the place of the gateway.
	peer := outbound.NewPeer(outbound.Config{Client: "gateway", BaseURL: d.Webhook.URL, Timeout: callLimit})
	defer peer.Close()
	response, err := peer.Do(ctx, outbound.Call{
		Operation: "deliver", Method: http.MethodPost, Header: header, Once: true, MaxAnswer: 1 << 10,
		Body: outbound.Raw{ContentType: "application/json", Data: []byte(event)},
	})
	return response.Body, err
}
