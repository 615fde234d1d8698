// Package direct makes HTTP/1.1 calls to one host over plain TCP: the caller's goroutine itself writes the
// request and reads the answer, on a connection of a pool.
//
// net/http's Transport passes both through two goroutines a connection, which is about a third of what a whole
// turn costs the agent; and it repeats some requests by itself when a connection breaks, which this one never
// does.  It knows no TLS, no proxies and no HTTP/2: for those there is net/http.
package direct

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptrace"
	"sync"
	"time"
)

// Config describes a host and the bounds of its connections.  All fields are required.
type Config struct {
	Address string // HOST:PORT
	// Dial makes a connection, normally (*net.Dialer).DialContext.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
	// MaxConns bounds the calls at once; more wait until one ends or their context does.
	MaxConns int
	// MaxIdle bounds the connections that are kept for the next call, and IdleFor says how long.
	MaxIdle int
	IdleFor time.Duration
	// BufferSize is that of each direction of a connection, in bytes.
	BufferSize int
	// MaxHeader bounds the header of an answer, in bytes.
	MaxHeader int
}

// Transport is an http.RoundTripper.  It is safe for concurrent use.
type Transport struct {
	config Config
	places chan struct{} // one for each call under way

	mu   sync.Mutex
	idle []*conn // used last at the end
	reap *time.Timer
}

// New connects to nothing yet.
func New(c Config) *Transport {
	return &Transport{config: c, places: make(chan struct{}, c.MaxConns)}
}

// errScheme: a request for somebody else.
var errScheme = errors.New("direct: the transport speaks plain HTTP alone")

// RoundTrip implements http.RoundTripper.  Of a trace the hooks GetConn and GotConn are called.
func (t *Transport) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Scheme != "http" {
		discard(r)
		return nil, errScheme
	}
	trace := httptrace.ContextClientTrace(r.Context())
	if trace != nil && trace.GetConn != nil {
		trace.GetConn(t.config.Address)
	}
	c, err := t.take(r.Context())
	if err != nil {
		discard(r)
		return nil, err
	}
	if trace != nil && trace.GotConn != nil {
		trace.GotConn(httptrace.GotConnInfo{Conn: c.Conn, Reused: c.used})
	}
	return c.exchange(r)
}

// discard closes the body of a request that is not sent, as net/http wants it.
func discard(r *http.Request) {
	if r.Body != nil {
		_ = r.Body.Close()
	}
}

// take gets a connection: the one that was used last, if it is still good, or a new one.
func (t *Transport) take(ctx context.Context) (*conn, error) {
	select {
	case t.places <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if ctx.Err() != nil { // the choice above is blind
		<-t.places
		return nil, ctx.Err()
	}
	for c := t.pop(); c != nil; c = t.pop() {
		if c.alive() {
			return c, nil
		}
		_ = c.Close()
	}
	dialed, err := t.config.Dial(ctx, "tcp", t.config.Address)
	if err != nil {
		<-t.places
		return nil, err
	}
	return newConn(t, dialed), nil
}

// pop takes the newest idle connection, nil if there is none that is young enough.
func (t *Transport) pop() *conn {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.idle) == 0 {
		return nil
	}
	c := t.idle[len(t.idle)-1]
	if time.Since(c.since) >= t.config.IdleFor {
		return nil // and so are all the others; the timer closes them
	}
	t.idle[len(t.idle)-1] = nil
	t.idle = t.idle[:len(t.idle)-1]
	return c
}

// give takes back a connection after a call; good says that it can be used again.
func (t *Transport) give(c *conn, good bool) {
	if !good || !t.keep(c) {
		_ = c.Close()
	}
	<-t.places // last: whoever waits for it finds the connection, and opens no further one
}

func (t *Transport) keep(c *conn) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.idle) >= t.config.MaxIdle {
		return false
	}
	c.since = time.Now()
	t.idle = append(t.idle, c)
	if t.reap == nil {
		t.reap = time.AfterFunc(t.config.IdleFor, t.closeOld)
	}
	return true
}

// closeOld closes the connections that nobody used for long, and comes back for the others.
func (t *Transport) closeOld() {
	t.mu.Lock()
	defer t.mu.Unlock()
	old := 0
	for old < len(t.idle) && time.Since(t.idle[old].since) >= t.config.IdleFor {
		_ = t.idle[old].Close()
		old++
	}
	t.idle = append([]*conn(nil), t.idle[old:]...)
	t.reap = nil
	if len(t.idle) > 0 {
		t.reap = time.AfterFunc(t.config.IdleFor-time.Since(t.idle[0].since), t.closeOld)
	}
}

// CloseIdleConnections closes the connections that no call uses.
func (t *Transport) CloseIdleConnections() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, c := range t.idle {
		_ = c.Close()
	}
	t.idle = nil
	if t.reap != nil {
		t.reap.Stop()
		t.reap = nil
	}
}
