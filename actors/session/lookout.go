package session

import (
	"context"
	"errors"
	"slices"
	"time"

	"atende/actors/journal"
)

// lookoutPeriod is how often a turn whose driver takes its time looks whether an emergency came meanwhile.
const lookoutPeriod = 4 * time.Second

// errEmergency: what came meanwhile cannot wait for the end of the turn.
var errEmergency = errors.New("an emergency came while the turn was thought about")

// lookout ends the thinking of a slow driver when the patient writes of an emergency in the meantime: the turn begins
// again with that message in it, as after a crash while the driver thought.  stop must be called.
func (s *session) lookout(ctx context.Context, answered []int64) (thinking context.Context, stop func()) {
	if !s.SlowDriver || s.RedFlag == nil {
		return ctx, func() {}
	}
	thinking, cancel := context.WithCancelCause(ctx)
	alarming := s.RedFlag // of the agent that leads this turn
	go func() {
		defer func() {
			if value := recover(); value != nil { // the turn goes on without it
				s.Panics.Inc()
			}
		}()
		look := time.NewTicker(lookoutPeriod)
		defer look.Stop()
		for {
			select {
			case <-thinking.Done():
				return
			case <-look.C:
				if s.Behavior.emergency(thinking, s.id, answered, alarming) {
					cancel(errEmergency)
					return
				}
			}
		}
	}()
	return thinking, func() { cancel(nil) }
}

// emergency reports a waiting message of a session, beside those that are being answered, that describes one.
func (b *Behavior) emergency(ctx context.Context, id string, answered []int64, alarming func(text string) bool) bool {
	ctx, cancel := context.WithTimeout(ctx, journalTimeout)
	defer cancel()
	waiting, err := b.Journal.Read(ctx, id, floodRows)
	if err != nil {
		return false // the turn goes on, and the next look may find it
	}
	for _, m := range waiting {
		r := row{Message: m}
		if m.Kind != journal.Patient || slices.Contains(answered, m.Seq) || r.decode() != nil {
			continue
		}
		if text := r.message().Whole(); text != "" && alarming(text) {
			return true
		}
	}
	return false
}
