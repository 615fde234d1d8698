package conversation

import (
	"time"

	"atende/actors/wording"
)

// Patience is how long the clinic waits for a patient who was asked something.  Zero
// switches a step off.
type Patience struct {
	Nudge time.Duration // after the patient's last message, once
	Close time.Duration // after the patient's last message: SEM_INTERESSE
	// Before is how long before an appointment the patient is asked whether they come.
	Before time.Duration
	// Hold is for how long a time of the waiting list is kept for who was offered it; 0: there is no such list.
	Hold time.Duration
	// Look is how often A1 is asked for an agenda for which anybody waits.
	Look time.Duration
}

// Idle says that a reminder fell due and the patient has written nothing since.  Before its time it
// changes nothing.
type Idle struct {
	// Closed says that the gateway has closed the chat session: nothing is said but about an appointment.
	Closed bool
	// Taken says that a person has it: nothing is said.
	Taken bool
	// Talking says that the patient is in the middle of something in another one: nothing is said about an appointment.
	Talking bool
	// Busy says that the phone writes, or a person answers it, in another chat session: no time of the waiting list is
	// offered.
	Busy bool
}

const (
	// No patient is written to from quietFrom on until quietTo, in hours of the clinic's day.
	quietFrom, quietTo = 20, 8
	// window is how long after the patient's last message a WhatsApp business may write freely.
	window = 24 * time.Hour
)

// heard notes when the patient last wrote, and when the open question was put to them.
func (s *State) heard(now, at time.Time) {
	if !at.IsZero() {
		s.HeardAt, s.Nudged = at, false
	}
	if s.Asked != AskNothing {
		s.AskedAt = now
	}
}

// Due is when Idle should be said next, zero for never: only while a question is open.  After Idle was
// said at that time, Due is later, or never.
func (c *Clinic) Due(s *State) time.Time {
	if !s.Phase().awaitsPatient() || s.Asked == AskNothing || s.HeardAt.IsZero() || s.offered().stands() {
		return time.Time{}
	}
	if at := c.nudgeAt(s); !at.IsZero() && !s.Nudged {
		return at
	}
	return c.closeAt(s)
}

// since is when the silence began: a question that came late has a right to its time, too.
func (s *State) since() time.Time {
	if s.AskedAt.After(s.HeardAt) {
		return s.AskedAt
	}
	return s.HeardAt
}

// nudgeAt is the time of the reminder; zero if none is wanted, or if it would come with the end, after
// it, or when it may no longer be said.
func (c *Clinic) nudgeAt(s *State) time.Time {
	if c.Patience.Nudge <= 0 || s.NoReminders {
		return time.Time{}
	}
	at := c.byDay(s.since().Add(c.Patience.Nudge))
	if end := c.closeAt(s); !end.IsZero() && !at.Before(end) || !at.Before(s.HeardAt.Add(window)) {
		return time.Time{}
	}
	return at
}

func (c *Clinic) closeAt(s *State) time.Time {
	if c.Patience.Close <= 0 {
		return time.Time{}
	}
	return s.since().Add(c.Patience.Close)
}

// byDay is at, or the next morning if that is at night.
func (c *Clinic) byDay(at time.Time) time.Time {
	at = at.In(c.Location)
	morning := time.Date(at.Year(), at.Month(), at.Day(), quietTo, 0, 0, 0, c.Location)
	switch {
	case at.Before(morning):
		return morning
	case at.Hour() >= quietFrom:
		return morning.AddDate(0, 0, 1)
	default:
		return at
	}
}

// idle asks about appointments, reminds the patient once of an open question, and then closes.
func (c *Clinic) idle(s *State, now time.Time, e Idle) Result {
	res := Result{Done: true, Effects: c.visits(s, now, e)}
	offer, looks := c.waitOffer(s, now, e, len(res.Effects) > 0)
	if res.Effects = append(res.Effects, offer...); looks {
		res.Done = false
		return res
	}
	if !e.Taken && !e.Closed {
		res.Effects = append(res.Effects, c.silence(s, now, len(res.Effects) > 0).Effects...)
	}
	return res
}

// silence reminds of an open question, or closes.  A reminder that comes so late that it falls into the
// night or behind the window is left out, and so is one beside another (told).
func (c *Clinic) silence(s *State, now time.Time, told bool) Result {
	due := c.Due(s)
	if due.IsZero() || due.After(now) {
		return Result{Done: true}
	}
	sayable := c.byDay(now).Equal(now) && now.Before(s.HeardAt.Add(window)) && !told
	if end := c.closeAt(s); !end.IsZero() && !end.After(now) {
		return c.lapse(s, sayable)
	}
	s.Nudged = true
	if !sayable {
		return Result{Done: true}
	}
	return Result{Done: true, Effects: []Effect{say(c.nudgeText(s))}}
}

// lapse closes a conversation in which the patient stayed silent.  All that is known is kept.
func (c *Clinic) lapse(s *State, sayable bool) Result {
	effects := reach(s, Started)
	s.Ending = Ending{Lapsed: true, Closed: OutcomeNoInterest}
	s.Said = 0
	if sayable {
		effects = append(effects, say(c.words(wording.CloseSilence)))
	}
	return Result{Done: true, Effects: append(effects, Tag{Name: "sem_interesse"}, Ended{Outcome: OutcomeNoInterest})}
}

// nudges ask the open question once more, in other words.
var nudges = map[Question]wording.ID{
	AskService: wording.NudgeService, AskDoctor: wording.NudgeDoctor, AskProcedure: wording.NudgeProcedure,
	AskPlan: wording.NudgePlan, AskSlot: wording.NudgeSlot, AskName: wording.NudgeName, AskCPF: wording.NudgeCPF,
	AskBirthDate: wording.NudgeBirthDate, AskPhone: wording.NudgePhone, AskSame: wording.NudgeSame,
}

func (c *Clinic) nudgeText(s *State) wording.Words {
	id, ok := nudges[s.Asked]
	switch {
	case !ok:
		id = wording.NudgeOther
	case s.Asked == AskPlan && c.PrivatePlan() == 0:
		id = wording.NudgePlanOnly
	case s.Asked == AskSlot && len(s.Offer) == 1:
		id = wording.NudgeSlotSingle
	case s.Asked == AskSame && len(s.Returning) > 0:
		id = wording.NudgeReturning
	}
	return c.words(id, "with", c.WithWhom(s.Request))
}
