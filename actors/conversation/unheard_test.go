package conversation

import (
	"strings"
	"testing"
	"time"
)

// Contract, "No silent turn": whatever a driver replies, and in every phase, a patient who wrote and was told nothing in
// the turn is told something, and the open question stays open.
func TestNoSilentReply(t *testing.T) {
	c, now := patientClinic(), clock(23, 9, 0)
	slot := Slot{AgendaID: 101, Date: "2026-11-24", Hour: "09:00"}
	taken := Offering{Offer: []Slot{slot}, Choice: &slot, Searched: true, Found: FoundWished}
	states := map[Phase]func() *State{
		PhaseOpening: func() *State { return &State{} },
		PhaseService: func() *State { return &State{Wanted: Wanted{Request: Request{SpecialtyID: 7}}} },
		PhaseSearching: func() *State {
			return &State{Wanted: Wanted{Request: wholeRequest}, Offering: Offering{SearchPlan: &SearchPlan{}}}
		},
		PhaseNoTimes: func() *State {
			return &State{Wanted: Wanted{Request: wholeRequest}, Offering: Offering{Searched: true}}
		},
		PhaseOffering:    func() *State { return &State{Offering: Offering{Offer: []Slot{slot}, Searched: true}} },
		PhaseIdentifying: func() *State { return &State{Offering: taken} },
		PhaseConfirming:  func() *State { return &State{Offering: taken, PatientData: PatientData{Patient: maria}} },
		PhaseBooking: func() *State {
			return &State{Offering: taken, Progress: Progress{Pending: &Pending{Said: 1, Since: now}}}
		},
		PhaseBooked:     func() *State { return &State{Ending: Ending{Closed: OutcomeBooked}} },
		PhaseWithPerson: func() *State { return &State{Ending: Ending{Closed: OutcomeTransferred}} },
		PhaseClosed:     func() *State { return &State{Ending: Ending{Closed: OutcomeNoInterest}} },
		PhaseLapsed:     func() *State { return &State{Ending: Ending{Closed: OutcomeNoInterest, Lapsed: true}} },
	}
	for _, phase := range phases(t) {
		begin, ok := states[phase]
		if !ok {
			t.Errorf("no state in phase %s", phase)
			continue
		}
		for _, text := range []string{"", " ", "\n\n \n"} {
			s := begin()
			s.Asked, s.Options = AskPlan, []int{1, 2}
			if got := s.Phase(); got != phase {
				t.Fatalf("phase %s, want %s", got, phase)
			}
			last := ""
			for range 4 { // a driver that never finds a word
				res := Step(c, s, now, Reply{Text: text, Heard: now.Add(time.Minute), Unanswered: true})
				got := said(res)
				if !res.Done || strings.TrimSpace(got) == "" || got == last && s.Pending == nil && s.Closed != OutcomeTransferred && s.Excuses < 3 {
					t.Errorf("%s: %q after %q", phase, got, last)
				}
				last = got
			}
			if s.Pending == nil && s.Closed == "" && (s.Asked != AskPlan || len(s.Options) != 2) {
				t.Errorf("%s: asked is %q %v", phase, s.Asked, s.Options)
			}
		}
	}
}

// Words that were said earlier in the turn are enough, and what was written before it was said that a booking takes its
// time was answered by that.
func TestReplyWithoutWords(t *testing.T) {
	c, now := patientClinic(), clock(23, 9, 0)
	if got := said(Step(c, &State{}, now, Reply{Heard: now})); got != "" {
		t.Errorf("said %q", got)
	}
	waits := &State{Progress: Progress{Pending: &Pending{Said: 1, Since: now}}}
	if got := said(Step(c, waits, now, Reply{Heard: now.Add(-time.Second), Unanswered: true})); got != "" {
		t.Errorf("said %q", got)
	}
}
