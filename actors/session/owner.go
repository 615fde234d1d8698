package session

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/journal"
	"atende/actors/session/outbox"
	"atende/actors/session/record"
)

func (s *session) owner() record.Owner { return s.rec.Owner(s.Now()) }

// longWait is how old the last look at the chat session may be when something is said: a turn may have
// waited for the clinic, for the gateway or for its own rate, and a person may have come meanwhile.
const longWait = 3 * time.Second

// silent reports whether a person has a session that passes the filters.  One that a person had is the agent's again,
// and a new conversation begins.
func (s *session) silent() bool {
	switch s.owner() {
	case record.TheAgent:
		return false
	case record.APerson:
		return true
	default:
		s.rec.Give(nil)
		s.startOver()
		return false
	}
}

// breaksSilence takes the session back for what cannot wait for the person whom the agent has called, who may not have come
// yet: an emergency is answered with the number of the ambulance and called for again, as a conversation of its own, once.
// Whom a person took from outside, without such a call, they are reading now.
func (s *session) breaksSilence(messages []decide.Message) bool {
	if called := s.rec.State.HandedOver; called == "" || called == conversation.ReasonEmergency || !s.alarmingAny(messages) {
		return false
	}
	s.rec.Give(nil)
	s.startOver()
	return true
}

// withPerson reports whether a person has the session, or will: then the patient is told of an
// appointment that was made, and of nothing else.
func (s *session) withPerson() bool {
	return s.owner() != record.TheAgent || s.rec.State.Closed == conversation.OutcomeTransferred
}

// handBack lets the agent answer again.  What the conversation was about is taken up where it stood; one that went
// to a person by itself has ended, and a new one begins.
func (s *session) handBack() {
	s.rec.Give(nil)
	if s.rec.State.Closed == conversation.OutcomeTransferred {
		s.startOver()
	}
	state := s.rec.State
	state.Misses, state.Excuses, state.Refusals, state.Idled = 0, 0, 0, 0 // else the next doubt hands over again
}

// startOver begins a new conversation after one that a person had.
func (s *session) startOver() {
	if s.rec.Intent != nil { // it is settled in the state that it was made in
		s.rec.State.Closed = ""
		return
	}
	s.rec.State = s.rec.State.AfterPerson(s.Now())
}

// takenOver notes the end of the present workflow by a row that gives the session to a person, and reports whether
// it is this row that counts: not one that comes while a person has the session already (had, nil for nobody),
// unless an earlier turn knew of this very row and left it to be told of.
func (s *session) takenOver(t *turn, had *record.HandOver, at time.Time) bool {
	if had != nil && !had.At.Equal(at) {
		return false
	}
	if s.rec.State.Closed == "" {
		s.noteUnfinished(t, conversation.OutcomeTransferred)
	}
	return true
}

// leaveTo leaves the session to a person who came first, and drops what was to be said.  A transfer among it would
// have counted when the gateway confirmed it; of a person who came in the gateway itself no row will tell.
func (s *session) leaveTo(t *turn, to *record.HandOver, dropped []outbox.Item) {
	s.rec.Give(to)
	for _, i := range dropped {
		s.rec.State.Unsay(i.From)
	}
	if outbox.HasTransfer(dropped) || to.Left && s.rec.State.Closed == "" {
		s.noteUnfinished(t, conversation.OutcomeTransferred)
	}
}

// moved reports that the chat session, looked at right after it was given to a person, does not pass the filters any more:
// when it passes them again the person's turn is over, also where the patient wrote nothing meanwhile.  Where the gateway
// cannot say it now, the next message tells.
func (s *session) moved(ctx context.Context) bool {
	if !s.confirmed { // the hand-over of a session that nobody wrote in, of which there may be as many as strangers want
		left, err := s.Newcomers.HandOver(ctx)
		if err != nil {
			return false
		}
		defer left()
		ctx = s.leaving(ctx, left)
	}
	c, err := s.Gateway.Session(ctx, s.id)
	return err == nil && s.Filters.check(c) != ""
}

// inCharge is the person who took the session by now, nil if there is none: by webhook, the news of which may
// still wait among the rows that are not answered, or in the gateway.
func (s *session) inCharge(ctx context.Context, t *turn, answered []int64) (*record.HandOver, error) {
	came, err := s.meanwhile(ctx, answered)
	if came.person != nil || err != nil || s.Now().Sub(s.readAt) <= longWait {
		return came.person, err
	}
	c, err := s.fetch(ctx, t, nil)
	if errors.Is(err, errGivenUp) {
		return nil, nil // a day old, and still tried once
	}
	if err != nil {
		return nil, err
	}
	if s.Filters.check(c) != "" {
		return &record.HandOver{At: s.Now(), Left: true}, nil
	}
	return nil, nil
}

// news is what was decided outside since a turn began.
type news struct {
	person *record.HandOver // who was given the session, nil for nobody
	paused bool
}

// meanwhile is what came since the turn with these rows began.  Its rows stay for the next turn.
func (s *session) meanwhile(ctx context.Context, answered []int64) (news, error) {
	ctx, cancel := context.WithTimeout(ctx, journalTimeout)
	defer cancel()
	waiting, err := s.Journal.Read(ctx, s.id, floodRows+2*maxRows) // the turn's own rows are still among them, an open intent's, too
	if err != nil {
		return news{}, journalAway(fmt.Errorf("read: %w", err))
	}
	var came news
	for _, m := range waiting {
		s.dry = s.dry && slices.Contains(answered, m.Seq)
		switch {
		case slices.Contains(answered, m.Seq):
		case m.Kind == journal.Transferred:
			came.person = &record.HandOver{At: m.ReceivedAt}
		case m.Kind == journal.HandedBack:
			came.person = nil
		}
	}
	later := slices.DeleteFunc(waiting, func(m journal.Message) bool { return len(answered) > 0 && m.Seq < slices.Max(answered) })
	came.paused = record.PauseOf(later, false).Until.After(s.Now())
	return came, nil
}
