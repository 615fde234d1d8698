package conversation

import (
	"fmt"
	"slices"
	"testing"
)

// What was said is held against the record: first name, last name, birth date.
func TestDiffers(t *testing.T) {
	t.Parallel()
	said := Identity{Name: "Maria da Silva Souza", CPF: maria.CPF, BirthDate: "1980-05-10"}
	for name, c := range map[string]struct {
		record Identity
		want   []Question
	}{
		"the same":                     {Identity{Name: "Maria da Silva Souza", BirthDate: "1980-05-10"}, nil},
		"in capitals, without accents": {Identity{Name: "MARIA DA SILVA SOUZA", BirthDate: "1980-05-10"}, nil},
		"one name less on record":      {Identity{Name: "Maria Souza", BirthDate: "1980-05-10"}, nil},
		"another name in the middle":   {Identity{Name: "Maria Aparecida Souza", BirthDate: "1980-05-10"}, nil},
		"one name more on record":      {Identity{Name: "Maria da Silva Souza Lima", BirthDate: "1980-05-10"}, nil},
		"only a first name on record":  {Identity{Name: "Maria", BirthDate: "1980-05-10"}, nil},
		"nothing on record":            {Identity{}, nil},
		"another first name":           {Identity{Name: "Mariana da Silva Souza", BirthDate: "1980-05-10"}, []Question{AskName}},
		"another family":               {Identity{Name: "Maria Oliveira", BirthDate: "1980-05-10"}, []Question{AskName}},
		"another birth date":           {Identity{Name: "Maria da Silva Souza", BirthDate: "1980-10-05"}, []Question{AskBirthDate}},
		"somebody else":                {Identity{Name: "Pedro Lima", BirthDate: "1955-01-02"}, []Question{AskName, AskBirthDate}},
		"a child of the same name":     {Identity{Name: "Maria da Silva Souza", BirthDate: "2015-01-02"}, []Question{AskBirthDate}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := said.Differs(c.record); !slices.Equal(got, c.want) {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}
}

// Whatever differs, name and birth date are asked again, once; nothing is booked before both agree, and a second
// difference is for a person.
func TestOtherRecord(t *testing.T) {
	t.Parallel()
	for _, differs := range [][]Question{{AskName}, {AskBirthDate}, {AskName, AskBirthDate}} {
		t.Run(fmt.Sprint(differs), func(t *testing.T) {
			s := chosenState(t)
			res := run(t, s, readBack, Confirm{Agreed: true}, PatientFound{ID: 42, Differs: differs})
			if res.Refusal == nil || res.Refusal.Reason != ReasonOtherRecord || !slices.Equal(res.Refusal.Missing, []Question{AskName, AskBirthDate}) {
				t.Fatalf("%+v", res)
			}
			if s.Patient != (Identity{CPF: maria.CPF}) || s.PatientID != 0 {
				t.Errorf("kept %+v", s.PatientData)
			}
			if res := run(t, s, readBack, Confirm{Agreed: true}); res.Refusal == nil || res.Refusal.Reason != ReasonNotIdentified {
				t.Errorf("%+v", res)
			}
			again := Identify{Identity: Identity{Name: maria.Name, BirthDate: "1980-05-11"}}
			res = run(t, s, again, readBack, Confirm{Agreed: true}, PatientFound{ID: 42})
			if _, booked := effect[MakeAppointment](res); !booked {
				t.Errorf("%+v", res)
			}
		})
	}
	for _, second := range [][]Question{{AskName}, {AskBirthDate}, {AskName, AskBirthDate}} {
		t.Run(fmt.Sprint("again ", second), func(t *testing.T) {
			s := chosenState(t)
			again := Identify{Identity: Identity{Name: "Maria Lima", BirthDate: "1980-05-11"}}
			res := run(t, s, readBack, Confirm{Agreed: true}, PatientFound{ID: 42, Differs: []Question{AskName}},
				again, readBack, Confirm{Agreed: true}, PatientFound{ID: 42, Differs: second})
			if over, ok := effect[HandOver](res); !ok || over.Reason != ReasonRecord || s.Closed != OutcomeTransferred {
				t.Errorf("%+v", res)
			}
			if _, booked := effect[MakeAppointment](res); booked {
				t.Error("booked on the record of somebody else")
			}
		})
	}
	t.Run("another CPF is asked about anew", func(t *testing.T) {
		s := chosenState(t)
		run(t, s, readBack, Confirm{Agreed: true}, PatientFound{ID: 42, Differs: []Question{AskName}})
		run(t, s, Identify{Identity: Identity{Name: maria.Name, CPF: "39053344705"}})
		if s.Rechecked != AskNothing {
			t.Errorf("rechecked %q of another CPF", s.Rechecked)
		}
	})
	t.Run("who was found is held against a later correction", func(t *testing.T) {
		s := chosenState(t)
		run(t, s, readBack, Confirm{Agreed: true}, PatientFound{ID: 42}, AppointmentRefused{})
		run(t, s, Identify{Identity: Identity{Name: "Pedro Lima"}})
		if s.PatientID != 0 {
			t.Error("another name is booked on the record that was found before")
		}
	})
}

// Who puts one datum right after the record said something else means the others as they were; who says the same again is
// asked for the rest.
func TestDisputed(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		again Identity
		want  Identity
	}{
		"another CPF":        {Identity{CPF: "39053344705"}, Identity{maria.Name, "39053344705", maria.BirthDate}},
		"another birth date": {Identity{BirthDate: "1981-02-03"}, Identity{maria.Name, maria.CPF, "1981-02-03"}},
		"another name":       {Identity{Name: "Marta Lima"}, Identity{"Marta Lima", maria.CPF, maria.BirthDate}},
		"the same name":      {Identity{Name: maria.Name}, Identity{Name: maria.Name, CPF: maria.CPF}},
		"the same CPF":       {Identity{CPF: maria.CPF}, Identity{CPF: maria.CPF}},
	} {
		t.Run(name, func(t *testing.T) {
			s := chosenState(t)
			run(t, s, readBack, Confirm{Agreed: true}, PatientFound{ID: 42, Differs: []Question{AskName}}, Identify{Identity: c.again})
			if s.Patient != c.want {
				t.Errorf("%+v, want %+v", s.Patient, c.want)
			}
			if open := s.Disputed != (Identity{}); open == s.Patient.Complete() {
				t.Errorf("still disputed: %t", open)
			}
		})
	}
}

// What came in part is kept until the next word on who the patient is, whatever that says.
func TestHalf(t *testing.T) {
	t.Parallel()
	s := chosenState(t)
	run(t, s, Identify{Half: "529982"})
	if s.Half != "529982" {
		t.Errorf("kept %q", s.Half)
	}
	run(t, s, Identify{Identity: Identity{Name: "Marta Lima"}})
	if s.Half != "" {
		t.Errorf("left %q", s.Half)
	}
}
