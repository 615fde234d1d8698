package metrics_test

import (
	"context"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"atende/metrics"
)

// all declares every metric there is, those included that a part adds when it starts.
func all() (*prometheus.Registry, *metrics.Metrics) {
	registry := prometheus.NewPedanticRegistry()
	m := metrics.New(registry)
	m.Clients.Breaker("gateway", func() float64 { return 2 })
	m.Clients.Breaker("scheduling", func() float64 { return 0 })
	m.Engine.Pending(func() int { return 3 })
	m.Engine.Lease(func() time.Duration { return 2 * time.Second })
	m.Engine.Limit(50_000)
	m.Engine.Oldest(func(context.Context) (time.Time, error) { return time.Time{}, nil }, time.Now)
	m.Build("v1.2.3", "0123456789ab")
	m.Ready(func(context.Context) error { return nil })
	m.Reception(func() bool { return true })
	m.Conversion.Know(clinic)
	return registry, m
}

// clinic is a small one.
var clinic = metrics.Catalog{
	Doctors:     []metrics.Doctor{{Name: "Dra. Ana", Specialty: "Dermatologia"}, {Name: "Dr. Rui", Specialty: "Clínica geral"}},
	Specialties: []string{"Dermatologia", "Clínica geral"},
	Plans:       []string{"Particular"},
}

// scrape is what Prometheus reads.
func scrape(t *testing.T, registry *prometheus.Registry) string {
	t.Helper()
	w := httptest.NewRecorder()
	promhttp.HandlerFor(registry, promhttp.HandlerOpts{}).ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
	if w.Code != 200 {
		t.Fatalf("scrape: %d %s", w.Code, w.Body)
	}
	return w.Body.String()
}

func TestConventions(t *testing.T) {
	registry, _ := all()
	problems, err := testutil.GatherAndLint(registry)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		t.Errorf("%s: %s", p.Metric, p.Text)
	}
}

// The names are the contract's; dashboards and alerts of others rely on them.
func TestNames(t *testing.T) {
	registry, _ := all()
	var got []string
	for _, match := range regexp.MustCompile(`(?m)^# TYPE (\S+ \S+)$`).FindAllStringSubmatch(scrape(t, registry), -1) {
		got = append(got, match[1])
	}
	slices.Sort(got)
	want := []string{
		"atende_admin_open gauge",
		"atende_admin_refused_total counter",
		"atende_appointments_total counter",
		"atende_booking_duration_seconds histogram",
		"atende_breaker_state gauge",
		"atende_build_info gauge",
		"atende_client_duration_seconds histogram",
		"atende_client_rate_limit gauge",
		"atende_client_requests_total counter",
		"atende_client_wait_seconds histogram",
		"atende_cluster_handoffs_total counter",
		"atende_cluster_hints_total counter",
		"atende_cluster_lease_seconds gauge",
		"atende_cluster_members gauge",
		"atende_cluster_shards_owned gauge",
		"atende_cluster_takeovers_total counter",
		"atende_data_requests_total counter",
		"atende_funnel_by_doctor_total counter",
		"atende_funnel_by_plan_total counter",
		"atende_funnel_by_reception_total counter",
		"atende_funnel_total counter",
		"atende_handovers_total counter",
		"atende_journal_limit gauge",
		"atende_journal_oldest_seconds gauge",
		"atende_journal_pending gauge",
		"atende_media_total counter",
		"atende_model_booking_cost histogram",
		"atende_model_booking_tokens histogram",
		"atende_model_cost_total counter",
		"atende_model_refused_total counter",
		"atende_model_replaced_total counter",
		"atende_model_takeovers_total counter",
		"atende_model_tokens_total counter",
		"atende_model_turn_calls histogram",
		"atende_model_turn_tokens histogram",
		"atende_model_turns_total counter",
		"atende_outcomes_total counter",
		"atende_ready gauge",
		"atende_reception_open gauge",
		"atende_reply_latency_seconds histogram",
		"atende_sessions_active gauge",
		"atende_sweep_wakes_total counter",
		"atende_trace_spans_total counter",
		"atende_turn_duration_seconds histogram",
		"atende_turn_panics_total counter",
		"atende_turns_total counter",
		"atende_unconfirmed_messages_total counter",
		"atende_unconfirmed_sessions gauge",
		"atende_unfinished_total counter",
		"atende_unmet_demand_by_catalog_total counter",
		"atende_unmet_demand_total counter",
		"atende_unmet_other_total counter",
		"atende_variant_funnel_total counter",
		"atende_variant_outcomes_total counter",
		"atende_visits_total counter",
		"atende_waiting_list_total counter",
		"atende_webhook_duration_seconds histogram",
		"atende_webhook_ignored_total counter",
		"atende_webhook_open gauge",
		"atende_webhook_requests_total counter",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("metrics (-want +got):\n%s", diff)
	}
}

