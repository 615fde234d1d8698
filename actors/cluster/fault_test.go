package cluster

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"atende/actors/journal"
)

// The store is away for 30 s: every lease runs out, nobody owns anything, and afterwards everyone gets
// its own shards back and nobody robs (C5).
func TestStoreAway(t *testing.T) {
	virtual(t, func(t *testing.T, w *world) {
		nodes := w.settled("n1", "n2", "n3")
		before := w.titles()
		for _, n := range nodes {
			n.wire.cut()
		}
		time.Sleep(2600 * time.Millisecond)
		for _, n := range nodes {
			if n.owns() != 0 || len(n.shards()) != 0 {
				t.Errorf("%s owns shards without a lease", n.Name)
			}
		}
		time.Sleep(27 * time.Second)
		for _, n := range nodes {
			n.wire.open()
		}
		took := w.eventually(3*time.Second, "everyone is back", func() bool {
			return nodes[0].owns()+nodes[1].owns()+nodes[2].owns() == journal.Shards
		})
		t.Logf("back after %v", took)
		time.Sleep(10 * time.Second)
		for shard, title := range w.titles() {
			if title.Incarnation.Node != before[shard].Incarnation.Node || title.Incarnation.Number != 2 {
				t.Fatalf("shard %d went from %v to %v", shard, before[shard], title)
			}
		}
		for _, n := range nodes {
			if tenure, _ := n.Tenure(n.shards()[0]); !tenure.Suspect.IsZero() {
				t.Error("a process that lived on suspects its own messages")
			}
		}
	})
}

// C4: between the local deadline and the next life there is no tenure, and a node that is cut off from
// the store stops before the others begin.
func TestCutOff(t *testing.T) {
	virtual(t, func(t *testing.T, w *world) {
		nodes := w.settled("n1", "n2")
		cut, me := nodes[1], journal.Incarnation{Node: "n2", Number: 1}
		cut.wire.cut()
		stopped := w.eventually(3*time.Second, "the deadline", func() bool { return cut.owns() == 0 })
		if stopped > 2600*time.Millisecond || cut.Alive(me) {
			t.Errorf("it went on for %v", stopped)
		}
		if nodes[0].owns() != 128 {
			t.Error("the others did not wait")
		}
		w.eventually(2*time.Second, "takeover", func() bool { return nodes[0].owns() == journal.Shards })
		cut.wire.open()
		w.eventually(2*time.Second, "the next life", func() bool { l := cut.life.Load(); return l != nil && l.me.Number == 2 })
		if cut.Alive(me) {
			t.Error("the former life is alive (C3)")
		}
		time.Sleep(8 * time.Second)
		w.wantShares("n1", "n2")
	})
}

// C4: the local lease is counted from before the renewal left, however late its answer came.
func TestLateAnswers(t *testing.T) {
	virtual(t, func(t *testing.T, w *world) {
		n := w.settled("n1")[0]
		me := n.life.Load().me
		n.wire.set(func() { n.wire.late = 900 * time.Millisecond })
		time.Sleep(10 * time.Second)
		if !n.Alive(me) {
			t.Error("late answers are no answers")
		}
		n.wire.cut()
		took := w.eventually(3*time.Second, "the deadline", func() bool { return !n.Alive(me) })
		t.Logf("stopped after %v", took)
	})
}

// C10: a node that does not work loses its shards, and gets new ones when it works again.
func TestNoProgress(t *testing.T) {
	virtual(t, func(t *testing.T, w *world) {
		nodes := w.settled("n1", "n2")
		stuck := nodes[1].sessions
		stuck.mu.Lock()
		stuck.stuck = time.Now()
		stuck.mu.Unlock()
		took := w.eventually(7*time.Second, "takeover", func() bool { return nodes[0].owns() == journal.Shards })
		t.Logf("lost its shards after %v", took)
		time.Sleep(20 * time.Second)
		w.wantShares("n1")
		stuck.mu.Lock()
		looks := stuck.looks
		stuck.stuck = time.Time{}
		stuck.mu.Unlock()
		if looks < 10 {
			t.Errorf("asked for %d passes", looks)
		}
		time.Sleep(8 * time.Second)
		w.wantShares("n1", "n2")
	})
}

