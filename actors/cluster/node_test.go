package cluster

import (
	"errors"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil"

	"atende/actors/journal"
)

// The first node owns everything within a few ticks.
func TestFirstNode(t *testing.T) {
	virtual(t, func(_ *testing.T, w *world) {
		n := w.join("n1")
		took := w.eventually(time.Second, "everything is owned", func() bool { return n.owns() == journal.Shards })
		if took > 400*time.Millisecond {
			w.t.Errorf("after %v", took)
		}
		w.wantShares("n1")
		if tenure, _ := n.Tenure(7); !tenure.Suspect.IsZero() {
			w.t.Error("what was never owned is suspect")
		}
		if n.sessions.looks == 0 {
			w.t.Error("nobody was told to look")
		}
		if got := testutil.ToFloat64(n.metrics.ShardsOwned); got != journal.Shards {
			w.t.Errorf("%v shards by the metric", got)
		}
	})
}

// Nodes that start together share evenly.
func TestNodesTogether(t *testing.T) {
	virtual(t, func(_ *testing.T, w *world) { w.settled("n1", "n2", "n3") })
}

// A newcomer gets exactly what the others have too much, and not before it was up for STABLE.
func TestNewcomer(t *testing.T) {
	virtual(t, func(t *testing.T, w *world) {
		nodes := w.settled("n1", "n2")
		before, handed := w.titles(), -handoffs(nodes)
		n3 := w.join("n3")
		time.Sleep(4500 * time.Millisecond)
		if w.titles() != before {
			t.Error("shards moved to a node that was up for 4.5 s")
		}
		took := w.eventually(3*time.Second, "even shares", func() bool { return n3.owns() == 85 })
		t.Logf("even after %v", took)
		time.Sleep(5 * time.Second)
		w.wantShares("n1", "n2", "n3")
		moved := 0
		for shard, title := range w.titles() {
			if title != before[shard] {
				moved++
				if title.Incarnation.Node != "n3" || title.Epoch != before[shard].Epoch+1 {
					t.Errorf("shard %d went from %v to %v", shard, before[shard], title)
				}
			}
		}
		if moved != 85 {
			t.Errorf("%d shards moved", moved)
		}
		if handed += handoffs(nodes); handed != 85 || testutil.ToFloat64(n3.metrics.Takeovers) != 0 {
			t.Errorf("%v hand-offs counted, %v takeovers", handed, testutil.ToFloat64(n3.metrics.Takeovers))
		}
		for _, shard := range n3.shards() {
			if tenure, _ := n3.Tenure(shard); !tenure.Suspect.IsZero() {
				t.Errorf("shard %d, given away alive, is suspect", shard)
			}
		}
	})
}

func handoffs(nodes []*resident) (total float64) {
	for _, n := range nodes {
		total += testutil.ToFloat64(n.metrics.HandoffsTotal)
	}
	return total
}

// A node that dies is replaced within the fail-over budget, and what it owned is suspect.
func TestCrash(t *testing.T) {
	virtual(t, func(t *testing.T, w *world) {
		nodes := w.settled("n1", "n2", "n3")
		lost := nodes[2].shards()
		nodes[2].crash()
		w.nodes = nodes[:2]
		took := w.eventually(4*time.Second, "takeover", func() bool { return nodes[0].owns()+nodes[1].owns() == journal.Shards })
		t.Logf("took over after %v", took)
		w.wantShares("n1", "n2")
		for _, shard := range lost {
			tenure, ok := nodes[0].Tenure(shard)
			if !ok {
				tenure, _ = nodes[1].Tenure(shard)
			}
			if tenure.Suspect.IsZero() {
				t.Errorf("shard %d of a dead node is not suspect", shard)
			}
		}
		if got := testutil.ToFloat64(nodes[0].metrics.Takeovers) + testutil.ToFloat64(nodes[1].metrics.Takeovers); got != float64(len(lost)) {
			t.Errorf("%v takeovers counted of %d", got, len(lost))
		}
	})
}

