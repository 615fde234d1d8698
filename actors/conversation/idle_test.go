package conversation

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

// patientClinic reminds after an hour and closes after 22.
func patientClinic() *Clinic {
	c := *testClinic()
	c.Patience = Patience{Nudge: time.Hour, Close: 22 * time.Hour}
	return &c
}

// asked is a conversation whose question was put at a time of the clinic's clock.
func asked(t *testing.T, c *Clinic, at time.Time) *State {
	t.Helper()
	s := &State{}
	Step(c, s, at, Search{Request: Request{SpecialtyID: 7}})
	Step(c, s, at, Reply{Text: "Qual convênio?", Asks: AskPlan, Heard: at})
	return s
}

func clock(day, hour, minute int) time.Time {
	return time.Date(2026, 11, day, hour, minute, 0, 0, testClinic().Location)
}

func TestDue(t *testing.T) {
	c := patientClinic()
	for name, test := range map[string]struct {
		asked, nudge, end time.Time
	}{
		"by day":                    {clock(23, 9, 0), clock(23, 10, 0), clock(24, 7, 0)},
		"waits for the morning":     {clock(23, 19, 30), clock(24, 8, 0), clock(24, 17, 30)},
		"asked at night":            {clock(23, 2, 0), clock(23, 8, 0), clock(24, 0, 0)},
		"just before the night":     {clock(23, 18, 59), clock(23, 19, 59), clock(24, 16, 59)},
		"the hour the night begins": {clock(23, 19, 0), clock(24, 8, 0), clock(24, 17, 0)},
	} {
		t.Run(name, func(t *testing.T) {
			s := asked(t, c, test.asked)
			if due := c.Due(s); !due.Equal(test.nudge) {
				t.Errorf("nudge %v, want %v", due, test.nudge)
			}
			if res := Step(c, s, test.nudge, Idle{}); said(res) == "" || !res.Done || s.Asked != AskPlan {
				t.Errorf("nudge: %+v", res)
			}
			if due := c.Due(s); !due.Equal(test.end) {
				t.Errorf("end %v, want %v", due, test.end)
			}
			res := Step(c, s, test.end, Idle{})
			ended, ok := effect[Ended](res)
			if !ok || ended.Outcome != OutcomeNoInterest || s.Closed != OutcomeNoInterest || !s.Lapsed || !c.Due(s).IsZero() {
				t.Errorf("end: %+v, %+v", res, s)
			}
			if quiet := !c.byDay(test.end).Equal(test.end); quiet == (said(res) != "") {
				t.Errorf("%q at %v", said(res), test.end)
			}
		})
	}
}

func TestNeverDue(t *testing.T) {
	c := patientClinic()
	for name, change := range map[string]func(*State){
		"nothing asked":           func(s *State) { s.Asked = AskNothing },
		"closed":                  func(s *State) { s.Closed = OutcomeBooked },
		"with a person":           func(s *State) { s.Closed = OutcomeTransferred },
		"pending":                 func(s *State) { s.Pending = &Pending{} },
		"never heard of":          func(s *State) { s.HeardAt = time.Time{} },
		"reminded, and no end":    func(s *State) { s.Nudged = true; c.Patience.Close = 0 },
		"nothing is switched on":  func(*State) { c.Patience = Patience{} },
		"too late for a reminder": func(*State) { c.Patience = Patience{Nudge: 25 * time.Hour} },
	} {
		t.Run(name, func(t *testing.T) {
			c.Patience = Patience{Nudge: time.Hour, Close: 22 * time.Hour}
			s := asked(t, c, clock(23, 9, 0))
			change(s)
			if due := c.Due(s); !due.IsZero() {
				t.Errorf("due %v", due)
			}
			if res := Step(c, s, clock(30, 12, 0), Idle{}); len(res.Effects) > 0 || !res.Done {
				t.Errorf("%+v", res)
			}
		})
	}
}

