package webhook

import (
	"errors"
	"io"
	"net/http"
	"net/netip"
	"sync"

	"atende/integrations/inbound"
)

// maxBody is the largest body that is taken, in bytes (contract: 1 MiB).
const maxBody = 1 << 20

// firstRead is what a body gets before a byte of it came.  It grows only by what really comes: a
// caller who announces a lot and sends nothing holds no more than this.
const firstRead = 4 << 10

// freeShare is how many times as much must be free as a caller holds.
const freeShare = 4

// drainLimit is how much of a body that is too large is read and thrown away.  Many clients look
// at the answer only after they sent everything, and would see a reset connection instead of the
// 413.
const drainLimit = 16 << 20

var (
	errTooLarge = errors.New("webhook: body too large")
	errNoMemory = errors.New("webhook: the memory for bodies is used up")
)

// bodies bounds the memory of all bodies that are held at once.  What a caller holds in bodies that are still coming is at
// most a quarter of what then is free: one address can take a fifth of all, ten that are in league leave a tenth, and
// there is always something for the next.
type bodies struct {
	limit int64 // bytes

	mu     sync.Mutex
	used   int64
	coming map[netip.Prefix]int64 // by caller, what its bodies hold that are not complete
}

// body is what was read of a request.  It holds its capacity of the shared memory until released.
type body struct {
	bytes    []byte
	caller   netip.Prefix
	complete bool
}

// read reads the body of r.  Besides errTooLarge and errNoMemory it returns what the connection
// said when the body broke off, together with what came until then.
func (b *bodies) read(r *http.Request) (*body, error) {
	held := &body{caller: inbound.Caller(r)}
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
			b.completed(held)
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

// grow moves the body into size bytes, which it takes from the shared memory; false if its caller may not have so many.
// The old bytes are given back at once.
func (b *bodies) grow(held *body, size int) bool {
	if !b.take(held.caller, int64(size)) {
		return false
	}
	larger := make([]byte, len(held.bytes), size)
	copy(larger, held.bytes)
	b.release(held)
	held.bytes = larger
	return true
}

// take counts size bytes more of bodies that come from a caller, if it then has not more than its share.
func (b *bodies) take(caller netip.Prefix, size int64) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if freeShare*(b.coming[caller]+size) > b.limit-b.used-size {
		return false
	}
	if b.coming == nil {
		b.coming = map[netip.Prefix]int64{}
	}
	b.used += size
	b.coming[caller] += size
	return true
}

// completed counts a body as one that is worked on, which ends soon whatever its caller does.
func (b *bodies) completed(held *body) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.came(held)
	held.complete = true
}

// release gives the memory of a body back.  Further calls do nothing.
func (b *bodies) release(held *body) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.used -= int64(cap(held.bytes))
	if !held.complete {
		b.came(held)
	}
	held.bytes = nil
}

// came takes a body from those that are coming.
func (b *bodies) came(held *body) {
	if cap(held.bytes) == 0 {
		return
	}
	b.coming[held.caller] -= int64(cap(held.bytes))
	if b.coming[held.caller] == 0 {
		delete(b.coming, held.caller)
	}
}

// drain reads on for a while.  A client that asks before it sends (Expect: 100-continue) would be
// told to send by the first read, so it is left alone.
func drain(r *http.Request) {
	if r.ContentLength > maxBody && r.Header.Get("Expect") != "" {
		return
	}
	_, _ = io.CopyN(io.Discard, r.Body, drainLimit)
}
