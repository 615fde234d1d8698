package session

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/integrations/chat"
	"atende/integrations/outbound"
)

// The outcomes of a turn that ends before a conversation (contract, "Outcomes").
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

// maxGone is how often in a row the gateway may deny that a chat session exists before that is
// believed; a gateway of several servers may announce a message before all of them know it.
const maxGone = 3

// errGivenUp ends the wait for a chat session that cannot be read.
var errGivenUp = errors.New("session: the chat session cannot be read")

// fetch reads the chat session, once a turn.  While the gateway fails the message waits; it is
// given up when it is a day old, or when the gateway keeps saying that there is no such session.
func (s *session) fetch(ctx context.Context, t *turn) (chat.Session, error) {
	c, err := s.Gateway.Session(ctx, s.id)
	if err == nil {
		s.gone = 0
		return c, nil
	}
	if unknownSession(err) {
		s.gone++
	}
	if ctx.Err() == nil && (s.gone >= maxGone || s.expired(t.since)) {
		s.Log.ErrorContext(ctx, "message given up", "session", s.id, "error", err)
		return chat.Session{}, errGivenUp
	}
	return chat.Session{}, postpone(err)
}

// unknownSession reports an answer that is about this session and not about the gateway: a wrong
// token, say, is a 401 and gets repaired.
func unknownSession(err error) bool {
	var e *outbound.Error
	return errors.As(err, &e) && slices.Contains([]int{
		http.StatusBadRequest, http.StatusNotFound, http.StatusGone, http.StatusUnprocessableEntity,
	}, e.Status)
}
