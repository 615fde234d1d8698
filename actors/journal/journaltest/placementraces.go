package journaltest

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"atende/actors/journal"
)

func exercisePlacementRaces(t *testing.T, open func(*testing.T) SharedStore) {
	t.Run("C2 claimers at once: every shard gets one owner and one epoch", func(t *testing.T) { raceClaimers(t, open) })
	t.Run("C1 C6 an activation races the move of its shard", func(t *testing.T) { raceMove(t, open) })
	t.Run("C3 C5 a renewal races the burial", func(t *testing.T) { raceBurial(t, open) })
	t.Run("C2 movers at once: one wins", func(t *testing.T) { raceMovers(t, open) })
	t.Run("J7 an old and a new owner ring at once", func(t *testing.T) { raceRingers(t, open) })
}

// raceClaimers lets three nodes claim everything, all die, and all claim again.
func raceClaimers(t *testing.T, open func(*testing.T) SharedStore) {
	f := setupFleet(t, open)
	nodes := []*process{f.stranger(), f.stranger(), f.stranger()}
	for round := int64(1); round <= 10; round++ {
		for i, p := range nodes {
			p.join(fmt.Sprint("n", i))
		}
		together(len(nodes), func(i int) {
			if err := nodes[i].Claim(t.Context(), nodes[i].me, everyShard()); err != nil {
				t.Error(err)
			}
		})
		for shard, title := range nodes[0].view().Shards {
			if title.Epoch != round || title.Incarnation.Number != round {
				t.Fatalf("round %d: shard %d is %+v", round, shard, title)
			}
		}
		for _, p := range nodes {
			p.buries(p.me, true)
		}
	}
}

// raceMove passes a shard to and fro while its owner loads a session and commits.  What stood before
// the new owner loaded, it must see; what did not, must never stand.
func raceMove(t *testing.T, open func(*testing.T) SharedStore) {
	from, to := setupFleet(t, open).nodes(1)
	s := sessionIn(1, 0)
	for round := range 60 {
		title := from.owns(1)
		var race sync.WaitGroup
		race.Go(func() {
			did, err := from.Move(t.Context(), journal.Move{Shard: 1, From: title, To: to.me})
			if err != nil || !did {
				t.Errorf("moved %t, %v", did, err)
			}
		})
		wrote := fmt.Sprint("round ", round)
		stood, version := false, int64(0)
		race.Go(func() {
			loaded, err := from.Activate(t.Context(), s, schema)
			if err != nil {
				if !errors.Is(err, journal.ErrNotOwner) {
					t.Error(err)
				}
				return
			}
			version, err = from.Commit(t.Context(), schema, journal.Commit{SessionID: s, Version: loaded.Version, State: []byte(wrote)})
			if stood = err == nil; !stood && !errors.Is(err, journal.ErrFenced) {
				t.Error(err)
			}
		})
		var next journal.Activation
		race.Go(func() { next = loadSoon(to, s) })
		race.Wait()
		if t.Failed() {
			return
		}
		if got := string(next.State); stood != (got == wrote) {
			t.Fatalf("round %d: the commit stood: %t, and the new owner loaded %q", round, stood, got)
		}
		if stood {
			from.fenced(s, version)
		}
		to.loads(s, string(next.State))
		from.look()
		from, to = to, from
	}
}

// loadSoon looks at the store until the shard has come, and loads the session.
func loadSoon(p *process, session string) journal.Activation {
	for range 10_000 {
		v, err := p.View(p.t.Context())
		if err != nil {
			p.t.Error(err)
			break
		}
		p.own.learn(v, p.me)
		a, err := p.Activate(p.t.Context(), session, schema)
		if err == nil {
			return a
		}
		if !errors.Is(err, journal.ErrNotOwner) {
			p.t.Error(err)
			break
		}
	}
	p.t.Errorf("%v never got %s", p.me, session)
	return journal.Activation{}
}

// raceBurial renews a lease around the moment when it ends, while another tries to bury the node: one
// of them wins, for good.
func raceBurial(t *testing.T, open func(*testing.T) SharedStore) {
	const steps = 12
	f := setupFleet(t, open)
	a, b := f.stranger(), f.node("b")
	won := map[bool]int{}
	for round := range 4 * steps {
		a.join("a")
		a.renew(journal.Beat{State: journal.NodeUp, Lease: steps / 2 * time.Millisecond})
		over := make(chan struct{})
		renewed, buried := false, false
		var race sync.WaitGroup
		race.Go(func() {
			defer close(over)
			for range round % steps {
				f.store.Pass(time.Millisecond)
			}
			_, err := a.Renew(t.Context(), a.me, beat())
			if renewed = err == nil; !renewed && !errors.Is(err, journal.ErrIncarnationOver) {
				t.Error(err)
			}
		})
		race.Go(func() { buried = buryUntil(b, a.me, over) })
		race.Wait()
		if renewed == buried || t.Failed() {
			t.Fatalf("round %d: renewed %t, buried %t", round, renewed, buried)
		}
		won[renewed]++
		if renewed {
			a.renew(beat())
			b.buries(a.me, false)
			a.buries(a.me, true)
		}
		a.over(a.me)
	}
	if won[true] == 0 || won[false] == 0 {
		t.Errorf("renewed and buried in %v rounds: the race never came near", won)
	}
}

// buryUntil tries to bury who until it did, for the last time after over.
func buryUntil(p *process, who journal.Incarnation, over <-chan struct{}) bool {
	for last := false; ; {
		did, err := p.Bury(p.t.Context(), who, p.me)
		if err != nil {
			p.t.Error(err)
		}
		if did || last {
			return did
		}
		select {
		case <-over:
			last = true
		default:
		}
	}
}

// raceMovers gives one shard to two nodes at once.
func raceMovers(t *testing.T, open func(*testing.T) SharedStore) {
	f := setupFleet(t, open)
	a, b := f.nodes(1)
	c := f.node("c")
	for range 20 {
		title := a.owns(1)
		targets, did := []*process{b, c}, [2]bool{}
		together(2, func(i int) {
			var err error
			did[i], err = a.Move(t.Context(), journal.Move{Shard: 1, From: title, To: targets[i].me})
			if err != nil {
				t.Error(err)
			}
		})
		winner := b
		if did[1] {
			winner = c
		}
		if did[0] == did[1] || winner.owns(1).Epoch != title.Epoch+1 {
			t.Fatalf("moved %v, the shard is %+v", did, a.view().Shards[1])
		}
		winner.gives(a)
	}
}
