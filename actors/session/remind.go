package session

import (
	"context"
	"slices"
	"time"

	"atende/actors/conversation"
	"atende/actors/journal"
	"atende/actors/session/history"
	"atende/actors/session/outbox"
	"atende/actors/session/record"
)

// due is when a patient is to be reminded, zero for never: one who stays silent, or one who has an appointment.  A
// reminder is durable and only ever brought forward, so one that comes too early finds nothing to do and asks again.
func (s *session) due() time.Time {
	return journalTime(soonest(s.dueSilence(), soonest(s.dueVisit(), s.dueLine())))
}

// dueSilence is when somebody who stays silent is, and dueVisit who has an appointment, whoever has the session until then.
func (s *session) dueSilence() time.Time {
	if s.owner() != record.TheAgent || s.rec.Intent != nil || outbox.HasTransfer(s.rec.Outbox) {
		return time.Time{}
	}
	return s.Clinic.Due(s.rec.State)
}

func (s *session) dueVisit() time.Time {
	due := s.Clinic.DueVisit(s.rec.State)
	now := s.Now()
	switch {
	case due.IsZero() && s.ofPhone() && s.rec.State.NoReminders: // which is remembered as long as the clinic uses atende
		return now.Add(visitTouch)
	case due.IsZero():
		return due
	case s.rec.Intent != nil && due.Before(now.Add(visitRest)):
		return now.Add(visitRest)
	case due.After(now.Add(visitTouch)):
		return now.Add(visitTouch)
	default:
		return due
	}
}

// soonest is the earlier one of two times, of which zero is none.
func soonest(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

// dueAfter is due, but never over for a chat session that is none of ours or that nobody can read: such a time would be
// asked for again and again.
func (s *session) dueAfter(t *turn) time.Time {
	if !t.still {
		return s.due()
	}
	if visit := s.dueVisit(); visit.After(s.Now()) {
		return journalTime(visit)
	}
	return time.Time{}
}

// journalTime is the first moment from t on that the journal can hold.  One that it cut off would ring too
// early, find nothing to do, and ask for the same time again, whose row looks like a repeat.
func journalTime(t time.Time) time.Time {
	if t.IsZero() {
		return t
	}
	return t.Add(time.Millisecond - time.Nanosecond).Truncate(time.Millisecond)
}

// overdue reports that the rows are a reminder that still means something.
func (s *session) overdue(rows []row) bool {
	due := s.due()
	rung := slices.ContainsFunc(rows, func(r row) bool { return r.Kind == journal.Timer })
	return rung && !due.IsZero() && !due.After(s.Now())
}

// remind lets the conversation say what is to be said to somebody who was asked something and stays silent,
// or who has an appointment.  No driver takes part: nothing was written.
func (s *session) remind(ctx context.Context, t *turn, idle conversation.Idle) error {
	if s.due().IsZero() && !s.rec.State.Offers() { // a person had the session in between
		t.result = "silent"
		return nil
	}
	if !s.dueVisit().IsZero() || s.rec.State.Offers() {
		from, _, err := s.elsewhere(ctx)
		if err != nil {
			return err
		}
		s.adopt(from)
		if err := s.consult(ctx); err != nil {
			return err
		}
		idle = s.undisturbed(s.heedful(idle, from), from)
	}
	t.story.Tell(history.Reminded())
	if _, err := s.follow(ctx, t, idle); err != nil {
		return s.rescue(ctx, t, s.unoffer(ctx, t, err))
	}
	return s.asked(ctx, t, idle)
}
