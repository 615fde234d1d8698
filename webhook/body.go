package webhook

import (
	"errors"
	"io"
	"net/http"
	"sync/atomic"
)

// maxBody is the largest body that is taken, in bytes (contract: 1 MiB).
const maxBody = 1 << 20

// firstRead is what a body gets before a byte of it came.  It grows only by what really comes: a
// caller who announces a lot and sends nothing holds no more than this.
const firstRead = 4 << 10

// drainLimit is how much of a body that is too large is read and thrown away.  Many clients look
// at the answer only after they sent everything, and would see a reset connection instead of the
// 413.
const drainLimit = 16 << 20

var (
	errTooLarge = errors.New("webhook: body too large")
	errNoMemory = errors.New("webhook: the memory for bodies is used up")
)

// bodies bounds the memory of all bodies that are held at once.
type bodies struct {
	limit int64
	used  atomic.Int64
}

// body is what was read of a request.  It holds its capacity of the shared memory until released.
type body struct{ bytes []byte }

// read reads the body of r.  Besides errTooLarge and errNoMemory it returns what the connection
// said when the body broke off, together with what came until then.
func (b *bodies) read(r *http.Request) (*body, error) {
	held := &body{}
	if r.ContentLength > maxBody {
		drain(r)
		return held, errTooLarge
	}
	// One byte more than announced, so that the end is seen without growing.
	if !b.grow(held, firstSize(r.ContentLength)) {
		return held, errNoMemory
	}
	for {
		n, err := r.Body.Read(held.bytes[len(held.bytes):cap(held.bytes)])
		held.bytes = held.bytes[:len(held.bytes)+n]
		switch {
		case len(held.bytes) > maxBody:
			b.release(held)
			drain(r)
			return held, errTooLarge
		case errors.Is(err, io.EOF):
			return held, nil
		case err != nil:
			return held, err
		case len(held.bytes) < cap(held.bytes):
		case !b.grow(held, min(2*cap(held.bytes), maxBody+1)):
			return held, errNoMemory
		}
	}
}

func firstSize(announced int64) int {
	if announced >= 0 && announced < firstRead {
		return int(announced) + 1
	}
	return firstRead
}

// grow moves the body into size bytes, which it takes from the shared memory; false if there are
// not so many left.  The old bytes are given back at once.
func (b *bodies) grow(held *body, size int) bool {
	if b.used.Add(int64(size)) > b.limit {
		b.used.Add(-int64(size))
		return false
	}
	larger := make([]byte, len(held.bytes), size)
	copy(larger, held.bytes)
	b.release(held)
	held.bytes = larger
	return true
}

// release gives the memory of a body back.  Further calls do nothing.
func (b *bodies) release(held *body) {
	b.used.Add(-int64(cap(held.bytes)))
	held.bytes = nil
}

// drain reads on for a while.  A client that asks before it sends (Expect: 100-continue) would be
// told to send by the first read, so it is left alone.
func drain(r *http.Request) {
	if r.ContentLength > maxBody && r.Header.Get("Expect") != "" {
		return
	}
	_, _ = io.CopyN(io.Discard, r.Body, drainLimit)
}
