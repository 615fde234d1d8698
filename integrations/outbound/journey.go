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
}

func (j *journey) trace(ctx context.Context) context.Context {
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GetConn:      func(string) { j.asked.Store(true) },
		GotConn:      func(httptrace.GotConnInfo) { j.connected.Store(true) },
		WroteHeaders: func() { j.connected.Store(true) },
	})
}

// mayHaveLeft reports whether the other side may know of a request that failed with err.  A
// connection counts as made after its TLS handshake, so a refused certificate is a request that
// never left.  A transport that is none of net/http is believed when it says that dialing failed.
func (j *journey) mayHaveLeft(err error) bool {
	if j.asked.Load() {
		return j.connected.Load()
	}
	var operation *net.OpError
	return !errors.As(err, &operation) || operation.Op != "dial"
}