// A node that comes back under its name is another incarnation with even shares.
func TestRestart(t *testing.T) {
	virtual(t, func(t *testing.T, w *world) {
		nodes := w.settled("n1", "n2")
		nodes[1].crash()
		w.nodes = nodes[:1]
		again := w.join("n2") // waits for the old lease
		if l := again.life.Load(); l.me.Number != 2 {
			t.Errorf("joined as %v", l.me)
		}
		time.Sleep(8 * time.Second)
		w.wantShares("n1", "n2")
	})
}

// A process alone that starts again takes its shards as suspect: the messages may have killed it.
func TestRestartAlone(t *testing.T) {
	virtual(t, func(t *testing.T, w *world) {
		first := w.settled("n1")[0]
		first.crash()
		w.nodes = nil
		again := w.join("n1")
		w.eventually(time.Second, "everything is owned", func() bool { return again.owns() == journal.Shards })
		if tenure, _ := again.Tenure(0); tenure.Suspect.IsZero() {
			t.Error("not suspect")
		}
	})
}

// Two processes with one name: the second is refused while the first lives.
func TestNameTaken(t *testing.T) {
	virtual(t, func(t *testing.T, w *world) {
		w.settled("n1")
		second := w.node("n1")
		began := time.Now()
		if err := second.Start(t.Context(), second.sessions); !errors.Is(err, journal.ErrNodeTaken) {
			t.Errorf("error %v", err)
		}
		if took := time.Since(began); took < 10*time.Second || took > 11*time.Second {
			t.Errorf("gave up after %v", took)
		}
		w.wantShares("n1")
	})
}

// Leaving buries: the others need not wait for the lease.
func TestStop(t *testing.T) {
	virtual(t, func(t *testing.T, w *world) {
		nodes := w.settled("n1", "n2")
		nodes[1].Stop()
		nodes[1].Stop()
		if nodes[1].owns() != 0 || nodes[1].Alive(journal.Incarnation{Node: "n2", Number: 1}) {
			t.Error("a node that stopped owns shards")
		}
		took := w.eventually(time.Second, "takeover", func() bool { return nodes[0].owns() == journal.Shards })
		t.Logf("took over after %v", took)
	})
}

// C5: who has not held a lease for GRACE declares nobody dead.
func TestGrace(t *testing.T) {
	virtual(t, func(t *testing.T, w *world) {
		nodes := w.settled("n1")
		nodes[0].crash()
		w.nodes = nil
		time.Sleep(time.Minute)
		n2 := w.join("n2")
		time.Sleep(2900 * time.Millisecond)
		if n2.owns() != 0 {
			t.Error("it robbed a node before GRACE")
		}
		w.eventually(time.Second, "takeover", func() bool { return n2.owns() == journal.Shards })
	})
}

// A life that ended in the middle of what it did leaves nothing behind that stops the next one.
func TestDrainedShardsComeBack(t *testing.T) {
	virtual(t, func(t *testing.T, w *world) {
		nodes := w.settled("n1", "n2")
		found, err := nodes[0].RequestDrain(t.Context(), "n2", true)
		if err != nil || !found {
			t.Fatal(found, err)
		}
		w.eventually(2*time.Second, "n2 is empty", func() bool { return nodes[1].owns() == 0 })
		w.wantShares("n1")
		if found, _ := nodes[0].RequestDrain(t.Context(), "n9", true); found {
			t.Error("a node that nobody knows drains")
		}
		if _, err := nodes[1].RequestDrain(t.Context(), "n2", false); err != nil {
			t.Fatal(err)
		}
		w.eventually(3*time.Second, "n2 has its share", func() bool { return nodes[1].owns() == 128 })
		wantAllOpen(t, w)
	})
}

// A node that cannot join anew says so, however well its store answers.
func TestOutside(t *testing.T) {
	virtual(t, func(t *testing.T, w *world) {
		n := w.settled("n1")[0]
		time.Sleep(time.Minute)
		if out := n.Outside(); out > time.Second {
			t.Errorf("a member is outside for %v", out)
		}
		n.wire.cut()
		time.Sleep(time.Minute)
		if out := n.Outside(); out < 55*time.Second {
			t.Errorf("outside for %v", out)
		}
	})
}
