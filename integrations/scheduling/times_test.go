package scheduling

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atende/integrations/outbound"
)

var ana = Query{AgendaID: 101, Doctor: "Dra. Ana Souza", SpecialtyID: 7, ProcedureID: 501, PlanID: 2, From: "2026-11-23", To: "2027-02-21"}

// days wraps A1 day objects in the envelope.
func days(entries ...string) string { return `{"data":[` + strings.Join(entries, ",") + `]}` }

// dayOf is a day of one agenda with times.
func dayOf(date, agenda string, hours ...string) string {
	var times []string
	for _, h := range hours {
		times = append(times, fmt.Sprintf(`{"hora":%q,"dataconsulta":"whatever"}`, h))
	}
	return fmt.Sprintf(`{"data":%q,"agendas":[{"agendaNome":%q,"horarios":[%s]}]}`, date, agenda, strings.Join(times, ","))
}

// S-A1-1, S-A1-2, S-A1-3, S-A1-4, S-A1-5, S-A1-6: the question, byte for byte.
func TestSlotsRequest(t *testing.T) {
	c, a := setup(t, answer(200, days()))
	if _, err := c.Slots(t.Context(), ana); err != nil {
		t.Fatal(err)
	}
	got := a.seen()[0]
	want := compact(`{"filter":{"agendas":[{"id":101,"tipo":"cs"}],"convenio_id":2,
		"data":"2026-11-23","endDate":"2027-02-21","suceder":0,"especialidade_id":7,"limit":100,
		"ordenacao":"asc","procedimentos":[501]}}`)
	if got.method != http.MethodPost || got.uri != "/base/api/v1/agendamento/horarios" || got.body != want {
		t.Errorf("sent %s %s\n%s\n%s", got.method, got.uri, got.body, want)
	}
	if got.header.Get("Content-Type") != "application/json" {
		t.Error(got.header)
	}
}

// A search without both ends of its range is refused and never becomes a call.
func TestSlotsWithoutRange(t *testing.T) {
	for name, drop := range map[string]func(*Query){
		"no first day": func(q *Query) { q.From = "" },
		"no last day":  func(q *Query) { q.To = "" },
		"neither":      func(q *Query) { q.From, q.To = "", "" },
	} {
		t.Run(name, func(t *testing.T) {
			c, a := setup(t, answer(200, days()))
			q := ana
			drop(&q)
			if _, err := c.Slots(t.Context(), q); err == nil || outbound.KindOf(err) != outbound.Refused || len(a.seen()) != 0 {
				t.Errorf("got %v after %d calls", err, len(a.seen()))
			}
		})
	}
}

func at(t *testing.T, text string) func() time.Time {
	t.Helper()
	now, err := time.Parse(time.RFC3339, text)
	if err != nil {
		t.Fatal(err)
	}
	return func() time.Time { return now }
}

