package server

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestQuirks(t *testing.T) {
	t.Parallel()
	with := func(names string) func(*Config) {
		return func(c *Config) {
			var err error
			if c.Quirks, err = ParseQuirks(names); err != nil {
				t.Error(err)
			}
		}
	}
	today := filter().with("endDate", "2026-11-23")
	rest := []string{"09:30", "10:00", "10:30", "11:00", "11:30"}
	t.Run("other agendas", func(t *testing.T) {
		t.Parallel()
		days := setup(t, with("other_agendas")).times(today)
		if len(days) != 1 || len(days[0].agendas) != 2 || days[0].agendas[0].name != carlos {
			t.Errorf("%v", days)
		}
	})
	t.Run("past days", func(t *testing.T) {
		t.Parallel()
		wantDays(t, setup(t, with("past_days")).times(today), []wireDay{
			{"19-11-2026", []wireAgenda{{anaSouza, []string{"14:00", "14:30", "15:00", "15:30", "16:00", "16:30", "17:00", "17:30"}}}},
			{"20-11-2026", []wireAgenda{{anaSouza, []string{"08:00", "08:30", "09:00", "09:30", "10:00", "10:30", "11:00", "11:30"}}}},
			{"23-11-2026", []wireAgenda{{anaSouza, rest}}},
		})
	})
	t.Run("passed hours", func(t *testing.T) {
		t.Parallel()
		b := setup(t, with("passed_hours"))
		wantDays(t, b.times(today), []wireDay{
			{"23-11-2026", []wireAgenda{{anaSouza, append([]string{"08:00", "08:30", "09:00"}, rest...)}}},
		})
		wantRefusal(t, b.post(pathBook, appointment(b.enroll(anaCPF), anaCPF).with("hora", "08:00")), http.StatusUnprocessableEntity)
	})
	t.Run("top level", func(t *testing.T) {
		t.Parallel()
		b := setup(t, with("top_level"))
		got := b.post(pathBook, appointment(b.enroll(anaCPF), anaCPF))
		if got.status != http.StatusOK || !strings.HasPrefix(got.raw, `{"description":"`) || !strings.Contains(got.raw, `,"preparo":"`) {
			t.Errorf("%s", got.raw)
		}
	})
	t.Run("odd register", func(t *testing.T) {
		t.Parallel()
		b := setup(t, with("odd_register"))
		got := b.post(pathRegister, object{"pacientes": []object{patientBody(anaCPF)}})
		if got.status != http.StatusOK || got.data != nil || !strings.HasPrefix(got.raw, "<!doctype html>") {
			t.Errorf("%s", got.raw)
		}
		if found := b.post(pathPatient+anaCPF, nil); !isObject(found.data) {
			t.Errorf("%s", found.raw)
		}
	})
	t.Run("slow errors", func(t *testing.T) {
		t.Parallel()
		b := setup(t, with("slow_errors"))
		if b.server.slowFor != 3*time.Second {
			t.Errorf("they take %v", b.server.slowFor)
		}
		b.server.slowFor = time.Millisecond
		id := b.enroll(anaCPF) // one call of A2 and one of A3, or more
		hours := []string{"09:30", "10:00", "10:30"}
		var answers []int
		for _, hour := range hours {
			answers = append(answers, b.post(pathBook, appointment(id, anaCPF).with("hora", hour)).status)
		}
		if !slices.Equal(answers, []int{http.StatusOK, http.StatusOK, http.StatusBadGateway}) {
			t.Errorf("A4 was answered %v", answers)
		}
		if n := b.booked(); n != len(hours) {
			t.Errorf("%d appointments: the call that failed was not executed", n)
		}
	})
	t.Run("all at once, and a filter that fits nothing is still empty", func(t *testing.T) {
		t.Parallel()
		b := setup(t, with("other_agendas, past_days,passed_hours,,top_level,odd_register,slow_errors"))
		if got := b.post(pathTimes, object{"filter": filter().with("convenio_id", 99)}); got.raw != "{\"data\":[]}\n" {
			t.Errorf("%s", got.raw)
		}
	})
	t.Run("none and unknown", func(t *testing.T) {
		t.Parallel()
		if q, err := ParseQuirks(""); err != nil || q != (Quirks{}) {
			t.Errorf("%v %v", q, err)
		}
		if _, err := ParseQuirks("other_agendas,slow"); err == nil || !strings.Contains(err.Error(), `"slow"`) {
			t.Errorf("%v", err)
		}
	})
}
