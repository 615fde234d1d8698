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
	"time"
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
// do with it.  Connections whose request's headers are not read are bounded, of an address and in all (unreadList), and so
// are the number of headers and the wait for the rest of a body after the answer.
func (e *Endpoint) Start(server *http.Server) {
	if answer := server.Handler; answer != nil {
		server.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			header := w.Header() // without the copies that Set makes
			header["X-Content-Type-Options"], header["Content-Security-Policy"], header["Referrer-Policy"] = asDeclared, nothingRun, toNobody
			if len(r.Header) > maxFields {
				header.Set("Connection", "close")
				w.WriteHeader(http.StatusRequestHeaderFieldsTooLarge)
			} else {
				answer.ServeHTTP(w, r)
			}
			hurry(w, r)
		})
	}
	e.serve(server, newUnreadList(e.listener, maxUnreadOfOne, maxUnread))
}

func (e *Endpoint) serve(server *http.Server, unread *unreadList) {
	e.server, e.ended = server, make(chan struct{})
	server.ConnState = unread.changed
	go func() {
		defer close(e.ended)
		if err := server.Serve(unread); !errors.Is(err, http.ErrServerClosed) {
			e.failure = fmt.Errorf("serve %s: %w", e.Addr(), err)
		}
	}()
}

// maxFields is how many headers a request may have: of small ones each takes twenty times its length.
const maxFields = 100

// restWithin is how long a caller has for the rest of a request that is answered.
const restWithin = time.Second

// hurry bounds what a caller who was answered before its body was read may hold: the server waits for the rest of it, for as
// long as it would have waited for the body.
func hurry(w http.ResponseWriter, r *http.Request) {
	if r.ContentLength != 0 {
		_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(restWithin)) // until the next request
	}
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
