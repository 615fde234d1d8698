package journaltest

import (
	"errors"
	"fmt"
	"slices"
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
	exerciseArchiveOfAll(t, open)
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

// exerciseArchiveOfAll asks every process for everybody's sessions.
func exerciseArchiveOfAll(t *testing.T, open func(*testing.T) SharedStore) {
	t.Run("the archive is everybody's", func(t *testing.T) {
		f := setupFleet(t, open)
		a, b := f.nodes(1)
		b.take(2)
		s1, s2, s3 := sessionIn(1, 0), sessionIn(2, 0), sessionIn(3, 0)
		a.everything(s1)
		b.everything(s2)
		b.accept(s3, "m")
		access := journal.Access{At: tomorrow, Action: "timeline", Subject: s1}
		b.must(b.Record(t.Context(), access))
		want := []string{s1, s2, s3}
		slices.Sort(want)
		for _, p := range []*process{a, b, f.stranger()} {
			p.lists(1, want...)
			p.tells(s1, "e")
			p.tells(s2, "e")
			p.wished(journal.DemandCount{Demand: saturday, Count: 2})
			p.accessed(9, access)
			if got := p.lookAt(s2); string(got.State) != "state" || len(got.Waiting) != 2 {
				t.Errorf("%q is %+v", s2, got)
			}
		}
	})
	t.Run("J8 C1 any process erases, and the owner is fenced", func(t *testing.T) {
		f := setupFleet(t, open)
		a, b := f.nodes(1)
		s, waiting := sessionIn(1, 0), sessionIn(1, 1)
		for _, p := range []*process{b, f.stranger()} {
			version := a.everything(s)
			a.accept(waiting, "m")
			p.refused(p.Erase(t.Context(), s, version-1), journal.ErrChanged)
			p.must(p.Erase(t.Context(), s, version))
			p.must(p.Erase(t.Context(), waiting, 0))
			a.fenced(s, version)
			a.gone(s)
			a.gone(waiting)
			a.rings(everlong, 9)
			for _, q := range []*process{a, p} {
				q.sweeps(9)
				q.pends(0)
			}
			if again := a.loads(s, ""); again <= version {
				t.Errorf("version %d came after %d", again, version)
			}
		}
	})
	t.Run("J8 C8 a session that a former owner holds is erased, and its hold ends", func(t *testing.T) {
		a, b := setupFleet(t, open).nodes(1)
		s := sessionIn(1, 0)
		version := a.everything(s)
		a.gives(b, s)
		b.denied(s, journal.ErrHeld)
		b.must(b.Erase(t.Context(), s, version))
		a.fenced(s, version)
		b.loads(s, "")
	})
	t.Run("Purge forgets entries of what the node owns, and everybody's counts and accesses", func(t *testing.T) {
		a, b := setupFleet(t, open).nodes(1)
		b.take(2)
		s1, s2 := sessionIn(1, 0), sessionIn(2, 0)
		a.everything(s1)
		b.everything(s2)
		b.must(b.Record(t.Context(), journal.Access{At: tomorrow, Action: "timeline", Subject: s2}))
		a.purges(1, journal.Retention{History: everlong}, 9)
		b.tells(s1)
		b.tells(s2, "e")
		a.purges(1, journal.Retention{Accesses: everlong}, 9)
		b.accessed(9)
		_, err := a.Purge(t.Context(), journal.Retention{Demand: everlong}, 9)
		a.must(err)
		b.wished()
	})
	t.Run("J8 C1 an erasure races the move of the shard", func(t *testing.T) { raceErasureAndMove(t, open) })
}

// raceErasureAndMove erases a session while its shard moves and the new owner loads and commits.  Either the
// new owner's work stands and the erasure was refused or came before, or nothing is left.
func raceErasureAndMove(t *testing.T, open func(*testing.T) SharedStore) {
	f := setupFleet(t, open)
	from, to := f.nodes(1)
	third, s := f.stranger(), sessionIn(1, 0)
	for range 30 {
		from.accept(s, "m")
		version := from.write(s, from.activate(s).Version, "old")
		title, erased := from.owns(1), false
		var committed error
		together(3, func(part int) {
			switch part {
			case 0:
				if did, err := from.Move(t.Context(), journal.Move{Shard: 1, From: title, To: to.me}); err != nil || !did {
					t.Errorf("moved %t, %v", did, err)
				}
			case 1:
				err := third.Erase(t.Context(), s, version)
				if erased = err == nil; !erased && !errors.Is(err, journal.ErrChanged) {
					t.Error(err)
				}
			case 2:
				a := loadSoon(to, s)
				_, committed = to.Commit(t.Context(), schema, journal.Commit{SessionID: s, Version: a.Version, State: append(a.State, '+')})
			}
		})
		if t.Failed() {
			return
		}
		left, known, err := to.Look(t.Context(), s)
		to.must(err)
		switch got := string(left.State); {
		case committed != nil: // the erasure came between
			if !errors.Is(committed, journal.ErrFenced) || !erased || known {
				t.Fatalf("erased %t, committed %v, left %+v", erased, committed, left)
			}
		case erased && (got != "+" || len(left.Waiting) != 0):
			t.Fatalf("it was erased, and %q with %d rows is left", got, len(left.Waiting))
		case !erased && (got != "old+" || len(left.Waiting) != 1):
			t.Fatalf("it was not erased, and %q with %d rows is left", got, len(left.Waiting))
		}
		to.must(third.Erase(t.Context(), s, to.lookAt(s).Version))
		from.look()
		from, to = to, from
	}
}
