package session

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"atende/actors/conversation"
	"atende/integrations/scheduling"
)

// verdict is what is known of an A4, as the journal keeps it; "" while it is open.
type verdict string

const (
	executed verdict = "executed"
	refused  verdict = "refused"  // an answer that says no
	notSent  verdict = "not_sent" // it certainly did not leave
)

// answer is what the journal remembers of an A4.  The clinic's texts are not in it, because
// intents hold no patient data and are kept for long.
type answer struct {
	Verdict    verdict `json:"verdict"`
	Status     int     `json:"status,omitempty"`
	Readable   bool    `json:"readable,omitempty"`
	Replayable bool    `json:"replayable,omitempty"`
}

// answerOf reads the verdict of the client.
func answerOf(b scheduling.Booking) answer {
	a := answer{Status: b.Status, Replayable: b.Replayable}
	switch {
	case b.Verdict == scheduling.Executed:
		a.Verdict, a.Readable = executed, b.Readable
	case b.Verdict == scheduling.NotExecuted && b.Status == 0:
		a.Verdict = notSent
	case b.Verdict == scheduling.NotExecuted:
		a.Verdict = refused
	}
	return a
}

// judge turns what became of the session's flight into what the conversation waits for.  Besides, it
// is errNotSent when another attempt may follow, errPending when only time can tell, and unsettled when
// nothing can.
func (s *session) judge(t *turn) (conversation.Event, error) {
	f := s.flight
	if f.certain() {
		t.made = &f.intent.Booking
	}
	a, b := f.answer, f.booking
	switch {
	case a.Verdict == executed && a.Readable:
		return conversation.AppointmentMade{Description: b.Description, Preparation: b.Preparation}, nil
	case a.Verdict == executed:
		return nil, &unsettled{cause: errUnreadable}
	case a.Verdict == "" && f.intent.Attempt == 1 && f.calls == 1 && !f.repeat: // never repeated
		return nil, errPending
	case a.Verdict == "" && f.intent.Attempt == 1 && f.calls < maxReplays && s.waited(f.intent) < quarantine:
		return nil, errPending // it took its time, and may be repeated
	case a.Verdict == "":
		return nil, &unsettled{cause: fmt.Errorf("nobody can tell what became of the booking: status %d", a.Status)}
	default:
		return judgeNo(f.intent, a)
	}
}

// judgeNo is judge for an A4 that was definitely not executed.  After one that is in doubt a no proves
// little: what took the time may be our own first call.
func judgeNo(in *intent, a answer) (conversation.Event, error) {
	switch {
	case in.Doubt:
		return nil, &unsettled{cause: errDoubt}
	case a.Verdict == refused:
		return conversation.AppointmentRefused{}, nil
	default:
		return nil, errNotSent
	}
}

// Why a person must look at a booking.
var (
	errUnreadable = errors.New("booking was made, its answer is unreadable")
	errTextsLost  = errors.New("booking was made, its texts are lost")
	errDoubt      = errors.New("the second booking failed, the first may have been made")
	errTimeGone   = errors.New("the time is gone, nobody can tell to whom")
	errProofless  = errors.New("the time is still listed, which proves nothing for this agenda")
	errOpenTwice  = errors.New("nobody can tell what became of the second booking")
	errNoEnd      = errors.New("the booking call does not end")
)

// unsettled is the end of a booking of which nobody can tell what became: a person must look.
type unsettled struct{ cause error }

func (u *unsettled) Error() string { return u.cause.Error() }
func (u *unsettled) Unwrap() error { return u.cause }

// orPerson turns unsettled into the event that hands over.  An appointment that certainly was made is told,
// whatever became of the clinic's words about it.
func (s *session) orPerson(ctx context.Context, t *turn, event conversation.Event, err error) (conversation.Event, error) {
	var doubtful *unsettled
	if !errors.As(err, &doubtful) {
		return event, err
	}
	s.logFailure(ctx, t, doubtful.cause)
	if errors.Is(doubtful, errTextsLost) {
		return conversation.AppointmentMadeTextless{}, nil
	}
	return conversation.AppointmentUncertain{}, nil
}

// conclusive reports whether what a repeat was told also holds for the call before it, of which
// nobody knows what became.  A success does, and so does a refusal by a server that looks for the
// first call before it refuses.  That a repeat could not be sent, or was turned away before anybody
// looked (a token, a path, a size), does not.
func (a answer) conclusive() bool {
	switch a.Status {
	case http.StatusBadRequest, http.StatusConflict, http.StatusUnprocessableEntity:
		return true
	default:
		return a.Verdict == executed
	}
}

// answerIntent records what is known, and reports whether it did.  Failing is no disaster: without a
// record the intent counts as open.
func (b *Behavior) answerIntent(ctx context.Context, sessionID, token string, a answer) bool {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), journalTimeout)
	defer cancel()
	data, err := json.Marshal(a)
	if err == nil {
		err = b.Journal.Answer(ctx, sessionID, token, string(data))
	}
	if err != nil {
		b.Log.ErrorContext(ctx, "answer of a booking not recorded", "session", sessionID, "error", err)
	}
	return err == nil
}
