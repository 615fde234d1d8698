package metrics_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"atende/metrics"
)

// What a clinic manager reads is what happened: by doctor and by plan, each wish in the row of its doctor and its
// plan, and one series for those who left the catalogue, whatever their specialty was.
func TestConversion(t *testing.T) {
	registry, m := all()
	ana := metrics.Subject{Doctor: "Dra. Ana", Specialty: "Dermatologia", Plan: "Particular"}
	gone := metrics.Subject{Doctor: "Dra. Foi", Specialty: "Dermatologia", Plan: "Foi"}
	moved := metrics.Subject{Doctor: "Dra. Ana", Specialty: "Clínica geral", Plan: "Particular"}
	for _, s := range []metrics.Subject{ana, ana, gone, moved} {
		m.Conversion.Reached("offered", s)
	}
	m.Conversion.Unmet(ana, metrics.Wish{Weekday: "sat", Period: "morning"}, metrics.Wish{Weekday: "mon"})
	m.Conversion.Unmet(gone)
	m.Conversion.Unfinished("SEM_INTERESSE", "offered")
	m.Conversion.HandOver("emergencia")
	m.Conversion.DataAsked("erase")
	m.Conversion.Visit("confirmado")
	m.Conversion.Visit("what a newer release knows")
	m.Conversion.DataAsked("what a newer release knows")
	m.Conversion.Booked(90 * time.Second)
	m.Conversion.Booked(-time.Hour) // a clock that was set
	m.Conversion.Lack("plan")
	m.Conversion.Lack("none") // a time, which is counted elsewhere
	m.Conversion.ReceptionReached(true, "started")
	m.Conversion.ReceptionReached(false, "started")
	m.Conversion.ReceptionReached(true, "nowhere")
	expect(t, registry,
		`atende_funnel_by_doctor_total{doctor="Dra. Ana",specialty="Dermatologia",stage="offered"} 2`,
		`atende_funnel_by_doctor_total{doctor="other",specialty="other",stage="offered"} 2`,
		`atende_funnel_by_plan_total{plan="Particular",stage="offered"} 3`,
		`atende_funnel_by_plan_total{plan="other",stage="offered"} 1`,
		`atende_unmet_demand_by_catalog_total{doctor="Dra. Ana",plan=""} 1`,
		`atende_unmet_demand_by_catalog_total{doctor="other",plan=""} 1`,
		`atende_unmet_demand_by_catalog_total{doctor="",plan="Particular"} 1`,
		`atende_unmet_demand_by_catalog_total{doctor="",plan="other"} 1`,
		`atende_unmet_demand_total{period="morning",specialty="Dermatologia",weekday="sat"} 1`,
		`atende_unmet_demand_total{period="any",specialty="Dermatologia",weekday="mon"} 1`,
		`atende_unmet_demand_total{period="any",specialty="Dermatologia",weekday="any"} 1`,
		`atende_unfinished_total{outcome="SEM_INTERESSE",stage="offered"} 1`,
		`atende_handovers_total{reason="emergencia"} 1`,
		`atende_data_requests_total{kind="erase"} 1`,
		`atende_data_requests_total{kind="other"} 1`,
		`atende_visits_total{event="confirmado"} 1`,
		`atende_booking_duration_seconds_sum 90`,
		`atende_booking_duration_seconds_count 2`,
		`atende_unmet_other_total{cause="plan"} 1`,
		`atende_unmet_other_total{cause="person"} 0`,
		`atende_funnel_by_reception_total{reception="closed",stage="started"} 1`,
		`atende_funnel_by_reception_total{reception="open",stage="started"} 1`,
	)
}

// A model is counted by what it took: tokens by direction, the cost in whole units, and a turn that never asked it
// is none of its turns' sizes.
func TestModel(t *testing.T) {
	registry, m := all()
	m.Model.Spent(700, 30, 2_500_000)
	m.Model.Spent(-1, -1, -1) // what a server may claim
	m.Model.Turn(metrics.LedByBoth, "tokens", 3, 730, []string{"unknown", "escolher_horario"}, []string{"price"})
	m.Model.Turn(metrics.LedByRules, "", 0, 0, nil, nil)
	m.Model.Booking(730, 2_500_000)
	expect(t, registry,
		`atende_model_tokens_total{direction="prompt"} 700`,
		`atende_model_tokens_total{direction="completion"} 30`,
		`atende_model_cost_total 2.5`,
		`atende_model_turns_total{led="model_then_rules"} 1`,
		`atende_model_turns_total{led="rules"} 1`,
		`atende_model_takeovers_total{reason="tokens"} 1`,
		`atende_model_refused_total{tool="unknown"} 1`,
		`atende_model_refused_total{tool="escolher_horario"} 1`,
		`atende_model_replaced_total{reason="price"} 1`,
		`atende_model_turn_calls_count 1`,
		`atende_model_turn_calls_sum 3`,
		`atende_model_turn_tokens_count 1`,
		`atende_model_turn_tokens_sum 730`,
		`atende_model_booking_tokens_sum 730`,
		`atende_model_booking_cost_sum 2.5`,
	)
	if strings.Contains(scrape(t, registry), `atende_model_takeovers_total{reason=""}`) {
		t.Error("a turn that was not taken over is counted as one")
	}
}

// A part that nobody measures counts nowhere, and does not fail.
func TestNothingIsMeasured(*testing.T) {
	metrics.Conversion{}.Reached("offered", metrics.Subject{})
	metrics.Conversion{}.Unfinished("ERRO", "")
	metrics.Conversion{}.HandOver("erro")
	metrics.Conversion{}.Unmet(metrics.Subject{})
	metrics.Conversion{}.Booked(time.Second)
	metrics.Conversion{}.Lack("plan")
	metrics.Conversion{}.ReceptionReached(true, "started")
	metrics.Model{}.Spent(1, 1, 1)
	metrics.Model{}.Turn(metrics.LedByModel, "", 1, 1, nil, nil)
	metrics.Model{}.Booking(1, 1)
}

// A reason without words of its own stands on the clinic's dashboard as it is called in the code.
func TestReasonsHaveWords(t *testing.T) {
	dashboard, err := os.ReadFile("../deploy/grafana/dashboards/atende-conversion.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, reason := range metrics.HandOverReasons {
		if !strings.Contains(string(dashboard), `"options": "`+reason+`"`) {
			t.Errorf("%s has no words among the reasons in deploy/grafana/conversion.go", reason)
		}
	}
}
