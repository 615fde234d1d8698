package outbound

import (
	"cmp"
	"context"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"
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

// longestPause bounds the pauses that double.
const longestPause = time.Minute

// repeat tries a call until it succeeds, must not be repeated, or a bound is reached.  What the last try knew is what it
// fails with, also where the caller gives up in a pause.
func (p *Peer) repeat(ctx context.Context, c Call, body []byte) (Response, *Error) {
	began, usual := time.Now(), p.retry.Pause
	for attempt := 1; ; attempt++ {
		response, failure := p.try(ctx, c, body, attempt)
		if attempt == p.retry.MaxTries || !p.another(ctx, c, response, failure) {
			return response, failure
		}
		pause := retryAfter(response)
		if pause > 0 {
			usual = p.retry.Pause
		} else {
			pause, usual = spread(usual), min(2*usual, longestPause)
		}
		if time.Since(began)+pause > p.retry.MaxElapsed {
			return response, failure
		}
		p.log.DebugContext(ctx, "call repeated", "error", failure, "pause", pause)
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return response, failure
		}
	}
}

// spread is a pause ± half, so that callers that failed together do not come back together.
func spread(pause time.Duration) time.Duration {
	return pause/2 + rand.N(pause+1)
}

// another reports whether to try again.
func (p *Peer) another(ctx context.Context, c Call, r Response, failure *Error) bool {
	return failure != nil && ctx.Err() == nil && repeatable(c, failure) && p.waitable(ctx, retryAfter(r))
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
