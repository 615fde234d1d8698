package main

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

// A person closes a session, or gives it back, while the patient writes nothing: the next message is answered, whoever
// handed over (the agent, or a call from outside), and whether the process is another one by then.
func TestAnsweredAfterAPersonClosed(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		outside, restart bool
		dialect          string   // "" for the spec's
		between          []string // statuses before the session is open again
	}{
		"given back":                       {},
		"closed":                           {between: []string{"COMPLETED"}},
		"closed, another process":          {between: []string{"COMPLETED"}, restart: true},
		"from outside":                     {outside: true, between: []string{"COMPLETED"}},
		"from outside and another process": {outside: true, restart: true},

		"in the other dialect, closed":                           {dialect: flw, between: []string{"COMPLETED"}},
		"in the other dialect, from outside and another process": {dialect: flw, outside: true, restart: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			// In the other dialect a transfer changes the team and leaves the status, in this one the other way round: the teams
			// of robot and people have the same name.
			team, open := teamName, "Pendente"
			if test.dialect == flw {
				team, open = "Agendamento", "PENDING"
			}
			webhook, to := relay(t)
			gateway := start(t, map[string]string{
				"ATENDE_GATEWAY_LISTEN":    "127.0.0.1:0",
				"ATENDE_GATEWAY_TOKEN":     gatewayToken,
				"ATENDE_WEBHOOK_URL":       webhook + "/webhook/message",
				"ATENDE_ALLOWED_INSTANCES": instanceID,
				"ATENDE_ALLOWED_TEAM":      team,
				"ATENDE_GATEWAY_DIALECT":   test.dialect,
			}, "gateway")
			h := newHouse(t, "ATENDE_GATEWAY_URL", gateway.url(), "ATENDE_ALLOWED_TEAM", team, "ATENDE_GATEWAY_DIALECT", test.dialect)
			to(h.agent.url())
			patient := control(t, http.MethodPost, gateway.url()+"/sim/sessions", map[string]any{"phone": "5511977776666"}, http.StatusCreated)
			address := gateway.url() + "/sim/sessions/" + patient.ID
			says := func(text string) {
				t.Helper()
				control(t, http.MethodPost, address+"/messages", map[string]any{"text": text}, http.StatusAccepted)
			}
			until := func(what string, is func(shownSession) bool) {
				t.Helper()
				for deadline := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
					now := control(t, http.MethodGet, address, nil, http.StatusOK)
					if is(now) {
						return
					}
					if time.Now().After(deadline) {
						t.Fatalf("not %s: status %s, the patient heard:\n%s", what, now.Status, now.texts())
					}
				}
			}
			says("oi")
			until("greeted", func(r shownSession) bool { return strings.Contains(r.texts(), "Clínica Boa Vida") })
			if test.outside {
				if status, answer := h.post("/webhook/transfer", []byte(`{"sessionId":"`+patient.ID+`"}`)); status != http.StatusOK {
					t.Fatalf("%d %s", status, answer)
				}
			} else {
				says("quero falar com um atendente")
			}
			until("handed over", func(r shownSession) bool { return !r.Robot })
			h.measures("atende_journal_pending 0") // and nothing of it is left to do
			before := len(control(t, http.MethodGet, address, nil, http.StatusOK).texts())
			if test.restart {
				h.agent.kill()
			}
			for _, status := range append(test.between, open) {
				control(t, http.MethodPatch, address, map[string]any{"status": status, "teamName": team}, http.StatusOK)
			}
			if test.restart {
				h.agent = start(t, h.env, "serve")
				to(h.agent.url())
			}
			says("bom dia, quero marcar com a dra. Ana, particular")
			until("answered", func(r shownSession) bool { return strings.Contains(r.texts()[before:], "*1*") })
		})
	}
}
