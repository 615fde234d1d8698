package sqlite

import (
	"testing"
	"time"
)

// A pass that finds no reminder makes no transaction: here nobody would make it.
func TestAnIdleRingDoesNotTroubleTheWriter(t *testing.T) {
	w := idle(t)
	reads, err := openReader(t.Context(), w.here.path)
	if err != nil {
		t.Fatal(err)
	}
	defer reads.pool.Close()
	f := &file{queue: w.queue, reads: reads, now: time.Now}
	if rung, err := f.Ring(t.Context(), time.Now(), 9); err != nil || len(rung) != 0 {
		t.Errorf("rang %q (%v)", rung, err)
	}
}