func TestSlotsAnswer(t *testing.T) {
	const eve, night = "2026-11-24T00:30:00Z", "2026-11-24T03:00:00Z" // 21:30 on the 23rd; midnight of the 24th
	cases := []struct {
		name, now, body string
		want            []Slot
	}{
		{"S-2-1 S-2-2 S-2-3 S-2-4 a list of days of agendas of times", "", days(
			`{"data":"24-11-2026","agendas":[{"agendaNome":"Dra. Ana Souza","horarios":[{"hora":"08:00","dataconsulta":"24/11/2026"}]},
				{"agendaNome":"Ana Souza","horarios":[{"hora":"14:30","dataconsulta":null}]}]}`),
			[]Slot{{"2026-11-24", "08:00"}, {"2026-11-24", "14:30"}}},
		{"S-2-5 dataconsulta may be anything or missing", "", days(
			`{"data":"24-11-2026","agendas":[{"agendaNome":"Ana","horarios":[{"hora":"08:00"},{"hora":"09:00","dataconsulta":17},{"hora":"10:00","dataconsulta":{"x":[]}}]}]}`),
			[]Slot{{"2026-11-24", "08:00"}, {"2026-11-24", "09:00"}, {"2026-11-24", "10:00"}}},
		{"S-A1-7 the answer's dates have the day first", "", days(dayOf("02-12-2026", "Ana", "08:00"), dayOf("2026-12-03", "Ana", "08:00"), dayOf("12-13-2026", "Ana", "08:00")),
			[]Slot{{"2026-12-02", "08:00"}}},
		{"S-A1-8 an empty list is no error", "", days(), nil},
		{"null is an empty list", "", `{"data":null}`, nil},
		{"S-A1-10 another doctor is discarded", "", days(dayOf("24-11-2026", "Dr. Bruno Lima", "08:00"), dayOf("24-11-2026", "Mariana Ana", "08:30"), dayOf("24-11-2026", "ANA SOUZA", "09:00")),
			[]Slot{{"2026-11-24", "09:00"}}},
		{"S-A1-11 past days are discarded", "", days(dayOf("22-11-2026", "Ana", "23:00"), dayOf("23-11-2026", "Ana", "14:00")),
			[]Slot{{"2026-11-23", "14:00"}}},
		{"S-A1-11 today's passed times, at 09:00", "", days(dayOf("23-11-2026", "Ana", "08:30", "09:00", "09:01")),
			[]Slot{{"2026-11-23", "09:01"}}},
		{"S-A1-11 at 00:30 UTC it is 21:30 of the day before in São Paulo", eve, days(dayOf("23-11-2026", "Ana", "21:00", "22:00"), dayOf("24-11-2026", "Ana", "00:15")),
			[]Slot{{"2026-11-23", "22:00"}, {"2026-11-24", "00:15"}}},
		{"S-A1-11 at midnight in São Paulo the day is over", night, days(dayOf("23-11-2026", "Ana", "23:59"), dayOf("24-11-2026", "Ana", "00:00", "00:01")),
			[]Slot{{"2026-11-24", "00:01"}}},
		{"S-A1-12 days without times left do not count", "", days(dayOf("23-11-2026", "Ana", "08:00"), dayOf("24-11-2026", "Bruno", "08:00"), dayOf("25-11-2026", "Ana"), dayOf("26-11-2026", "Ana", "08:00")),
			[]Slot{{"2026-11-26", "08:00"}}},
		{"outside of the range that was asked for", "", days(dayOf("21-02-2027", "Ana", "08:00"), dayOf("22-02-2027", "Ana", "08:00")),
			[]Slot{{"2027-02-21", "08:00"}}},
		{"by day and hour, none twice", "", days(dayOf("01-12-2026", "Ana", "10:00", "08:00"), dayOf("30-11-2026", "Ana", "09:00"), dayOf("01-12-2026", "Ana", "08:00")),
			[]Slot{{"2026-11-30", "09:00"}, {"2026-12-01", "08:00"}, {"2026-12-01", "10:00"}}},
		{"malformed entries hide nothing else", "", days(`17`, `null`, `{"data":20261124}`, `{"data":"24-11-2026","agendas":{}}`,
			`{"data":"24-11-2026","agendas":["x",{"agendaNome":7},{"agendaNome":"Ana","horarios":"x"},
				{"agendaNome":"Ana","horarios":[1,{"hora":8},{"hora":"8:00"},{"hora":"24:00"},{"hora":"09:60"},{"hora":""},{"hora":"09:00:00"},{"hora":"11:00"}]}]}`),
			[]Slot{{"2026-11-24", "11:00"}}},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			c, _ := setup(t, answer(200, tc.body))
			if tc.now != "" {
				c.now = at(t, tc.now)
			}
			got, err := c.Slots(t.Context(), ana)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// S-A1-9: a failing A1 is an error and never an empty list; reads are repeated.
func TestSlotsFailures(t *testing.T) {
	good := answer(200, days(dayOf("24-11-2026", "Ana", "08:00")))
	cases := []struct {
		name    string
		answers []http.HandlerFunc
		kind    outbound.Kind
		good    bool
		tries   int
	}{
		{"400", []http.HandlerFunc{answer(400, `{"data":"Filtro inválido."}`), good}, outbound.Refused, false, 1},
		{"401", []http.HandlerFunc{answer(401, ``), good}, outbound.Refused, false, 1},
		{"500 for ever", []http.HandlerFunc{answer(500, ``)}, outbound.Unknown, false, 3},
		{"500 once", []http.HandlerFunc{answer(500, ``), good}, 0, true, 2},
		{"dropped once", []http.HandlerFunc{drop(false), good}, 0, true, 2},
		{"breaks off once", []http.HandlerFunc{breakOff(`{"data":[]}`), good}, 0, true, 2},
		{"a text in data", []http.HandlerFunc{answer(200, `{"data":"Erro interno"}`)}, outbound.Unknown, false, 3},
		{"an object in data", []http.HandlerFunc{answer(200, `{"data":{}}`)}, outbound.Unknown, false, 3},
		{"no data", []http.HandlerFunc{answer(200, `{}`)}, outbound.Unknown, false, 3},
		{"a list without envelope", []http.HandlerFunc{answer(200, `[]`)}, outbound.Unknown, false, 3},
		{"a page of HTML", []http.HandlerFunc{answer(200, `<html>`)}, outbound.Unknown, false, 3},
		{"empty", []http.HandlerFunc{answer(200, ``)}, outbound.Unknown, false, 3},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			c, a := setup(t, tc.answers...)
			got, err := c.Slots(t.Context(), ana)
			if (err == nil) != tc.good || err != nil && outbound.KindOf(err) != tc.kind || len(a.seen()) != tc.tries {
				t.Errorf("got %v, %v after %d tries", got, err, len(a.seen()))
			}
		})
	}
}

func FuzzSlots(f *testing.F) {
	f.Add([]byte(days(dayOf("24-11-2026", "Ana", "08:00"))))
	f.Add([]byte(`{"data":[null,{"data":"24-11-2026","agendas":[null,{"agendaNome":"Ana","horarios":[null,{}]}]}]}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		found, err := decodeDays(body)
		if err != nil {
			return
		}
		for _, s := range newDirectory(nil).usable(found, ana, monday) {
			if _, ok := rewrite(s.Date, isoDay, wireDay); !ok || !isHour(s.Hour) || s.Date < ana.From || s.Date > ana.To {
				t.Errorf("slot %+v", s)
			}
		}
	})
}
