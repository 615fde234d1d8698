package router

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"atende/actors/conversation"
	"atende/actors/journal"
	"atende/actors/session"
	"atende/actors/session/record"
)

// ErrPause is a pause that is refused: one must end in the future, and at most record.LongestPause ahead.
var ErrPause = errors.New("router: no such pause")

// Pause keeps what comes for a session waiting until a time; what was decided before is still said, and an
// emergency is answered at once.  nil: it is durable, and the node that has the session begins with it.  A later
// one replaces an earlier one.
func (r *Router) Pause(ctx context.Context, sessionID string, until time.Time) error {
	if now := r.Now(); !until.After(now) || until.After(now.Add(record.LongestPause)) {
		return ErrPause
	}
	return r.order(ctx, sessionID, journal.Paused, until.UTC().Format(time.RFC3339))
}

// Resume ends a pause.
func (r *Router) Resume(ctx context.Context, sessionID string) error {
	return r.order(ctx, sessionID, journal.Resumed, "")
}

// HandBack lets the agent answer a session again that a person has.  The chat session at the gateway stays as it
// is: while it does not pass the filters nothing is answered.  It ends a pause, too: who gives a session back wants
// it to be answered.
func (r *Router) HandBack(ctx context.Context, sessionID string) error {
	if err := r.Resume(ctx, sessionID); err != nil {
		return err
	}
	return r.order(ctx, sessionID, journal.HandedBack, "")
}

// HandOver hands a session to the human department, as Transfer does, and ends a pause: a person reads what waits.
func (r *Router) HandOver(ctx context.Context, sessionID string) error {
	if err := r.transfer(ctx, sessionID, session.TakenByOperator, false); err != nil {
		return err
	}
	if err := r.Resume(ctx, sessionID); err != nil { // the person has it all the same; a pause ends by its time
		r.Log.WarnContext(ctx, "the end of a pause is not recorded", "session", sessionID, "error", err)
	}
	return nil
}

// Tell makes durable what the session of a phone is to know of the clinic's appointments (record.PhoneNote), and wakes it.
func (r *Router) Tell(ctx context.Context, note record.PhoneNote) error {
	return r.order(ctx, cmp.Or(note.Session, record.PhoneSession(note.Phone)), journal.Told, string(note.Encode()))
}

// TellLine makes durable what the waiting list of an agenda is to know, such as that a wish is over whose chat session is
// forgotten, and wakes the session that keeps it.
func (r *Router) TellLine(ctx context.Context, agendaID int, note conversation.WaitNote) error {
	body := record.ListNote{Note: &note}
	return r.order(ctx, record.LineSession(agendaID), journal.Listed, string(body.Encode()))
}

// order makes what an operator wants of a session durable and wakes it, wherever that is.
func (r *Router) order(ctx context.Context, sessionID string, kind journal.Kind, body string) error {
	err := r.Journal.Accept(ctx, journal.Incoming{
		SessionID: sessionID, MessageID: "operator-" + rand.Text(), Kind: kind, Body: []byte(body),
	})
	if err != nil {
		return fmt.Errorf("operator: %w", err)
	}
	r.knock(sessionID)
	return nil
}
