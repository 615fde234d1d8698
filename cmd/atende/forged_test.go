package main

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// Whoever posts ids that no chat session has keeps nobody waiting, at the rate of a real account: new patients are
// answered meanwhile, also by the process that comes after a kill -9, and the node tells of it.
func TestForgedSessions(t *testing.T) {
	t.Parallel()
	way := newTap(t, func(w http.ResponseWriter, r *http.Request, _ string, _ func()) bool {
		if !strings.Contains(r.URL.Path, "forged") {
			return false
		}
		if r.Method != http.MethodGet {
			t.Errorf("%s %s", r.Method, r.URL.Path)
		}
		w.WriteHeader(http.StatusNotFound)
		return true
	})
	h := newHouse(t, "ATENDE_GATEWAY_URL", way.server.URL, "ATENDE_GATEWAY_RATE", "3.3")
	way.leads(t, h.gateway.server.URL)
	for n := range 600 { // three minutes of the rate
		if status, answer := h.post("/webhook/message", event(fmt.Sprint("forged-", n), fmt.Sprint("m", n), "oi")); status != http.StatusAccepted {
			t.Fatalf("%d %s", status, answer)
		}
	}
	h.says("s1", "m1", "oi")
	h.gateway.hears("s1", "Boa Vida")
	ready := func() string {
		request, err := http.NewRequest(http.MethodGet, "http://"+h.agent.admin+"/ready", nil)
		if err != nil {
			t.Fatal(err)
		}
		_, page := h.do(request)
		return page
	}
	if page := ready(); !strings.HasPrefix(page, `{"status":"ready","webhook_open":true,"unconfirmed_sessions":`) {
		t.Error(page)
	}
	h.measures(`atende_turns_total{result="replied"} 1`) // what is marked is not said again
	h.agent.kill()
	h.agent = start(t, h.env, "serve")
	h.says("s2", "m1", "oi")
	h.gateway.hears("s2", "Boa Vida")
	h.measures(`atende_outcomes_total{outcome="TRANSFERIDO"} 0`, `atende_unconfirmed_messages_total{result="dropped"} 0`)
}
