package main

import "testing"

// One token for both ways is noticed; none is none.
func TestWebhookTokenOfTheGateway(t *testing.T) {
	for _, test := range []struct {
		webhook, gateway string
		shared           bool
	}{{"both", "both", true}, {"one", "other", false}, {"", "", false}, {"", "other", false}} {
		var s serveSettings
		s.node.Webhook.Token, s.node.Gateway.Token = test.webhook, test.gateway
		if got := s.sharesWebhookToken(); got != test.shared {
			t.Errorf("%q beside %q: %t", test.webhook, test.gateway, got)
		}
	}
}
