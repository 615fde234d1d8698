package cluster

import (
	"errors"
	"math/rand/v2"
	"testing"
	"time"
)

// troubles does something to a node of three every few hundred milliseconds, then lets them recover.
func troubles(t *testing.T, w *world, seed int) {
	random := rand.New(rand.NewPCG(uint64(seed), 0))
	nodes := w.settled("n1", "n2", "n3")
	for range 40 {
		n := nodes[random.IntN(len(nodes))]
		trouble(n, random)
		for range random.IntN(40) {
			time.Sleep(40 * time.Millisecond)
			w.wantOneOwner()
		}
	}
	for _, n := range nodes {
		heal(n)
		if _, err := n.RequestDrain(t.Context(), n.Name, false); err != nil {
			t.Error(err)
		}
	}
	time.Sleep(30 * time.Second)
	w.wantShares("n1", "n2", "n3")
	wantAllOpen(t, w)
	for _, n := range nodes {
		if h := n.handoffs(); len(h.Moving) != 0 {
			t.Errorf("%s still moves %v", n.Name, h.Moving)
		}
	}
}

func trouble(n *resident, random *rand.Rand) {
	switch random.IntN(9) {
	case 0:
		n.wire.cut()
	case 1:
		n.wire.set(func() { n.wire.answer = errors.New("the answer is lost") })
	case 2:
		n.wire.set(func() { n.wire.slow = time.Duration(random.IntN(1500)) * time.Millisecond })
	case 3:
		n.asleep.Add(int64(random.IntN(int(5 * time.Second))))
	case 4:
		n.sessions.mu.Lock()
		n.sessions.stuck = time.Now()
		n.sessions.mu.Unlock()
	case 5:
		_, _ = n.RequestDrain(n.t.Context(), n.Name, random.IntN(2) == 0)
	default:
		heal(n)
	}
}

func heal(n *resident) {
	n.wire.open()
	n.wire.set(func() { n.wire.slow = 0 })
	n.sessions.mu.Lock()
	n.sessions.stuck = time.Time{}
	n.sessions.mu.Unlock()
}
