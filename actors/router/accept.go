package router

import (
	"context"
	"fmt"

	"atende/actors/journal"
)

// Accept makes a message of the patient durable and wakes its session, wherever that is (S-B-4: durable first).  nil:
// it can no longer be lost.  The same messageID may come many times; it is answered once.  Under
// overload it fails with journal.ErrFull, at once: first for sessions that nobody is at work on, last
// for patients in the middle of a booking.
func (r *Router) Accept(ctx context.Context, sessionID, messageID string, m journal.PatientMessage) error {
	accepting := r.accepting.Add(1)
	defer r.accepting.Add(-1)
	if r.overloaded(sessionID, accepting) {
		return fmt.Errorf("accept: overloaded: %w", journal.ErrFull)
	}
	if r.unwelcome(ctx, sessionID, m) {
		return fmt.Errorf("accept: too many sessions that the gateway does not know: %w", journal.ErrFull)
	}
	err := r.Journal.Accept(ctx, journal.Incoming{
		SessionID: sessionID, MessageID: messageID, Kind: journal.Patient, Body: m.Encode(),
	})
	if err != nil {
		return fmt.Errorf("accept: %w", err)
	}
	r.knock(sessionID)
	return nil
}
