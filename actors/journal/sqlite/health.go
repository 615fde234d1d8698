package sqlite

import (
	"context"
	"errors"
	"sync"
	"time"
)

// When Ready writes to know the truth.
const (
	// provenFor is how long a transaction that wrote proves that the disk takes writes.
	provenFor = 10 * time.Second
	// retryAfter is the pause between two probes of a disk that does not.
	retryAfter = time.Second
	// room is what a disk must take, in bytes, after it did not: a few bytes fit on the fullest one.
	room = 256 << 10
)

// health is what the transactions tell about the disk.
type health struct {
	mu      sync.Mutex
	failure error     // of a transaction since the last proof
	proven  time.Time // when a transaction wrote last, or a probe began
}

// failed notes a transaction that could not be made.
func (h *health) failed(err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.failure = err
}

// wrote notes a transaction that is on the disk.  Only one with proof of room ends a failure.
func (h *health) wrote(now time.Time, proof bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if proof {
		h.failure = nil
	}
	if h.failure == nil {
		h.proven = now
	}
}

// due reports whether it is time for a probe, to one caller.
func (h *health) due(now time.Time) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	pause := provenFor
	if h.failure != nil {
		pause = retryAfter
	}
	if now.Sub(h.proven) < pause {
		return false
	}
	h.proven = now
	return true
}

func (h *health) state() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.failure
}

// Ready tells whether the disk takes writes and the file is whole, as far as anybody saw; see journal.Checker.
func (f *file) Ready(ctx context.Context) error {
	if err := f.queue.refusal(ctx); err != nil {
		return err
	}
	if err := f.wounds.any(); err != nil {
		return err
	}
	failure := f.writer.health.state()
	if f.writer.health.due(f.now()) || f.writer.here.check() != nil {
		return f.probe(ctx, failure != nil)
	}
	return failure
}

// probe makes a small write, or one that needs room.
func (f *file) probe(ctx context.Context, needsRoom bool) error {
	size := 0
	if needsRoom {
		size = room
	}
	return f.queue.put(ctx, func(t *transaction) error {
		t.proof = needsRoom
		changed, err := t.change(t.connection.probe, size)
		if err == nil && changed == 0 { // no migration left it so
			err = errors.New("the table probes is empty: somebody emptied the database" + seeRunbook)
		}
		return err
	})
}
