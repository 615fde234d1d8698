package direct

import (
	"bufio"
	"context"
	"errors"
	"io"
	"math"
	"net"
	"net/http"
	"runtime"
	"time"
)

// maxInformation is how many answers like 100 and 103 may come before the real one.
const maxInformation = 5

var (
	errHeader      = errors.New("direct: the header of the answer is too large")
	errInformation = errors.New("direct: no answer after many announcements")
)

// conn is a connection with its buffers.  It carries one call at a time.
type conn struct {
	net.Conn
	owner *Transport
	r     *bufio.Reader
	w     *bufio.Writer
	left  int64 // what may still be read, in bytes
	used  bool
	since time.Time // idle since
}

func newConn(owner *Transport, dialed net.Conn) *conn {
	c := &conn{Conn: dialed, owner: owner}
	c.r = bufio.NewReaderSize(limited{c}, owner.config.BufferSize)
	c.w = bufio.NewWriterSize(dialed, owner.config.BufferSize)
	return c
}

// limited reads from a connection as long as it may.
type limited struct{ c *conn }

func (l limited) Read(b []byte) (int, error) {
	if l.c.left <= 0 {
		return 0, errHeader
	}
	n, err := l.c.Conn.Read(b[:min(int64(len(b)), l.c.left)])
	l.c.left -= int64(n)
	return n, err
}

// exchange sends a request and reads the header of its answer.  The connection goes back to its owner when the
// answer's body has been read, or closed.
func (c *conn) exchange(r *http.Request) (*http.Response, error) {
	// The end of the context cuts whatever is being read or written then.
	stop := context.AfterFunc(r.Context(), func() { _ = c.SetDeadline(time.Unix(1, 0)) })
	answer, err := c.roundTrip(r)
	if err != nil {
		stop()
		c.owner.give(c, false)
		if r.Context().Err() != nil {
			err = r.Context().Err()
		}
		return nil, err
	}
	c.used = true
	end := func(whole bool) {
		whole = whole && !answer.Close && c.r.Buffered() == 0
		c.owner.give(c, stop() && whole)
	}
	if answer.Body == http.NoBody {
		end(true)
		return answer, nil
	}
	answer.Body = &body{ReadCloser: answer.Body, ctx: r.Context(), end: end}
	return answer, nil
}

func (c *conn) roundTrip(r *http.Request) (*http.Response, error) {
	if err := r.Write(c.w); err != nil { // closes the request's body
		return nil, err
	}
	if err := c.w.Flush(); err != nil {
		return nil, err
	}
	runtime.Gosched() // the answer takes a moment, which others can use: a read at once would find nothing
	for range maxInformation {
		c.left = int64(c.owner.config.MaxHeader)
		answer, err := http.ReadResponse(c.r, r)
		if err != nil {
			return nil, err
		}
		if answer.StatusCode/100 != 1 {
			c.left = math.MaxInt64
			return answer, nil
		}
	}
	return nil, errInformation
}

// body is the body of an answer, which gives the connection back at its end.
type body struct {
	io.ReadCloser
	ctx context.Context
	end func(whole bool) // nil once called
}

func (b *body) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	switch {
	case errors.Is(err, io.EOF):
		b.finish(true)
	case err != nil:
		b.finish(false)
		if b.ctx.Err() != nil {
			err = b.ctx.Err()
		}
	}
	return n, err
}

// Close gives up what was not read, and the connection with it.
func (b *body) Close() error {
	b.finish(false)
	return nil
}

func (b *body) finish(whole bool) {
	if b.end != nil {
		b.end(whole)
		b.end = nil
	}
}
