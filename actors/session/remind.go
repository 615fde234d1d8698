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

// due is when a patient who stays silent is to be reminded, zero for never.  A reminder is durable and only
// ever brought forward, so one that comes too early finds nothing to do and asks again.
func (s *session) due() time.Time {
	if s.owner() != record.TheAgent || s.rec.Intent != nil || outbox.HasTransfer(s.rec.Outbox) {
		return time.Time{}
	}
	return journalTime(s.Clinic.Due(s.rec.State))
}

// dueAfter is due, but never for a chat session that is none of ours or that nobody can read: a time that is
// over would be asked for again and again.
func (s *session) dueAfter(t *turn) time.Time {
	if t.still {
		return time.Time{}
	}
	return s.due()
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

// remind lets the conversation say what is to be said to somebody who was asked something and stays silent
// (features 22).  No driver takes part: nothing was written.
func (s *session) remind(ctx context.Context, t *turn) error {
	if s.due().IsZero() { // a person had the session in between
		t.result = "silent"
		return nil
	}
	t.story.Tell(history.Reminded())
	_, err := s.follow(ctx, t, conversation.Idle{})
	return s.rescue(ctx, t, err)
}
