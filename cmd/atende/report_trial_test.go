package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"atende/webhook/admin"
)

// counted sums the counters of a metric that have a value, by one of their labels and only those that have all the others given.
func (h *house) counted(metric, label string, with ...string) map[string]int {
	h.t.Helper()
	request, err := http.NewRequest(http.MethodGet, "http://"+h.agent.admin+"/metrics", nil)
	if err != nil {
		h.t.Fatal(err)
	}
	_, page := h.do(request)
	sums := map[string]int{}
	for _, series := range regexp.MustCompile(`(?m)^`+metric+`\{(.*)\} ([0-9.e+]+)$`).FindAllStringSubmatch(page, -1) {
		value, err := strconv.ParseFloat(series[2], 64)
		if err != nil {
			h.t.Fatal(err)
		}
		found := regexp.MustCompile(`(?:^|,)` + label + `="([^"]*)"`).FindStringSubmatch(series[1])
		wanted := found != nil && value > 0
		for _, w := range with {
			wanted = wanted && strings.Contains(series[1], w)
		}
		if wanted {
			sums[found[1]] += int(value)
		}
	}
	return sums
}

// What the report counts of the journal is what Prometheus counted while it happened, with either database and encrypted, and
// nothing of it identifies a patient.
func TestReportAgreesWithTheMetrics(t *testing.T) {
	inBothStores(t, func(t *testing.T, settings []string) {
		newHouse(t, settings...).wantReport()
	})
	t.Run("encrypted", func(t *testing.T) {
		t.Parallel()
		newHouse(t, "ATENDE_DATA_KEY_FILE", secretFile(t, newDataKey(t))).wantReport()
	})
}

// wantReport lets a day pass and compares its report with the metrics.
func (h *house) wantReport() {
	h.t.Helper()
	h.lively()
	out, code := h.verb("", "report", "--since", "2d", "--json")
	var r admin.Report
	if err := json.Unmarshal([]byte(out), &r); err != nil || code != exitOK {
		h.t.Fatalf("exit code %d, %v\n%s", code, err, out)
	}
	p := r.Present
	wished := h.counted("atende_unmet_demand_by_catalog_total", "doctor", `plan=""`)
	for what, both := range map[string][2]map[string]int{
		"stages": {p.Stages, h.counted("atende_funnel_total", "stage")}, "outcomes": {p.Outcomes, h.counted("atende_outcomes_total", "outcome")},
		"hand-overs":   {p.HandOvers, h.counted("atende_handovers_total", "reason")},
		"doctors":      {p.Doctors, h.counted("atende_funnel_by_doctor_total", "doctor", `stage="booked"`)},
		"plans":        {p.Plans, h.counted("atende_funnel_by_plan_total", "plan", `stage="booked"`)},
		"wishes":       {p.WishedDoctors, wished},
		"lacking":      {lacking(p.WishedCauses), h.counted("atende_unmet_other_total", "cause")},
		"out of hours": {p.StagesAway, h.counted("atende_funnel_by_reception_total", "stage", `reception="closed"`)},
	} {
		if len(both[1]) == 0 && what != "out of hours" || !maps.Equal(both[0], both[1]) {
			h.t.Errorf("%s: reported %v, counted %v", what, both[0], both[1])
		}
	}
	replies := 0
	for _, n := range p.Answers {
		replies += n
	}
	if said := h.counted("atende_turns_total", "result"); replies != said["replied"]+said["handed_over"] {
		h.t.Errorf("%d answers, counted %v", replies, said)
	}
	h.tellsOfNobody("report", "-o", "text")
	h.tellsOfNobody("report", "-o", "html")
	h.tellsOfNobody("report", "--json")
}

// lacking are the causes that are no time.
func lacking(causes map[string]int) map[string]int {
	rest := maps.Clone(causes)
	delete(rest, "none")
	delete(rest, "wished")
	return rest
}

// lively is a day of a clinic: patients who book, want a Saturday, have another plan, want a person or something else, and a
// person who comes from outside.
func (h *house) lively() {
	h.t.Helper()
	h.books("booked-0")
	for i := range 2 { // from the same phone
		session := fmt.Sprintf("booked-%d", i+1)
		h.says(session, session+"-1", "quero marcar outra consulta com a dra. Ana, particular")
		h.gateway.hears(session, "*1*")
		h.says(session, session+"-2", "1")
		h.gateway.hears(session, "com final")
		h.says(session, session+"-3", "sim")
		h.gateway.hears(session, "Posso marcar?")
		h.says(session, session+"-4", "sim")
		h.gateway.hears(session, "15 minutos")
	}
	for i := range 2 {
		session := fmt.Sprintf("saturday-%d", i)
		h.says(session, session+"-1", "quero uma consulta com cardiologista, particular, sábado de manhã")
		h.gateway.hears(session, "*1*")
	}
	h.says("plan", "p-1", "oi, vocês atendem Amil? quero marcar com a dra. Ana")
	h.gateway.hears("plan", "só particular")
	for i, text := range []string{"quero falar com uma pessoa, por favor, um atendente", "quero cancelar minha consulta", "quero cancelar a minha consulta de amanhã"} {
		session := fmt.Sprintf("person-%d", i)
		h.says(session, session+"-1", text)
		h.gateway.hears(session, "nossa equipe")
	}
	h.says("outside", "o-1", "oi")
	h.gateway.hears("outside", "Clínica Boa Vida")
	h.timeline("outside", func(s admin.Timeline) bool { return s.Waiting == 0 })
	if status, answer := h.desk("/admin/conversations/outside/hand-over", struct{}{}); status != http.StatusOK {
		h.t.Fatalf("%d %s", status, answer)
	}
	h.timeline("outside", func(s admin.Timeline) bool { return s.Standing == admin.StandingPerson && s.Waiting == 0 })
	h.measures("atende_journal_pending 0", `atende_funnel_total{stage="booked"} 3`)
}

// tellsOfNobody wants a verb to say nothing that identifies a patient, and no session.
func (h *house) tellsOfNobody(args ...string) {
	h.t.Helper()
	out, code := h.verb("", args...)
	for _, word := range append([]string{"booked-0", "saturday-1"}, mariaIs...) {
		if strings.Contains(out, word) {
			h.t.Errorf("%q says %q:\n%s", args, word, out)
		}
	}
	if code != exitOK || !strings.Contains(out, "Dra. Ana Souza") {
		h.t.Errorf("%q: exit code %d\n%s", args, code, out)
	}
}