// A rate over what has not happened yet is 0, not "no data".
func TestLabelValuesExistAtZero(t *testing.T) {
	registry, _ := all()
	text := scrape(t, registry)
	tests := map[string][]string{
		`atende_webhook_requests_total{result="%"} 0`:                                           metrics.WebhookResults,
		`atende_turns_total{result="%"} 0`:                                                      metrics.TurnResults,
		`atende_outcomes_total{outcome="%"} 0`:                                                  {"AGENDADO", "FALHA_CONSULTA", "TRANSFERIDO", "SEM_INTERESSE", "ERRO", "IGNORADO_PLATAFORMA", "IGNORADO_INSTANCIA", "IGNORADO_EQUIPE", "IGNORADO_STATUS"},
		`atende_cluster_hints_total{result="%"} 0`:                                              metrics.HintResults,
		`atende_webhook_ignored_total{reason="%"} 0`:                                            {"not_message_received", "not_from_hub"},
		`atende_admin_refused_total{reason="%"} 0`:                                              {"missing", "wrong", "slowed", "host", "origin"},
		`atende_trace_spans_total{result="%"} 0`:                                                {"exported", "crowded_out", "failed"},
		`atende_appointments_total{result="%"} 0`:                                               metrics.AppointmentResults,
		`atende_visits_total{event="%"} 0`:                                                      metrics.VisitEvents,
		`atende_waiting_list_total{event="%"} 0`:                                                metrics.WaitingEvents,
		`atende_data_requests_total{kind="%"} 0`:                                                {"see", "correct", "erase", "responsible", "other"},
		`atende_handovers_total{reason="%"} 0`:                                                  append([]string{"webhook", "operator", "other"}, "pediu_atendente", "emergencia", "erro"),
		`atende_unfinished_total{outcome="SEM_INTERESSE",stage="%"} 0`:                          append([]string{"none"}, metrics.Stages...),
		`atende_funnel_by_plan_total{plan="%",stage="booked"} 0`:                                {"Particular", "other"},
		`atende_funnel_by_doctor_total{doctor="Dra. Ana",specialty="Dermatologia",stage="%"} 0`: metrics.BookingStages,
		`atende_funnel_by_doctor_total{doctor="other",specialty="other",stage="%"} 0`:           metrics.BookingStages,
		`atende_unmet_demand_total{period="morning",specialty="Clínica geral",weekday="%"} 0`:   metrics.Weekdays,
		`atende_unmet_demand_total{period="%",specialty="other",weekday="any"} 0`:               metrics.Periods,
		`atende_unmet_demand_by_catalog_total{doctor="%",plan=""} 0`:                            {"Dra. Ana", "Dr. Rui", "other"},
		`atende_unmet_demand_by_catalog_total{doctor="",plan="%"} 0`:                            {"Particular", "other"},
		`atende_client_wait_seconds_count{client="%"} 0`:                                        {"gateway", "scheduling", "model", "transcription"},
		`atende_client_rate_limit{client="%"} 0`:                                                {"gateway", "scheduling", "model", "transcription"},
		`atende_funnel_total{stage="%"} 0`:                                                      {"started", "wished", "identified", "offered", "chosen", "patient", "booked"},
		`atende_funnel_by_reception_total{reception="%",stage="started"} 0`:                     {"open", "closed"},
		`atende_unmet_other_total{cause="%"} 0`:                                                 {"plan", "person"},
	}
	for client, operations := range metrics.Operations {
		for _, operation := range operations {
			tests[`atende_client_requests_total{client="`+client+`",operation="`+operation+`",result="%"} 0`] = metrics.ClientResults
			tests[`atende_client_duration_seconds_count{client="`+client+`",operation="%"} 0`] = operations
		}
	}
	for pattern, values := range tests {
		for _, value := range values {
			if line := strings.Replace(pattern, "%", value, 1) + "\n"; !strings.Contains(text, line) {
				t.Errorf("no %s", line)
			}
		}
	}
}

func TestAskedAtEveryScrape(t *testing.T) {
	registry := prometheus.NewPedanticRegistry()
	m := metrics.New(registry)
	state, pending := 0.0, 0
	m.Clients.Breaker("gateway", func() float64 { return state })
	m.Engine.Pending(func() int { return pending })
	m.Engine.Lease(func() time.Duration { return time.Duration(pending) * time.Second / 2 })
	for _, want := range []struct {
		state   float64
		pending int
		lines   []string
	}{
		{0, 0, []string{`atende_breaker_state{client="gateway"} 0`, "atende_journal_pending 0", "atende_cluster_lease_seconds 0"}},
		{2, 7, []string{`atende_breaker_state{client="gateway"} 2`, "atende_journal_pending 7", "atende_cluster_lease_seconds 3.5"}},
	} {
		state, pending = want.state, want.pending
		text := scrape(t, registry)
		for _, line := range want.lines {
			if !strings.Contains(text, line+"\n") {
				t.Errorf("no %q", line)
			}
		}
	}
}

// Two agents in one process (a demo, a test) do not share a number.
func TestMetricsBelongToAnInstance(t *testing.T) {
	_, one := all()
	_, other := all()
	one.Engine.TurnPanics.Inc()
	if got := testutil.ToFloat64(other.Engine.TurnPanics); got != 0 {
		t.Errorf("the other agent counts %v", got)
	}
}
