package crowd

import (
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"atende/integrations/catalog"
	"atende/integrations/chat/simulator"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const patience = 30 * time.Second

// agent answers every message with what answer says, through the gateway like a real one.
type agent struct {
	answer func(text string) string

	mu      sync.Mutex
	gateway *simulator.Simulator
	heard   []string
	server  *httptest.Server
	work    sync.WaitGroup
}

// rest waits for what was asked to be answered: a webhook that is still being taken may begin an answer.
func (a *agent) rest() {
	a.server.Close()
	a.work.Wait()
}

func (a *agent) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	var event struct {
		Content struct{ SessionID, Text string }
	}
	if json.Unmarshal(body, &event) != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	a.mu.Lock()
	a.heard = append(a.heard, event.Content.Text)
	gateway := a.gateway
	a.mu.Unlock()
	w.WriteHeader(http.StatusAccepted)
	if said := a.answer(event.Content.Text); said != "" {
		raw, _ := json.Marshal(map[string]string{"message": said})
		a.work.Go(func() {
			path := "/chat/v1/session/" + event.Content.SessionID + "/message/sync"
			gateway.Handler().ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodPost, path, strings.NewReader(string(raw))))
		})
	}
}

// gather starts a crowd before an agent.
func gather(t *testing.T, answer func(string) string, patients int) (*Crowd, *agent) {
	t.Helper()
	a := &agent{answer: answer}
	a.server = httptest.NewServer(a)
	t.Cleanup(a.server.Close)
	gateway := simulator.New(simulator.Config{WebhookURL: a.server.URL})
	t.Cleanup(gateway.Close)
	a.mu.Lock()
	a.gateway = gateway
	a.mu.Unlock()
	c := Start(Config{
		Gateway: gateway, Clinic: catalog.Sample(), Patients: patients, Rate: MaxRate,
		Now: time.Now, Log: slog.New(slog.DiscardHandler),
	})
	t.Cleanup(c.Close)
	return c, a
}

// until waits for the crowd to have come that far.
func until(t *testing.T, what string, reached func() bool) {
	t.Helper()
	for deadline := time.Now().Add(patience); !reached(); {
		if time.Now().After(deadline) {
			t.Fatalf("no %s", what)
		}
		time.Sleep(5 * time.Millisecond) // patients have a pace of their own
	}
}

func TestEverythingIsAnswered(t *testing.T) {
	c, a := gather(t, func(string) string { return "Olá!" }, 20)
	until(t, "40 answers", func() bool { return c.Tally(time.Time{}).Answered >= 40 })
	c.SetRate(0)
	until(t, "rest", func() bool { return c.Tally(time.Time{}).Waiting == 0 })
	got := c.Tally(time.Now().Add(time.Hour))
	if got.Lost != 0 || got.Refused != 0 || got.Accepted != got.Answered {
		t.Errorf("tally %+v", got)
	}
	if got.Replies == 0 || got.Median > got.Slow || got.Slow > got.Worst {
		t.Errorf("latencies %+v", got)
	}
	if n := len(c.Sessions()); n == 0 || n > 20 {
		t.Errorf("%d conversations", n)
	}
	c.Close()
	a.rest()
}

func TestWhoIsForgottenCounts(t *testing.T) {
	c, a := gather(t, func(string) string { return "" }, 3)
	until(t, "three that wait", func() bool { return c.Tally(time.Time{}).Waiting == 3 })
	if got := c.Tally(time.Now()); got.Lost != 0 {
		t.Errorf("lost at once: %+v", got)
	}
	if got := c.Tally(time.Now().Add(2 * lostAfter)); got.Lost != 3 || got.Waiting != 3 {
		t.Errorf("an empty journal and no answer: %+v", got)
	}
	c.Close()
	a.rest()
}

// A patient who wants an appointment answers what is asked.
func TestReplies(t *testing.T) {
	p := &patient{persona: simulator.Persona{Name: "Ana", CPF: "529.982.247-25", BirthDate: "05/03/1980"}, script: script{books: true}}
	for heard, want := range map[string]string{
		"Qual fica melhor?\n*1* - 08:00   *2* - 08:30":       "1",
		"Qual é o *nome completo* de quem vai ser atendido?": "Ana, CPF 529.982.247-25, nascimento 05/03/1980",
		"Qual é o convênio? Se não tiver, …":                 "particular",
		"Pode ser? Responda *sim*, ou diga outro dia.":       "sim",
		"Chegue 15 minutos antes.":                           "",
	} {
		p.heard = []string{heard}
		if got := p.next(); got != want {
			t.Errorf("to %q: %q, want %q", heard, got, want)
		}
	}
	if p.cpf() != "52998224725" {
		t.Errorf("cpf %q", p.cpf())
	}
}

func TestRateIsBounded(t *testing.T) {
	c := &Crowd{changed: make(chan struct{}, 1)}
	for asked, want := range map[float64]float64{-1: 0, 0: 0, 2.5: 2.5, 1e9: MaxRate} {
		if c.SetRate(asked); c.Rate() != want {
			t.Errorf("%v became %v", asked, c.Rate())
		}
	}
}
