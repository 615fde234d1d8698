package cluster

import (
	"errors"
	"testing"
	"time"

	"atende/actors/journal"
)

// A session that finished while a move came to nothing, and is at work again when its shard moves after
// all, is held like any other: what it finished before is no reason to release it.
func TestHoldAfterAMoveThatCameToNothing(t *testing.T) {
	virtual(t, func(t *testing.T, w *world) {
		nodes := w.settled("n1", "n2")
		n1, n2 := nodes[0], nodes[1]
		id := sessionIn(n2.shards()[0])
		shard := journal.ShardOf(id)
		store := w.store.Handle()
		store.Own(n2)
		if _, err := store.Activate(t.Context(), id, 1); err != nil {
			t.Fatal(err)
		}
		isOpen := func() bool { _, open := n2.sessions.open(shard); return open }
		n2.sessions.mu.Lock()
		n2.sessions.busy = []string{id}
		n2.sessions.mu.Unlock()
		n2.wire.set(func() { n2.wire.slow = 2 * time.Second }) // longer than a call may take
		if _, err := n2.RequestDrain(t.Context(), "n2", true); err != nil {
			t.Fatal(err)
		}
		w.eventually(15*time.Second, "the move begins", func() bool { return !isOpen() })
		n2.Finished(id)
		w.eventually(5*time.Second, "the move came to nothing", isOpen)
		n2.wire.set(func() { n2.wire.slow = 0 })
		w.eventually(9*time.Second, "the move", func() bool { _, mine := n1.Title(shard); return mine })
		time.Sleep(time.Second)

		heir := w.store.Handle()
		heir.Own(n1)
		if _, err := heir.Activate(t.Context(), id, 1); !errors.Is(err, journal.ErrHeld) {
			t.Errorf("the new owner loads a session whose turn is running: %v", err)
		}
		n2.Finished(id)
		w.eventually(time.Second, "the release", func() bool {
			_, err := heir.Activate(t.Context(), id, 1)
			return err == nil
		})
	})
}
