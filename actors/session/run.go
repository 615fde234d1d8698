package session

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"time"

	"atende/actors/conversation"
	"atende/actors/journal"
	"atende/integrations/outbound"
)

// run works until nothing waits and says when to be woken again, 0 if nothing is left to do.
func (s *session) run(ctx context.Context) time.Duration {
	s.dry = false
	if s.entitled() == NoRight {
		return nothing
	}
	if rest := s.held(); rest > 0 {
		return rest
	}
	if again := s.enter(ctx); again != atOnce {
		return again
	}
	defer s.leave()
	deepen(0)
	for s.goesOn(ctx) {
		if again := s.step(ctx, s.pass); again != atOnce {
			return again
		}
	}
	return nothing
}

// deepen lets the stack of a goroutine grow at once to what a turn needs.  A mailbox has a new goroutine whenever a message
// comes, whose stack would else grow four times in the depth of the turn, and be copied each time: 4 % of the CPU of a
// greeting.  A turn that waits for the gateway holds 7 KB more for it; until its end all of them needed as much.
//
//go:noinline
func deepen(at int) byte {
	var room [turnStack]byte
	return room[at]
}

// turnStack is the stack that a turn needs, in bytes, so that the next size is twice as much.
const turnStack = 17 << 10

// goesOn reports whether there may be another pass.  What was decided is still said.
func (s *session) goesOn(ctx context.Context) bool {
	if ctx.Err() != nil {
		return false
	}
	switch s.entitled() {
	case MayAct:
		return s.turn != nil || !s.host.Draining()
	case MayFinish:
		return s.turn != nil
	default:
		return false
	}
}

// step does a part of a run and says what follows, also after a failure.
func (s *session) step(ctx context.Context, part func(context.Context) (time.Duration, error)) time.Duration {
	again, err := s.guarded(ctx, part)
	s.weigh()
	if err != nil {
		return s.putOff(ctx, err)
	}
	return again
}

// panicked is a recovered panic.  It carries the type of its value and nothing else, because the
// value may quote a patient.
type panicked struct{ kind string }

func (p panicked) Error() string { return "panic: " + p.kind }

// guarded is a part of a run without its panics.
func (s *session) guarded(ctx context.Context, part func(context.Context) (time.Duration, error)) (again time.Duration, err error) {
	defer func() {
		if value := recover(); value != nil {
			s.Panics.Inc()
			s.Log.ErrorContext(ctx, "turn panicked", "session", s.id,
				"panic", fmt.Sprintf("%T", value), "stack", string(debug.Stack()))
			err = panicked{kind: fmt.Sprintf("%T", value)}
		}
	}()
	s.permit = s.newPermit()
	return part(outbound.WithPermit(s.rank(ctx), s.permit.ask))
}

// pass takes the session one step further: at most one turn, or the end of an earlier one.
func (s *session) pass(ctx context.Context) (time.Duration, error) {
	if err := s.load(ctx); err != nil {
		return 0, err
	}
	if err := s.choose(ctx); err != nil {
		return 0, err
	}
	if s.sent < len(s.rec.Outbox) {
		answers := func() bool { return s.rec.State.HandedOver == conversation.ReasonEmergency }
		return atOnce, s.deliver(outbound.WithAlarm(outbound.WithUrgency(ctx), answers)) // before anything new is begun
	}
	rest := nothing
	if s.rec.Intent != nil {
		var err error
		if rest, err = s.settle(ctx); err != nil || rest == atOnce {
			return rest, err
		}
	}
	s.meet(ctx)
	if s.dry { // a turn has taken them
		return rest, nil
	}
	rows, paused, err := s.read(ctx)
	if err != nil || len(rows) == 0 {
		return sooner(rest, paused), err
	}
	if burst := s.quiet(rows); burst > 0 {
		return burst, nil
	}
	alarming := func() bool { return slices.ContainsFunc(rows, s.alarms) }
	return atOnce, s.answer(outbound.WithAlarm(ctx, alarming), rows)
}

// sooner is the shorter of two pauses, of which nothing is none.
func sooner(a, b time.Duration) time.Duration {
	if a == nothing || b == nothing {
		return a + b
	}
	return min(a, b)
}

// putOff decides what follows a failed pass.  Memory is doubtful after most of them, so it is
// forgotten: the next pass activates the session anew and looks (C9).
func (s *session) putOff(ctx context.Context, err error) time.Duration {
	s.forget()
	s.dry = false
	var wait *postponed
	var panicking panicked
	switch {
	case ctx.Err() != nil:
		if !errors.As(err, &panicking) {
			s.spare(ctx)
		}
		return nothing // the node is stopping; the rows stay
	case errors.Is(err, journal.ErrHeld):
		return heldPause
	case errors.Is(err, journal.ErrNotOwner), !errors.As(err, &panicking) && s.lost():
		s.ended(ctx, "fenced", errLost)
		return nothing // the owner goes on, or the periodic pass of this node
	case errors.As(err, &wait):
		s.ended(ctx, "held", err)
		return s.holdBack(wait)
	case errors.Is(err, journal.ErrFenced):
		s.ended(ctx, "fenced", err)
		return s.pause(shortPause, 0)
	}
	s.failures++
	s.ended(ctx, "failed", err)
	if s.failures == maxFailures {
		return atOnce // for the turn that hands over to a person
	}
	return s.pause(longPause, 0)
}
