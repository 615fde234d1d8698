package catalog

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// withReception is a clinic of São Paulo with a lunch break, a city holiday and a day without
// appointments.
const withReception = bare + `closed: ["2026-12-24"]
reception:
  hours:
    - {weekdays: [mon, tue, wed, thu, fri], from: "13:00", to: "18:00"}
    - {weekdays: [mon, tue, wed, thu, fri], from: "08:00", to: "12:00"}
    - {weekdays: [sat], from: "08:00", to: "12:00"}
  closed: ["2027-01-25"]
`

func reception(t *testing.T, file string) *Reception {
	t.Helper()
	clinic, err := Parse([]byte(file))
	if err != nil {
		t.Fatal(err)
	}
	if clinic.Reception == nil {
		t.Fatal("no reception")
	}
	return clinic.Reception
}

// at reads a moment in the zone of a reception.
func (r *Reception) at(t *testing.T, moment string) time.Time {
	t.Helper()
	at, err := time.ParseInLocation("2006-01-02 15:04:05", moment, r.location)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func TestReceptionOnRealDays(t *testing.T) {
	r := reception(t, withReception)
	tests := []struct {
		name, at string
		open     bool
		next     string
		holiday  string
	}{
		{"Saturday night", "2026-11-21 22:10:00", false, "2026-11-23 08:00:00", ""},
		{"just before the beginning", "2026-11-23 07:59:59", false, "2026-11-23 08:00:00", ""},
		{"the beginning", "2026-11-23 08:00:00", true, "2026-11-23 13:00:00", ""},
		{"just before the end", "2026-11-23 17:59:59", true, "2026-11-24 08:00:00", ""},
		{"the end", "2026-11-23 18:00:00", false, "2026-11-24 08:00:00", ""},
		{"lunch", "2026-11-23 12:00:00", false, "2026-11-23 13:00:00", ""},
		{"Consciência Negra", "2026-11-20 10:00:00", false, "2026-11-21 08:00:00", "Consciência Negra"},
		{"the year's end: a day without appointments", "2026-12-24 10:00:00", false, "2026-12-26 08:00:00", ""},
		{"the year's end: Christmas", "2026-12-25 00:00:00", false, "2026-12-26 08:00:00", "Natal"},
		{"the year's end: the last evening", "2026-12-31 18:00:00", false, "2027-01-02 08:00:00", ""},
		{"the year's end: the first second", "2027-01-01 00:00:00", false, "2027-01-02 08:00:00", "Ano-Novo"},
		{"the city's birthday", "2027-01-25 10:00:00", false, "2027-01-26 08:00:00", ""},
		{"Carnival Saturday", "2027-02-06 12:00:00", false, "2027-02-08 08:00:00", ""},
		{"Carnival Monday is a working day", "2027-02-08 09:00:00", true, "2027-02-08 13:00:00", ""},
		{"Carnival", "2027-02-09 09:00:00", false, "2027-02-10 08:00:00", "Carnaval"},
		{"Good Friday", "2027-03-26 23:59:59", false, "2027-03-27 08:00:00", "Sexta-feira Santa"},
		{"Corpus Christi", "2027-05-27 09:00:00", false, "2027-05-28 08:00:00", "Corpus Christi"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			at := r.at(t, tt.at)
			// The zone of the question makes no difference, nor does the machine's.
			for _, zone := range []*time.Location{r.location, time.UTC, time.FixedZone("+14", 14*60*60)} {
				at := at.In(zone)
				if got := r.Open(at); got != tt.open {
					t.Errorf("Open in %v: %v", zone, got)
				}
				if got := r.Holiday(at); got != tt.holiday {
					t.Errorf("Holiday in %v: %q, want %q", zone, got, tt.holiday)
				}
				next, ok := r.Next(at)
				if got := next.Format(time.DateTime); !ok || got != tt.next || next.Location() != r.location {
					t.Errorf("Next in %v: %s %v, want %s", zone, got, ok, tt.next)
				}
			}
		})
	}
}

func TestHolidaysOf2027HaveTheirSpokenNames(t *testing.T) {
	want := map[string]string{
		"2027-01-01": "Ano-Novo", "2027-02-09": "Carnaval", "2027-03-26": "Sexta-feira Santa",
		"2027-04-21": "Tiradentes", "2027-05-01": "Dia do Trabalho", "2027-05-27": "Corpus Christi",
		"2027-09-07": "Independência", "2027-10-12": "Nossa Senhora Aparecida", "2027-11-02": "Finados",
		"2027-11-15": "Proclamação da República", "2027-11-20": "Consciência Negra", "2027-12-25": "Natal",
	}
	r := reception(t, withReception)
	for day := r.at(t, "2027-01-01 12:00:00"); day.Year() == 2027; day = day.AddDate(0, 0, 1) {
		date := day.Format(time.DateOnly)
		if got := r.Holiday(day); got != want[date] {
			t.Errorf("%s: %q, want %q", date, got, want[date])
		}
	}
}

