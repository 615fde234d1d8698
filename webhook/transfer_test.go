package webhook_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"atende/actors/journal"
	"atende/webhook"
)

const (
	bodyTransferred    = `{"status":"transferred"}`
	bodyGatewayFailure = `{"status":"error","reason":"gateway_failure"}`
)

func TestTransfer(t *testing.T) {
	tests := []struct {
		name, body string
		want       transfer // zero: refused
		status     int
		answer     string
		result     string
	}{
		{"S-B-13 session and reason", `{"sessionId":"s1","reason":"quer falar com alguém"}`, transfer{"s1", "quer falar com alguém"}, 200, bodyTransferred, "transferred"},
		{"S-B-13 without reason", `{"sessionId":"s1"}`, transfer{"s1", ""}, 200, bodyTransferred, "transferred"},
		{"S-B-13 in content", `{"content":{"sessionId":"s1","x":1}}`, transfer{"s1", ""}, 200, bodyTransferred, "transferred"},
		{"reason null", `{"sessionId":"s1","reason":null,"content":null}`, transfer{"s1", ""}, 200, bodyTransferred, "transferred"},
		{"both places", `{"sessionId":"s1","content":{"sessionId":"s2"}}`, transfer{"s1", ""}, 200, bodyTransferred, "transferred"},
		{"blank in the first place", `{"sessionId":" ","content":{"sessionId":"s2"}}`, transfer{"s2", ""}, 200, bodyTransferred, "transferred"},
		{"U+0000 in the reason", `{"sessionId":"s1","reason":"a\u0000"}`, transfer{"s1", "a"}, 200, bodyTransferred, "transferred"},
		{"U+0000 in the session id", `{"sessionId":"s\u00001"}`, transfer{}, 400, bodyInvalid, "invalid"},

		{"no session id", `{}`, transfer{}, 400, bodyNoSession, "invalid"},
		{"session id null", `{"sessionId":null,"content":{}}`, transfer{}, 400, bodyNoSession, "invalid"},
		{"session id blank", `{"sessionId":" "}`, transfer{}, 400, bodyNoSession, "invalid"},
		{"session id too long", `{"sessionId":"` + strings.Repeat("s", 201) + `"}`, transfer{}, 400, bodyInvalid, "invalid"},
		{"session id is the folder above", `{"sessionId":".."}`, transfer{}, 400, bodyInvalid, "invalid"},
		{"type null", `{"eventType":null,"sessionId":"s1"}`, transfer{"s1", ""}, 200, bodyTransferred, "transferred"},
		{"an event", `{"eventType":"MESSAGE_RECEIVED","content":{"sessionId":"s1"}}`, transfer{}, 400, bodyInvalid, "invalid"},
		{"a message with an id of its own", `{"EVENTTYPE":"MESSAGE_RECEIVED","sessionId":"s1"}`, transfer{}, 400, bodyInvalid, "invalid"},
		{"a message with a type of its own behind it", `{"eventType":"MESSAGE_RECEIVED","sessionId":"s1","eventType":null}`, transfer{}, 400, bodyInvalid, "invalid"},
		{"a message in other letters", `{"eventType":"MESSAGE\u005fRECEIVED","sessionId":"s1"}`, transfer{}, 400, bodyInvalid, "invalid"},
		{"no type", `{"eventType":"","sessionId":"s1"}`, transfer{"s1", ""}, 200, bodyTransferred, "transferred"},
		{"S-B-13 as an event", `{"eventType":"SESSION_TRANSFER","content":{"sessionId":"s1","x":1}}`, transfer{"s1", ""}, 200, bodyTransferred, "transferred"},
		{"another event", `{"eventType":"SESSION_UPDATED","content":{"sessionId":"s1","x":1}}`, transfer{}, 400, bodyInvalid, "invalid"},
		{"an event within", `{"content":{"sessionId":"s1","eventType":"SESSION_UPDATED"}}`, transfer{}, 400, bodyInvalid, "invalid"},
		{"events in lists", `{"sessionId":"s1","reason":"x","events":[1,["eventType",{"a":{},"eventType":"MESSAGE_RECEIVED"}]]}`, transfer{}, 400, bodyInvalid, "invalid"},
		{"a type that is no text", `{"sessionId":"s1","eventType":["MESSAGE_RECEIVED"]}`, transfer{}, 400, bodyInvalid, "invalid"},
		{"a type that is a number", `{"sessionId":"s1","eventtype":1}`, transfer{}, 400, bodyInvalid, "invalid"},
		{"the word in a text", `{"sessionId":"s1","reason":"eventType","x":["eventType","MESSAGE_RECEIVED"],"y":{"z":"eventType","a":"MESSAGE_RECEIVED"}}`, transfer{"s1", "eventType"}, 200, bodyTransferred, "transferred"},
		{"session id is a number", `{"sessionId":1}`, transfer{}, 400, bodyInvalid, "invalid"},
		{"reason is a list", `{"sessionId":"s","reason":[]}`, transfer{}, 400, bodyInvalid, "invalid"},
		{"content is a text", `{"content":"s"}`, transfer{}, 400, bodyInvalid, "invalid"},
		{"empty", ``, transfer{}, 400, bodyInvalid, "invalid"},
		{"null", `null`, transfer{}, 400, bodyInvalid, "invalid"},
		{"list", `[]`, transfer{}, 400, bodyInvalid, "invalid"},
		{"two values", `{"sessionId":"s"}{}`, transfer{}, 400, bodyInvalid, "invalid"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			in, m := &intake{}, newMetrics()
			h := receiver(webhook.Config{Intake: in, Metrics: m})
			wantAnswer(t, post(h, "/webhook/transfer", test.body), test.status, test.answer)
			wantResult(t, m, test.result)
			var want []transfer
			if test.want != (transfer{}) {
				want = []transfer{test.want}
			}
			if diff := cmp.Diff(want, in.transfers); diff != "" {
				t.Errorf("transfers (-want +got):\n%s", diff)
			}
		})
	}
}

