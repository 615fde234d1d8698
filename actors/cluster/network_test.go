package cluster

import (
	"slices"
	"testing"
	"time"

	"atende/actors/journal"
	"atende/actors/journal/memory"
)

// network is nodes with links, on real sockets and in real time, ten times as fast as usual.
func network(t *testing.T, names ...string) *world {
	t.Helper()
	w := &world{t: t, real: true, store: memory.NewShared(memory.Options{})}
	t.Cleanup(w.stop)
	for _, name := range names {
		w.join(name, onNetwork(t))
	}
	w.eventually(20*time.Second, "even shares", func() bool {
		for _, n := range w.nodes {
			if n.owns() < journal.Shards/len(names) {
				return false
			}
		}
		return true
	})
	return w
}

func onNetwork(t *testing.T) func(*Config) {
	return func(c *Config) {
		c.Listener = listen(t)
		c.Address = c.Listener.Addr().String()
		c.Tick, c.Stable, c.Grace = 50*time.Millisecond, 200*time.Millisecond, 300*time.Millisecond
	}
}

func (r *resident) wokenBy(id string) func() bool {
	return func() bool { return slices.Contains(r.sessions.wakes(), id) }
}

// A hint for a session reaches the node that owns it, from any other; to itself a node tells nothing.
func TestHintReachesOwner(t *testing.T) {
	w := network(t, "n1", "n2", "n3")
	for _, n := range w.nodes {
		n.Hint(sessionIn(n.shards()[1]))
	}
	for _, from := range w.nodes {
		for _, owner := range w.nodes {
			if from == owner {
				continue
			}
			id := sessionIn(owner.shards()[0])
			// The view of from may be a tick behind, and its link may not have met the owner yet.
			w.eventually(10*time.Second, "the hint", func() bool { from.Hint(id); return owner.wokenBy(id)() })
		}
	}
	for _, n := range w.nodes {
		if n.wokenBy(sessionIn(n.shards()[1]))() {
			t.Error("it told itself")
		}
	}
}

// A held session that finished wakes at its new owner at once.
func TestFinishedWakesHeir(t *testing.T) {
	w := network(t, "n1")
	n1, busy := w.nodes[0], sessionsOfAll()
	w.busy(n1, busy...)
	n2 := w.join("n2", onNetwork(t))
	w.eventually(20*time.Second, "its share", func() bool { return n2.owns() == journal.Shards/2 })
	id := busy[n2.shards()[0]]
	if n2.wokenBy(id)() {
		t.Error("woken while it is held")
	}
	w.eventually(10*time.Second, "all held", func() bool { return n1.handoffs().HeldSessions == journal.Shards/2 })
	n1.finish(id)
	w.eventually(10*time.Second, "the hint", n2.wokenBy(id))
	if w.held(id, n2) {
		t.Error("hinted while it was held")
	}
}

// The table is looked at as soon as a hint says that it is newer than what a node has seen.
func TestHintBringsTick(t *testing.T) {
	w := &world{t: t, real: true, store: memory.NewShared(memory.Options{})}
	t.Cleanup(w.stop)
	slow := func(c *Config) {
		onNetwork(t)(c)
		c.Tick, c.Lease = 8*time.Second, 30*time.Second
	}
	w.join("n1", slow)
	w.eventually(5*time.Second, "everything is owned", func() bool { return w.nodes[0].owns() == journal.Shards })
	n2 := w.join("n2", slow)
	w.eventually(5*time.Second, "a first view", func() bool { return n2.sight.Load() != nil })
	seen := n2.sight.Load()
	n2.received(hint{SessionID: "of another"})
	w.eventually(5*time.Second, "another view", func() bool { return n2.sight.Load() != seen })
}