func TestReceptionWithoutHolidays(t *testing.T) {
	r := reception(t, strings.Replace(withReception, "reception:\n", "reception:\n  holidays: none\n", 1))
	carnival := r.at(t, "2027-02-09 09:00:00")
	if !r.Open(carnival) || r.Holiday(carnival) != "" {
		t.Errorf("open %v, holiday %q", r.Open(carnival), r.Holiday(carnival))
	}
	national := reception(t, strings.Replace(withReception, "reception:\n", "reception:\n  holidays: national\n", 1))
	if national.Open(carnival) || national.Holiday(carnival) != "Carnaval" {
		t.Error("national holidays do not count")
	}
}

func TestReceptionAroundTheClock(t *testing.T) {
	const always = bare + `reception:
  holidays: none
  hours:
    - {weekdays: [mon, tue, wed, thu, fri, sat, sun], from: "00:00", to: "24:00"}
`
	r := reception(t, always)
	if next, ok := r.Next(r.at(t, "2026-11-23 10:00:00")); ok {
		t.Errorf("never closed, and opens again %v", next)
	}
	if !r.Open(r.at(t, "2026-11-23 23:59:59")) || !r.Open(r.at(t, "2026-11-24 00:00:00")) {
		t.Error("closed at midnight")
	}
	r = reception(t, always+"  closed: [2026-11-24]\n")
	if next, ok := r.Next(r.at(t, "2026-11-23 10:00:00")); !ok || !next.Equal(r.at(t, "2026-11-25 00:00:00")) {
		t.Errorf("Next: %v %v", next, ok)
	}
}

func TestNextLooksThirtyDaysAhead(t *testing.T) {
	var closed []string
	for day := time.Date(2027, 6, 1, 0, 0, 0, 0, time.UTC); day.Month() == time.June; day = day.AddDate(0, 0, 1) {
		closed = append(closed, day.Format(time.DateOnly))
	}
	r := reception(t, bare+"reception:\n  hours: [{weekdays: [mon, tue, wed, thu, fri], from: \"08:00\", to: \"12:00\"}]\n  closed: ["+strings.Join(closed, ", ")+"]\n")
	tests := []struct {
		at   string
		want bool
	}{
		{"2027-06-01 07:59:59", false}, // July 1 at 08:00 is 30 days and a second away
		{"2027-06-01 08:00:00", true},
	}
	for _, tt := range tests {
		if next, ok := r.Next(r.at(t, tt.at)); ok != tt.want {
			t.Errorf("Next after %s: %v %v", tt.at, next, ok)
		}
	}
}

func TestFileWithoutReception(t *testing.T) {
	for _, section := range []string{"", "reception:\n"} {
		clinic, err := Parse([]byte(bare + section))
		if err != nil || clinic.Reception != nil {
			t.Errorf("%q: %v, %v", section, clinic, err)
		}
	}
}

