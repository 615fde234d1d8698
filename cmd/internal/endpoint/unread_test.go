package endpoint

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// halfRequest are headers that do not end.
const halfRequest = "GET / HTTP/1.1\r\nHost: x\r\nA:\r\n"

// caller is a connection of the test's own.
type caller struct {
	t *testing.T
	net.Conn
	answers *bufio.Reader
}

func call(t *testing.T, e *Endpoint, sends string) caller {
	t.Helper()
	var d net.Dialer
	c, err := d.DialContext(t.Context(), "tcp", e.Addr())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	mine := caller{t, c, bufio.NewReader(c)}
	mine.sends(sends)
	return mine
}

func (c caller) sends(text string) {
	c.t.Helper()
	if _, err := io.WriteString(c, text); err != nil {
		c.t.Fatal(err)
	}
}

// wantAnswer finishes a request.
func (c caller) wantAnswer() {
	c.t.Helper()
	c.wantStatus(http.StatusOK)
}

// wantStatus is wantAnswer with this status.
func (c caller) wantStatus(want int) {
	c.t.Helper()
	c.sends("\r\n")
	_ = c.SetReadDeadline(time.Now().Add(10 * time.Second))
	response, err := http.ReadResponse(c.answers, nil)
	if err != nil {
		c.t.Fatal("no answer: ", err)
	}
	if response.StatusCode != want {
		c.t.Errorf("answer = %d, want %d", response.StatusCode, want)
	}
	_, _ = io.Copy(io.Discard, response.Body)
	_ = response.Body.Close()
}

// wantEnd waits until the endpoint has ended the connection.
func (c caller) wantEnd() {
	c.t.Helper()
	_ = c.SetReadDeadline(time.Now().Add(10 * time.Second))
	var late net.Error
	if _, err := c.answers.ReadByte(); err == nil || errors.As(err, &late) && late.Timeout() {
		c.t.Error("the connection that waited longest was kept")
	}
}

// bounded lets an endpoint answer as Start does, with bounds of the test's own.
func bounded(t *testing.T, ofOne, all int, handler http.HandlerFunc) *Endpoint {
	t.Helper()
	e := listen(t, "127.0.0.1:0")
	e.serve(&http.Server{Handler: handler, ReadHeaderTimeout: time.Minute}, newUnreadList(e.listener, ofOne, all))
	t.Cleanup(func() { _ = e.Stop(context.WithoutCancel(t.Context())) })
	return e
}

// Headers that do not end are bounded, of an address and of all: one too many ends the oldest, of new connections and of those
// that have had an answer before.  Whole requests are answered, and so are the others that wait.
func TestUnreadIsBounded(t *testing.T) {
	for name, bound := range map[string][2]int{"of an address": {2, 100}, "of all": {100, 2}} {
		t.Run(name, func(t *testing.T) {
			e := bounded(t, bound[0], bound[1], func(http.ResponseWriter, *http.Request) {})
			first := call(t, e, halfRequest)
			kept := call(t, e, halfRequest)
			kept.wantAnswer() // which takes no place any more, and an idle connection none
			second := call(t, e, halfRequest)
			kept.sends(halfRequest)
			first.wantEnd()
			second.wantAnswer()
			kept.wantAnswer()
		})
	}
}

// Calls whose headers are read take no place, however many are answered at once, and neither do connections that rest.
func TestReadTakesNoPlace(t *testing.T) {
	const many = 20
	inside, answer := make(chan struct{}), make(chan struct{})
	e := bounded(t, 2, 2, func(http.ResponseWriter, *http.Request) {
		inside <- struct{}{}
		<-answer
	})
	var calls []caller
	for range many {
		calls = append(calls, call(t, e, "GET / HTTP/1.1\r\nHost: x\r\n\r\n"))
		<-inside // with those before it
	}
	close(answer)
	for _, c := range calls {
		c.wantAnswer()
	}
}

// What an endpoint is started with: the 513th of an address ends the first, and calls are answered.
func TestStartBoundsUnread(t *testing.T) {
	e := listen(t, "127.0.0.1:0")
	e.Start(&http.Server{Handler: http.NotFoundHandler(), ReadHeaderTimeout: time.Minute})
	t.Cleanup(func() { _ = e.Stop(context.WithoutCancel(t.Context())) }) // once the callers are gone
	first := call(t, e, halfRequest)
	for range maxUnreadOfOne {
		call(t, e, halfRequest)
	}
	first.wantEnd()
	if got := get(testClient(t), e.URL()); got != "404 page not found\n" {
		t.Errorf("got %q", got)
	}
}

// Whoever is answered before the body has come has a second for the rest of it, and a connection whose body came goes on; more
// than a hundred headers are refused.
func TestAnsweredEarly(t *testing.T) {
	e := listen(t, "127.0.0.1:0")
	e.Start(&http.Server{Handler: http.NotFoundHandler(), ReadTimeout: time.Hour})
	t.Cleanup(func() { _ = e.Stop(context.WithoutCancel(t.Context())) }) // once the callers are gone
	half := call(t, e, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n")
	half.wantStatus(http.StatusNotFound)
	half.wantEnd()
	whole := call(t, e, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nab")
	for range 2 { // and what is left of the body
		whole.wantStatus(http.StatusNotFound)
		whole.sends("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nab")
	}
	var many strings.Builder
	for i := range maxFields + 1 {
		fmt.Fprintf(&many, "A%d:\r\n", i)
	}
	crowd := call(t, e, "GET / HTTP/1.1\r\nHost: x\r\n"+many.String())
	crowd.wantStatus(http.StatusRequestHeaderFieldsTooLarge)
	crowd.wantEnd()
}
