package conversation

import (
	"slices"
	"testing"
	"time"
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
		book(testClinic(), s, monday, AppointmentMade{})
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

// Who has an appointment to come is known by the CPF, however the writer calls them.
func TestTwice(t *testing.T) {
	now := time.Date(2026, 11, 23, 10, 0, 0, 0, time.UTC)
	at := func(date string) *State {
		s := &State{}
		s.Request, s.Choice = Request{ProcedureID: 5}, &Slot{AgendaID: 1, Date: date, Hour: "09:00"}
		s.Patient, s.For = Identity{Name: "Gabriel Reis Lima", CPF: "52998224725"}, "a sua filha"
		book(testClinic(), s, monday, AppointmentMade{})
		s.restart()
		s.Request, s.For, s.Patient.CPF = Request{ProcedureID: 5}, "o seu neto", "52998224725"
		return s
	}
	if s := at("2026-11-24"); s.Twice(now) == nil {
		t.Error("the same patient and procedure again is not noticed")
	}
	for name, change := range map[string]func(s *State){
		"another patient":   func(s *State) { s.Patient.CPF = "39053344705" },
		"another name":      func(s *State) { s.Patient.Name = "Marta Reis Lima" }, // with the CPF of the first
		"another procedure": func(s *State) { s.Request.ProcedureID = 6 },
	} {
		s := at("2026-11-24")
		if change(s); s.Twice(now) != nil {
			t.Errorf("%s is taken for the same", name)
		}
	}
	if s := at("2026-11-22"); s.Twice(now) != nil {
		t.Error("an appointment that is over is taken for one to come")
	}
}

// The age that was told is the patient's: it is forgotten with them, and where it is taken back.
func TestAgeIsOfThePatient(t *testing.T) {
	for name, test := range map[string]struct {
		then Identify
		want int
	}{
		"the same patient":     {Identify{For: "o seu filho"}, 5},
		"another":              {Identify{For: "a sua filha"}, 0},
		"the writer":           {Identify{For: ForWriter}, 0},
		"another, and her age": {Identify{For: "a sua filha", Age: 8}, 8},
		"somebody else's data": {Identify{Other: true}, 0},
		"taken back":           {Identify{Age: AgeForgotten}, 0},
	} {
		s := &State{}
		for _, m := range []Identify{{For: "o seu filho", Age: 5}, test.then} {
			identify(testClinic(), s, monday, m)
		}
		if s.Age != test.want {
			t.Errorf("%s: %d, want %d", name, s.Age, test.want)
		}
	}
}

// Nobody is with two doctors at once; one doctor's own times do not overlap.
func TestClose(t *testing.T) {
	now := time.Date(2026, 11, 23, 10, 0, 0, 0, time.UTC)
	for name, test := range map[string]struct {
		then Slot
		cpf  string
		want bool
	}{
		"the same time":    {Slot{AgendaID: 2, Date: "2026-11-24", Hour: "09:00"}, "52998224725", true},
		"a little before":  {Slot{AgendaID: 2, Date: "2026-11-24", Hour: "08:40"}, "52998224725", true},
		"a little later":   {Slot{AgendaID: 2, Date: "2026-11-24", Hour: "09:10"}, "52998224725", true},
		"half an hour":     {Slot{AgendaID: 2, Date: "2026-11-24", Hour: "09:30"}, "52998224725", false},
		"half an hour ago": {Slot{AgendaID: 2, Date: "2026-11-24", Hour: "08:30"}, "52998224725", false},
		"another day":      {Slot{AgendaID: 2, Date: "2026-11-25", Hour: "09:00"}, "52998224725", false},
		"the same doctor":  {Slot{AgendaID: 1, Date: "2026-11-24", Hour: "09:10"}, "52998224725", false},
		"another patient":  {Slot{AgendaID: 2, Date: "2026-11-24", Hour: "09:00"}, "39053344705", false},
		"what was is past": {Slot{AgendaID: 2, Date: "2026-11-20", Hour: "09:00"}, "52998224725", false},
	} {
		s := &State{}
		first := Slot{AgendaID: 1, Date: "2026-11-24", Hour: "09:00"}
		if test.then.Date == "2026-11-20" {
			first.Date = test.then.Date
		}
		s.Request, s.Choice = Request{ProcedureID: 5}, &first
		s.Patient = Identity{Name: "Gabriel Reis Lima", CPF: "52998224725"}
		book(testClinic(), s, monday, AppointmentMade{})
		s.restart()
		s.Choice, s.Patient = &test.then, Identity{Name: "Gabriel Reis Lima", CPF: test.cpf}
		if got := s.Close(now) != nil; got != test.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}
