package session

import (
	"context"
	"fmt"
	"slices"
	"time"

	"atende/actors/conversation"
	"atende/actors/journal"
)

// shortThought is how long a turn may have thought without a look at what came meanwhile.
const shortThought = 250 * time.Millisecond

// conclude commits a turn that began to think at a time.  A person may have taken the session from outside while it
// did: then what it has to say comes too late and is dropped, unless it booked, because a patient with an
// appointment must know of it.  One that an operator paused meanwhile is thought about again after the pause,
// unless an appointment is on its way.
func (s *session) conclude(ctx context.Context, t *turn, began time.Time) error {
	if s.Now().Sub(began) > shortThought && !t.booked() {
		came, err := s.meanwhile(ctx, t.rows)
		switch {
		case err != nil:
			return err
		case came.person != nil:
			s.leaveTo(t, came.person, t.items)
			t.items, t.result = nil, "silent"
		case came.paused && s.rec.Intent == nil:
			return &postponed{cause: errPaused, longest: firstPause}
		}
	}
	return s.commitTurn(ctx, t)
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

// taken is the transfer from outside that came since the turn with these rows began, nil if there is none.
func (s *session) taken(ctx context.Context, answered []int64) (*handOver, error) {
	came, err := s.meanwhile(ctx, answered)
	return came.person, err
}

// booked reports whether the turn made an appointment.
func (t *turn) booked() bool {
	return slices.Contains(t.outcomes, conversation.OutcomeBooked) || slices.Contains(t.counted, conversation.OutcomeBooked)
}
