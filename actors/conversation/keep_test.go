package conversation

import (
	"slices"
	"testing"
	"time"
)

// offered is a state with an offer of two mornings and two afternoons a day.
func offered(t *testing.T) *State {
	t.Helper()
	s := &State{}
	run(t, s, Search{Request: wholeRequest}, SlotsFound{days(20, "08:00", "09:00", "14:00", "15:00")})
	return s
}

// Another plan or procedure looks the chosen time up again: it stays chosen, or the offer begins at it.
func TestChangeKeepsTheChosenTime(t *testing.T) {
	change := Search{Request: Request{PlanID: 1}}
	t.Run("still free", func(t *testing.T) {
		s := offered(t)
		run(t, s, Choose{Number: 7}, change, SlotsFound{days(20, "08:00", "14:00")})
		if s.Choice == nil || s.Choice.Hour != "14:00" || s.Choice.Date != "2026-11-25" || s.SlotGone || len(s.Offer) != 1 {
			t.Errorf("%+v", s)
		}
	})
	t.Run("gone", func(t *testing.T) {
		s := offered(t)
		res := run(t, s, Choose{Number: 7}, change, SlotsFound{days(20, "08:00")})
		if find, ok := effect[FindSlots](res); !ok || find.From != "2026-11-25" || !s.SlotGone || s.Choice != nil {
			t.Fatalf("%+v, %+v", res, s)
		}
		run(t, s, SlotsFound{days(20, "08:00")[1:]})
		if len(s.Offer) == 0 || s.Offer[0].Date != "2026-11-25" || s.Choice != nil {
			t.Errorf("%+v", s)
		}
	})
	t.Run("another doctor has other times", func(t *testing.T) {
		s := offered(t)
		run(t, s, Choose{Number: 7}, Search{Request: Request{AgendaID: 102}})
		if s.Choice != nil || s.Request.PlanID != 2 {
			t.Errorf("%+v", s)
		}
	})
	t.Run("a procedure of another specialty has another doctor", func(t *testing.T) {
		s := offered(t)
		res := run(t, s, Choose{Number: 7}, Search{Request: Request{ProcedureID: 503}})
		find, _ := effect[FindSlots](res)
		if want := (Request{SpecialtyID: 8, AgendaID: 103, ProcedureID: 503, PlanID: 2}); s.Choice != nil || s.Request != want || !slices.Equal(find.Agendas, []int{103}) {
			t.Errorf("%+v, %+v", s.Request, find)
		}
	})
	t.Run("another day was wished", func(t *testing.T) {
		s := offered(t)
		run(t, s, Choose{Number: 7}, Identify{Identity: maria}, Search{Wish: Wish{Weekdays: []time.Weekday{time.Friday}}})
		if s.Choice != nil || s.Patient != maria {
			t.Errorf("%+v", s)
		}
	})
}

// What will not do is neither offered nor kept, until it is wished again or nothing else is left.
func TestNot(t *testing.T) {
	wednesday := Wish{Weekdays: []time.Weekday{time.Wednesday}}
	slots := days(20, "08:00", "14:00")
	s := offered(t)
	run(t, s, Choose{Number: 7}, Search{Not: []Wish{wednesday}}, SlotsFound{slots})
	for _, slot := range s.Offer {
		if s.refuses(slot) {
			t.Errorf("offered %v", slot)
		}
	}
	if s.Choice != nil || len(s.Offer) == 0 {
		t.Errorf("%+v", s)
	}
	run(t, s, Search{Wish: Wish{Dates: []Span{{From: "2026-11-25", To: "2026-11-25"}}}}, SlotsFound{slots})
	if len(s.Not) != 0 || len(s.Offer) != 2 || s.Offer[0].Date != "2026-11-25" {
		t.Errorf("%+v", s)
	}
	run(t, s, Search{Not: []Wish{{Times: []Span{{From: "00:00", To: "23:59"}}}}})
	for range 6 {
		if s.SearchPlan != nil {
			run(t, s, SlotsFound{slots})
		}
	}
	if len(s.Not) != 0 || s.Found != FoundElse || len(s.Offer) == 0 {
		t.Errorf("%+v", s)
	}
}

// Nothing is chosen from an old offer, and nothing chosen is booked, without another look.
func TestStaleOffer(t *testing.T) {
	c, s := testClinic(), offered(t)
	late := monday.Add(staleAfter)
	res := Step(c, s, late, Choose{Number: 7})
	if _, ok := effect[FindSlots](res); !ok || s.Choice != nil {
		t.Fatalf("%+v", res)
	}
	Step(c, s, late, SlotsFound{days(20, "08:00", "14:00")})
	if s.Choice == nil || s.Choice.Date != "2026-11-25" || s.Choice.Hour != "14:00" || s.Stale(late) {
		t.Fatalf("%+v", s)
	}
	Step(c, s, late, Identify{Identity: maria})
	Step(c, s, late, readBack)
	if res := Step(c, s, late.Add(staleAfter), Confirm{Agreed: true}); res.Refusal == nil || res.Refusal.Reason != ReasonStale {
		t.Errorf("%+v", res)
	}
	Step(c, s, late.Add(staleAfter), Search{Renew: true})
	Step(c, s, late.Add(staleAfter), SlotsFound{days(20, "08:00", "14:00")})
	if res := Step(c, s, late.Add(staleAfter), Confirm{Agreed: true}); res.Refusal != nil {
		t.Errorf("%+v", res)
	}
}
