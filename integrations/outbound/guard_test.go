package outbound

import (
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"
)

var errTooLate = errors.New("too late")

// guardedCall is a call as A4 makes it.
func guardedCall(guard func() error) Call {
	return Call{Operation: "book", Method: http.MethodPost, Path: "/book", Body: struct{}{}, Once: true, Guard: guard}
}

// B2: the guard is asked once, when the connection stands, before the first byte of the request; one
// that says no leaves nothing on the wire.
func TestGuard(t *testing.T) {
	for name, serve := range map[string]func(*httptest.Server){
		"plain": (*httptest.Server).Start,
		"TLS":   (*httptest.Server).StartTLS,
	} {
		t.Run(name, func(t *testing.T) {
			var requests, asked atomic.Int32
			connected := make(chan struct{}, 2)
			server := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { requests.Add(1) }))
			server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
				if state == http.StateNew {
					connected <- struct{}{}
				}
			}
			serve(server)
			defer server.Close()
			p := NewPeer(Config{Client: "scheduling", BaseURL: server.URL})
			defer p.Close()
			if transport, ok := server.Client().Transport.(*http.Transport); ok && server.TLS != nil {
				p.fresh.(*http.Transport).TLSClientConfig = transport.TLSClientConfig
			}

			answer := error(nil)
			guard := func() error {
				asked.Add(1)
				select {
				case <-connected: // which the server may hear of a little later
				case <-time.After(5 * time.Second):
					t.Error("asked before there was a connection")
				}
				if requests.Load() > 0 {
					t.Error("asked after the request")
				}
				return answer
			}
			answer = errTooLate
			failure := call(t.Context(), t, p, guardedCall(guard))
			if failure == nil || failure.Kind != NotSent || failure.Cause != causeHeldBack {
				t.Errorf("got %v", failure)
			}
			answer = nil
			if failure := call(t.Context(), t, p, guardedCall(guard)); failure != nil {
				t.Error(failure)
			}
			if requests.Load() != 1 || asked.Load() != 2 {
				t.Errorf("%d requests, asked %d times", requests.Load(), asked.Load())
			}
		})
	}
}

// The caller and the connection never disagree: what was reported as not sent is not written any
// more, whatever the guard says, and what was written is not reported as not sent.
func TestDepartureIsDecidedOnce(t *testing.T) {
	yes := func() error { return nil }
	late := &departure{guard: yes}
	late.watched.Store(true)
	if !late.heldBack() || late.pass() == nil {
		t.Error("written after the caller was told that nothing left")
	}
	early := &departure{guard: yes}
	early.watched.Store(true)
	if early.pass() != nil || early.heldBack() || early.pass() != nil {
		t.Error("reported as not sent after it was written")
	}
	if unknown := (&departure{guard: yes}); unknown.heldBack() {
		t.Error("nothing is known of a connection that asks nobody")
	}
	during := &departure{}
	during.watched.Store(true)
	during.guard = func() error {
		if !during.heldBack() {
			t.Error("not held back while the guard thinks")
		}
		return nil
	}
	if during.pass() == nil {
		t.Error("written although the caller gave up")
	}
}

// A transport that stands in for the network asks for itself; held back calls say nothing about the
// other side.
func TestGuardedTransport(t *testing.T) {
	effects := 0
	p, _, _ := setup(t, once, func(c *Config) {
		c.Transport = roundTrip(func(r *http.Request) (*http.Response, error) {
			if err := Guarded(r.Context()); err != nil {
				return nil, err
			}
			effects++
			return status(http.StatusOK)(r)
		})
	})
	for range 20 { // more than open a breaker
		failure := call(t.Context(), t, p, guardedCall(func() error { return errTooLate }))
		if failure == nil || failure.Kind != NotSent || failure.Cause != causeHeldBack {
			t.Fatalf("got %v", failure)
		}
	}
	if failure := call(t.Context(), t, p, guardedCall(func() error { return nil })); failure != nil || effects != 1 {
		t.Errorf("got %v after %d effects", failure, effects)
	}
	if failure := call(t.Context(), t, p, read); failure != nil || Guarded(t.Context()) != nil {
		t.Errorf("unguarded: %v", failure)
	}
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }
