package outbound

import (
	"context"
	"net/http"
	"sync/atomic"
	"time"
)

// maxHold bounds how long the other side may be left alone because it asked for it.
const maxHold = 10 * time.Minute

// hold is until when the other side wants no call at all: the limits of the gateway's family count calls of an
// account, so a 429 to one call speaks for all of them.
type hold struct {
	until atomic.Pointer[time.Time]
}

// heed remembers the Retry-After of a 429.  A 503 speaks for its own call only.
func (h *hold) heed(r Response) {
	asked := retryAfter(r)
	if r.Status != http.StatusTooManyRequests || asked <= 0 {
		return
	}
	until := time.Now().Add(min(asked, maxHold))
	for {
		known := h.until.Load()
		if known != nil && !until.After(*known) || h.until.CompareAndSwap(known, &until) {
			return
		}
	}
}

// rest is how much longer to wait, 0 or less for not at all.
func (h *hold) rest() time.Duration {
	until := h.until.Load()
	if until == nil {
		return 0
	}
	return time.Until(*until)
}

// held waits for the end of a hold, when that is soon; else the call fails without having left, unless its caller
// insists.
func (p *Peer) held(ctx context.Context, c Call) *Error {
	rest := p.hold.rest()
	if rest <= 0 || insists(ctx) {
		return nil
	}
	if !p.waitable(ctx, rest) {
		failure := p.failure(c, NotSent, 0, causeBusy)
		failure.RetryAfter = rest
		return failure
	}
	_, end := p.waiting(ctx, "pause")
	defer end()
	timer := time.NewTimer(rest)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return p.failure(c, NotSent, 0, causeCanceled)
	}
}
