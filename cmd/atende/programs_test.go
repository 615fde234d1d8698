package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// relay is a webhook address that exists before the agent does: agent and gateway each want to know
// where the other is.
func relay(t *testing.T) (address string, to func(string)) {
	t.Helper()
	var target atomic.Pointer[url.URL]
	server := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(target.Load()) }})
	t.Cleanup(server.Close)
	return server.URL, func(address string) {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		target.Store(u)
	}
}

// shownSession is a session as the control API shows it.
type shownSession struct {
	ID       string
	Status   string
	Robot    bool
	Tags     []string
	Messages []struct{ Direction, Text string }
}

// texts are the agent's messages.
func (r shownSession) texts() string {
	var all []string
	for _, m := range r.Messages {
		if m.Direction == "out" {
			all = append(all, m.Text)
		}
	}
	return strings.Join(all, "\n\n")
}

// control calls the control API of `atende gateway` and decodes its answer.
func control(t *testing.T, method, address string, body any, want int) (r shownSession) {
	t.Helper()
	raw, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequest(method, address, bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	if response.StatusCode != want || json.Unmarshal(answer, &r) != nil {
		t.Fatalf("%s %s: %d %s", method, address, response.StatusCode, answer)
	}
	return r
}

// The three parts as three programs: agent, scheduling API and gateway, with a signed webhook between
// them.  The patient speaks through the gateway's control API and books.
func TestThreePrograms(t *testing.T) { eachDialect(t, threePrograms) }

func threePrograms(t *testing.T, dialect string) {
	webhook, to := relay(t)
	gateway := startProgram(t, watched, map[string]string{
		"ATENDE_GATEWAY_LISTEN":    "127.0.0.1:0",
		"ATENDE_GATEWAY_TOKEN":     gatewayToken,
		"ATENDE_WEBHOOK_URL":       webhook + "/webhook/message",
		"ATENDE_WEBHOOK_TOKEN":     "gate",
		"ATENDE_WEBHOOK_SECRET":    "seal",
		"ATENDE_ALLOWED_INSTANCES": instanceID,
		"ATENDE_ALLOWED_TEAM":      teamName,
		"ATENDE_GATEWAY_DIALECT":   dialect,
	}, "gateway")
	h := houseIn(t, dialect, "ATENDE_GATEWAY_URL", gateway.url(), "ATENDE_TAGS", "true",
		"ATENDE_WEBHOOK_TOKEN", "gate", "ATENDE_WEBHOOK_SECRET", "seal", "ATENDE_WEBHOOK_SIGNATURE", "timed")
	to(h.agent.url())

	sessions := gateway.url() + "/sim/sessions"
	patient := control(t, http.MethodPost, sessions, map[string]any{"phone": "5511977776666", "name": "Rita"}, http.StatusCreated)
	says := func(text, hears string) {
		t.Helper()
		control(t, http.MethodPost, sessions+"/"+patient.ID+"/messages", map[string]any{"text": text}, http.StatusAccepted)
		deadline := time.Now().Add(patience)
		for {
			now := control(t, http.MethodGet, sessions+"/"+patient.ID, nil, http.StatusOK)
			if strings.Contains(now.texts(), hears) {
				return
			}
			if time.Now().After(deadline) {
				t.Fatalf("after %q the patient heard:\n%s", text, now.texts())
			}
			time.Sleep(20 * time.Millisecond) // another process answers: nothing to wait on but the clock
		}
	}
	says("bom dia, preciso de um cardiologista, vou pagar particular", "*1*")
	says("1", "nome")
	says("Rita de Cássia Lopes, 529.982.247-25, 10/10/1975", "Posso marcar?")
	says("sim", "15 minutos")
	if rows := appointments(t, h.database); len(rows) != 1 || !strings.HasPrefix(rows[0], "Rita de Cássia Lopes|52998224725|101|1|") {
		t.Errorf("appointments %q", rows)
	}
	h.measures("atende_journal_pending 0")
	if end := control(t, http.MethodGet, sessions+"/"+patient.ID, nil, http.StatusOK); len(end.Tags) != 1 || end.Tags[0] != "agendado" {
		t.Errorf("S-C-14: tags %q", end.Tags)
	}
}
