package outbound

import (
	"context"
	"errors"
	"net"
	"net/http/httptrace"
	"sync/atomic"
)

// journey notes how far a request came.  net/http calls the hooks from its own goroutines, possibly
// after the call has returned.
type journey struct {
	asked     atomic.Bool // a pool was asked for a connection
	connected atomic.Bool // and gave one: from here on bytes may have left
	departure *departure  // of a guarded call, else nil
}

func newJourney(guard func() error) *journey {
	j := &journey{}
	if guard != nil {
		j.departure = &departure{guard: guard}
	}
	return j
}

func (j *journey) trace(ctx context.Context) context.Context {
	if j.departure != nil {
		ctx = context.WithValue(ctx, departureKey{}, j.departure)
	}
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GetConn: func(string) { j.asked.Store(true) },
		GotConn: func(httptrace.GotConnInfo) {
			j.connected.Store(true)
			if j.departure != nil {
				j.departure.armed.Store(true)
			}
		},
		WroteHeaders: func() { j.connected.Store(true) },
	})
}

// mayHaveLeft reports whether the other side may know of a request that failed with err.  A
// connection counts as made after its TLS handshake, so a refused certificate is a request that
// never left.  A transport that is none of net/http is believed when it says that dialing failed.
func (j *journey) mayHaveLeft(err error) bool {
	if j.departure != nil && j.departure.heldBack() {
		return false
	}
	if j.asked.Load() {
		return j.connected.Load()
	}
	var operation *net.OpError
	return !errors.As(err, &operation) || operation.Op != "dial"
}

// causeOf describes why a request of this journey failed with err.  A guard's no is asked of the guard: a
// transport may tell of the broken connection instead.
func (j *journey) causeOf(ctx context.Context, err error) string {
	if j.departure != nil && j.departure.state.Load() == forbidden {
		return causeHeldBack
	}
	return causeOf(ctx, err)
}
