package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// twoCarlos is a clinic whose cardiologists share a first name.
const twoCarlos = `clinic: Clínica Boa Vida
specialties:
  - {id: 7, name: Cardiologia, aliases: [cardiologista]}
doctors:
  - {agenda_id: 102, name: Dr. Carlos Menezes, specialty_id: 7}
  - {agenda_id: 103, name: Dr. Carlos Lima, specialty_id: 7}
procedures:
  - {id: 501, name: Consulta, specialty_id: 7}
plans:
  - {id: 1, name: Particular}
`

// agendasOfClinic is a scheduling API that answers every A1 with all of its agendas, as some do (spec A1), each with
// one time, the first one at 08:10, the next one at 09:10.
func agendasOfClinic(t *testing.T, names ...string) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		var agendas []map[string]any
		for i, name := range names {
			agendas = append(agendas, map[string]any{"agendaNome": name, "horarios": []map[string]string{{"hora": fmt.Sprintf("%02d:10", 8+i)}}})
		}
		day := time.Now().AddDate(0, 0, 7).Format("02-01-2006")
		_ = json.NewEncoder(w).Encode(map[string]any{"data": []any{map[string]any{"data": day, "agendas": agendas}}})
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// S-A1-10: the names of agendas as APIs write them.  Where several have the doctor's first name, only times of the one
// whose other names or initials are the doctor's are offered, and none of those that nothing tells apart.
func TestNamesOfAgendas(t *testing.T) {
	t.Parallel()
	clinic := filepath.Join(t.TempDir(), "clinic.yaml")
	if err := os.WriteFile(clinic, []byte(twoCarlos), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		agendas []string
		offered string // hour
	}{
		"in full, with more":  {[]string{"DR CARLOS LIMA - CARDIO", "DR CARLOS MENEZES - CARDIO"}, "09:10"},
		"initials":            {[]string{"CARLOS L.", "CARLOS M."}, "09:10"},
		"initials in front":   {[]string{"L. CARLOS", "M. CARLOS"}, "09:10"},
		"first names alone":   {[]string{"CARLOS", "Dr. Carlos"}, ""},
		"a first name alone":  {[]string{"Mariana Menezes", "CARLOS"}, "09:10"},
		"of the other one":    {[]string{"Carlos Lima Cardiologia"}, ""},
		"of two others":       {[]string{"CARLOS PRADO", "CARLOS REIS"}, ""},
		"another first name":  {[]string{"Mariana Menezes", "Carlos Menezes Cardiologia"}, "09:10"},
		"last name and comma": {[]string{"LIMA, CARLOS", "MENEZES, CARLOS"}, "09:10"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHouse(t, "ATENDE_SCHEDULING_URL", agendasOfClinic(t, test.agendas...), "ATENDE_CATALOG", clinic)
			h.says("s-1", "m1", "oi, quero marcar com o dr. Carlos Menezes, particular")
			want := `atende_outcomes_total{outcome="FALHA_CONSULTA"} 1`
			if test.offered != "" {
				want = `atende_funnel_total{stage="offered"} 1`
			}
			h.measures(want)
			said := h.gateway.hears("s-1", "Carlos Menezes", test.offered)
			for _, hour := range []string{"08:10", "09:10"} {
				if strings.Contains(said, hour) != (hour == test.offered) {
					t.Errorf("the patient reads\n%s\nwant %q and no other time", said, test.offered)
				}
			}
		})
	}
}
