package session

import (
	"context"
	"math/rand/v2"
	"time"

	"atende/integrations/outbound"
	"atende/integrations/outbound/gate"
)

const (
	// maxTurns is how many turns run at once.  A turn is mostly a wait for somebody else: one that
	// waits costs some 70 kB (DESIGN.md, "Cost").
	maxTurns = 16_384
	// maxLoads is how many sessions are read from the journal at once: enough to share a flush, and
	// far from filling the journal's queue, which accepted messages need, too.
	maxLoads = 256
	// maxWrites is how many commits are under way at once, for the same reason: ten thousand calls that
	// end at the same moment must not turn messages away.
	maxWrites = 2048
	// turnedAway is about when a session comes back that found too many waiting.
	turnedAway = 3 * time.Second
)

// places is what all sessions of a node share.  In each queue engaged sessions go first.
type places struct {
	loads  *gate.Gate
	turns  *gate.Gate
	writes *gate.Gate
	// calls of the scheduling API: when it is slow the turns that wait for it leave half of all to
	// those that need only the gateway.
	calls *gate.Gate
}

func newPlaces(turns int) places {
	calls := max(1, turns/4)
	return places{
		loads:  gate.New(maxLoads, turns),
		turns:  gate.New(turns, turns),
		writes: gate.New(maxWrites, turns),
		calls:  gate.New(calls, calls),
	}
}

// class is who goes first.
func (s *session) class() gate.Class {
	if s.engaged {
		return gate.Urgent
	}
	return gate.Normal
}

// rank marks the calls of an engaged session.
func (s *session) rank(ctx context.Context) context.Context {
	if s.engaged {
		return outbound.WithUrgency(ctx)
	}
	return ctx
}

// enter takes a place among the running turns: atOnce if it did, else when to try again.  The session
// is loaded before, because only then it is known whether it goes first; loading is cheap.
func (s *session) enter(ctx context.Context) time.Duration {
	s.unpack()
	if s.rec == nil {
		if !s.goesOn(ctx) {
			return nothing
		}
		if again := s.await(ctx, s.places.loads); again != atOnce {
			return again
		}
		again := s.step(ctx, func(ctx context.Context) (time.Duration, error) { return atOnce, s.load(ctx) })
		s.places.loads.Leave()
		if again != atOnce {
			return again
		}
	}
	return s.await(ctx, s.places.turns)
}

func (s *session) leave() { s.places.turns.Leave() }

// await waits for a place at a gate: actors wait here, never the router.  Where too many wait already
// the session comes back later.
func (s *session) await(ctx context.Context, g *gate.Gate) time.Duration {
	switch err := g.Enter(ctx, s.class()); {
	case err == nil:
		return atOnce
	case ctx.Err() != nil:
		return nothing
	default:
		return time.Duration(float64(turnedAway) * (0.8 + 0.4*rand.Float64()))
	}
}
