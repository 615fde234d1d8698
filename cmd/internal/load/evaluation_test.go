package load

import (
	"bytes"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"atende/cmd/internal/persona"
	"atende/metrics"
)

// counted is a page of metrics on which a model led turns, and the probe that reads it.
func counted(t *testing.T) (*metrics.Metrics, Probes) {
	t.Helper()
	registry := prometheus.NewRegistry()
	m := metrics.New(registry)
	server := httptest.NewServer(promhttp.HandlerFor(registry, promhttp.HandlerOpts{}))
	t.Cleanup(server.Close)
	return m, Probes{Agents: []Probe{{AdminURL: server.URL}}}
}

func look(t *testing.T, p Probes) samples {
	t.Helper()
	s, err := p.samples()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// What an agent counted while patients wrote becomes the report, and nothing of what it counted before.
func TestEvaluate(t *testing.T) {
	m, agent := counted(t)
	m.Model.Turn(metrics.LedByModel, "", 2, 900, []string{"escolher_horario"}, []string{"booking"})
	m.Model.Spent(800, 100, 5_000_000)
	m.Clients.Requests.WithLabelValues("model", "complete", "ok").Inc()
	before := look(t, agent)

	m.Model.Turn(metrics.LedByModel, "", 2, 1000, []string{"consultar_horarios", "consultar_horarios"}, []string{"hour"})
	m.Model.Turn(metrics.LedByBoth, "failed", 1, 500, nil, nil)
	m.Model.Turn(metrics.LedByRules, "", 0, 0, nil, nil)
	m.Model.Spent(1200, 300, 3_000_000)
	m.Model.Booking(1500, 3_000_000)
	for range 3 {
		m.Clients.Requests.WithLabelValues("model", "complete", "ok").Inc()
		m.Clients.Duration.WithLabelValues("model", "complete").Observe(3)
		m.Clients.Duration.WithLabelValues("gateway", "get_session").Observe(100)
	}
	m.Clients.Requests.WithLabelValues("model", "complete", "timeout").Inc()
	m.Clients.Requests.WithLabelValues("gateway", "get_session", "failed").Inc()
	m.Turns.Duration.Observe(7)

	visits := Treatment{
		Visits: 8, Right: 6, Strays: 1, Ends: map[string]int{"booked": 4, "gone": 1, "nothing": 1, "person: erro": 1, "person": 1},
		Broken: map[persona.Promise]int{persona.FalseConfirmation: 2, persona.SameWords: 5},
	}
	want := &Evaluation{
		RightShare: 75, Booked: 4, HandedOver: 2, Closed: 1, Unended: 1, FalseConfirmations: 2, WrongBookings: 1,
		Turns: map[string]int{"model": 1, "model_then_rules": 1, "rules": 1}, Takeovers: map[string]int{"failed": 1},
		Refused: map[string]int{"consultar_horarios": 2}, Replaced: map[string]int{"hour": 1},
		Calls:        map[string]int{"ok": 3, "timeout": 1},
		PromptTokens: 1200, CompletionTokens: 300, TokensATurn: 750, TokensABooking: 1500, Cost: 3, CostATurn: 1.5, CostABooking: 3,
		Turn: Seconds{Median: 7.5, P95: 9.75}, Call: Seconds{Median: 3.75, P95: 4.875},
	}
	if diff := cmp.Diff(want, visits.evaluate(look(t, agent).since(before))); diff != "" {
		t.Error(diff)
	}
}

func TestEvaluationVerdict(t *testing.T) {
	led := map[string]int{"model": 9, "model_then_rules": 1}
	for _, c := range []struct {
		name  string
		model Evaluation
		fine  bool
	}{
		{"a clumsy model is fine", Evaluation{Turns: led, Unended: 3}, true},
		{"a false confirmation is not", Evaluation{Turns: led, FalseConfirmations: 1}, false},
		{"a wrong booking is not", Evaluation{Turns: led, WrongBookings: 1}, false},
		{"a model that never answered proves nothing", Evaluation{Turns: map[string]int{"model_then_rules": 40}}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			visits := Treatment{Visits: 5, Kept: demanded, Long: 2, Broken: map[persona.Promise]int{persona.SameWords: 1}, Model: &c.model}
			if visits.OK() != c.fine {
				t.Errorf("OK is %v", visits.OK())
			}
			var text bytes.Buffer
			if err := visits.WriteText(&text); err != nil {
				t.Fatal(err)
			}
			if strings.Contains(text.String(), "LED NO TURN") != (c.model.Turns["model"] == 0) {
				t.Errorf("%s", &text)
			}
		})
	}
	t.Run("without a visit nothing is proven", func(t *testing.T) {
		if (Treatment{Model: &Evaluation{Turns: led}}).OK() {
			t.Error("OK")
		}
	})
}

// Where the rules lead there is nothing to say of a model.
func TestNoModel(t *testing.T) {
	m, agent := counted(t)
	m.Turns.Duration.Observe(1)
	visits := Treatment{Visits: 1, Right: 1}
	if e := visits.evaluate(look(t, agent)); e != nil {
		t.Errorf("%+v", e)
	}
}

func TestQuantile(t *testing.T) {
	m, agent := counted(t)
	if got := look(t, agent).quantile(metricTurnTime, .5); got != 0 {
		t.Errorf("of nothing %v", got)
	}
	for range 90 {
		m.Turns.Duration.Observe(.3)
	}
	for range 10 {
		m.Turns.Duration.Observe(float64(time.Hour / time.Second))
	}
	s := look(t, agent)
	if got := s.quantile(metricTurnTime, .45); got != .375 {
		t.Errorf("half way through the bucket from 0.25 to 0.5: %v", got)
	}
	if got := s.quantile(metricTurnTime, .99); got != 300 {
		t.Errorf("above the last bound: %v", got)
	}
}