// A machine that slept notices by the clock that did not: nothing is owned in the very moment, whatever
// the monotonic clock says, and a new life begins.
func TestSleep(t *testing.T) {
	for _, slept := range []time.Duration{2 * time.Second, 20 * time.Second, 12 * time.Hour} {
		t.Run(slept.String(), func(t *testing.T) {
			virtual(t, func(t *testing.T, w *world) {
				n := w.settled("n1")[0]
				n.asleep.Add(int64(slept))
				if slept > n.Lease && n.owns() != 0 {
					t.Error("it owns shards right after its sleep")
				}
				w.eventually(time.Second, "the end of the life", func() bool { l := n.life.Load(); return l == nil || l.me.Number == 2 })
				w.eventually(time.Second, "the next life", func() bool { return n.owns() == journal.Shards })
				if l := n.life.Load(); l.me.Number != 2 {
					t.Errorf("it goes on as %v", l.me)
				}
			})
		})
	}
}

// Readings of clocks that part.
func TestJump(t *testing.T) {
	start := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	tests := []struct {
		name       string
		boot, wall time.Duration // beside a second of the monotonic clock; wall alone has no monotonic
		jumped     bool
		since      time.Duration
	}{
		{"together", time.Second, time.Second, false, time.Second},
		{"a little sleep", 1900 * time.Millisecond, time.Second, false, 1900 * time.Millisecond},
		{"sleep", 3 * time.Second, time.Second, true, 3 * time.Second},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			a := reading{mono: start}
			b := reading{mono: start.Add(time.Second), boot: test.boot}
			if b.jumped(a) != test.jumped || b.since(a) != test.since {
				t.Errorf("jumped %v, since %v", b.jumped(a), b.since(a))
			}
		})
	}
	t.Run("a tick that took its time where nobody tells of sleep", func(t *testing.T) {
		if (reading{mono: start.Add(1300 * time.Millisecond)}).jumped(reading{mono: start}) {
			t.Error("jumped")
		}
	})
	t.Run("a wall clock that was set", func(t *testing.T) {
		if !apart(-2*time.Second, 0) || !apart(2*time.Second, 0) || apart(time.Second, 0) {
			t.Error("apart")
		}
	})
}

// A store whose moves hang does not stop the renewals, nor close a shard for longer than it takes to know.
func TestSlowMoves(t *testing.T) {
	virtual(t, func(t *testing.T, w *world) {
		n1 := w.settled("n1")[0]
		n1.wire.set(func() { n1.wire.slow = 20 * time.Second })
		w.join("n2")
		me := n1.life.Load().me
		for range 3000 {
			time.Sleep(10 * time.Millisecond)
			if !n1.Alive(me) {
				t.Fatal("the lease ran out while moves hang")
			}
		}
		n1.wire.set(func() { n1.wire.slow = 0 })
		time.Sleep(10 * time.Second)
		w.wantShares("n1", "n2")
		wantAllOpen(t, w)
	})
}

// Moves whose answers are lost happened: the view tells.
func TestMovesWithoutAnswer(t *testing.T) {
	virtual(t, func(t *testing.T, w *world) {
		n1 := w.settled("n1")[0]
		n1.wire.set(func() { n1.wire.answer = errors.New("connection reset") })
		w.join("n2")
		time.Sleep(10 * time.Second)
		w.wantShares("n1", "n2")
		if h := n1.handoffs(); len(h.Moving) != 0 || h.Total != 128 {
			t.Errorf("hand-offs %+v", h)
		}
		wantAllOpen(t, w)
	})
}

