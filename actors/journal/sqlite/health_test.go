package sqlite

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"atende/actors/journal"
)

func TestWhenReadyProbes(t *testing.T) {
	start := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	var h health
	h.wrote(start, false)
	steps := []struct {
		name    string
		after   time.Duration // since start
		happens func(now time.Time)
		due     bool
	}{
		{name: "a write was just made", after: provenFor - 1},
		{name: "it was long ago", after: provenFor, due: true},
		{name: "somebody probes already", after: provenFor + 1},
		{name: "another write comes", after: provenFor + time.Second, happens: func(now time.Time) { h.wrote(now, false) }},
		{name: "and proves something for a while", after: 2 * provenFor},
		{name: "a write failed", after: 2*provenFor + 500*time.Millisecond, happens: func(time.Time) { h.failed(errors.New("full")) }, due: true},
		{name: "a disk that fails is not asked all the time", after: 2*provenFor + time.Second},
		{name: "a write that fits says little", after: 2*provenFor + time.Second, happens: func(now time.Time) { h.wrote(now, false) }},
		{name: "but soon", after: 2*provenFor + 500*time.Millisecond + retryAfter, due: true},
	}
	for _, step := range steps {
		now := start.Add(step.after)
		if step.happens != nil {
			step.happens(now)
		}
		if got := h.due(now); got != step.due {
			t.Errorf("%s: due is %t, want %t", step.name, got, step.due)
		}
	}
}

// A refusal by a rule says nothing about the disk, neither good nor bad.
func TestReadyIsAboutTheDisk(t *testing.T) {
	w := idle(t)
	w.health.failed(errors.New("full"))
	w.perform([]*write{stepping(journal.Commit{SessionID: "s", Version: 1})})
	if w.health.state() == nil {
		t.Error("a transaction without a write made it ready")
	}
	w.perform([]*write{accepting(t.Context())})
	if w.health.state() == nil {
		t.Error("a small write made it ready")
	}
	w.perform([]*write{{ctx: t.Context(), apply: func(t *transaction) error { t.proof, t.wrote = true, true; return nil }}})
	if err := w.health.state(); err != nil {
		t.Errorf("after a proof of room: %v", err)
	}
}

// A disk that answers nothing at all is not ready either.
func TestReadyDoesNotHang(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &file{queue: newQueue(), now: time.Now}
		f.writer = &writer{queue: f.queue, now: f.now} // does not run
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := f.Ready(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got error %v, want %v", err, context.DeadlineExceeded)
		}
	})
}
