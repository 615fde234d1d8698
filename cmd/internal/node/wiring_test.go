package node

import (
	"net/http"
	"testing"
	"time"
)

// What the settings say reaches the part that it is for.
func TestWiring(t *testing.T) {
	o := options(t, party(t, http.NotFound).URL)
	o.Keep = Keep{Sessions: 1 * time.Hour, History: 2 * time.Hour, Intents: 3 * time.Hour, Demand: 4 * time.Hour, Accesses: 5 * time.Hour}
	o.AdminToken, o.AdminHosts = "s3cret", []string{"atende.clinic.example"}
	n := begin(t, o)
	defer finish(t, n)
	defer http.DefaultClient.CloseIdleConnections()
	r := n.engine.router
	kept := Keep{Sessions: r.KeepSessions, History: r.KeepHistory, Intents: r.KeepIntents, Demand: r.KeepDemand, Accesses: r.KeepAccesses}
	if kept != o.Keep || r.MaxPending != maxPending {
		t.Errorf("keeps %+v, at most %d messages", kept, r.MaxPending)
	}
	for _, ask := range []struct {
		host, token string
		status      int
	}{
		{"", "", 401}, {"", "s3cret", 200}, {"atende.clinic.example", "s3cret", 200}, {"evil.example", "s3cret", 421},
	} {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, n.AdminURL()+"/admin/accesses", nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Host = ask.host
		if ask.token != "" {
			request.Header.Set("Authorization", "Bearer "+ask.token)
		}
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close()
		if response.StatusCode != ask.status {
			t.Errorf("%+v: %d", ask, response.StatusCode)
		}
	}
}

// Patients of a phone are known where the rules lead, and not where a language model does.
func TestRecognisesWithTheRules(t *testing.T) {
	o := options(t, party(t, http.NotFound).URL)
	o.Recognises = 30 * 24 * time.Hour
	o.Model = &Model{Name: "small", URL: "http://127.0.0.1:9"}
	o.Canary = &Canary{Share: wholeShare / 2}
	n := begin(t, o)
	defer finish(t, n)
	agents := n.engine.agent.roster
	if led, canary := agents.main.Clinic.Recognises, agents.canary.Clinic.Recognises; led != 0 || canary != o.Recognises {
		t.Errorf("the model knows patients for %v, the rules beside it for %v", led, canary)
	}
}
