package session

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/journal"
	"atende/integrations/chat"
	"atende/integrations/outbound"
)

// The outcomes that no conversation decides (contract, "Outcomes"): those of the filters, and the error
// of a message or a delivery that was given up.
const (
	ignoredPlatform conversation.Outcome = "IGNORADO_PLATAFORMA"
	ignoredInstance conversation.Outcome = "IGNORADO_INSTANCIA"
	ignoredTeam     conversation.Outcome = "IGNORADO_EQUIPE"
	ignoredStatus   conversation.Outcome = "IGNORADO_STATUS"
	outcomeError    conversation.Outcome = "ERRO"
)

// whatsApp is the only platform that is answered (spec B, filter 1).
const whatsApp = "WHATSAPP"

// check applies the four filters of spec B in order and returns the outcome of the first that
// fails, "" when all pass.
func (f Filters) check(c chat.Session) conversation.Outcome {
	switch {
	case !strings.EqualFold(c.Platform, whatsApp):
		return ignoredPlatform
	case !slices.Contains(f.Instances, c.Instance):
		return ignoredInstance
	case c.Team != f.Team:
		return ignoredTeam
	case !slices.Contains(f.Statuses, c.Status):
		return ignoredStatus
	default:
		return ""
	}
}

// closed reports a chat session that was ours and is over: nobody talks to the patient there.
func (f Filters) closed(c chat.Session) bool {
	over := slices.ContainsFunc(f.Closed, func(status string) bool { return strings.EqualFold(status, c.Status) })
	return over && strings.EqualFold(c.Platform, whatsApp) && slices.Contains(f.Instances, c.Instance)
}

// handOn gives the messages to the clinic of this process whose instance number the chat session has.  It is asked before the
// commit that ends with them here: after a crash in between they come to the other clinic a second time, which drops repeats.
func (s *session) handOn(ctx context.Context, w *work, outcome conversation.Outcome) (handed bool, err error) {
	if s.HandOn == nil || outcome != ignoredInstance {
		return false, nil
	}
	for _, r := range w.waiting {
		if r.Kind != journal.Patient {
			continue
		}
		r.patient.Accepted = r.acceptedAt()
		handed, err = s.HandOn(ctx, w.chat.Instance, s.id, r.MessageID, r.patient)
		if err != nil {
			return false, postpone(err) // the other clinic has as many as it can bear, or its journal is away
		}
		if !handed {
			return false, nil
		}
	}
	if handed {
		s.ignore(w.turn, outcome, 0) // they count where they are answered
	}
	return handed, nil
}

// errGivenUp ends the wait for a chat session that cannot be read.
var errGivenUp = errors.New("session: the chat session cannot be read")

// fetch reads the chat session, once a turn.  While it cannot be read the messages wait, and only a day's wait ends with
// errGivenUp: a gateway that fails, or denies a session that it knew before, comes back (a wrong token, a server behind
// the others).  One that it denies and never confirmed is given up within minutes, with errUnconfirmed.
func (s *session) fetch(ctx context.Context, t *turn, rows []row) (chat.Session, error) {
	reading, left, err := s.mayRead(ctx, rows)
	if err != nil {
		return chat.Session{}, err
	}
	defer left()
	c, err := s.Gateway.Session(reading, s.id)
	switch {
	case err == nil:
		s.readAt = s.Now()
		s.confirm(ctx)
		return c, nil
	case ctx.Err() == nil && s.expired(t.since) && !s.lost():
		s.Log.ErrorContext(ctx, "message given up", "session", s.id, "error", err)
		return chat.Session{}, errGivenUp
	case unknownSession(err) && !s.confirmed:
		return chat.Session{}, s.denied(err)
	case outbound.Alone(err) && !s.confirmed: // it is put behind those that may be known
		s.Newcomers.Denied(s.id)
	case unknownSession(err):
		return chat.Session{}, &postponed{cause: err, longest: seldomPause}
	}
	return chat.Session{}, postpone(err)
}

// unknownSession reports an answer that is about this session and not about the gateway: asking
// again rarely helps, and never soon.
func unknownSession(err error) bool {
	return slices.Contains([]int{
		http.StatusBadRequest, http.StatusNotFound, http.StatusGone, http.StatusUnprocessableEntity,
	}, outbound.StatusOf(err))
}
