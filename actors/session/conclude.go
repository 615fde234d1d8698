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

// conclude commits a turn that began to think at a time.  A person may have taken the session by
// webhook while it did: then what it has to say comes too late and is dropped, unless it booked,
// because a patient with an appointment must know of it.
func (s *session) conclude(ctx context.Context, t *turn, began time.Time) error {
	if s.Now().Sub(began) > shortThought && !t.booked() {
		taken, err := s.taken(ctx, t.rows)
		if err != nil {
			return err
		}
		if taken != nil {
			s.rec.HandedOver = taken
			t.items, t.result = nil, "silent"
		}
	}
	return s.commitTurn(ctx, t)
}

// taken is the transfer by webhook that came since the turn with these rows began, nil if there is none.  Its
// row stays for the next turn.
func (s *session) taken(ctx context.Context, answered []int64) (*handOver, error) {
	ctx, cancel := context.WithTimeout(ctx, journalTimeout)
	defer cancel()
	waiting, err := s.Journal.Read(ctx, s.id, floodRows+2*maxRows) // the turn's own rows are still among them, an open intent's, too
	if err != nil {
		return nil, journalAway(fmt.Errorf("read: %w", err))
	}
	for _, m := range waiting {
		if m.Kind == journal.Transferred && !slices.Contains(answered, m.Seq) {
			return &handOver{At: m.ReceivedAt}, nil
		}
	}
	return nil, nil
}

// booked reports whether the turn made an appointment.
func (t *turn) booked() bool {
	return slices.Contains(t.outcomes, conversation.OutcomeBooked) || slices.Contains(t.counted, conversation.OutcomeBooked)
}
