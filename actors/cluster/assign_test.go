package cluster

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"atende/actors/journal"
)

// drawView is any table that nodes may meet: live, expired, dead, draining and replaced owners, shards
// that nobody had.
func drawView(t *rapid.T) *journal.View {
	view := &journal.View{}
	count := rapid.IntRange(0, 40).Draw(t, "nodes")
	states := rapid.SampledFrom([]journal.NodeState{journal.NodeUp, journal.NodeUp, journal.NodeUp, journal.NodeDraining, journal.NodeDead})
	for i := range count {
		view.Members = append(view.Members, journal.Member{
			Incarnation: journal.Incarnation{Node: fmt.Sprintf("n%02d", i), Number: rapid.Int64Range(1, 3).Draw(t, "number")},
			State:       states.Draw(t, "state"),
			Lease:       rapid.SampledFrom([]time.Duration{2 * time.Second, time.Second, -time.Second}).Draw(t, "lease"),
			Drain:       rapid.SampledFrom([]bool{false, false, false, true}).Draw(t, "drain"),
		})
	}
	skew := rapid.IntRange(1, max(1, count)).Draw(t, "skew") // shards gather on the first so many nodes
	for shard := range view.Shards {
		if owner := rapid.IntRange(-1, skew-1).Draw(t, "owner"); owner >= 0 && count > 0 {
			incarnation := view.Members[owner].Incarnation
			incarnation.Number -= rapid.Int64Range(0, incarnation.Number-1).Draw(t, "age")
			view.Shards[shard] = journal.Title{Incarnation: incarnation, Epoch: 1}
		}
	}
	return view
}

func TestAssign(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		view := drawView(t)
		want := assign(view)
		takers := takersOf(view)
		if len(takers) == 0 {
			checkNeed(t, view, want)
			checkRest(t, view, want)
			return
		}
		checkShares(t, view, takers, want)
		checkMovement(t, view, takers, want)
		checkRest(t, view, want)
		if again := assign(view); again != want {
			t.Fatal("the same view gave another answer")
		}
	})
}

// checkNeed: where nobody takes by choice, only who was asked to drain and says that it is up gets what nobody
// live has, and nothing is taken from who has it and stays.
func checkNeed(t *rapid.T, view *journal.View, want [journal.Shards]journal.Incarnation) {
	for shard, wanted := range &want {
		owner, _ := view.Member(view.Shards[shard].Incarnation)
		m, known := view.Member(wanted)
		switch {
		case owner.Live() && owner.Drain:
			if wanted != owner.Incarnation {
				t.Fatalf("shard %d is taken from %v", shard, owner)
			}
		case known && !(m.Live() && m.Drain && m.State == journal.NodeUp):
			t.Fatalf("shard %d for %v", shard, m)
		}
	}
}

// checkShares: only takers are wanted, and none more than a shard above another.
func checkShares(t *rapid.T, view *journal.View, takers []journal.Member, want [journal.Shards]journal.Incarnation) {
	shares := map[journal.Incarnation]int{}
	for shard, owner := range &want {
		if m, ok := view.Member(owner); !ok || !takes(m) {
			t.Fatalf("shard %d for %v, who takes nothing", shard, owner)
		}
		shares[owner]++
	}
	for _, taker := range takers {
		even := journal.Shards / len(takers)
		if n := shares[taker.Incarnation]; n < even || n > even+1 {
			t.Fatalf("%v gets %d of an even share of %d", taker.Incarnation, n, even)
		}
	}
}

// checkMovement: no assignment of even shares takes less from the takers.
func checkMovement(t *rapid.T, view *journal.View, takers []journal.Member, want [journal.Shards]journal.Incarnation) {
	owned, moved := map[journal.Incarnation]int{}, 0
	for shard, title := range &view.Shards {
		if m, ok := view.Member(title.Incarnation); ok && takes(m) {
			owned[title.Incarnation]++
			if want[shard] != title.Incarnation {
				moved++
			}
		}
	}
	least, above := 0, 0
	for _, taker := range takers {
		if excess := owned[taker.Incarnation] - journal.Shards/len(takers); excess > 0 {
			least += excess
			above++
		}
	}
	least -= min(above, journal.Shards%len(takers)) // so many may keep one more
	// Whoever was given the larger share for what a former life owned keeps it from somebody else.
	for _, taker := range takers {
		former := 0
		for _, title := range &view.Shards {
			if title.Incarnation.Node == taker.Node && title.Incarnation != taker.Incarnation {
				former++
			}
		}
		if former > 0 {
			least += min(above, journal.Shards%len(takers))
			break
		}
	}
	if moved > least {
		t.Fatalf("%d moved where %d are enough", moved, least)
	}
}

// checkRest: once everything is where it is wanted, nothing moves any more.
func checkRest(t *rapid.T, view *journal.View, want [journal.Shards]journal.Incarnation) {
	settled := *view
	for shard := range settled.Shards {
		settled.Shards[shard] = journal.Title{Incarnation: want[shard], Epoch: 2}
	}
	if assign(&settled) != want {
		t.Fatal("it does not come to rest")
	}
}

// A node that joins anew gets back what its former life owned, whoever else is there.
func TestAssignBringsHome(t *testing.T) {
	view := evenView(3)
	for shard, title := range &view.Shards {
		if title.Incarnation.Node == "n1" {
			view.Shards[shard].Incarnation.Number = 1
		}
	}
	view.Members[1].Number = 2
	for shard, owner := range assign(view) {
		if owner.Node != view.Shards[shard].Incarnation.Node {
			t.Errorf("shard %d goes from %v to %v", shard, view.Shards[shard].Incarnation, owner)
		}
	}
}

// A newcomer gets exactly what the others have too much.
func TestAssignNewcomer(t *testing.T) {
	view := evenView(2)
	view.Members = append(view.Members, upMember("n2"))
	moved := 0
	for shard, owner := range assign(view) {
		if from := view.Shards[shard].Incarnation; owner != from {
			moved++
			if owner.Node != "n2" {
				t.Errorf("shard %d goes from %v to %v", shard, from, owner)
			}
		}
	}
	if moved != 85 {
		t.Errorf("%d shards move", moved)
	}
}

func upMember(name string) journal.Member {
	return journal.Member{
		Incarnation: journal.Incarnation{Node: name, Number: 1}, State: journal.NodeUp,
		Lease: time.Second, Up: time.Hour,
	}
}

// evenView is n nodes, n0 and on, that share everything.
func evenView(n int) *journal.View {
	view := &journal.View{}
	for i := range n {
		view.Members = append(view.Members, upMember(fmt.Sprintf("n%d", i)))
	}
	for shard := range view.Shards {
		view.Shards[shard] = journal.Title{Incarnation: view.Members[shard*n/journal.Shards].Incarnation, Epoch: 1}
	}
	return view
}

func BenchmarkAssign(b *testing.B) {
	view := evenView(8)
	view.Members[3].State = journal.NodeDead
	for b.Loop() {
		assign(view)
	}
}

// BenchmarkTenure is asked before everything that a session does.
func BenchmarkTenure(b *testing.B) {
	n, err := New(Config{Store: noStore{}, Name: "n1"})
	if err != nil {
		b.Fatal(err)
	}
	view := evenView(1)
	view.Shards[0].Incarnation.Node = "n1"
	l := &life{me: view.Shards[0].Incarnation}
	s, _ := n.take(l, view, n.read())
	n.standing.Store(s)
	for b.Loop() {
		n.Tenure(0)
	}
}
