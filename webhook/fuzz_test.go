package webhook_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"atende/webhook"
)

// Whatever comes as a transfer is answered from the table, and only a session that has a name is handed over, once.
func FuzzTransfer(f *testing.F) {
	for _, body := range []string{
		`{"sessionId":"s1","reason":"quer falar"}`, `{"content":{"sessionId":"s1"}}`, `{"sessionId":" ","content":null}`,
		`{"sessionId":"s\u0000"}`, `null`, `[]`, `{"SESSIONID":"a","sessionid":"b"}`, `{"sessionId":"` + strings.Repeat("é", 101) + `","reason":"` + strings.Repeat("ã", 300) + `"}`,
	} {
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, body string) {
		in, m := &intake{}, newMetrics()
		w := post(webhook.New(webhook.Config{Intake: in, Metrics: m}), "/webhook/transfer", body)
		if !slices.Contains([]int{200, 400, 413}, w.Code) || (w.Code == 200) != (len(in.transfers) == 1) || len(in.transfers) > 1 {
			t.Fatalf("%d after %d transfers", w.Code, len(in.transfers))
		}
		for _, moved := range in.transfers {
			id, reason := moved.SessionID, moved.Reason
			if strings.TrimSpace(id) == "" || len(id) > 200 || strings.Contains(id+reason, "\x00") || len(reason) > 500 || !utf8.ValidString(id+reason) {
				t.Fatalf("handed over %q for %q", id, reason)
			}
		}
	})
}
