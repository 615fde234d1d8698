package conversation

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestWordsAreRememberedOnlyForDriversThatNeedThem(t *testing.T) {
	s := &State{}
	run(t, s, Reply{Text: "Oi!"})
	if len(s.Thread) > 0 {
		t.Errorf("remembered %v", s.Thread)
	}
	run(t, s, Heard{Lines: []string{"sou a [NOME 1]", ""}, Masks: []Mask{{Name: "[NOME 1]", Value: "Maria"}}}, Reply{Text: "Oi, tudo bem?"})
	want := []Line{{Text: "sou a [NOME 1]"}, {Agent: true, Text: "Oi, tudo bem?"}}
	if diff := cmp.Diff(want, s.Thread); diff != "" {
		t.Errorf("thread (-want +got):\n%s", diff)
	}
}

func TestWordsAreBounded(t *testing.T) {
	s := &State{}
	for range 100 {
		run(t, s, Heard{Lines: []string{strings.Repeat("é", 5000)}, Masks: []Mask{{Name: "[CPF 1]", Value: "1"}}})
	}
	if len(s.Thread) != maxLines || len(s.Thread[0].Text) > maxLineSize || !utf8.ValidString(s.Thread[0].Text) || len(s.Masks) != maxMasks {
		t.Errorf("%d lines of %d bytes, %d masks", len(s.Thread), len(s.Thread[0].Text), len(s.Masks))
	}
}

// What the clinic says about an appointment bypasses every model, also afterwards.
func TestClinicsOwnWordsAreNotRemembered(t *testing.T) {
	s := &State{}
	run(t, s, Heard{Lines: []string{"oi"}}, Search{Request: wholeRequest}, SlotsFound{days(5, "08:00")}, Choose{Number: 1},
		Identify{Identity: maria}, readBack, Confirm{Agreed: true}, PatientFound{ID: 7}, AppointmentMade{Description: "Marcado para terça.", Preparation: "Jejum de 8 horas."})
	last := s.Thread[len(s.Thread)-1]
	if !last.Agent || strings.Contains(last.Text, "Jejum") || last.Text != bookedLine {
		t.Errorf("remembered %q", last.Text)
	}
}

// Contract, "The read-back": only a yes to exactly what was read back books, whoever leads the conversation.
func TestNothingIsBookedThatWasNotReadBack(t *testing.T) {
	chosen := []Event{Search{Request: wholeRequest}, SlotsFound{days(5, "08:00", "14:00")}, Choose{Number: 1}, Identify{Identity: maria}}
	question := Reply{Text: "Onde fica? Na rua A.", Asks: AskFree}
	tests := map[string]struct {
		events []Event
		books  bool
	}{
		"at once":                    {[]Event{Confirm{}}, false},
		"at once, agreed":            {[]Event{Confirm{Agreed: true}}, false},
		"read back":                  {[]Event{readBack, Confirm{Agreed: true}}, true},
		"read back, and no yes":      {[]Event{readBack, Confirm{}}, false},
		"something else was asked":   {[]Event{readBack, question, Confirm{Agreed: true}}, false},
		"another time since":         {[]Event{readBack, Choose{Number: 2}, Confirm{Agreed: true}}, false},
		"another CPF since":          {[]Event{readBack, Identify{Identity: Identity{CPF: "11144477735"}}, Confirm{Agreed: true}}, false},
		"another plan since":         {[]Event{readBack, Search{Request: Request{PlanID: 1}}, SlotsFound{days(5, "08:00", "14:00")}, Choose{Number: 1}, Confirm{Agreed: true}}, false},
		"changed, and read back":     {[]Event{readBack, Choose{Number: 2}, readBack, Confirm{Agreed: true}}, true},
		"changed, and changed back":  {[]Event{readBack, Choose{Number: 2}, Choose{Number: 1}, Confirm{Agreed: true}}, true},
		"read back before the birth": {[]Event{Identify{Identity: Identity{BirthDate: "1990-02-01"}}, readBack, Identify{Identity: maria}, Confirm{Agreed: true}}, false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			s := &State{}
			run(t, s, chosen...)
			res := run(t, s, test.events...)
			if _, asks := effect[FindPatient](res); asks != test.books {
				t.Errorf("books %v, want %v: %+v", asks, test.books, res)
			}
		})
	}
}

// readBack is what a driver says before it books.
var readBack = Reply{Text: "Maria da Silva, consulta com a Dra. Ana Souza, terça, 24/11, às 08:00. Posso marcar?", From: []string{"text:ask.confirm"}, Asks: AskConfirm}

func TestIdleTurnsAreCounted(t *testing.T) {
	s := &State{}
	run(t, s, Reply{Text: "a", Idle: true}, Reply{Text: "b", Idle: true})
	if s.Idled != 2 {
		t.Errorf("idled %d", s.Idled)
	}
	if run(t, s, Reply{Text: "c"}); s.Idled != 0 {
		t.Errorf("idled %d", s.Idled)
	}
}
