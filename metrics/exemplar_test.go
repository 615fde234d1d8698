package metrics_test

import (
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"atende/metrics"
)

// exemplars are the traces that a scrape in the format of OpenMetrics names, with the series of each.
func exemplars(t *testing.T, registry *prometheus.Registry) []string {
	t.Helper()
	w := httptest.NewRecorder()
	r := httptest.NewRequest("GET", "/", nil)
	r.Header.Set("Accept", "application/openmetrics-text; version=1.0.0")
	promhttp.HandlerFor(registry, promhttp.HandlerOpts{EnableOpenMetrics: true}).ServeHTTP(w, r)
	var found []string
	for line := range strings.Lines(w.Body.String()) {
		if series, exemplar, is := strings.Cut(line, " # "); is {
			series, _, _ = strings.Cut(series, " ")
			exemplar, _, _ = strings.Cut(exemplar, " ")
			found = append(found, series+" "+exemplar)
		}
	}
	slices.Sort(found)
	return found
}

// Each bucket has the trace of the first of its observations, and of the first after a pause; what is counted does
// not depend on it.
func TestExemplars(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		registry := prometheus.NewPedanticRegistry()
		m := metrics.New(registry)
		check := func(want ...string) {
			t.Helper()
			if got := exemplars(t, registry); !slices.Equal(got, want) {
				t.Errorf("%q\nwant %q", got, want)
			}
		}
		metrics.Observe(m.Turns.Duration, 0.3, "")
		check()
		metrics.Observe(m.Turns.Duration, 0.3, "aa")
		metrics.Observe(m.Turns.Duration, 0.31, "bb")
		metrics.Observe(m.Turns.Duration, 1000, "cc")
		m.Clients.Took("gateway", "get_session", 0.002, "dd")
		m.Clients.Took("gateway", "none_of_ours", 0.002, "ee")
		const turn, call = "atende_turn_duration_seconds_bucket", `atende_client_duration_seconds_bucket{client="gateway",operation="get_session",le="0.0025"}`
		check(call+` {trace_id="dd"}`, turn+`{le="+Inf"} {trace_id="cc"}`, turn+`{le="0.5"} {trace_id="aa"}`)
		time.Sleep(time.Second)
		metrics.Observe(m.Turns.Duration, 0.32, "bb")
		check(call+` {trace_id="dd"}`, turn+`{le="+Inf"} {trace_id="cc"}`, turn+`{le="0.5"} {trace_id="bb"}`)
		expect(t, registry, "atende_turn_duration_seconds_count 5", `atende_client_duration_seconds_count{client="gateway",operation="get_session"} 1`,
			`atende_client_duration_seconds_count{client="gateway",operation="none_of_ours"} 1`)
	})
}

// Under load hardly any observation becomes an exemplar, and one that does not costs no memory.
func TestObserveAllocatesNothing(t *testing.T) {
	m := metrics.New(prometheus.NewPedanticRegistry())
	if n := testing.AllocsPerRun(1000, func() { metrics.Observe(m.Webhook.Duration, 0.02, "0123456789abcdef0123456789abcdef") }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
