package cluster

import (
	"errors"
	"testing"
	"time"

	"atende/actors/journal"
)

// A session whose turn ran when its shard moved is held, released when it ends, and the new owner is
// told.
func TestHeldSession(t *testing.T) {
	virtual(t, func(t *testing.T, w *world) {
		n1 := w.settled("n1")[0]
		busy := sessionsOfAll()
		w.busy(n1, busy...)
		n2 := w.join("n2")
		w.eventually(10*time.Second, "its share", func() bool { return n2.owns() == 128 })
		time.Sleep(time.Second)
		if h := n1.handoffs(); h.HeldSessions != 128 {
			t.Fatalf("%d held", h.HeldSessions)
		}
		shard := n2.shards()[0]
		if !w.held(busy[shard], n2) {
			t.Fatal("the store does not hold the session")
		}
		for _, id := range busy {
			n1.finish(id)
		}
		time.Sleep(100 * time.Millisecond)
		if w.held(busy[shard], n2) {
			t.Error("the hold was not released")
		}
		if h := n1.handoffs(); h.HeldSessions != 0 {
			t.Errorf("%d still held", h.HeldSessions)
		}
	})
}

// A move whose answer was lost holds like any other.
func TestHoldWithoutAnswer(t *testing.T) {
	virtual(t, func(t *testing.T, w *world) {
		n1, busy := w.settled("n1")[0], sessionsOfAll()
		w.busy(n1, busy...)
		n1.wire.set(func() { n1.wire.answer = errors.New("connection reset") })
		n2 := w.join("n2")
		w.eventually(10*time.Second, "its share", func() bool { return n2.owns() == 128 })
		n1.finish(busy[n2.shards()[0]]) // before anybody knows what became of the moves
		time.Sleep(time.Second)
		if h := n1.handoffs(); h.HeldSessions != 127 {
			t.Errorf("%d held", h.HeldSessions)
		}
		if w.held(busy[n2.shards()[0]], n2) || !w.held(busy[n2.shards()[1]], n2) {
			t.Error("the wrong holds were released")
		}
	})
}

// A turn that never ends holds for HOLD and no longer (C8); one that ends while the store is away is
// released afterwards.
func TestHoldEnds(t *testing.T) {
	virtual(t, func(t *testing.T, w *world) {
		n1 := w.settled("n1")[0]
		busy := sessionsOfAll()
		w.busy(n1, busy...)
		n2 := w.join("n2")
		w.eventually(10*time.Second, "its share", func() bool { return n2.owns() == 128 })
		first, second := n2.shards()[0], n2.shards()[1]
		n1.wire.cut()
		n1.finish(busy[first])
		time.Sleep(500 * time.Millisecond)
		if !w.held(busy[first], n2) {
			t.Error("released without the store")
		}
		n1.wire.open()
		w.eventually(2*time.Second, "the release", func() bool { return !w.held(busy[first], n2) })
		time.Sleep(50 * time.Second)
		if !w.held(busy[second], n2) {
			t.Error("the hold ended early")
		}
		w.eventually(15*time.Second, "the end of the hold", func() bool { return !w.held(busy[second], n2) })
		time.Sleep(time.Second)
		if h := n1.handoffs(); h.HeldSessions != 0 {
			t.Errorf("%d still held", h.HeldSessions)
		}
	})
}

// SIGTERM: everything moves to the others, soon; sessions that are held are waited for.
func TestDrain(t *testing.T) {
	virtual(t, func(t *testing.T, w *world) {
		nodes := w.settled("n1", "n2", "n3")
		mine := nodes[2].shards()
		held := sessionIn(mine[0])
		w.busy(nodes[2], held)
		began := time.Now()
		drained := make(chan error, 1)
		go func() { drained <- nodes[2].Drain(t.Context()) }()
		took := w.eventually(2*time.Second, "it is empty", func() bool { return nodes[2].owns() == 0 })
		t.Logf("empty after %v", took)
		w.wantShares("n1", "n2")
		time.Sleep(3 * time.Second)
		select {
		case err := <-drained:
			t.Errorf("drained with a session in its hands: %v", err)
		default:
		}
		nodes[2].finish(held)
		if err := <-drained; err != nil || time.Since(began) > 6*time.Second {
			t.Errorf("drained after %v: %v", time.Since(began), err)
		}
		time.Sleep(20 * time.Second)
		w.wantShares("n1", "n2")
	})
}

// Alone, or beside others who drain, there is nobody to wait for.
func TestDrainAlone(t *testing.T) {
	virtual(t, func(t *testing.T, w *world) {
		n1 := w.settled("n1")[0]
		began := time.Now()
		if err := n1.Drain(t.Context()); err != nil || time.Since(began) > 500*time.Millisecond {
			t.Errorf("drained after %v: %v", time.Since(began), err)
		}
		if n1.owns() != journal.Shards {
			t.Error("it let go of what nobody takes")
		}
	})
}

// A drain without a store ends with the lease: nothing is owned then.
func TestDrainWithoutStore(t *testing.T) {
	virtual(t, func(t *testing.T, w *world) {
		nodes := w.settled("n1", "n2")
		nodes[1].wire.cut()
		began := time.Now()
		if err := nodes[1].Drain(t.Context()); err != nil || time.Since(began) > 4*time.Second {
			t.Errorf("drained after %v: %v", time.Since(began), err)
		}
		nodes[1].wire.open()
		time.Sleep(10 * time.Second)
		w.wantShares("n1") // it does not come back
	})
}

// sessionsOfAll is a session of each shard.
func sessionsOfAll() []string {
	ids := make([]string, 0, 256)
	for shard := range 256 {
		ids = append(ids, sessionIn(shard))
	}
	return ids
}

// held asks the store whether the owner may not begin with a session yet.
func (w *world) held(id string, owner *resident) bool {
	w.t.Helper()
	h := w.store.Handle()
	h.Own(owner.Node)
	_, err := h.Activate(w.t.Context(), id, 1)
	if err != nil && !errors.Is(err, journal.ErrHeld) {
		w.t.Fatal(err)
	}
	return err != nil
}

// busy gives a node turns that run.
func (w *world) busy(n *resident, ids ...string) {
	w.t.Helper()
	for _, id := range ids {
		if w.held(id, n) {
			w.t.Fatal("held before it moved")
		}
	}
	n.sessions.mu.Lock()
	defer n.sessions.mu.Unlock()
	n.sessions.busy = ids
}
