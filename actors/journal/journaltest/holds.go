package journaltest

import (
	"errors"
	"testing"
	"time"

	"atende/actors/journal"
)

func exerciseLoad(t *testing.T, open func(*testing.T) SharedStore) {
	t.Run("C1 only with a title, and one that the store agrees to", func(t *testing.T) {
		f := setupFleet(t, open)
		a, b := f.nodes(1)
		s, title := sessionIn(1, 0), a.owns(1)
		version := a.activate(s).Version
		for name, believed := range map[string]journal.Title{
			"none":                  {},
			"never given":           {Incarnation: b.me, Epoch: title.Epoch},
			"of an epoch to come":   {Incarnation: b.me, Epoch: title.Epoch + 1},
			"of another life":       {Incarnation: journal.Incarnation{Node: "a", Number: 2}, Epoch: title.Epoch},
			"of an epoch before it": {Incarnation: a.me, Epoch: title.Epoch - 1},
		} {
			b.own.believe(1, believed)
			if _, err := b.Activate(t.Context(), s, schema); !errors.Is(err, journal.ErrNotOwner) {
				t.Errorf("a title %s: got error %v, want %v", name, err, journal.ErrNotOwner)
			}
		}
		a.write(s, version, "kept") // none of them fenced the owner
	})
	t.Run("C1 a shard that nobody owns is nobody's", func(t *testing.T) {
		a, _ := setupFleet(t, open).nodes(1)
		a.denied(sessionIn(2, 0), journal.ErrNotOwner)
	})
	t.Run("C6 a title does not come back with the shard", func(t *testing.T) {
		a, b := setupFleet(t, open).nodes(1)
		s, old := sessionIn(1, 0), a.owns(1)
		version := a.activate(s).Version
		a.gives(b)
		a.denied(s, journal.ErrNotOwner)
		b.gives(a)
		a.own.believe(1, old)
		a.denied(s, journal.ErrNotOwner)
		a.look()
		a.write(s, version, "kept") // nobody loaded it meanwhile
		a.loads(s, "kept")
	})
	exerciseTakeover(t, open)
}

// exerciseTakeover loads sessions whose former owner still holds a version of them.
func exerciseTakeover(t *testing.T, open func(*testing.T) SharedStore) {
	t.Run("C1 C9 who loads after a move fences the former owner", func(t *testing.T) {
		a, b := setupFleet(t, open).nodes(1)
		s := sessionIn(1, 0)
		a.accept(s, "m")
		version := a.write(s, a.activate(s).Version, "first")
		a.gives(b)
		version = a.write(s, version, "second") // it may finish until then
		next := b.loads(s, "second")
		if next <= version {
			t.Errorf("version %d came after %d", next, version)
		}
		_, err := a.Commit(t.Context(), schema, journal.Commit{
			SessionID: s, Version: version, State: []byte("late"), Done: a.seqs(s), Intent: intent(1, 1),
		})
		a.refused(err, journal.ErrFenced)
		b.waits(s, "m")
		b.write(s, next, "third")
		b.loads(s, "third")
		if found, err := b.Intents(t.Context(), s, 1); err != nil || len(found) != 0 {
			t.Errorf("it left the intents %+v, %v", found, err)
		}
	})
	t.Run("C1 who loads after a death fences the dead", func(t *testing.T) {
		a, b := setupFleet(t, open).nodes(1)
		s := sessionIn(1, 0)
		version := a.write(s, a.activate(s).Version, "first")
		a.expire()
		b.buries(a.me, true)
		b.claim(1)
		version = a.write(s, version, "second") // it was under way, and nobody has looked yet
		b.loads(s, "second")
		a.fenced(s, version)
		a.denied(s, journal.ErrNotOwner)
		b.loads(s, "second")
	})
	t.Run("C1 no version is given again after the new owner forgot the session", func(t *testing.T) {
		a, b := setupFleet(t, open).nodes(1)
		s := sessionIn(1, 0)
		version := a.write(s, a.activate(s).Version, "first")
		a.gives(b)
		b.purges(1, journal.Retention{Sessions: everlong}, 9)
		if next := b.loads(s, ""); next <= version {
			t.Errorf("version %d came after %d", next, version)
		}
		a.fenced(s, version)
	})
}

