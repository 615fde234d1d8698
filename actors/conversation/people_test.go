package conversation

import (
	"slices"
	"testing"
)

// Whoever an appointment was made for is among the people whose names are hidden from operators, however many came later.
func TestPeopleOfEarlierAppointments(t *testing.T) {
	s := &State{}
	s.Earlier = []Booked{{Name: "Lúcia Prado Reis"}, {Name: "Pedro Prado Reis"}}
	s.Booked = &Booked{Name: "Eduardo Prado Reis"}
	for _, name := range []string{"Lúcia Prado Reis", "Pedro Prado Reis", "Eduardo Prado Reis"} {
		if !slices.Contains(s.People(), Identity{Name: name}) {
			t.Errorf("%s is not among %v", name, s.People())
		}
	}
}

// The appointments of a conversation are kept in the order in which they were made, the last nine.
func TestAppointments(t *testing.T) {
	s := &State{}
	for n := range 12 {
		s.Request, s.Choice = Request{PlanID: n}, &Slot{AgendaID: n}
		book(s, AppointmentMade{})
		s.restart()
	}
	all := s.Appointments()
	if len(all) != maxEarlier+1 || all[0].PlanID != 3 || all[maxEarlier].PlanID != 11 {
		t.Errorf("%d appointments: %+v", len(all), all)
	}
	old := &State{PatientData: PatientData{Patient: Identity{Name: "Ana Reis"}, For: "a sua mãe"}, Progress: Progress{
		Booked: &Booked{Slot: Slot{AgendaID: 1}}, Former: &Request{PlanID: 2},
	}, Ending: Ending{Closed: OutcomeBooked}}
	if got := old.Appointments(); len(got) != 1 || got[0].Name != "Ana Reis" || got[0].For != "a sua mãe" || got[0].PlanID != 2 {
		t.Errorf("of a release before: %+v", got)
	}
}
