package outbound

import (
	"context"
	"net/http"
	"time"

	"github.com/sony/gobreaker/v2"
)

// doubtful is the key of the mark in a context.
type doubtful struct{}

// WithDoubt marks calls under ctx whose failure may be about what they name or do and not about the other side: a session
// of which nobody knows whether it is there, a department that cannot be reached.  Whoever can make such calls would open
// the breaker for everybody, of a party that answers 5xx to them and works.  What they are answered speaks against the
// party only where no better witness is at hand; see tell.
func WithDoubt(ctx context.Context) context.Context {
	return context.WithValue(ctx, doubtful{}, true)
}

// beside makes a doubtful call, which takes none of the probes that close the breaker from who needs them, and tells
// the breaker how it ended.
func (p *Peer) beside(ctx context.Context, c Call, body []byte, attempt int) (Response, *Error) {
	if p.breaker.open() {
		return Response{}, p.failure(c, NotSent, 0, causeOpen)
	}
	response, failure := p.paced(ctx, c, body, attempt)
	p.breaker.tell(failure, time.Now())
	return response, failure
}

// tell counts the end of a doubtful call.  A good one always counts: it is a witness like any other, and where nobody
// else calls it has to close the breaker.  A failure that was an answer counts where nothing better is known: not where
// any call ended well within the window, and not half-open, where it would shut out who could say how the party is.
func (b *breaker) tell(failure *Error, now time.Time) {
	if failure != nil && failure.Kind != Refused && answered(failure) { // a definite no is a good call
		failure.Alone = b.works(now)
		if failure.Alone || b.machine.State() == gobreaker.StateHalfOpen {
			return
		}
	}
	_, _ = b.machine.Execute(func() (Response, error) {
		if failure != nil {
			return Response{}, failure
		}
		return Response{}, nil
	})
}

// answered reports a failure that may be about what the call named.  A connection that cannot be had, a timeout and a
// 429 never are.
func answered(failure *Error) bool {
	return failure.Status != 0 && failure.Status != http.StatusTooManyRequests
}

// works reports that a call ended well lately.
func (b *breaker) works(now time.Time) bool {
	good := b.good.Load()
	return good != 0 && now.Sub(time.Unix(0, good)) < b.lately
}
