package main

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
)

// A 200 that is none of a gateway says nothing: a session record without any of the four fields is read again, and a
// part whose answer is a page may have been read, so it is said once more and then a person has the session.  Answers
// with any JSON, or with nothing, stay a success.
func TestLyingGateway(t *testing.T) {
	eachDialect(t, lyingGateway)
}

func lyingGateway(t *testing.T, dialect string) {
	t.Run("records", func(t *testing.T) {
		t.Parallel()
		var lies atomic.Int32
		way := newTap(t, func(w http.ResponseWriter, r *http.Request, _ string, _ func()) bool {
			if r.Method != http.MethodGet || lies.Add(1) > 4 { // more than one call tries
				return false
			}
			answerJSON(w, map[string]any{"ok": true, "platform": nil})
			return true
		})
		h := houseIn(t, dialect, "ATENDE_GATEWAY_URL", way.server.URL)
		way.leads(t, h.gateway.server.URL)
		h.says("s1", "m1", "oi")
		h.gateway.hears("s1", "Boa Vida")
		h.measures(`atende_outcomes_total{outcome="IGNORADO_PLATAFORMA"} 0`, "atende_journal_pending 0")
	})
	for name, test := range map[string]struct {
		answer string
		times  int // that a part is said
		person bool
	}{
		"a page":     {"<html><body>Login</body></html>", 2, true},
		"nothing":    {"", 1, false},
		"a list":     {"[]", 1, false},
		"an object":  {`{"any":"thing"}`, 1, false},
		"only space": {"\n", 1, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := newBrokenGateway(t, func(w http.ResponseWriter, _ brought) { fmt.Fprint(w, test.answer) })
			h := houseIn(t, dialect, "ATENDE_GATEWAY_URL", g.server.URL)
			g.leads(t, h.gateway.server.URL)
			h.says("s1", "m1", "oi")
			results := []string{`atende_turns_total{result="replied"} 1`, "atende_journal_pending 0"}
			if test.person {
				results = []string{`atende_outcomes_total{outcome="TRANSFERIDO"} 1`, "atende_journal_pending 0"}
			}
			h.measures(results...)
			said := map[string]int{}
			for _, part := range g.given() {
				if part.path == phonePath || !strings.Contains(part.path, "s1") {
					t.Errorf("sent to %s", part.path)
				}
				said[part.text]++
			}
			for text, n := range said {
				if n != test.times {
					t.Errorf("%d times: %s", n, text)
				}
			}
			if len(said) == 0 || test.person && h.gateway.called("PUT ") != 1 || !test.person && h.gateway.called("PUT ") != 0 {
				t.Errorf("said %v, %d transfers", said, h.gateway.called("PUT "))
			}
		})
	}
}
