package postgres

import (
	"context"
	"fmt"
	"sync"
	"time"

	"atende/actors/journal"
)

// When Ready writes to know the truth.
const (
	// provenFor is how long a statement that wrote proves that the server takes writes.
	provenFor = 10 * time.Second
	// retryAfter is the pause between two probes of a server that does not.
	retryAfter = time.Second
	// room is what a server must take, in bytes, after it did not: a few bytes fit on the fullest disk.
	room = 256 << 10
)

// health is what the writes tell about the server.
type health struct {
	mu      sync.Mutex
	failure error     // of a write since the last proof
	proven  time.Time // when one stood last, or a probe began
}

// failed notes a write that could not be made.
func (h *health) failed(err error) {
	if h == nil {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.failure = err
}

// worked notes a write that stands.  It does not end a failure: a full disk takes some and refuses
// others, so only a probe does.
func (h *health) worked(now time.Time) {
	if h == nil {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
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

// recovered ends a failure.
func (h *health) recovered() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.failure = nil
}

func (h *health) state() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.failure
}

// Ready tells whether the server takes writes; see journal.Checker.
func (s *store) Ready(ctx context.Context) error {
	select {
	case <-s.closing:
		return journal.ErrFull
	default:
	}
	for _, l := range s.links {
		if err := l.trouble(); err != nil {
			return err
		}
	}
	failure := s.health.state()
	if !s.health.due(s.now()) {
		return failure
	}
	size := 0
	if failure != nil {
		size = room
	}
	changed, err := affect(ctx, s.reads, "update probes set count = count+1, room = $1", make([]byte, size))
	if err == nil && changed == 0 {
		err = fmt.Errorf("journal: %w", errEmptied)
	}
	switch {
	case err == nil:
		s.health.recovered()
	case ctx.Err() == nil:
		s.health.failed(err)
	}
	return err
}
