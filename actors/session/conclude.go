package session

import (
	"context"
	"time"
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
