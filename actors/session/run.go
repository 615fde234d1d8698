package session

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"atende/actors/cluster"
	"atende/actors/journal"
	"atende/actors/session/outbox"
	"atende/actors/session/record"
	"atende/integrations/outbound"
)

// session is one chat session in memory.  It is used by one goroutine at a time.
type session struct {
	*Behavior
	// Agent leads the conversation; what it has takes the place of that in the Config.
	*Agent
	host Host
	id   string

	// tenure is the node's right to the session that rec was loaded under.
	tenure cluster.Tenure
	permit *permit // of the pass that runs
	// rec is nil until loaded, and again after anything that leaves doubts.
	rec     *record.Record
	version int64
	sent    int
	readAt  time.Time // the chat session was read last
	turn    *turn     // the one whose outbox is being delivered; nil after a crash in between
	// flight is the newest A4 of this process, kept apart from the record, which is forgotten at every
	// doubt; vigil is when this process first saw an open intent of another one.
	flight *flight
	vigil  vigil

	// What this process did itself, and knows for certain; it outlives a record that is read anew.
	//
	// delivered names the part, or the transfer, that the gateway took last: its mark may have failed, because the disk
	// was full for a moment (contract, "Repeated parts").  attempts is what is known of the tries of a part that it
	// did not take.
	delivered outbox.Position
	attempts  outbox.Attempts
	registers registers

	resumedAt time.Time // an operator's pause ended, as far as this process saw: nobody is late because of it

	// pausedUntil holds the session back after a failure of somebody else.
	pausedUntil time.Time
	crowded     bool        // because too many wait for the gateway's word
	tries       int         // failures of somebody else in a row
	failures    int         // turns in a row that panicked or could not think
	bumped      bool        // rows that may have killed their reader were counted
	attempted   bool        // and they are those of the turn that runs
	engaged     bool        // goes first under overload, see weigh
	confirmed   bool        // the gateway knows the session, or did once
	deniedAt    time.Time   // it said first that it does not, zero for never; of a session that is not confirmed
	recent      []time.Time // messages of the last minute came, see hurries
	counted     int64       // the newest row among them
	met         bool        // the journal knows that the phone wrote here, see meet
}

func newSession(b *Behavior, host Host, id string) *session {
	return &session{Behavior: b, Agent: b.only, host: host, id: id}
}

// maxFailures is how many turns in a row may fail before a person takes over (contract,
// "Uncontrolled error").
const maxFailures = 2

// run works until nothing waits and says when to be woken again, 0 if nothing is left to do.
func (s *session) run(ctx context.Context) time.Duration {
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
	for s.goesOn(ctx) {
		if again := s.step(ctx, s.pass); again != atOnce {
			return again
		}
	}
	return nothing
}

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

// What a pass can answer beside a pause.
const (
	nothing time.Duration = 0
	atOnce  time.Duration = -1
)

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
		return atOnce, s.deliver(outbound.WithUrgency(ctx)) // before anything new is begun
	}
	rest := nothing
	if s.rec.Intent != nil {
		var err error
		if rest, err = s.settle(ctx); err != nil || rest == atOnce {
			return rest, err
		}
	}
	s.meet(ctx)
	rows, paused, err := s.read(ctx)
	if err != nil || len(rows) == 0 {
		return sooner(rest, paused), err
	}
	if burst := s.quiet(rows); burst > 0 {
		return burst, nil
	}
	return atOnce, s.answer(ctx, rows)
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
