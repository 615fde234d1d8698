package server

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atende/integrations/catalog"
)

// wireDay is a day object as a client may read it: nothing but what the spec shows.
type wireDay struct {
	day     string
	agendas []wireAgenda
}

type wireAgenda struct {
	name  string
	hours []string
}

// times asks A1 and reads the days; dataconsulta must be a string and is not read (S-2-5).
func (b *bundle) times(f object) []wireDay {
	b.t.Helper()
	got := b.post(pathTimes, object{"filter": f})
	list, ok := got.data.([]any)
	if got.status != http.StatusOK || !ok {
		b.t.Fatalf("A1: %d %s", got.status, got.raw)
	}
	var out []wireDay
	for _, d := range list {
		day := d.(map[string]any)
		read := wireDay{day: day["data"].(string)}
		for _, a := range day["agendas"].([]any) {
			agenda := a.(map[string]any)
			readAgenda := wireAgenda{name: agenda["agendaNome"].(string)}
			for _, h := range agenda["horarios"].([]any) {
				hour := h.(map[string]any)
				if _, isString := hour["dataconsulta"].(string); !isString {
					b.t.Errorf("dataconsulta: %v", hour["dataconsulta"])
				}
				readAgenda.hours = append(readAgenda.hours, hour["hora"].(string))
			}
			read.agendas = append(read.agendas, readAgenda)
		}
		out = append(out, read)
	}
	return out
}

var unexported = cmp.AllowUnexported(wireDay{}, wireAgenda{})

func wantDays(t *testing.T, got, want []wireDay) {
	t.Helper()
	if diff := cmp.Diff(want, got, unexported); diff != "" {
		t.Errorf("days (-want +got)\n%s", diff)
	}
}

const (
	anaSouza = "Dra. Ana Souza"
	carlos   = "Dr. Carlos Menezes"
)

// S-A1-1, S-2-2, S-2-3, S-2-4, S-2-5, S-A1-7: a valid A1 and the shape of its answer.
func TestTimes(t *testing.T) {
	t.Parallel()
	t.Run("S-A1-1 S-2-2 S-2-4 the hours of the doctor that are not over, day by day", func(t *testing.T) {
		t.Parallel()
		wantDays(t, setup(t).times(filter().with("endDate", "2026-11-24")), []wireDay{
			{"23-11-2026", []wireAgenda{{anaSouza, []string{"09:30", "10:00", "10:30", "11:00", "11:30"}}}},
			{"24-11-2026", []wireAgenda{{anaSouza, []string{"14:00", "14:30", "15:00", "15:30", "16:00", "16:30", "17:00", "17:30"}}}},
		})
	})
	t.Run("S-2-3 S-A1-2 several agendas stand under one day", func(t *testing.T) {
		t.Parallel()
		f := filter().with("agendas", []object{{"id": 101, "tipo": "cs"}, {"id": 102, "tipo": "cs"}, {"id": 101, "tipo": "cs"}}).with("limit", 1)
		wantDays(t, setup(t).times(f), []wireDay{{"23-11-2026", []wireAgenda{
			{carlos, []string{"09:20", "09:40", "10:00", "10:20", "10:40", "11:00", "11:20", "11:40",
				"13:30", "13:50", "14:10", "14:30", "14:50", "15:10", "15:30", "15:50", "16:10", "16:30", "16:50", "17:10"}},
			{anaSouza, []string{"09:30", "10:00", "10:30", "11:00", "11:30"}},
		}}})
	})
	t.Run("S-2-5 dataconsulta is a string in every slot", func(t *testing.T) {
		t.Parallel()
		if days := setup(t).times(filter()); len(days) == 0 { // times checks each one
			t.Error("no days")
		}
	})
	t.Run("S-A1-7 request and answer write dates differently", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		if days := b.times(filter().with("data", "2026-12-02").with("endDate", "2026-12-02")); len(days) != 1 || days[0].day != "02-12-2026" {
			t.Errorf("%v", days)
		}
		wantRefusal(t, b.post(pathTimes, object{"filter": filter().with("data", "23-11-2026")}), http.StatusBadRequest)
	})
	t.Run("a booked slot is gone", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		if got := b.post(pathBook, appointment(b.enroll(anaCPF), anaCPF)); got.status != http.StatusOK {
			t.Fatalf("%d %s", got.status, got.raw)
		}
		wantDays(t, b.times(filter().with("endDate", "2026-11-23")), []wireDay{
			{"23-11-2026", []wireAgenda{{anaSouza, []string{"09:30", "10:30", "11:00", "11:30"}}}},
		})
		// Another doctor's 10:00 is not.
		f := filter().with("agendas", []object{{"id": 102, "tipo": "cs"}}).with("endDate", "2026-11-23")
		if days := b.times(f); len(days) != 1 || !slices.Contains(days[0].agendas[0].hours, "10:00") {
			t.Errorf("%v", days)
		}
	})
	t.Run("a closed day and a day without hours are left out", func(t *testing.T) {
		t.Parallel()
		days := setup(t).times(filter().with("data", "2026-12-24").with("endDate", "2026-12-28"))
		wantDays(t, days, []wireDay{{"28-12-2026", []wireAgenda{{anaSouza, []string{"08:00", "08:30", "09:00", "09:30", "10:00", "10:30", "11:00", "11:30"}}}}})
	})
	t.Run("a bare clinic file means Monday to Friday, every 30 minutes", func(t *testing.T) {
		t.Parallel()
		b := setup(t, func(c *Config) { c.Clinic.Hours, c.Clinic.Closed = nil, nil })
		days := b.times(filter().with("data", "2026-11-28").with("endDate", "2026-12-04"))
		if len(days) != 5 || days[0].day != "30-11-2026" || days[4].day != "04-12-2026" {
			t.Fatalf("%v", days)
		}
		want := []string{"08:00", "08:30", "09:00", "09:30", "10:00", "10:30", "11:00", "11:30", "14:00", "14:30", "15:00", "15:30", "16:00", "16:30", "17:00", "17:30"}
		if !slices.Equal(days[0].agendas[0].hours, want) {
			t.Errorf("%v", days[0].agendas[0].hours)
		}
	})
}

