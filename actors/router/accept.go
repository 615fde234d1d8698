package router

import (
	"context"
	"crypto/rand"
	"fmt"
	"time"

	"atende/actors/conversation"
	"atende/actors/journal"
)

// noteTimeout bounds the writing of what is already a fact.
const noteTimeout = 5 * time.Second

// Accept makes a message of the patient durable and wakes its session (S-B-4: durable first).  nil:
// it can no longer be lost.  The same messageID may come many times; it is answered once.
func (r *Router) Accept(ctx context.Context, sessionID, messageID string, body []byte) error {
	err := r.Journal.Accept(ctx, journal.Incoming{
		SessionID: sessionID, MessageID: messageID, Kind: journal.Patient, Body: body,
	})
	if err != nil {
		return fmt.Errorf("accept: %w", err)
	}
	r.wake(sessionID)
	return nil
}

// Transfer hands a session to the human department and tells its actor to be silent (S-B-13).  nil:
// the gateway confirmed it.  A journal that fails afterwards does not make it undone: the actor then
// learns of it only by the filters, and an operator from the log.
func (r *Router) Transfer(ctx context.Context, sessionID, reason string) error {
	if _, err := r.Gateway.Transfer(ctx, sessionID); err != nil {
		return fmt.Errorf("transfer: %w", err)
	}
	r.Outcomes.WithLabelValues(string(conversation.OutcomeTransferred)).Inc()
	r.Log.InfoContext(ctx, "session handed over by request", "session", sessionID, "reason_given", reason != "")

	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), noteTimeout)
	defer cancel()
	err := r.Journal.Accept(ctx, journal.Incoming{
		SessionID: sessionID, MessageID: "transfer-" + rand.Text(), Kind: journal.Transferred,
	})
	if err != nil {
		r.Log.ErrorContext(ctx, "transfer confirmed but not recorded", "session", sessionID, "error", err)
		return nil
	}
	r.wake(sessionID)
	return nil
}
