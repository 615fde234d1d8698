package chat

import (
	"cmp"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"time"

	"atende/integrations/outbound"
	"atende/metrics"
)

// Config is how to reach a gateway.  URL, Token, ChannelID and DepartmentID are required.
type Config struct {
	URL          string   // {chat_base_url}; may have a path
	Token        string   // sent as a bearer token
	ChannelID    string   // where messages by phone are sent from: channelId, in FLW the channel's number
	DepartmentID string   // departmentId of a transfer, the human department
	Template     Template // of a question about an appointment
	Offer        Template // of a time that the waiting list offers

	// Dialect is how the gateway writes; nil: Spec.
	Dialect *Dialect

	// Rate is how many calls a second may start, 0: no limit.
	Rate float64
	// Timeout bounds each call; 0: the spec's 30 s.
	Timeout time.Duration
	// Transport replaces the connections; nil: a pool of its own.
	Transport http.RoundTripper
	Metrics   metrics.Clients
	Log       *slog.Logger
}

// Client calls a gateway.  It is safe for concurrent use.  Every error is an *outbound.Error; an
// empty session id or a phone without digits is one of kind Refused, without a call.
type Client struct {
	peer       *outbound.Peer
	dialect    *Dialect
	channel    string
	department string
	template   Template
	offer      Template
}

// New connects to nothing yet.
func New(c Config) *Client {
	return &Client{
		dialect: cmp.Or(c.Dialect, Spec), channel: c.ChannelID, department: c.DepartmentID, template: c.Template, offer: c.Offer,
		peer: outbound.NewPeer(outbound.Config{
			Client: "gateway", BaseURL: c.URL, Timeout: c.Timeout, Rate: c.Rate,
			Transport: c.Transport, Metrics: c.Metrics, Log: c.Log,
			Header: http.Header{ // spec 5: both on every call, a GET too
				"Authorization": {"Bearer " + c.Token},
				"Content-Type":  {"application/json"},
			},
		}),
	}
}

// Close ends idle connections.
func (c *Client) Close() { c.peer.Close() }

// with is a call that goes over the wire like this.
func (w wireCall) with(call outbound.Call) outbound.Call {
	call.Method, call.Path, call.Body = w.method, w.path, w.body
	return call
}

// command makes a call that changes something and hands the JSON of its success back; nil when the
// answer held none.  Its 2xx counts although the body breaks off: the thing is done.
func (c *Client) command(ctx context.Context, call outbound.Call) (json.RawMessage, error) {
	call.Answer = outbound.WantBody
	response, err := c.peer.Do(ctx, call)
	if err != nil || !json.Valid(response.Body) {
		return nil, err
	}
	return response.Body, nil
}

// missing is the error of a call that has nobody to go to.
func missing(operation, what string) error {
	return &outbound.Error{Client: "gateway", Operation: operation, Kind: outbound.Refused, Cause: "no " + what}
}