func exerciseHold(t *testing.T, open func(*testing.T) SharedStore) {
	t.Run("J5 a held session stays with its holder until it is released", func(t *testing.T) {
		a, b := setupFleet(t, open).nodes(1)
		busy, idle := sessionIn(1, 0), sessionIn(1, 1)
		version := a.activate(busy).Version
		a.activate(idle)
		a.gives(b, busy)
		b.activate(idle)
		for _, state := range []string{"first", "second"} {
			b.denied(busy, journal.ErrHeld)
			version = a.write(busy, version, state)
		}
		b.denied(busy, journal.ErrHeld)
		a.denied(busy, journal.ErrNotOwner) // it finishes what it has, and loads no more
		b.release(b.me, busy)
		a.release(journal.Incarnation{Node: "a", Number: 2}, busy)
		a.release(a.me, idle)
		a.release(a.me)
		b.denied(busy, journal.ErrHeld)
		a.release(a.me, "unknown", busy, busy)
		a.release(a.me, busy)
		b.loads(busy, "second")
		a.fenced(busy, version)
	})
	t.Run("J5 a refused load fences nobody", func(t *testing.T) {
		a, b := setupFleet(t, open).nodes(1)
		s := sessionIn(1, 0)
		version := a.activate(s).Version
		a.gives(b, s)
		for range 5 {
			b.denied(s, journal.ErrHeld)
			version = a.write(s, version, "kept")
		}
	})
	t.Run("J5 a hold goes along when the shard moves on", func(t *testing.T) {
		f := setupFleet(t, open)
		a, b := f.nodes(1)
		c, s := f.node("c"), sessionIn(1, 0)
		version := a.activate(s).Version
		a.gives(b, s)
		b.gives(c)
		c.denied(s, journal.ErrHeld)
		a.write(s, version, "kept")
		a.release(a.me, s)
		c.loads(s, "kept")
	})
	t.Run("J5 nobody else's hold takes its place when the shard moves on", func(t *testing.T) {
		f := setupFleet(t, open)
		a, b := f.nodes(1)
		c, s := f.node("c"), sessionIn(1, 0)
		version := a.activate(s).Version
		a.gives(b, s)
		b.gives(c, s) // where it is busy asking for the session
		b.release(b.me, s)
		c.denied(s, journal.ErrHeld)
		a.write(s, version, "kept")
		a.release(a.me, s)
		c.loads(s, "kept")
	})
	t.Run("J5 a hold stays when the shard's new owner dies", func(t *testing.T) {
		f := setupFleet(t, open)
		a, b := f.nodes(1)
		c, s := f.node("c"), sessionIn(1, 0)
		a.activate(s)
		a.gives(b, s)
		b.buries(b.me, true)
		c.claim(1)
		c.denied(s, journal.ErrHeld)
	})
	t.Run("C8 the holder that gets the shard back loads, and that ends its hold", func(t *testing.T) {
		a, b := setupFleet(t, open).nodes(1)
		s := sessionIn(1, 0)
		a.activate(s)
		a.gives(b, s)
		b.gives(a)
		a.activate(s)
		a.gives(b)
		b.activate(s)
	})
}

// release asks for the end of the holds of me.
func (p *process) release(me journal.Incarnation, sessions ...string) {
	p.t.Helper()
	p.must(p.Release(p.t.Context(), me, sessions))
}

func exerciseHoldEnds(t *testing.T, open func(*testing.T) SharedStore) {
	for name, end := range map[string]func(a *process){
		"dies by its own word": func(a *process) { a.buries(a.me, true) },
		"is declared dead": func(a *process) {
			a.expire()
			a.fleet.node("c").buries(a.me, true)
		},
		"was replaced": func(a *process) {
			a.expire()
			a.join("a")
		},
	} {
		t.Run("C8 a hold ends when its holder "+name, func(t *testing.T) {
			a, b := setupFleet(t, open).nodes(1)
			s := sessionIn(1, 0)
			version := a.activate(s).Version
			a.gives(b, s)
			b.denied(s, journal.ErrHeld)
			end(a)
			version = a.write(s, version, "kept") // the version alone judges
			b.loads(s, "kept")
			a.fenced(s, version)
		})
	}
	t.Run("C8 a hold ends with its time", func(t *testing.T) {
		f := setupFleet(t, open)
		a, b := f.nodes(1)
		s := sessionIn(1, 0)
		version := a.activate(s).Version
		a.moves(journal.Move{Shard: 1, From: a.owns(1), To: b.me, Busy: []string{s}, Hold: 20 * time.Millisecond}, true)
		b.look()
		f.until("the hold is over", func() bool {
			_, err := b.Activate(t.Context(), s, schema)
			if err != nil && !errors.Is(err, journal.ErrHeld) {
				t.Fatal(err)
			}
			return err == nil
		})
		a.fenced(s, version)
	})
}