// S-A1-6: limit counts days; asc and desc order days and hours.
func TestTimesLimitAndOrder(t *testing.T) {
	t.Parallel()
	b := setup(t)
	t.Run("S-A1-6 limit counts days that have times left, and cuts none", func(t *testing.T) {
		whole := b.times(filter())
		for _, limit := range []int{1, 2, 5, 40} {
			wantDays(t, b.times(filter().with("limit", limit)), whole[:limit])
		}
	})
	t.Run("S-A1-6 100 is sufficient for 90 days", func(t *testing.T) {
		days := b.times(filter().with("agendas", []object{{"id": 102, "tipo": "cs"}}))
		if last := days[len(days)-1].day; last != "19-02-2027" { // the last working day of the range
			t.Errorf("%d days, the last is %s", len(days), last)
		}
	})
	t.Run("S-A1-6 desc is the other way round", func(t *testing.T) {
		f := filter().with("endDate", "2026-11-25").with("ordenacao", "desc").with("limit", 2)
		wantDays(t, b.times(f), []wireDay{
			{"25-11-2026", []wireAgenda{{anaSouza, []string{"11:30", "11:00", "10:30", "10:00", "09:30", "09:00", "08:30", "08:00"}}}},
			{"24-11-2026", []wireAgenda{{anaSouza, []string{"17:30", "17:00", "16:30", "16:00", "15:30", "15:00", "14:30", "14:00"}}}},
		})
	})
	t.Run("a limit beyond the bound is served as the bound", func(t *testing.T) {
		year := filter().with("endDate", "2027-11-22")
		wantDays(t, b.times(year.with("limit", 1_000_000)), b.times(year.with("limit", maxLimit)))
	})
}

// However fine the clinic's times are, an answer ends; with a whole day.
func TestTimesBound(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *Config) {
		c.Clinic.Hours = []catalog.Hours{{
			AgendaID: 101, From: "00:00", To: "24:00", Every: 5 * time.Minute,
			Weekdays: []time.Weekday{0, 1, 2, 3, 4, 5, 6},
		}}
	})
	count, last := 0, 0
	for _, d := range b.times(filter().with("limit", maxLimit).with("endDate", "2027-11-22")) {
		last = len(d.agendas[0].hours)
		count += last
	}
	if count < maxSlots || count >= maxSlots+last {
		t.Errorf("%d slots, %d on the last day", count, last)
	}
}