// A move that was given up may still take effect, as late as the store allows: nothing begins in the
// shard before that is out of the question.
func TestMovesTakeEffectLate(t *testing.T) {
	virtual(t, func(t *testing.T, w *world) {
		n1 := w.settled("n1")[0]
		n1.wire.set(func() { n1.wire.stray = 900 * time.Millisecond })
		n2 := w.join("n2")
		w.eventually(12*time.Second, "its share", func() bool { return n2.owns() == 128 })
		n1.wire.open()
		time.Sleep(5 * time.Second)
		w.wantShares("n1", "n2")
		wantAllOpen(t, w)
	})
}

// A target that dies before the moves leaves the shards where they were, open.
func TestMoveRefused(t *testing.T) {
	virtual(t, func(t *testing.T, w *world) {
		n1 := w.settled("n1")[0]
		n1.wire.set(func() { n1.wire.slow = 300 * time.Millisecond })
		n2 := w.join("n2")
		w.eventually(10*time.Second, "the first moves", func() bool { return len(n1.handoffs().Moving) > 0 })
		n2.Stop() // buried at once: moves are refused
		w.nodes = w.nodes[:1]
		time.Sleep(10 * time.Second)
		w.wantShares("n1")
		wantAllOpen(t, w)
		if len(n1.handoffs().Moving) != 0 {
			t.Error("moves that never end")
		}
	})
}

func wantAllOpen(t *testing.T, w *world) {
	t.Helper()
	for shard := range journal.Shards {
		open := 0
		for _, n := range w.nodes {
			if _, ok := n.sessions.open(shard); ok {
				open++
			}
		}
		if open != 1 {
			t.Fatalf("shard %d is open on %d nodes", shard, open)
		}
	}
}

// No more than 64 moves are under way, and no more than 6 at the store.
func TestMovesAreBounded(t *testing.T) {
	virtual(t, func(t *testing.T, w *world) {
		n1 := w.settled("n1")[0]
		n1.wire.set(func() { n1.wire.slow = 700 * time.Millisecond })
		w.join("n2")
		w.eventually(10*time.Second, "the first moves", func() bool { return len(n1.handoffs().Moving) > 0 })
		if moving := len(n1.handoffs().Moving); moving != movesMost {
			t.Errorf("%d under way", moving)
		}
		time.Sleep(100 * time.Millisecond)
		n1.wire.mu.Lock()
		defer n1.wire.mu.Unlock()
		if n1.wire.moves != movesAtOnce {
			t.Errorf("%d at the store", n1.wire.moves)
		}
	})
}

// The schema floor rises when every node could read the new schema for long enough, and keeps nodes out
// that cannot.
func TestSchemaFloor(t *testing.T) {
	virtual(t, func(t *testing.T, w *world) {
		schema := func(newest int) func(*Config) { return func(c *Config) { c.SchemaMax = newest } }
		w.join("n1", schema(2))
		old := w.join("n2", schema(1))
		time.Sleep(2 * time.Minute)
		if floor := w.nodes[0].Floor(); floor != 1 {
			t.Errorf("the floor is %d beside an old node", floor)
		}
		old.Stop()
		w.nodes = w.nodes[:1]
		w.join("n2", schema(2))
		time.Sleep(50 * time.Second)
		if floor := w.nodes[0].Floor(); floor != 1 {
			t.Errorf("the floor is %d after 50 s", floor)
		}
		w.eventually(15*time.Second, "the floor", func() bool { return w.nodes[0].Floor() == 2 && w.nodes[1].Floor() == 2 })
		late := w.node("n3", schema(1))
		if err := late.Start(t.Context(), late.sessions); !errors.Is(err, journal.ErrOldRelease) {
			t.Errorf("error %v", err)
		}
	})
}

// Any order of troubles: at no time do two nodes act for one shard, and afterwards all is even and open.
func TestTroubles(t *testing.T) {
	for seed := range 12 {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			virtual(t, func(t *testing.T, w *world) { troubles(t, w, seed) })
		})
	}
}
