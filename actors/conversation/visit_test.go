package conversation

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// visitClinic asks a day before.
func visitClinic() *Clinic {
	c := *testClinic()
	c.Patience = Patience{Before: 24 * time.Hour}
	return &c
}

// made is a conversation in which an appointment was made at a time.
func made(c *Clinic, s *State, at time.Time, slot Slot, name, whom string) *State {
	s.Request, s.Choice, s.Patient.Name, s.For = wholeRequest, &slot, name, whom
	book(c, s, at.In(c.Location), AppointmentMade{})
	return s
}

func visitAt(day int, hour string) Slot {
	return Slot{AgendaID: 101, Date: fmt.Sprintf("2026-11-%02d", day), Hour: hour}
}

// The question comes by day, before the day of the appointment begins, and not at all where the booking is newer than it
// would be.
func TestAskAt(t *testing.T) {
	for name, test := range map[string]struct {
		before time.Duration
		slot   Slot
		want   time.Time
	}{
		"a day before":              {24 * time.Hour, visitAt(26, "14:00"), clock(25, 14, 0)},
		"early":                     {24 * time.Hour, visitAt(26, "07:00"), clock(25, 8, 0)},
		"late":                      {24 * time.Hour, visitAt(26, "20:30"), clock(25, 19, 0)},
		"half a day":                {12 * time.Hour, visitAt(26, "08:30"), clock(25, 19, 0)},
		"some hours":                {3 * time.Hour, visitAt(26, "14:00"), clock(26, 11, 0)},
		"in the night, of that day": {10 * time.Hour, visitAt(26, "17:00"), clock(25, 19, 0)},
		"two days":                  {48 * time.Hour, visitAt(26, "09:30"), clock(24, 9, 30)},
		"never":                     {0, visitAt(26, "14:00"), time.Time{}},
		"no time":                   {24 * time.Hour, Slot{AgendaID: 101, Date: "2026-11-26", Hour: "cedo"}, time.Time{}},
	} {
		c := visitClinic()
		c.Patience.Before = test.before
		if got := c.askAt(test.slot); !got.Equal(test.want) {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
		s := made(c, &State{}, clock(23, 9, 0), test.slot, "Maria Silva", "")
		if due := c.DueVisit(s); !due.Equal(test.want) {
			t.Errorf("%s: due %v, want %v", name, due, test.want)
		}
		if s := made(c, &State{}, test.want, test.slot, "Maria Silva", ""); len(s.Visits) != 0 {
			t.Errorf("%s: booked when it would be asked, and asked: %+v", name, s.Visits)
		}
	}
}

// A silent patient is asked the day before and on the morning, and that they said nothing is counted.
func TestVisitSilence(t *testing.T) {
	c := visitClinic()
	s := made(c, &State{}, clock(23, 9, 0), visitAt(26, "14:00"), "Maria Silva", "")
	for _, step := range []struct {
		at    time.Time
		text  string
		event string
	}{
		{clock(25, 13, 59), "", ""},
		{clock(25, 14, 0), "Oi! Passando para lembrar: *amanhã, quinta, 26/11, às 14h*, com a Dra. Ana Souza. Você vem?", VisitAsked},
		{clock(25, 14, 0), "", ""},
		{clock(26, 8, 0), "Oi! *hoje, quinta, 26/11, às 14h*, com a Dra. Ana Souza: dá para vir?", VisitAskedAgain},
		{clock(26, 13, 0), "", ""},
		{clock(26, 14, 0), "", VisitSilent},
	} {
		if due := c.DueVisit(s); !step.at.Before(due) != (step.event != "") {
			t.Errorf("at %v: due at %v", step.at, due)
		}
		res := Step(c, s, step.at, Idle{})
		noted, _ := effect[VisitNoted](res)
		if !strings.HasPrefix(said(res), step.text) || step.text == "" && said(res) != "" || noted.Event != step.event || !res.Done {
			t.Errorf("at %v: %+v", step.at, res)
		}
	}
	if s.Visits != nil || !c.DueVisit(s).IsZero() {
		t.Errorf("left: %+v", s.Visits)
	}
}

// What stands in the way of a question puts it off or ends it, and nobody is asked at night.
func TestVisitPutOff(t *testing.T) {
	talks := func(s *State) { s.Closed, s.Asked, s.HeardAt = "", AskPlan, clock(25, 13, 30) }
	for name, test := range map[string]struct {
		slot Slot
		at   time.Time
		with Idle
		set  func(s *State)
		next time.Time // zero: asked at once
	}{
		"in time":                     {slot: visitAt(26, "14:00"), at: clock(25, 14, 5)},
		"closed":                      {slot: visitAt(26, "14:00"), at: clock(25, 14, 5), with: Idle{Closed: true}},
		"late, by day":                {slot: visitAt(26, "14:00"), at: clock(26, 13, 29)},
		"too late":                    {slot: visitAt(26, "14:00"), at: clock(26, 13, 31), next: clock(26, 14, 0)},
		"at night":                    {slot: visitAt(26, "14:00"), at: clock(25, 22, 0), next: clock(26, 8, 0)},
		"at night, and early":         {slot: visitAt(26, "08:15"), at: clock(25, 22, 0), next: clock(26, 8, 15)},
		"a person":                    {slot: visitAt(26, "14:00"), at: clock(25, 14, 0), with: Idle{Taken: true}, next: clock(26, 8, 0)},
		"a person, still":             {slot: visitAt(26, "14:00"), at: clock(26, 8, 0), with: Idle{Taken: true}, next: clock(26, 14, 0)},
		"a talk":                      {slot: visitAt(26, "14:00"), at: clock(25, 14, 0), set: talks, next: clock(25, 15, 0)},
		"no longer a talk":            {slot: visitAt(26, "14:00"), at: clock(25, 14, 30), set: talks},
		"an appointment on its way":   {slot: visitAt(26, "14:00"), at: clock(25, 14, 30), set: func(s *State) { s.Pending = &Pending{} }, next: clock(25, 15, 30)},
		"a doctor who is gone":        {slot: Slot{AgendaID: 999, Date: "2026-11-26", Hour: "14:00"}, at: clock(25, 14, 0), next: clock(26, 14, 0)},
		"nothing any more":            {slot: visitAt(26, "14:00"), at: clock(25, 14, 0), set: func(s *State) { s.NoReminders = true }, next: clock(26, 14, 0)},
		"answered in another session": {slot: visitAt(26, "14:00"), at: clock(25, 14, 0), set: func(s *State) { s.Visits[0].Answer = Comes }, next: clock(26, 14, 0)},
	} {
		c := visitClinic()
		s := made(c, &State{}, clock(23, 9, 0), test.slot, "Maria Silva", "")
		if test.set != nil {
			test.set(s)
		}
		res := Step(c, s, test.at, test.with)
		if asked := said(res) != ""; asked != test.next.IsZero() {
			t.Errorf("%s: said %q", name, said(res))
		} else if !asked && !c.DueVisit(s).Equal(test.next) {
			t.Errorf("%s: due %v, want %v", name, c.DueVisit(s), test.next)
		}
	}
}

// An appointment of the clinic's system without a usable name is asked about without one.
func TestVisitsWithoutNames(t *testing.T) {
	c, s := visitClinic(), &State{}
	c.Announce(s, clock(23, 9, 0), Appointment{Key: "1", Slot: visitAt(26, "14:00")})
	c.Announce(s, clock(23, 9, 0), Appointment{Key: "2", Slot: visitAt(26, "14:30"), Name: "Rosa"})
	c.Announce(s, clock(23, 9, 0), Appointment{Key: "3", Slot: visitAt(30, "09:00")})
	res := Step(c, s, clock(25, 14, 0), Idle{})
	const want = "Oi! Passando para lembrar dos próximos horários:\n" +
		"• amanhã, quinta, 26/11, às 14h, com a Dra. Ana Souza\n" +
		"• *Rosa*: amanhã, quinta, 26/11, às 14h30, com a Dra. Ana Souza\n" +
		"Dá para vir? É só responder *sim* ou *não*. 🙂"
	const phrase = "amanhã, quinta, 26/11, às 14h, com a Dra. Ana Souza; Rosa: amanhã, quinta, 26/11, às 14h30, com a Dra. Ana Souza"
	if got := c.VisitPhrase(s, clock(25, 14, 0)); said(res) != want || got != phrase {
		t.Errorf("said %q and %q", said(res), got)
	}
	res = Step(c, s, clock(29, 9, 0), Idle{})
	if !strings.HasPrefix(said(res), "Oi! Passando para lembrar: *amanhã, segunda, 30/11, às 9h*") {
		t.Errorf("said %q", said(res))
	}
}

// Several appointments are one message.
func TestSeveralVisits(t *testing.T) {
	c := visitClinic()
	s := made(c, &State{}, clock(23, 9, 0), visitAt(26, "14:00"), "Maria Silva", "")
	s.restart()
	made(c, s, clock(23, 9, 5), visitAt(26, "14:30"), "Miguel Silva", "o seu filho")
	s.restart()
	made(c, s, clock(23, 9, 9), visitAt(30, "09:00"), "Miguel Silva", "o seu filho")
	res := Step(c, s, clock(25, 14, 0), Idle{})
	const want = "Oi! Passando para lembrar dos próximos horários:\n" +
		"• *Maria*: amanhã, quinta, 26/11, às 14h, com a Dra. Ana Souza\n" +
		"• *Miguel*: amanhã, quinta, 26/11, às 14h30, com a Dra. Ana Souza\n" +
		"Dá para vir? É só responder *sim* ou *não*. 🙂"
	if said(res) != want {
		t.Errorf("said %q, want %q", said(res), want)
	}
	if res := Step(c, s, clock(25, 15, 0), Attend{Answer: Comes}); res.Refusal != nil || !res.Done {
		t.Errorf("%+v", res)
	}
	Step(c, s, clock(26, 14, 0), Idle{})
	if due := c.DueVisit(s); !due.Equal(clock(26, 14, 30)) {
		t.Errorf("due at %v", due)
	}
	res = Step(c, s, clock(29, 9, 0), Idle{})
	if !strings.HasPrefix(said(res), "Oi! Passando para lembrar do horário de *Miguel*: *amanhã, segunda, 30/11, às 9h*") {
		t.Errorf("said %q", said(res))
	}
	for n := range 2 * maxVisits {
		made(c, s, clock(25, 15, n), visitAt(30, fmt.Sprintf("10:%02d", n)), "Maria Silva", "")
	}
	if len(s.Visits) != maxVisits {
		t.Errorf("%d are kept", len(s.Visits))
	}
}

// The answers, and what follows.
func TestAttend(t *testing.T) {
	c := visitClinic()
	asks := func() *State {
		s := made(c, &State{}, clock(23, 9, 0), visitAt(26, "14:00"), "Maria Silva", "")
		Step(c, s, clock(25, 14, 0), Idle{})
		return s
	}
	for answer, want := range map[Attendance]string{
		Comes: VisitConfirmed, ComesNot: VisitDeclined, ComesAnother: VisitMoved, AskNoMore: VisitStopped,
	} {
		s := asks()
		res := Step(c, s, clock(25, 15, 0), Attend{Answer: answer, Heard: clock(25, 15, 0)})
		noted, _ := effect[VisitNoted](res)
		hand, transfers := effect[HandOver](res)
		tag, _ := effect[Tag](res)
		person := answer == ComesNot || answer == ComesAnother
		if noted.Event != want || transfers != person || person && hand.Reason != want || said(res) == "" || !res.Done {
			t.Errorf("%s: %+v", answer, res)
		}
		if (tag.Name == TagConfirmed) != (answer == Comes) || !s.HeardAt.Equal(clock(25, 15, 0)) {
			t.Errorf("%s: tagged %q, heard at %v", answer, tag.Name, s.HeardAt)
		}
		if after := s.AfterPerson(clock(25, 16, 0)); len(after.Visits) != 1 || after.NoReminders != (answer == AskNoMore) {
			t.Errorf("%s: after a person %+v", answer, after.Ahead)
		}
		if res := Step(c, s, clock(25, 15, 5), Attend{Answer: Comes, Heard: clock(25, 15, 5)}); answer == Comes {
			if _, counted := effect[VisitNoted](res); said(res) != "Por nada, até lá! 😊" || counted || !res.Done {
				t.Errorf("thanks: %+v", res)
			}
		}
		if res := Step(c, s, clock(26, 8, 0), Idle{}); said(res) != "" {
			t.Errorf("%s: asked again: %q", answer, said(res))
		}
		if res := Step(c, s, clock(25, 17, 1), Attend{Answer: Comes}); answer != AskNoMore && res.Refusal == nil {
			t.Errorf("%s: answered twice: %+v", answer, res)
		}
	}
	s := asks()
	s.Asked, s.Closed, s.AskedAt = AskPlan, "", clock(25, 14, 30)
	if s.AskedToCome(clock(25, 15, 0)) {
		t.Error("a newer question is open, and the answer is taken for the older one")
	}
	s.Asked = AskNothing
	if !s.AskedToCome(clock(25, 15, 0)) || s.AskedToCome(clock(26, 14, 0)) || (&State{}).AskedToCome(clock(25, 15, 0)) {
		t.Error("asked to come or not")
	}
}

// Whatever happens when, each appointment is asked about at most twice, by day, while it is to come, and comes to an end.
func TestVisitsEnd(t *testing.T) {
	c := visitClinic()
	rapid.Check(t, func(t *rapid.T) {
		c.Patience.Before = rapid.SampledFrom([]time.Duration{time.Hour, 10 * time.Hour, 24 * time.Hour, 50 * time.Hour}).Draw(t, "before")
		s, now := &State{}, clock(20, 0, 0).Add(time.Duration(rapid.IntRange(0, 1440).Draw(t, "begin"))*time.Minute)
		for n := range rapid.IntRange(1, 4).Draw(t, "visits") {
			slot := visitAt(20+rapid.IntRange(0, 5).Draw(t, "day"), fmt.Sprintf("%02d:%02d", rapid.IntRange(0, 23).Draw(t, "hour"), 10*n))
			if c.startOf(slot).After(now) {
				made(c, s, now, slot, "Maria Silva", "")
			}
		}
		times := 0
		for range 100 {
			due := c.DueVisit(s)
			if due.IsZero() {
				break
			}
			if !due.After(now) && times > 0 {
				t.Fatalf("due at %v, and it is %v", due, now)
			}
			now = due.Add(time.Duration(rapid.IntRange(0, 300).Draw(t, "late")) * time.Minute)
			before := s.Visits
			res := Step(c, s, now, Idle{Taken: rapid.Bool().Draw(t, "taken"), Closed: rapid.Bool().Draw(t, "closed")})
			times++
			for _, v := range before {
				if said(res) != "" && v.Times >= maxAsked && v.Next.After(now) && strings.Contains(said(res), clockHour(c.startOf(v.Slot))) {
					t.Fatalf("asked too often at %v: %+v", now, v)
				}
			}
			for _, v := range s.Visits {
				if v.Times > maxAsked || v.AskedAt.Equal(now) && (!c.ByDay(now) || c.startOf(v.Slot).Sub(now) < visitLead) {
					t.Fatalf("asked at %v: %+v", now, v)
				}
			}
		}
		if len(s.Visits) != 0 {
			t.Fatalf("no end: %+v", s.Visits)
		}
	})
}

// What another session asked is answered here, and what was answered there is not asked again.
func TestAdopt(t *testing.T) {
	c := visitClinic()
	first := made(c, &State{}, clock(23, 9, 0), visitAt(26, "14:00"), "Maria Silva", "")
	other := &State{}
	other.Adopt(first.Ahead, clock(25, 13, 0))
	if len(other.Visits) != 0 {
		t.Errorf("nobody asked, and it is taken over: %+v", other.Visits)
	}
	Step(c, first, clock(25, 14, 0), Idle{})
	other.Adopt(first.Ahead, clock(25, 15, 0))
	if due := c.DueVisit(other); !due.IsZero() || !other.AskedToCome(clock(25, 15, 0)) {
		t.Errorf("due at %v: %+v", due, other.Visits)
	}
	Step(c, other, clock(25, 15, 0), Attend{Answer: Comes})
	Step(c, other, clock(25, 15, 1), Attend{Answer: AskNoMore})
	first.Adopt(other.Ahead, clock(26, 8, 0))
	if res := Step(c, first, clock(26, 8, 0), Idle{}); said(res) != "" || !first.NoReminders || first.Visits[0].Answer != Comes {
		t.Errorf("said %q: %+v", said(res), first.Ahead)
	}
	if other.Adopt(first.Ahead, clock(26, 14, 0)); len(other.Visits) != 1 {
		t.Errorf("%+v", other.Visits)
	}
	if res := Step(c, other, clock(26, 14, 0), Idle{}); len(res.Effects) != 0 {
		t.Errorf("counted twice: %+v", res)
	}
}
