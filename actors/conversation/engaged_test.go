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
		"a greeting":                 {State{Greeted: true, Asked: AskService, Stages: []Stage{Started}}, false},
		"a text nobody understood":   {State{Greeted: true, Misses: 1}, false},
		"a specialty":                {State{Request: Request{SpecialtyID: 1}}, true},
		"a procedure of some kind":   {State{Candidates: []int{1}}, true},
		"a day":                      {State{Wish: Wish{Dates: []Span{{From: "2026-03-02", To: "2026-03-02"}}}}, true},
		"a part of the day":          {State{Wish: Wish{Period: understand.Morning}}, true},
		"an offer":                   {State{Offer: []Slot{{AgendaID: 1}}}, true},
		"a search under way":         {State{Hunt: &Hunt{}}, true},
		"a choice":                   {State{Choice: &Slot{}}, true},
		"a name":                     {State{Patient: Identity{Name: "Ana Souza"}}, true},
		"booked":                     {State{Request: Request{SpecialtyID: 1}, Closed: OutcomeBooked}, false},
		"with a person":              {State{Request: Request{SpecialtyID: 1}, Closed: OutcomeTransferred}, false},
		"gave up":                    {State{Offer: []Slot{{}}, Closed: OutcomeNoInterest}, false},
		"known from an earlier time": {State{Known: &Identity{Name: "Ana Souza"}, Booked: &Booked{}}, false},
	} {
		t.Run(name, func(t *testing.T) {
			if got := test.state.Engaged(); got != test.want {
				t.Errorf("engaged %v", got)
			}
		})
	}
}