func TestParseNamesTheLineOfABadReception(t *testing.T) {
	tests := []struct {
		name, old, new string // withReception with old replaced by new
		want           string
	}{
		{"a text", withReception[len(bare):], "reception: sempre\n", "line 11: a mapping (key: value) is expected here"},
		{"unknown key", "reception:\n", "reception:\n  open: x\n", `line 13: unknown key "open"`},
		{"unknown key of the hours", "{weekdays: [sat],", "{every: 30m, weekdays: [sat],", `line 16: unknown key "every"`},
		{"no hours", withReception[len(bare):], "reception:\n  holidays: none\n", `line 11: the list "hours" is missing or empty`},
		{"an empty list of hours", withReception[len(bare):], "reception:\n  hours: []\n", `line 12: the list "hours" is missing or empty`},
		{"an empty entry", `{weekdays: [sat], from: "08:00", to: "12:00"}`, "{}", "line 16: weekdays is missing or empty\nline 16: from is missing\nline 16: to is missing"},
		{"unknown weekday", "[sat]", "[sáb]", `line 16: unknown weekday "sáb" (mon, tue, wed, thu, fri, sat, sun)`},
		{"hour that does not exist", `"13:00"`, `"25:00"`, `line 14: from "25:00" is not a time like 08:00`},
		{"the end of the day as a beginning", `"13:00"`, `"24:00"`, `line 14: from "24:00" is not a time like 08:00`},
		{"past the end of the day", `"18:00"`, `"24:01"`, `line 14: to "24:01" is not a time like 08:00`},
		{"end before the beginning", `"18:00"`, `"12:30"`, "line 14: to 12:30 is not after from 13:00"},
		{"end at the beginning", `"18:00"`, `"13:00"`, "line 14: to 13:00 is not after from 13:00"},
		{"overlap", `"13:00"`, `"11:59"`, "line 15: these hours overlap those of line 14"},
		{"overlap on a Sunday", "  closed: [\"2027-01-25\"]\n", "    - {weekdays: [sun], from: \"00:00\", to: \"09:00\"}\n    - {weekdays: [sun], from: \"08:00\", to: \"10:00\"}\n", "line 18: these hours overlap those of line 17"},
		{"closed day as patients write it", "2027-01-25", "25/01/2027", `line 17: closed day "25/01/2027" is not a date like 2026-12-25`},
		{"holidays of a state", "reception:\n", "reception:\n  holidays: {country: BR, state: SP}\n", "line 13: holidays must be national or none; days of a state or a city belong under closed"},
		{"holidays by name", "reception:\n", "reception:\n  holidays: [Natal]\n", "line 13: holidays must be national or none; days of a state or a city belong under closed"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if !strings.Contains(withReception, tt.old) {
				t.Fatalf("%q is not in the file", tt.old)
			}
			refused(t, strings.Replace(withReception, tt.old, tt.new, 1), tt.want)
		})
	}
}

// Whatever the hours: Next comes after the question, somebody answers from then on and nobody just
// before, and between an end and Next nobody does.
func TestNextIsTheFirstOpening(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		clinic, err := Parse([]byte(randomReception(rt)))
		if err != nil {
			rt.Fatal(err)
		}
		r := clinic.Reception
		begin := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
		at := begin.Add(time.Duration(rapid.IntRange(0, 400*24*60*60).Draw(rt, "second")) * time.Second)
		next, ok := r.Next(at)
		end := at.AddDate(0, 0, receptionHorizon)
		if ok {
			end = next
			if !next.After(at) || !r.Open(next) || r.Open(next.Add(-time.Second)) {
				rt.Fatalf("Next(%v) = %v, open %v", at, next, r.Open(next))
			}
		}
		closedBefore := !r.Open(at)
		for moment := at; moment.Before(end); moment = moment.Add(7 * time.Minute) {
			open := r.Open(moment)
			if open && closedBefore {
				rt.Fatalf("open at %v, before Next(%v) = %v %v", moment, at, next, ok)
			}
			closedBefore = closedBefore || !open
		}
	})
}

// randomReception has stretches on the quarter of an hour, so that sampling cannot miss one.
func randomReception(rt *rapid.T) string {
	var b strings.Builder
	zone := rapid.SampledFrom([]string{"America/Sao_Paulo", "America/Manaus", "America/Rio_Branco", "America/Noronha"}).Draw(rt, "zone")
	b.WriteString(strings.Replace(bare, "America/Sao_Paulo", zone, 1))
	fmt.Fprintf(&b, "reception:\n  holidays: %s\n  hours:\n", rapid.SampledFrom([]string{"national", "none"}).Draw(rt, "holidays"))
	days := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"mon", "tue", "wed", "thu", "fri", "sat", "sun"}), 1, 7, rapid.ID).Draw(rt, "days")
	for _, day := range days {
		first := rapid.IntRange(0, 94).Draw(rt, "first")
		middle := rapid.IntRange(first+1, 95).Draw(rt, "middle")
		again := rapid.IntRange(middle, 95).Draw(rt, "again")
		last := rapid.IntRange(again+1, 96).Draw(rt, "last")
		for _, s := range [][2]int{{first, middle}, {again, last}} {
			fmt.Fprintf(&b, "    - {weekdays: [%s], from: %q, to: %q}\n", day, quarter(s[0]), quarter(s[1]))
		}
	}
	return b.String()
}

func quarter(n int) string { return fmt.Sprintf("%02d:%02d", n/4, n%4*15) }

// The earliest and the latest there is, and the years in which the epact is one of the two exceptions.
func TestEaster(t *testing.T) {
	for _, want := range []string{
		"1818-03-22", "1943-04-25", "1954-04-18", "1981-04-19", "2000-04-23", "2024-03-31", "2025-04-20", "2026-04-05",
		"2027-03-28", "2038-04-25", "2049-04-18", "2076-04-19", "2285-03-22",
	} {
		year, err := strconv.Atoi(want[:4])
		if err != nil {
			t.Fatal(err)
		}
		if got := easter(year).Format(time.DateOnly); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
