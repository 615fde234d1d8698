package cluster

import (
	"testing"
	"time"

	"atende/actors/journal"
)

// A node that an operator drained answers the patients when the last other one dies, and gives everything away
// again as soon as that is back.
func TestDrainedNodeHelpsInNeed(t *testing.T) {
	virtual(t, func(t *testing.T, w *world) {
		nodes := w.settled("n1", "n2")
		if _, err := nodes[0].RequestDrain(t.Context(), "n1", true); err != nil {
			t.Fatal(err)
		}
		w.eventually(2*time.Second, "n1 is empty", func() bool { return nodes[0].owns() == 0 })
		nodes[1].crash()
		w.nodes = w.nodes[:1]
		took := w.eventually(5*time.Second, "n1 has everything", func() bool { return nodes[0].owns() == journal.Shards })
		t.Logf("after %v", took)
		back := w.join("n2")
		w.eventually(3*time.Second, "n2 has everything", func() bool { return back.owns() == journal.Shards })
		time.Sleep(10 * time.Second)
		w.wantShares("n2")
		wantAllOpen(t, w)
	})
}

// When all are asked to drain nothing moves: nobody is there to take it.
func TestAllAskedToDrain(t *testing.T) {
	virtual(t, func(t *testing.T, w *world) {
		nodes := w.settled("n1", "n2")
		for i, n := range nodes {
			if _, err := n.RequestDrain(t.Context(), n.Name, true); err != nil {
				t.Fatal(err)
			}
			time.Sleep(5 * time.Second)
			if got := nodes[1].owns(); got != journal.Shards {
				t.Errorf("after %d wishes n2 has %d", i+1, got)
			}
		}
		moved := nodes[0].handedOn.Load() + nodes[1].handedOn.Load()
		time.Sleep(10 * time.Second)
		if again := nodes[0].handedOn.Load() + nodes[1].handedOn.Load(); again != moved {
			t.Errorf("%d shards moved", again-moved)
		}
		wantAllOpen(t, w)
	})
}
