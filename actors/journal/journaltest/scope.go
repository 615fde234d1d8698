package journaltest

import (
	"fmt"
	"testing"

	"atende/actors/journal"
)

func exerciseScope(t *testing.T, open func(*testing.T) SharedStore) {
	t.Run("J1 Sweep and Pending see what the node owns", func(t *testing.T) {
		f := setupFleet(t, open)
		a, b := f.nodes(1)
		b.take(2)
		s1, s2, nobodys := sessionIn(1, 0), sessionIn(2, 0), sessionIn(3, 0)
		for _, p := range []*process{a, b, f.stranger()} {
			for _, s := range []string{s2, nobodys, s1} {
				p.accept(s, "m")
			}
		}
		sees := func(p *process, pending int, sessions ...string) {
			t.Helper()
			p.sweeps(9, sessions...)
			p.pends(pending)
		}
		sees(a, 3, s1)
		sees(b, 3, s2)
		sees(f.stranger(), 0)
		a.gives(b)
		sees(a, 0)
		sees(b, 6, s2, s1)
		b.commit(journal.Commit{SessionID: s2, Version: b.activate(s2).Version, Done: b.seqs(s2)})
		sees(b, 3, s1)
		a.take(3)
		sees(a, 3, nobodys)
	})
	t.Run("J1 Sweep's limit counts what the node owns", func(t *testing.T) {
		a, _ := setupFleet(t, open).nodes(2)
		for n := range 5 {
			a.accept(sessionIn(1, n), "m")
		}
		a.accept(sessionIn(2, 0), "m")
		a.sweeps(1, sessionIn(2, 0))
	})
	exerciseRingScope(t, open)
	t.Run("Purge forgets what the node owns", func(t *testing.T) {
		a, b := setupFleet(t, open).nodes(1)
		b.take(2)
		s1, s2 := sessionIn(1, 0), sessionIn(2, 0)
		booked := func(p *process, s string, n int) {
			t.Helper()
			p.commit(journal.Commit{
				SessionID: s, Version: p.activate(s).Version, State: []byte("kept"),
				Intent: &journal.Intent{N: n, Attempt: 1, Token: fmt.Sprint(s, n)},
			})
		}
		booked(a, s1, 1)
		booked(b, s2, 1)
		a.purges(1, journal.Retention{Sessions: everlong}, 9)
		b.loads(s2, "kept")
		a.loads(s1, "")
		b.purges(1, journal.Retention{Intents: everlong}, 9) // not that of the session that is forgotten
		booked(b, s2, 2)
		a.purges(1, journal.Retention{Intents: everlong}, 9)
		b.purges(1, journal.Retention{Intents: everlong}, 9)
		b.loads(s2, "kept")
	})
	exerciseOutsiders(t, open)
}

// exerciseOutsiders asks for what does not depend on who owns what.
func exerciseOutsiders(t *testing.T, open func(*testing.T) SharedStore) {
	t.Run("a process without a node has nothing and may accept", func(t *testing.T) {
		f := setupFleet(t, open)
		a, _ := f.nodes(1)
		s, connected := sessionIn(1, 0), f.bare()
		connected.accept(s, "m")
		connected.sweeps(9)
		connected.rings(everlong, 9)
		connected.pends(0)
		connected.purges(0, journal.Retention{Sessions: everlong, Intents: everlong}, 9)
		_, err := connected.Activate(t.Context(), s, schema)
		connected.refused(err, journal.ErrNotOwner)
		a.waits(s, "m")
	})
	t.Run("Backlog counts every shard for everybody", func(t *testing.T) {
		f := setupFleet(t, open)
		a, b := f.nodes(1)
		b.accept(sessionIn(1, 0), "m", "n")
		b.accept(sessionIn(1, 1), "m")
		a.accept(sessionIn(2, 0), "m")
		want := [journal.Shards]int{1: 3, 2: 1}
		counts := func() {
			t.Helper()
			for _, p := range []*process{a, b, f.stranger()} {
				got, err := p.Backlog(t.Context())
				p.must(err)
				if got != want {
					t.Fatalf("got %v, want %v", got, want)
				}
			}
		}
		counts()
		s := sessionIn(1, 0)
		a.commit(journal.Commit{SessionID: s, Version: a.activate(s).Version, Done: a.seqs(s)[:1]})
		want[1] = 2
		counts()
	})
}

// bare is a process that never named what it owns.
func (f *fleet) bare() *bundle {
	f.t.Helper()
	s, err := f.store.Connect(f.t.Context())
	if err != nil {
		f.t.Fatal(err)
	}
	u := &bundle{Store: s, t: f.t}
	f.t.Cleanup(func() { u.must(u.Close()) })
	return u
}

func exerciseEverybody(t *testing.T, open func(*testing.T) SharedStore) {
	t.Run("J3 J4 rows keep the order of acceptance, whoever accepted and whoever reads", func(t *testing.T) {
		a, b := setupFleet(t, open).nodes(1)
		s := sessionIn(1, 0)
		var want []string
		for i := range 10 {
			for _, p := range []*process{a, b} {
				id := fmt.Sprint(p.me.Node, i)
				p.accept(s, id)
				want = append(want, id)
				a.waits(s, want...)
				b.waits(s, want...)
			}
		}
		a.gives(b)
		a.accept(s, "last")
		b.waits(s, append(want, "last")...)
	})
	t.Run("J6 rows are dropped for everybody", func(t *testing.T) {
		a, b := setupFleet(t, open).nodes(1)
		s := sessionIn(1, 0)
		b.accept(s, "m", "n")
		a.commit(journal.Commit{SessionID: s, Version: a.activate(s).Version, Done: a.seqs(s)[:1], Attempted: a.seqs(s)[1:]})
		b.waits(s, "n")
		if row := b.read(s)[0]; row.Attempts != 1 {
			t.Errorf("attempts are %d", row.Attempts)
		}
	})
	t.Run("B4 an answer needs no title, and the next owner reads it", func(t *testing.T) {
		a, b := setupFleet(t, open).nodes(1)
		s := sessionIn(1, 0)
		a.commit(journal.Commit{SessionID: s, Version: a.activate(s).Version, Intent: intent(1, 1)})
		a.gives(b)
		b.activate(s)
		a.buries(a.me, true)
		a.must(a.Answer(t.Context(), s, intent(1, 1).Token, "executed"))
		found, err := b.Intents(t.Context(), s, 1)
		b.must(err)
		if len(found) != 1 || found[0].Answer != "executed" {
			t.Errorf("got %+v", found)
		}
	})
	t.Run("B1 an intent is given once, over all owners", func(t *testing.T) {
		a, b := setupFleet(t, open).nodes(1)
		s := sessionIn(1, 0)
		a.commit(journal.Commit{SessionID: s, Version: a.activate(s).Version, Intent: intent(1, 1)})
		a.gives(b)
		again := intent(1, 1)
		again.Token = "another"
		_, err := b.Commit(t.Context(), schema, journal.Commit{SessionID: s, Version: b.activate(s).Version, Intent: again})
		b.refused(err, journal.ErrIntentTaken)
	})
	t.Run("B7 facts are everybody's", func(t *testing.T) {
		a, b := setupFleet(t, open).nodes()
		fact := journal.Fact{AgendaID: 101, Exclusive: true, At: everlong}
		a.must(a.Learn(t.Context(), fact))
		b.knows(101, fact, true)
	})
}
