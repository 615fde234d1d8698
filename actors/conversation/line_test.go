package conversation

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// waitingClinic keeps a time for an hour and looks every ten minutes.
func waitingClinic() *Clinic {
	c := *testClinic()
	c.Patience = Patience{Hold: time.Hour, Look: 10 * time.Minute}
	return &c
}

// joins is the note of a session that joins the line for a wish.
func joins(session string, number int, wish Wish, at time.Time) WaitNote {
	return WaitNote{What: TellJoin, Session: session, Number: number, Wait: &Wait{Number: number, Request: wholeRequest, Wish: wish, Since: at}}
}

// Whatever the line hears, in whatever order and however often, and whatever A1 lists: no time is kept for two, nobody has
// one that somebody before them could have had, nobody has the same again, and all of it is bounded.
func TestLineKeepsEachTimeForOne(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		c, s := waitingClinic(), &State{}
		at := monday
		slots := days(2, "08:00", "14:00")
		wishes := []Wish{{}, {Period: "morning"}, {Period: "afternoon"}}
		offers := 0
		for range rapid.IntRange(1, 60).Draw(rt, "steps") {
			at = at.Add(time.Duration(rapid.IntRange(0, 90).Draw(rt, "minutes")) * time.Minute)
			session, number := fmt.Sprint("s", rapid.IntRange(0, 45).Draw(rt, "session")), rapid.IntRange(1, 2).Draw(rt, "number")
			note := joins(session, number, rapid.SampledFrom(wishes).Draw(rt, "wish"), at)
			if note.What = rapid.SampledFrom([]string{TellJoin, TellJoin, TellTaken, TellPass, TellLeave}).Draw(rt, "what"); len(s.Line) > 0 && note.What != TellJoin {
				p := rapid.SampledFrom(s.Line).Draw(rt, "place")
				note = WaitNote{What: note.What, Session: p.Session, Number: p.Number}
				if p.Held != nil {
					note.ID = p.Held.ID
				}
			}
			for range rapid.IntRange(1, 2).Draw(rt, "times") {
				c.HearLine(s, at, note)
			}
			c.TidyLine(s, at)
			if requests := c.LineLooks(s, at); len(requests) > 0 {
				before := slices.Clone(s.Line)
				free := rapid.SliceOfDistinct(rapid.SampledFrom(slots), func(slot Slot) Slot { return slot }).Draw(rt, "free")
				c.OfferLine(s, at, map[Request][]Slot{wholeRequest: free}, func() string { offers++; return fmt.Sprint(offers) })
				wantFair(rt, c, before, s.Line, at)
			}
			held := map[Slot]bool{}
			for _, p := range s.Line {
				if p.Held != nil && held[p.Held.Slot] {
					rt.Fatalf("%v is kept twice", p.Held.Slot)
				} else if p.Held != nil {
					held[p.Held.Slot] = true
				}
				if len(p.Had) > maxHad || p.Lapses >= maxLapses {
					rt.Fatalf("%d offers", len(p.Had))
				}
			}
			if len(s.Line) > 2*MaxLine {
				rt.Fatalf("%d places", len(s.Line))
			}
			if due := c.LineDue(s); due.IsZero() != (len(s.Line) == 0) {
				rt.Fatalf("due %v with %d places", due, len(s.Line))
			}
		}
	})
}

// wantFair looks at the times that a look gave.
func wantFair(rt *rapid.T, c *Clinic, before, after []Place, at time.Time) {
	if !c.ByDay(at) {
		rt.Fatalf("offered at %v", at)
	}
	for i, p := range after {
		if p.Held == nil || before[i].Held != nil {
			continue
		}
		if slices.Contains(p.Had, p.Held.Slot) || !p.Wish.Allows(p.Held.Slot) {
			rt.Fatalf("%v for %+v", p.Held.Slot, p)
		}
		for _, other := range after[:i] {
			if other.Held == nil && other.Wish.Allows(p.Held.Slot) && !slices.Contains(other.Had, p.Held.Slot) {
				rt.Fatalf("%v for %s although %s was first", p.Held.Slot, p.Session, other.Session)
			}
		}
	}
}

// A wish ends when its days are past, or after sixty days.
func TestWishIsOver(t *testing.T) {
	for _, test := range []struct {
		wish Wish
		at   time.Time
		want bool
	}{
		{Wish{}, monday.AddDate(0, 0, 59), false},
		{Wish{}, monday.AddDate(0, 0, 61), true},
		{Wish{Dates: []Span{{From: "2026-11-25", To: "2026-11-26"}}}, time.Date(2026, 11, 26, 18, 0, 0, 0, monday.Location()), false},
		{Wish{Dates: []Span{{From: "2026-11-25", To: "2026-11-26"}}}, time.Date(2026, 11, 27, 8, 0, 0, 0, monday.Location()), true},
		{Wish{Dates: []Span{{From: "2026-11-25", To: "2026-11-25"}, {From: "2026-12-01", To: "2026-12-02"}}}, time.Date(2026, 11, 27, 8, 0, 0, 0, monday.Location()), false},
	} {
		wait := Wait{Wish: test.wish, Since: monday}
		if got := wait.over(test.at); got != test.want {
			t.Errorf("%+v at %v: %t", test.wish, test.at, got)
		}
	}
}

// Where there is no list nobody can wait, and what an older setting left in line rests.
func TestNoLine(t *testing.T) {
	s := &State{}
	run(t, s, Search{Request: wholeRequest}, SlotsFound{})
	if testClinic().CanWait(s) || !waitingClinic().CanWait(s) {
		t.Errorf("%+v", s)
	}
	if res := Step(testClinic(), s, monday, Await{}); res.Refusal == nil {
		t.Errorf("%+v", res)
	}
	s.Line = []Place{{Session: "s", Wait: Wait{Number: 1, Since: monday}}}
	if due := testClinic().LineDue(s); !due.IsZero() {
		t.Errorf("due %v", due)
	}
}