// S-A1-8: a filter that fits nothing is an empty list.
func TestTimesWrongFilterIsEmpty(t *testing.T) {
	t.Parallel()
	b := setup(t)
	tests := []struct {
		name   string
		filter object
	}{
		{"unknown agenda", filter().with("agendas", []object{{"id": 999, "tipo": "cs"}})},
		{"unknown plan", filter().with("convenio_id", 999)},
		{"unknown specialty", filter().with("especialidade_id", 999)},
		{"another doctor's specialty", filter().with("especialidade_id", 9)},
		{"unknown procedure", filter().with("procedimentos", []int{999})},
		{"another specialty's procedure", filter().with("procedimentos", []int{511})},
		{"one procedure too many", filter().with("procedimentos", []int{501, 511})},
		{"days that are over", filter().with("data", "2026-11-01").with("endDate", "2026-11-20")},
		{"days without hours", filter().with("data", "2026-11-28").with("endDate", "2026-11-29")},
	}
	for _, tt := range tests {
		t.Run("S-A1-8 "+tt.name, func(t *testing.T) {
			if got := b.post(pathTimes, object{"filter": tt.filter}); got.status != http.StatusOK || got.raw != "{\"data\":[]}\n" {
				t.Errorf("%d %s", got.status, got.raw)
			}
		})
	}
}

// S-A1-1 … S-A1-6, S-A1-9: fields of a wrong type or format are 400.
func TestTimesValidation(t *testing.T) {
	t.Parallel()
	b := setup(t)
	tests := []struct {
		name  string
		field string
		value any
	}{
		{"S-A1-2 agendas missing", "agendas", absent},
		{"S-A1-2 agendas empty", "agendas", []object{}},
		{"S-A1-2 agendas of numbers", "agendas", []int{101}},
		{"S-A1-2 agendas an object", "agendas", object{"id": 101, "tipo": "cs"}},
		{"S-A1-2 agenda id a string", "agendas", []object{{"id": "101", "tipo": "cs"}}},
		{"S-A1-2 agenda id missing", "agendas", []object{{"tipo": "cs"}}},
		{"S-A1-2 agenda tipo missing", "agendas", []object{{"id": 101}}},
		{"S-A1-2 agenda tipo other than cs", "agendas", []object{{"id": 101, "tipo": "ex"}}},
		{"S-A1-2 too many agendas", "agendas", slices.Repeat([]object{{"id": 101, "tipo": "cs"}}, 101)},
		{"S-A1-3 plan a string", "convenio_id", "2"},
		{"S-A1-3 plan with a fraction", "convenio_id", 2.5},
		{"S-A1-3 plan missing", "convenio_id", absent},
		{"S-A1-3 plan null", "convenio_id", nil},
		{"S-A1-3 plan zero", "convenio_id", 0},
		{"S-A1-3 specialty a string", "especialidade_id", "7"},
		{"S-A1-3 specialty missing", "especialidade_id", absent},
		{"S-A1-3 procedures a number", "procedimentos", 501},
		{"S-A1-3 procedures of strings", "procedimentos", []string{"501"}},
		{"S-A1-3 procedures of objects", "procedimentos", []object{{"id": 501}}},
		{"S-A1-3 procedures missing", "procedimentos", absent},
		{"S-A1-3 procedures empty", "procedimentos", []int{}},
		{"S-A1-4 start as answers write it", "data", "23-11-2026"},
		{"S-A1-4 start with slashes", "data", "2026/11/23"},
		{"S-A1-4 start a datetime", "data", "2026-11-23T00:00:00Z"},
		{"S-A1-4 start that does not exist", "data", "2026-02-30"},
		{"S-A1-4 start missing", "data", absent},
		{"S-A1-4 end missing", "endDate", absent},
		{"S-A1-4 end a number", "endDate", 20261130},
		{"S-A1-4 end before the start", "endDate", "2026-11-22"},
		{"S-A1-4 a range without bound", "endDate", "2036-11-22"},
		{"S-A1-5 suceder other than 0", "suceder", 1},
		{"S-A1-5 suceder a string", "suceder", "0"},
		{"S-A1-6 limit zero", "limit", 0},
		{"S-A1-6 limit negative", "limit", -1},
		{"S-A1-6 limit a string", "limit", "100"},
		{"S-A1-6 order of another name", "ordenacao", "ASC"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			wantRefusal(t, b.post(pathTimes, object{"filter": filter().with(tt.field, tt.value)}), http.StatusBadRequest)
		})
	}
	for _, body := range []any{object{}, object{"filter": nil}, object{"filter": []int{}}, filter()} {
		t.Run(fmt.Sprintf("S-A1-1 the body needs the key filter: %T", body), func(t *testing.T) {
			wantRefusal(t, b.post(pathTimes, body), http.StatusBadRequest)
		})
	}
	t.Run("S-A1-9 the sentence names the field", func(t *testing.T) {
		got := b.post(pathTimes, object{"filter": filter().with("convenio_id", "2")})
		if got.data != "O campo filter.convenio_id deve ser um número inteiro." {
			t.Errorf("%s", got.raw)
		}
	})
	t.Run("fields the spec does not name are tolerated", func(t *testing.T) {
		wantDays(t, b.times(filter().with("unidade_id", "1")), b.times(filter()))
	})
	t.Run("S-A1-5 S-A1-6 suceder, limit and ordenacao may be absent", func(t *testing.T) {
		days := b.times(filter().with("suceder", absent).with("limit", absent).with("ordenacao", absent))
		wantDays(t, days, b.times(filter()))
	})
}

