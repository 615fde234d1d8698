package cluster

import (
	"testing"
	"time"
)

// A move that was given up takes effect when the shard is open again and its sessions have finished: what it
// holds is released, and not only by time.
func TestHoldsOfALateMove(t *testing.T) {
	virtual(t, func(t *testing.T, w *world) {
		n1, busy := w.settled("n1")[0], sessionsOfAll()
		w.busy(n1, busy...)
		n1.wire.set(func() { n1.wire.stray = 2500 * time.Millisecond }) // more than the store gives a statement
		n2 := w.join("n2")
		w.eventually(10*time.Second, "the moves begin", func() bool { return len(n1.handoffs().Moving) == movesMost })
		time.Sleep(100 * time.Millisecond) // all of them have listed who is busy
		n1.sessions.mu.Lock()
		n1.sessions.busy = nil
		n1.sessions.mu.Unlock()
		for _, id := range busy {
			n1.finish(id)
		}
		w.eventually(10*time.Second, "the first takes effect", func() bool { return n2.owns() > 0 })
		shard := n2.shards()[0]
		w.eventually(time.Second, "the release", func() bool { return !w.held(busy[shard], n2) })
		if h := n1.handoffs(); h.HeldSessions > 0 {
			t.Errorf("%d held", h.HeldSessions)
		}
	})
}
