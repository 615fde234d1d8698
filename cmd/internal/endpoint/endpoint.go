// Package endpoint is one listening HTTP server as a value: it takes its port when it is made, so
// that port 0 and a busy port are known before anything starts and addresses can be told around in a
// circle; it serves until it is stopped, and then lets the calls in hand finish.
package endpoint

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
)

// Endpoint is a server with its listener.  It is started once and may be stopped many times.
type Endpoint struct {
	listener net.Listener
	server   *http.Server
	ended    chan struct{} // closed when Serve returned
	failure  error         // why it did, unless it was stopped; read after ended
}

// Listen takes the address (HOST:PORT or :PORT, port 0 for a free one); calls wait until Start.  The
// error names the address.
func Listen(ctx context.Context, address string) (*Endpoint, error) {
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", address)
	if err != nil {
		return nil, err // it names the operation and the address already
	}
	return &Endpoint{listener: listener}, nil
}

// What every answer says to browsers, unless a page says more of itself: that a body is of the type that its header says,
// whatever it looks like, that nothing in it is run, loaded or shown within another page, and that its address is told to
// nobody.
var (
	asDeclared = []string{"nosniff"}
	nothingRun = []string{"default-src 'none'; frame-ancestors 'none'"}
	toNobody   = []string{"no-referrer"}
)

// Start lets server answer, in a goroutine of its own that Stop waits for.  Every answer says to browsers what they may not
// do with it.
func (e *Endpoint) Start(server *http.Server) {
	e.server, e.ended = server, make(chan struct{})
	if answer := server.Handler; answer != nil {
		server.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			header := w.Header() // without the copies that Set makes
			header["X-Content-Type-Options"], header["Content-Security-Policy"], header["Referrer-Policy"] = asDeclared, nothingRun, toNobody
			answer.ServeHTTP(w, r)
		})
	}
	go func() {
		defer close(e.ended)
		if err := server.Serve(e.listener); !errors.Is(err, http.ErrServerClosed) {
			e.failure = fmt.Errorf("serve %s: %w", e.Addr(), err)
		}
	}()
}

// Ended is closed when the server serves no more, stopped or failed.  It is nil before Start.
func (e *Endpoint) Ended() <-chan struct{} { return e.ended }

// Err says why the server ended by itself; nil if it was stopped.  Valid once Ended is closed.
func (e *Endpoint) Err() error { return e.failure }

// Stop takes no more calls and waits for those in hand.  When ctx ends before they do their
// connections are cut, and the error says so.
func (e *Endpoint) Stop(ctx context.Context) error {
	if e.ended == nil {
		return e.listener.Close()
	}
	err := e.server.Shutdown(ctx)
	if err != nil {
		err = fmt.Errorf("calls at %s were cut: %w", e.Addr(), err)
		_ = e.server.Close() // what it could not close is gone already
	}
	<-e.ended
	return err
}

// Addr is HOST:PORT with the port that was taken.
func (e *Endpoint) Addr() string { return e.listener.Addr().String() }

// URL is where a program on this machine reaches the endpoint, without a slash at the end.
func (e *Endpoint) URL() string {
	host, port, err := net.SplitHostPort(e.Addr())
	if err != nil {
		return "http://" + e.Addr()
	}
	if ip := net.ParseIP(host); ip == nil || ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return "http://" + net.JoinHostPort(host, port)
}
