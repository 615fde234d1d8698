package webhook

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"atende/actors/journal"
	"atende/metrics/tracing"
)

const (
	// acceptTimeout is below the 10 s after which the gateway sends an event again (spec B, rule
	// 5), so that it hears a 503 instead of nothing.
	acceptTimeout = 8 * time.Second
	// transferTimeout leaves 2 s of the 40 s that the contract gives the whole answer.
	transferTimeout = 38 * time.Second
)

// slots bounds how many calls run at once.
type slots chan struct{}

// enter takes a slot if there is one; it never waits, because a queue here would only make the
// caller wait for a later refusal.
func (s slots) enter() bool {
	select {
	case s <- struct{}{}:
		return true
	default:
		return false
	}
}

func (s slots) leave() { <-s }

// accept hands a message to the intake, which came in so many bytes.  Only a message that is durable is answered 202.
func (rc *receiver) accept(ctx context.Context, m Message, size int) answer {
	if !rc.accepts.enter() {
		return unavailable
	}
	defer rc.accepts.leave()
	ctx, cancel := context.WithTimeout(ctx, acceptTimeout)
	defer cancel()

	ctx, span := rc.tracer.Accept(ctx, m.SessionID, m.MessageID)
	defer span.End()
	kind := typeOf(m.Patient.Kind)
	span.Set("type", kind)
	span.Count("bytes", size)
	id := tracing.ID(m.SessionID, m.MessageID)
	session, trace := slog.String("session", m.SessionID), slog.String("trace", id)
	if err := rc.intake.Accept(ctx, m); err != nil {
		span.Fail(unavailable.result)
		rc.refused(ctx, "message not accepted", err, session, trace)
		return unavailable.of(id)
	}
	rc.log.LogAttrs(ctx, slog.LevelInfo, "message accepted", session, trace,
		slog.String("type", kind), slog.Int("bytes", size))
	return accepted.of(id)
}

// handOver asks for a transfer.  Every failure but that too many wait is one of the gateway for the caller: the session
// is not known to be with a person.
func (rc *receiver) handOver(ctx context.Context, sessionID, reason string) answer {
	if !rc.transfers.enter() {
		return unavailable
	}
	defer rc.transfers.leave()
	ctx, cancel := context.WithTimeout(ctx, transferTimeout)
	defer cancel()

	if err := rc.intake.Transfer(ctx, sessionID, reason); err != nil {
		rc.refused(ctx, "session not transferred", err, slog.String("session", sessionID))
		if errors.Is(err, journal.ErrFull) { // nothing was asked of the gateway
			return unavailable
		}
		return gatewayFailure
	}
	rc.log.InfoContext(ctx, "session transferred", "session", sessionID)
	return transferred
}

// refused logs a call that failed, with its cause.  Who floods a node that takes no more decides how often that is, so the
// lines of one cause are few.
func (rc *receiver) refused(ctx context.Context, what string, err error, whose ...slog.Attr) {
	if leftOut, stands := rc.seldom.Take(what + ": " + err.Error()); stands {
		rc.log.LogAttrs(ctx, slog.LevelWarn, what, append(whose, slog.Any("error", err), leftOut)...)
	}
}
