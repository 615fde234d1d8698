package outbound

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync/atomic"
)

// departure is the moment up to which a guarded call (Call.Guard) can be held back: after the
// connection, which takes its time, and before the first byte of the request.  Who decides it first,
// the caller by giving up or the connection by writing, decides for both, so that a call is never
// reported as not sent while its bytes are written.
type departure struct {
	guard func() error
	// watched is set once a connection of our own asks before it writes; one that somebody else
	// dialed does not, and then nothing is known of its bytes.
	watched atomic.Bool
	// armed is set when the connection is there, TLS and all: what is written from now on is the
	// request.
	armed atomic.Bool
	state atomic.Int32
}

// The states of a departure; the last three are final.
const (
	undecided int32 = iota
	departed        // the first byte may be on the wire
	forbidden       // the guard said no
	abandoned       // the caller gave up first
)

// errHeldBack is what a connection answers to a request that must not leave.
var errHeldBack = errors.New("outbound: the request was held back")

// pass asks for the first byte of the request; later ones share its fate.
func (d *departure) pass() error {
	if d.state.Load() == undecided {
		if err := d.guard(); err != nil {
			d.state.CompareAndSwap(undecided, forbidden)
			return fmt.Errorf("%w: %w", errHeldBack, err)
		}
		d.state.CompareAndSwap(undecided, departed)
	}
	if d.state.Load() != departed {
		return errHeldBack
	}
	return nil
}

// heldBack reports that no byte of the request left, and makes sure that none will.
func (d *departure) heldBack() bool {
	if d.watched.Load() {
		d.state.CompareAndSwap(undecided, abandoned)
	}
	state := d.state.Load()
	return state == forbidden || state == abandoned
}

type departureKey struct{}

// departureOf is that of the call that ctx belongs to, nil without a guard.
func departureOf(ctx context.Context) *departure {
	d, _ := ctx.Value(departureKey{}).(*departure)
	return d
}

// Guarded asks the guard of the call that ctx, a request's context, belongs to; nil without one.  It
// is for transports that stand in for the network: they ask immediately before the request takes
// effect, and an error means that it must not, which makes the call one of kind NotSent.
func Guarded(ctx context.Context) error {
	if d := departureOf(ctx); d != nil {
		return d.pass()
	}
	return nil
}

// dialGuarded dials a connection that asks the guard of the call it is dialed for (B2).  It serves
// a transport whose connections are used once.
func dialGuarded(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := (&net.Dialer{Timeout: dialTimeout}).DialContext(ctx, network, address)
	d := departureOf(ctx)
	if err != nil || d == nil {
		return conn, err
	}
	d.watched.Store(true)
	return &guardedConn{Conn: conn, departure: d}, nil
}

// guardedConn lets the handshake through and asks before the first byte of the request.
type guardedConn struct {
	net.Conn
	departure *departure
}

func (c *guardedConn) Write(b []byte) (int, error) {
	if c.departure.armed.Load() {
		if err := c.departure.pass(); err != nil {
			return 0, err
		}
	}
	return c.Conn.Write(b)
}
