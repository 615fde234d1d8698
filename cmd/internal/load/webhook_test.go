package load

import (
	"context"
	"net/http/httptest"
	"net/url"
	"testing"
	"time"

	"atende/webhook"
)

// taker takes all messages.
type taker struct{}

func (taker) Accept(context.Context, webhook.Message) error  { return nil }
func (taker) Transfer(context.Context, string, string) error { return nil }

// What load signs is taken by an agent that wants the time in it, and by one that does not.
func TestSignaturesAreTaken(t *testing.T) {
	for _, timed := range []bool{false, true} {
		server := httptest.NewServer(webhook.New(webhook.Config{Intake: taker{}, Secret: "seal", Timed: timed}))
		t.Cleanup(server.Close)
		target, err := targetOf(server.URL)
		if err != nil {
			t.Fatal(err)
		}
		for secret, want := range map[string]bool{"seal": true, "sea": false} {
			r := &run{options: Options{Secret: secret, Patience: time.Minute}, targets: []*url.URL{target}, prefix: "0123456789abcdef"}
			d := r.newDeliverer(0)
			if got := d.deliver(t.Context(), messageID{conversation: 1, number: 1}, "oi"); got != want {
				t.Errorf("timed %v, secret %q: taken %v", timed, secret, got)
			}
			d.close()
		}
	}
}
