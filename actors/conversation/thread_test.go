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
		Identify{Identity: maria}, Confirm{}, PatientFound{ID: 7}, AppointmentMade{Description: "Marcado para terça.", Preparation: "Jejum de 8 horas."})
	last := s.Thread[len(s.Thread)-1]
	if !last.Agent || strings.Contains(last.Text, "Jejum") || last.Text != bookedLine {
		t.Errorf("remembered %q", last.Text)
	}
}

func TestNothingIsBookedThatIsUnsure(t *testing.T) {
	start := []Event{Search{Request: wholeRequest}, SlotsFound{days(5, "08:00")}}
	tests := map[string]struct {
		events []Event
		books  bool
	}{
		"a time that was not chosen in words": {[]Event{Choose{Number: 1, Unsure: true}, Identify{Identity: maria}, Confirm{}}, false},
		"and a yes to what was read back":     {[]Event{Choose{Number: 1, Unsure: true}, Identify{Identity: maria}, Confirm{Agreed: true}}, true},
		"chosen again, in words":              {[]Event{Choose{Number: 1, Unsure: true}, Choose{Number: 1}, Identify{Identity: maria}, Confirm{}}, true},
		"a name that was not given":           {[]Event{Choose{Number: 1}, Identify{Identity: maria, Unsure: []Question{AskName}}, Confirm{}}, false},
		"a name, and then the CPF":            {[]Event{Choose{Number: 1}, Identify{Identity: maria, Unsure: []Question{AskName}}, Identify{Identity: Identity{CPF: maria.CPF}}, Confirm{}}, false},
		"a plan that was not named":           {[]Event{Search{Request: Request{PlanID: 1}, Unsure: []Question{AskPlan}}, SlotsFound{days(5, "08:00")}, Choose{Number: 1}, Identify{Identity: maria}, Confirm{}}, false},
		"words that speak against it":         {[]Event{Choose{Number: 1}, Identify{Identity: maria}, Reply{Text: "…", Unsure: []Question{AskSlot}}, Confirm{}}, false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			s := &State{}
			run(t, s, start...)
			res := run(t, s, test.events...)
			if _, asks := effect[FindPatient](res); asks != test.books {
				t.Errorf("books %v, want %v: %+v", asks, test.books, res)
			}
		})
	}
}

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
