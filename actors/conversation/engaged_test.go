package conversation

import (
	"testing"

	"atende/actors/understand"
)

// Whoever is in the middle of a booking goes first, whoever only greeted or is done does not.
func TestEngaged(t *testing.T) {
	for name, test := range map[string]struct {
		state State
		want  bool
	}{
		"nothing was said":           {State{}, false},
		"a greeting":                 {State{Progress: Progress{Stages: []Stage{Started}}, Talk: Talk{Greeted: true, Asked: AskService}}, false},
		"a text nobody understood":   {State{Talk: Talk{Greeted: true, Misses: 1}}, false},
		"a specialty":                {State{Wanted: Wanted{Request: Request{SpecialtyID: 1}}}, true},
		"a procedure of some kind":   {State{Wanted: Wanted{Candidates: []int{1}}}, true},
		"a day":                      {State{Wanted: Wanted{Wish: Wish{Dates: []Span{{From: "2026-03-02", To: "2026-03-02"}}}}}, true},
		"a part of the day":          {State{Wanted: Wanted{Wish: Wish{Period: understand.Morning}}}, true},
		"an offer":                   {State{Offering: Offering{Offer: []Slot{{AgendaID: 1}}}}, true},
		"a search under way":         {State{Offering: Offering{SearchPlan: &SearchPlan{}}}, true},
		"a choice":                   {State{Offering: Offering{Choice: &Slot{}}}, true},
		"a name":                     {State{PatientData: PatientData{Patient: Identity{Name: "Ana Souza"}}}, true},
		"booked":                     {State{Wanted: Wanted{Request: Request{SpecialtyID: 1}}, Ending: Ending{Closed: OutcomeBooked}}, false},
		"with a person":              {State{Wanted: Wanted{Request: Request{SpecialtyID: 1}}, Ending: Ending{Closed: OutcomeTransferred}}, false},
		"gave up":                    {State{Offering: Offering{Offer: []Slot{{}}}, Ending: Ending{Closed: OutcomeNoInterest}}, false},
		"known from an earlier time": {State{PatientData: PatientData{Known: &Identity{Name: "Ana Souza"}}, Progress: Progress{Booked: &Booked{}}}, false},
	} {
		t.Run(name, func(t *testing.T) {
			if got := test.state.Engaged(); got != test.want {
				t.Errorf("engaged %v", got)
			}
		})
	}
}
