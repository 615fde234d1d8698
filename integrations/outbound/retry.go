package outbound

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/cenkalti/backoff/v5"
)

// Retry bounds the tries of one call.  Zero fields take the defaults.
type Retry struct {
	MaxTries int           // in all; 3
	Pause    time.Duration // before the second try, then doubling, each ± half; 200 ms
	// MaxElapsed is how long after the first try began another may begin; the peer's Timeout.
	MaxElapsed time.Duration
	// MaxRetryAfter is the longest pause that the other side may ask for (Retry-After of a 429 or
	// 503); when it asks for more the call fails at once.  5 s.
	MaxRetryAfter time.Duration
}

// waitable reports whether to wait for the end of a pause that the other side asks for: it must be short, and
// somebody must still want the answer then.
func (p *Peer) waitable(ctx context.Context, pause time.Duration) bool {
	end, bounded := ctx.Deadline()
	return pause <= p.retry.MaxRetryAfter && (!bounded || pause < time.Until(end))
}

func (r Retry) withDefaults(timeout time.Duration) Retry {
	return Retry{
		MaxTries:      cmp.Or(r.MaxTries, 3),
		Pause:         cmp.Or(r.Pause, 200*time.Millisecond),
		MaxElapsed:    cmp.Or(r.MaxElapsed, timeout),
		MaxRetryAfter: cmp.Or(r.MaxRetryAfter, 5*time.Second),
	}
}

// repeat tries a call until it succeeds, must not be repeated, or a bound is reached.
func (p *Peer) repeat(ctx context.Context, c Call, body []byte) (Response, *Error) {
	var response Response
	var failure *Error
	attempt := 0
	pauses := backoff.NewExponentialBackOff()
	pauses.InitialInterval, pauses.Multiplier = p.retry.Pause, 2
	// Its error is not ours: it may be a pause asked for, or the caller's reason to give up.  What
	// the last try knew is worth more.
	_, _ = backoff.Retry(ctx, func() (struct{}, error) {
		attempt++
		response, failure = p.try(ctx, c, body, attempt)
		return struct{}{}, p.another(ctx, c, response, failure)
	},
		backoff.WithBackOff(pauses),
		backoff.WithMaxTries(uint(p.retry.MaxTries)),
		backoff.WithMaxElapsedTime(p.retry.MaxElapsed),
		backoff.WithNotify(func(_ error, pause time.Duration) {
			p.log.DebugContext(ctx, "call repeated", "error", failure, "pause", pause)
		}))
	return response, failure
}

// another tells backoff whether and when to try again.
func (p *Peer) another(ctx context.Context, c Call, r Response, failure *Error) error {
	switch {
	case failure == nil:
		return nil
	case ctx.Err() != nil || !repeatable(c, failure):
		return backoff.Permanent(failure)
	}
	asked := retryAfter(r)
	if !p.waitable(ctx, asked) {
		return backoff.Permanent(failure)
	}
	if asked > 0 {
		return errors.Join(failure, &backoff.RetryAfterError{Duration: asked})
	}
	return failure
}

// repeatable reports whether a failed try may be followed by another.
func repeatable(c Call, failure *Error) bool {
	switch {
	case c.Once || failure.Cause == causeOpen || failure.Cause == causeBusy || failure.Cause == causeRate || failure.Cause == causeRequest || failure.Cause == causeHeldBack:
		return false
	case failure.Kind == NotSent:
		return true
	default:
		return failure.Kind == Unknown && c.Repeatable
	}
}

// retryAfter is the pause that a busy server asks for, 0 for none.  A date is read against the
// server's own clock.
func retryAfter(r Response) time.Duration {
	if r.Status != http.StatusTooManyRequests && r.Status != http.StatusServiceUnavailable {
		return 0
	}
	value := r.Header.Get("Retry-After")
	if seconds, err := strconv.ParseUint(value, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second
	}
	until, err := http.ParseTime(value)
	if err != nil {
		return 0
	}
	now, err := http.ParseTime(r.Header.Get("Date"))
	if err != nil {
		return 0
	}
	return until.Sub(now)
}