// S-B-13: 200 only when the gateway confirmed it.
func TestTransferNotConfirmed(t *testing.T) {
	tests := map[string]func(context.Context) error{
		"refused": func(context.Context) error { return errors.New("gateway transfer: refused: status 404") },
		"panic":   func(context.Context) error { panic("x") },
	}
	for name, fail := range tests {
		t.Run(name, func(t *testing.T) {
			m := newMetrics()
			h := receiver(webhook.Config{Intake: &intake{onTransfer: fail}, Metrics: m})
			wantAnswer(t, post(h, "/webhook/transfer", `{"sessionId":"s"}`), 502, bodyGatewayFailure)
			wantResult(t, m, "gateway_failure")
		})
	}
}

// Where too many wait nothing was asked of the gateway, and the caller may come again.
func TestTransferRefused(t *testing.T) {
	m := newMetrics()
	crowded := func(context.Context) error { return fmt.Errorf("transfer: too many: %w", journal.ErrFull) }
	got := post(receiver(webhook.Config{Intake: &intake{onTransfer: crowded}, Metrics: m}), "/webhook/transfer", `{"sessionId":"s"}`)
	wantAnswer(t, got, 503, bodyUnavailable)
	wantResult(t, m, "unavailable")
	if got.Header().Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
}

func TestTransferShortensTheReason(t *testing.T) {
	in := &intake{}
	h := receiver(webhook.Config{Intake: in})
	post(h, "/webhook/transfer", `{"sessionId":"s","reason":"a`+strings.Repeat("ã", 400)+`"}`)
	got := in.transfers[0].Reason
	if len(got) != 499 || !utf8.ValidString(got) {
		t.Errorf("reason of %d bytes, valid %v; want 499, because the 500th would cut a character", len(got), utf8.ValidString(got))
	}
}
