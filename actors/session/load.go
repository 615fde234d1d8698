package session

import (
	"context"
	"fmt"

	"atende/actors/journal"
	"atende/actors/session/outbox"
	"atende/actors/session/record"
)

// load activates the session unless it is in memory.  Activating is a write: it fences every
// earlier holder and every commit that is still under way (C1).
func (s *session) load(ctx context.Context) error {
	if s.rec != nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, journalTimeout)
	defer cancel()
	activation, err := s.Journal.Activate(ctx, s.id, record.Schema)
	if err != nil {
		return journalAway(fmt.Errorf("activate: %w", err))
	}
	rec, err := record.Decode(activation)
	if err != nil {
		// Nobody can go on with it, and nobody may ignore it: the patient gets a person.
		s.Log.ErrorContext(ctx, "stored session is unreadable", "session", s.id, "error", err)
		rec, activation.Sent = record.New(), 0
		s.delivered, s.attempts = outbox.Position{}, outbox.Attempts{}
		s.failures = max(s.failures, maxFailures)
	}
	// Nothing is stored before the gateway was asked, but that a session was handed over.
	if activation.State != nil && !s.confirmed && (err != nil || s.ofPhone() || s.ofAgenda() || rec.Wrote()) {
		s.confirmed = true
		s.Newcomers.Known(s.id)
	}
	s.rec, s.version, s.sent = rec, activation.Version, activation.Sent
	return nil
}

// pack holds the record encoded while nothing of the session is under way.
func (s *session) pack() {
	if s.rec == nil || s.turn != nil || s.rec.Intent != nil {
		return
	}
	s.packed, s.rec, s.permit = s.rec.Encode(), nil, nil
}

// unpack is the end of that.  What cannot be read is loaded like the record of a session that was not in memory.
func (s *session) unpack() {
	if s.packed == nil {
		return
	}
	rec, err := record.Decode(journal.Activation{State: s.packed, Sent: s.sent})
	if s.packed = nil; err == nil {
		s.rec = rec
	}
}