// The clinic's day, not UTC's, decides what is over (spec A1, rule 2).
func TestTimesAt0030UTC(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *Config) {
		c.Clinic.Hours = []catalog.Hours{{
			AgendaID: 101, From: "20:00", To: "23:00", Every: time.Hour,
			Weekdays: []time.Weekday{time.Monday, time.Tuesday},
		}}
	})
	b.setClock(time.Date(2026, 11, 24, 0, 30, 0, 0, time.UTC)) // Monday 21:30 in São Paulo
	wantDays(t, b.times(filter().with("data", "2026-11-23").with("endDate", "2026-11-24")), []wireDay{
		{"23-11-2026", []wireAgenda{{anaSouza, []string{"22:00"}}}},
		{"24-11-2026", []wireAgenda{{anaSouza, []string{"20:00", "21:00", "22:00"}}}},
	})
	id := b.enroll(anaCPF)
	wantRefusal(t, b.post(pathBook, appointment(id, anaCPF).with("hora", "21:00")), http.StatusUnprocessableEntity)
	if got := b.post(pathBook, appointment(id, anaCPF).with("hora", "22:00")); got.status != http.StatusOK {
		t.Errorf("%d %s", got.status, got.raw)
	}
}

// An hour that the clocks skip is nobody's appointment.
func TestTimesSkippedHour(t *testing.T) {
	t.Parallel()
	santiago, err := time.LoadLocation("America/Santiago")
	if err != nil {
		t.Fatal(err)
	}
	b := setup(t, func(c *Config) {
		c.Clinic.Location = santiago
		c.Clinic.Hours = []catalog.Hours{{
			AgendaID: 101, From: "00:00", To: "02:00", Every: 30 * time.Minute, Weekdays: []time.Weekday{time.Sunday},
		}}
	})
	b.setClock(time.Date(2026, 9, 1, 12, 0, 0, 0, time.UTC))
	// On 6 September 2026 Santiago goes from 00:00 straight to 01:00.
	wantDays(t, b.times(filter().with("data", "2026-09-06").with("endDate", "2026-09-06")), []wireDay{
		{"06-09-2026", []wireAgenda{{anaSouza, []string{"01:00", "01:30"}}}},
	})
	skipped := appointment(b.enroll(anaCPF), anaCPF).with("data", "06-09-2026").with("hora", "00:30")
	wantRefusal(t, b.post(pathBook, skipped), http.StatusUnprocessableEntity)
}
