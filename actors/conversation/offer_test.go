package conversation

import (
	"slices"
	"testing"
)

// The times of another doctor beside the nearest of the one who was asked for make no day too long, and show no time twice.
func TestTimesOfAnotherDoctorBeside(t *testing.T) {
	t.Parallel()
	at := func(agenda int, hours ...string) (slots []Slot) {
		for _, hour := range hours {
			slots = append(slots, Slot{AgendaID: agenda, Date: "2026-11-30", Hour: hour})
		}
		return slots
	}
	own := at(101, "10:00", "13:00", "14:00", "19:00")
	others := at(102, "18:30", "19:00")
	want := append(at(101, "10:00", "13:00"), others...)
	if got := beside(own, others); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got := beside(own, at(101, "19:00")); !slices.Equal(got, own) {
		t.Errorf("%v, want each once: %v", got, own)
	}
}
