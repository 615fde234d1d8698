package session

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"atende/actors/conversation"
	"atende/actors/journal"
	"atende/actors/session/outbox"
)

// owner is who answers the patient of a session, as far as its record tells.  A gateway need not change the status of a
// session that was given to a person (spec 3), so the filters tell, or a day's time, that the person is done:
//
//	from                       when                                                 to
//	any                        it is given to a person                              aPerson
//	aPerson                    the filters fail right after that                    movedPerson
//	aPerson, movedPerson       the filters fail at a message, or a day has passed   formerPerson
//	movedPerson, formerPerson  the filters pass at a message                        theAgent, a new conversation
//	any                        it is given back                                     theAgent
type owner int

const (
	theAgent     owner = iota
	aPerson            // and what the patient writes is theirs
	movedPerson        // until the chat session passes the filters again
	formerPerson       // whose turn is over once the chat session passes the filters
)

// person reports that a person answers now, as far as is known without the gateway.
func (o owner) person() bool { return o == aPerson || o == movedPerson }

// ownership is what a record keeps of its owner.
type ownership struct {
	// HandedOver is set from a confirmed transfer until a new conversation.
	HandedOver *handOver `json:"handed_over,omitempty"`
	// Moved is set where the chat session did not pass the filters right after that: it is the person's only until it
	// passes them again, whether the patient wrote meanwhile or not.
	Moved bool `json:"moved,omitempty"`
}

// handOver remembers that a person has the session.
type handOver struct {
	At time.Time `json:"at"`
	// Left is set once the session did not pass the filters: the person's turn has begun, and
	// when it passes again that turn is over.
	Left bool `json:"left,omitempty"`
}

// owner is whose the session is at a time.
func (o ownership) owner(now time.Time) owner {
	switch h := o.HandedOver; {
	case h == nil:
		return theAgent
	case h.Left || now.Sub(h.At) >= patience:
		return formerPerson
	case o.Moved:
		return movedPerson
	default:
		return aPerson
	}
}

// give makes the session a person's, nil: the agent's.
func (o *ownership) give(to *handOver) { o.HandedOver, o.Moved = to, false }

func (s *session) owner() owner { return s.rec.owner(s.Now()) }

// silent reports whether a person has a session that passes the filters.  One that a person had is the agent's again,
// and a new conversation begins.
func (s *session) silent() bool {
	switch s.owner() {
	case theAgent:
		return false
	case aPerson:
		return true
	default:
		s.rec.give(nil)
		s.startOver()
		return false
	}
}

// withPerson reports whether a person has the session, or will: then the patient is told of an
// appointment that was made, and of nothing else.
func (s *session) withPerson() bool {
	return s.owner() != theAgent || s.rec.State.Closed == conversation.OutcomeTransferred
}

// handBack lets the agent answer again.  What the conversation was about is taken up where it stood; one that went
// to a person by itself has ended, and a new one begins.
func (s *session) handBack() {
	s.rec.give(nil)
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
func (s *session) takenOver(t *turn, had *handOver, at time.Time) bool {
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
func (s *session) leaveTo(t *turn, to *handOver, dropped []outbox.Item) {
	s.rec.give(to)
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
	c, err := s.Gateway.Session(ctx, s.id)
	return err == nil && s.Filters.check(c) != ""
}

// inCharge is the person who took the session by now, nil if there is none: by webhook, the news of which may
// still wait among the rows that are not answered, or in the gateway.
func (s *session) inCharge(ctx context.Context, t *turn, answered []int64) (*handOver, error) {
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
		return &handOver{At: s.Now(), Left: true}, nil
	}
	return nil, nil
}

// news is what was decided outside since a turn began.
type news struct {
	person *handOver // who was given the session, nil for nobody
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
		switch {
		case slices.Contains(answered, m.Seq):
		case m.Kind == journal.Transferred:
			came.person = &handOver{At: m.ReceivedAt}
		case m.Kind == journal.HandedBack:
			came.person = nil
		}
	}
	later := slices.DeleteFunc(waiting, func(m journal.Message) bool { return len(answered) > 0 && m.Seq < slices.Max(answered) })
	came.paused = pauseOf(later, false).until.After(s.Now())
	return came, nil
}
