package session

import (
	"context"
	"encoding/json"
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

// judge turns an answer into what the conversation waits for.
func (s *session) judge(a answer, b scheduling.Booking) (conversation.Event, error) {
	switch {
	case a.Verdict == executed && a.Readable:
		return conversation.AppointmentMade{Description: b.Description, Preparation: b.Preparation}, nil
	case a.Verdict == executed:
		return nil, &uncontrolled{cause: fmt.Errorf("booking was made, its answer is unreadable")}
	case a.Verdict == notSent:
		return nil, errNotSent
	case a.Verdict == refused:
		return conversation.AppointmentRefused{}, nil
	default:
		return nil, &uncontrolled{cause: fmt.Errorf("nobody can tell what became of the booking: status %d", a.Status)}
	}
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

// answerIntent records what is known.  Failing is no disaster: without a record the intent counts
// as open, which ends with a person.
func (s *session) answerIntent(ctx context.Context, in *intent, a answer) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), journalTimeout)
	defer cancel()
	data, err := json.Marshal(a)
	if err == nil {
		err = s.Journal.Answer(ctx, s.id, in.Token, string(data))
	}
	if err != nil {
		s.Log.ErrorContext(ctx, "answer of a booking not recorded", "session", s.id, "error", err)
	}
}
