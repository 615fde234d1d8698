package conversation

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"atende/actors/understand"
)

// cpfs are valid ones, all different.
func cpfs(n int) []string {
	var list []string
	for i := 111_222_300; len(list) < n; i++ {
		for check := range 100 {
			if cpf := fmt.Sprintf("%09d%02d", i, check); understand.ValidCPF(cpf) {
				list = append(list, cpf)
			}
		}
	}
	return list
}

// Who gives more than five CPFs in a day goes to a person.
func TestManyCPFs(t *testing.T) {
	list := cpfs(8)
	give := func(s *State, after time.Duration, cpf string) (reason string) {
		res := Step(testClinic(), s, monday.Add(after), Identify{Identity: Identity{CPF: cpf}})
		if h, ok := effect[HandOver](res); ok {
			return h.Reason
		}
		return ""
	}
	t.Run("one after the other", func(t *testing.T) {
		s := &State{}
		for i, cpf := range list[:5] {
			if reason := give(s, time.Duration(i)*time.Hour, cpf); reason != "" {
				t.Fatalf("handed over at number %d: %s", i+1, reason)
			}
		}
		if reason := give(s, 5*time.Hour, list[0]); reason != "" {
			t.Errorf("one that was given before: %s", reason)
		}
		if reason := give(s, 5*time.Hour, "11122233344"); reason != "" {
			t.Errorf("a number that is no CPF: %s", reason)
		}
		before := s.Patient.CPF
		if reason := give(s, 6*time.Hour, list[5]); reason != ReasonManyCPFs || s.Closed != OutcomeTransferred || s.Patient.CPF != before {
			t.Errorf("the sixth: %q, closed %q, patient has it: %v", reason, s.Closed, s.Patient.CPF != before)
		}
		s.Closed = "" // a person gave it back
		if reason := give(s, 7*time.Hour, list[5]); reason != "" {
			t.Errorf("what a person has seen: %s", reason)
		}
		if reason := give(s, 8*time.Hour, list[6]); reason != ReasonManyCPFs {
			t.Errorf("the seventh: %q", reason)
		}
		if len(s.CPFs) > maxCPFs+1 {
			t.Errorf("%d are remembered", len(s.CPFs))
		}
	})
	t.Run("slowly", func(t *testing.T) {
		s := &State{}
		for i, cpf := range list {
			if reason := give(s, time.Duration(i)*5*time.Hour, cpf); reason != "" {
				t.Fatalf("handed over at number %d: %s", i+1, reason)
			}
		}
	})
	t.Run("over several bookings", func(t *testing.T) {
		s := &State{}
		for i, cpf := range list[:5] {
			run(t, s, Search{Request: wholeRequest}, SlotsFound{days(9, "08:00", "14:00")}, Choose{Number: i + 1},
				Identify{Identity: Identity{Name: maria.Name, CPF: cpf, BirthDate: maria.BirthDate}}, readBack, Confirm{Agreed: true}, PatientFound{ID: 7}, AppointmentMade{"a", "b"})
			if s.Closed != OutcomeBooked {
				t.Fatalf("booking %d: %q", i+1, s.Closed)
			}
		}
		run(t, s, Search{Request: wholeRequest})
		if reason := give(s, 0, list[5]); reason != ReasonManyCPFs {
			t.Errorf("%q", reason)
		}
	})
	t.Run("in one message", func(t *testing.T) {
		if h, ok := effect[HandOver](run(t, &State{}, Identify{Beside: list[:6]})); !ok || h.Reason != ReasonManyCPFs {
			t.Errorf("%+v", h)
		}
	})
	t.Run("heard by a model that says nothing of it", func(t *testing.T) {
		s := &State{}
		for i, cpf := range list[:6] {
			res := run(t, s, Heard{Lines: []string{"x"}, Masks: []Mask{{Name: fmt.Sprintf("[CPF %d]", i+1), Value: cpf}}})
			if h, over := effect[HandOver](res); over != (i == 5) || over && h.Reason != ReasonManyCPFs {
				t.Errorf("number %d: %+v", i+1, res.Effects)
			}
		}
	})
}

// What is remembered of a CPF tells nobody which it was: many have the same mark.
func TestMarksOfCPFsSayNothing(t *testing.T) {
	s := &State{}
	list := cpfs(5)
	run(t, s, Identify{Beside: list})
	data, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	for _, cpf := range list {
		if strings.Contains(string(data), cpf) || strings.Contains(string(data), cpf[:9]) {
			t.Errorf("%s is stored: %s", cpf, data)
		}
	}
	if bits := reflect.TypeOf(GivenCPF{}.Mark).Bits(); bits > 16 {
		t.Errorf("a mark of %d bits is nearly a CPF", bits)
	}
}

// Nothing that the clinic has stored about a CPF can be said: all that comes of a look-up is a number and
// which data differ, and what is said is what the patient wrote.
func TestLookUpTellsNothing(t *testing.T) {
	for _, result := range []any{PatientFound{}, PatientMissing{}, Registered{}} {
		for _, field := range reflect.VisibleFields(reflect.TypeOf(result)) {
			if field.Type.Kind() != reflect.Int && field.Type != reflect.TypeFor[[]Question]() {
				t.Errorf("%T brings a %s into the conversation", result, field.Name)
			}
		}
	}
	found, missing := offered(t), offered(t)
	for _, s := range []*State{found, missing} {
		run(t, s, Choose{Number: 1}, Identify{Identity: maria})
	}
	a := run(t, found, readBack, Confirm{Agreed: true}, PatientFound{ID: 7})
	b := run(t, missing, readBack, Confirm{Agreed: true}, PatientMissing{}, Registered{}, PatientFound{ID: 8})
	if said(a) != "" || said(b) != "" {
		t.Errorf("said %q to who is known, %q to who is not", said(a), said(b))
	}
}