// A reminder never comes so late that it comes with the end: then there is only the end.
func TestNoReminderWithTheEnd(t *testing.T) {
	c := patientClinic()
	c.Patience.Close = 2 * time.Hour
	s := asked(t, c, clock(23, 19, 30))
	if due := c.Due(s); !due.Equal(clock(23, 21, 30)) {
		t.Errorf("due %v", due)
	}
}

// Whenever the patient fell silent and however late the reminders ring: each Idle at its time leads on, at
// most one reminder and one goodbye are said, by day and within 24 hours of the last message.
func TestSilenceEnds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := patientClinic()
		c.Patience.Nudge = time.Duration(rapid.IntRange(0, 30*60).Draw(t, "nudge")) * time.Minute
		c.Patience.Close = time.Duration(rapid.IntRange(0, 30*60).Draw(t, "close")) * time.Minute
		at := clock(23, 0, 0).Add(time.Duration(rapid.IntRange(0, 24*60).Draw(t, "asked")) * time.Minute)
		s := &State{}
		Step(c, s, at, Reply{Text: "?", Asks: AskService, Heard: at.Add(-time.Duration(rapid.IntRange(0, 600).Draw(t, "late")) * time.Minute)})
		words := 0
		for range 4 {
			due := c.Due(s)
			if due.IsZero() {
				break
			}
			now := due.Add(time.Duration(rapid.SampledFrom([]int{0, 0, 5, 300, 1500}).Draw(t, "ring")) * time.Minute)
			if res := Step(c, s, due.Add(-time.Nanosecond), Idle{}); len(res.Effects) > 0 {
				t.Fatalf("too early: %+v", res)
			}
			for _, e := range Step(c, s, now, Idle{}).Effects {
				if _, ok := e.(Say); ok {
					words++
					if now.Hour() < 8 || now.Hour() >= 20 || now.Sub(s.HeardAt) >= 24*time.Hour {
						t.Fatalf("said at %v, last heard %v", now, s.HeardAt)
					}
				}
			}
			if next := c.Due(s); !next.IsZero() && !next.After(due) {
				t.Fatalf("due %v, then %v", due, next)
			}
		}
		if words > 2 || !c.Due(s).IsZero() {
			t.Fatalf("%d texts, and due %v", words, c.Due(s))
		}
	})
}

// Silence counts from the message, not from a turn that goes on without one.
func TestHeard(t *testing.T) {
	c := patientClinic()
	s := asked(t, c, clock(23, 9, 0))
	Step(c, s, clock(23, 10, 0), Idle{})
	Step(c, s, clock(23, 11, 0), Reply{Text: "Qual horário?", Asks: AskSlot})
	if !s.HeardAt.Equal(clock(23, 9, 0)) || !s.AskedAt.Equal(clock(23, 11, 0)) || !s.Nudged {
		t.Errorf("%+v", s)
	}
	Step(c, s, clock(23, 12, 0), Reply{Text: "Qual horário?", Asks: AskSlot, Heard: clock(23, 11, 59)})
	if !s.HeardAt.Equal(clock(23, 11, 59)) || s.Nudged {
		t.Errorf("%+v", s)
	}
}

// Who comes back goes on where they were.
func TestResume(t *testing.T) {
	c := patientClinic()
	s := asked(t, c, clock(23, 9, 0))
	if res := Step(c, s, clock(23, 9, 0), Resume{}); res.Refusal == nil {
		t.Error("there was nothing to take up")
	}
	s.Nudged = true
	Step(c, s, clock(24, 7, 0), Idle{})
	if s.Engaged() || s.Closed != OutcomeNoInterest {
		t.Errorf("%+v", s)
	}
	if res := Step(c, s, clock(24, 12, 0), Resume{}); res.Refusal != nil || s.Closed != "" || s.Asked != AskPlan || s.Request.SpecialtyID != 7 {
		t.Errorf("%+v, %+v", res, s)
	}
}
