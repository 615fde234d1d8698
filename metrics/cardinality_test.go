package metrics_test

import (
	"fmt"
	"strings"
	"testing"

	"atende/metrics"
)

// Whatever patients and gateways come up with, the number of series stays as it was at the first scrape.
func TestSeriesDoNotGrow(t *testing.T) {
	registry, m := all()
	before := strings.Count(scrape(t, registry), "\n")
	for i := range 10_000 {
		name := fmt.Sprintf("Dra. %d\n\"}", i)
		subject := metrics.Subject{Doctor: name, Specialty: name, Plan: name}
		for _, stage := range append([]string{name}, metrics.Stages...) {
			m.Conversion.Reached(stage, subject)
			m.Conversion.Reached(stage, metrics.Subject{Doctor: "Dra. Ana", Specialty: name})
			m.Conversion.Unfinished("SEM_INTERESSE", name)
			m.Conversion.Unfinished(name, stage)
			m.Conversion.ReceptionReached(i%2 == 0, stage)
		}
		m.Conversion.HandOver(name)
		m.Conversion.Lack(name)
		m.Conversion.Unmet(subject, metrics.Wish{Weekday: name, Period: name}, metrics.Wish{})
		m.Conversion.Unmet(subject)
		metrics.Observe(m.Webhook.Duration, 0.1, fmt.Sprintf("%032x", i))
		m.Clients.Took("gateway", "get_session", 0.1, fmt.Sprintf("%032x", i))
	}
	text := scrape(t, registry)
	if after := strings.Count(text, "\n"); after != before {
		t.Errorf("%d lines, and %d after it", before, after)
	}
	if strings.Contains(text, "Dra. 1") {
		t.Error("a name that is not in the catalogue is a label")
	}
	for _, want := range []string{
		`atende_funnel_by_doctor_total{doctor="other",specialty="other",stage="booked"} 20000`,
		`atende_handovers_total{reason="other"} 10000`,
		`atende_unfinished_total{outcome="SEM_INTERESSE",stage="none"} 80000`,
		`atende_unmet_demand_total{period="any",specialty="other",weekday="any"} 30000`,
	} {
		if !strings.Contains(text, want+"\n") {
			t.Errorf("no %s", want)
		}
	}
}
