package journaltest

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"atende/actors/journal"
)

func exerciseJoin(t *testing.T, open func(*testing.T) SharedStore) {
	t.Run("an empty store has no members and no owners", func(t *testing.T) {
		v := setupFleet(t, open).stranger().view()
		if len(v.Members) != 0 || v.Shards != [journal.Shards]journal.Title{} {
			t.Errorf("got %+v", v)
		}
	})
	t.Run("everybody sees who joined, by name", func(t *testing.T) {
		f := setupFleet(t, open)
		b, a := f.node("b"), f.node("a")
		v := a.view()
		if len(v.Members) != 2 || v.Members[0].Incarnation != a.me || v.Members[1].Incarnation != b.me {
			t.Fatalf("members are %+v", v.Members)
		}
		m, want := v.Members[1], newcomer("b")
		if m.Address != want.Address || m.SchemaMax != want.SchemaMax || m.Release != want.Release || m.Number != 1 {
			t.Errorf("got %+v, want %+v", m, want)
		}
		if m.State != journal.NodeUp || m.Drain || m.Pending != 0 || m.Lease <= 0 || m.Lease > long || m.Up < 0 {
			t.Errorf("it began as %+v", m)
		}
	})
	t.Run("C3 a live node keeps its name", func(t *testing.T) {
		f := setupFleet(t, open)
		a := f.node("a")
		_, err := f.stranger().Join(t.Context(), newcomer("a"))
		a.refused(err, journal.ErrNodeTaken)
		a.renew(beat())
	})
	t.Run("C3 a draining node keeps its name", func(t *testing.T) {
		f := setupFleet(t, open)
		a := f.node("a")
		a.renew(journal.Beat{State: journal.NodeDraining, Lease: long})
		_, err := f.stranger().Join(t.Context(), newcomer("a"))
		a.refused(err, journal.ErrNodeTaken)
	})
	t.Run("C3 the next life has the next number, and the former one no power", func(t *testing.T) {
		f := setupFleet(t, open)
		a, again := f.node("a"), f.stranger()
		for range 3 {
			former := a.me
			a.expire()
			again.join("a")
			if again.me.Number != former.Number+1 {
				t.Fatalf("%v came after %v", again.me, former)
			}
			a.over(former)
			a.buries(former, false)
			again.renew(beat())
			a, again = again, a
		}
	})
	t.Run("who declared itself dead may join at once", func(t *testing.T) {
		a := setupFleet(t, open).node("a")
		a.buries(a.me, true)
		a.join("a")
		if a.me.Number != 2 {
			t.Errorf("joined as %v", a.me)
		}
	})
	t.Run("C3 two processes of one name: one joins", func(t *testing.T) {
		f := setupFleet(t, open)
		processes := []*process{f.stranger(), f.stranger(), f.stranger(), f.stranger()}
		var joined atomic.Int32
		together(len(processes), func(i int) {
			_, err := processes[i].Join(t.Context(), newcomer("a"))
			if err == nil {
				joined.Add(1)
			} else if !errors.Is(err, journal.ErrNodeTaken) {
				t.Error(err)
			}
		})
		if joined.Load() != 1 {
			t.Errorf("%d joined", joined.Load())
		}
	})
}

func exerciseLease(t *testing.T, open func(*testing.T) SharedStore) {
	t.Run("a renewal tells what the node says, and reads the view after it", func(t *testing.T) {
		a, b := setupFleet(t, open).nodes(1)
		v := a.renew(journal.Beat{State: journal.NodeDraining, Pending: 7, Lease: long})
		m, _ := v.Member(a.me)
		if m.State != journal.NodeDraining || m.Pending != 7 || !m.Live() || v.Shards[1].Incarnation != a.me {
			t.Errorf("got %+v", m)
		}
		if other, known := v.Member(b.me); !known || !other.Live() {
			t.Errorf("the other is %+v", other)
		}
		v = a.renew(beat())
		if m, _ := v.Member(a.me); m.State != journal.NodeUp || m.Pending != 0 {
			t.Errorf("got %+v", m)
		}
	})
	t.Run("C3 a lease that ran out is never renewed", func(t *testing.T) {
		a, b := setupFleet(t, open).nodes()
		a.expire()
		for range 3 {
			a.over(a.me)
		}
		if m, known := b.member(a.me); !known || m.Live() || m.Lease > 0 {
			t.Errorf("got %+v", m)
		}
		b.renew(beat())
	})
	t.Run("C3 the dead are never renewed, whatever their lease", func(t *testing.T) {
		a, b := setupFleet(t, open).nodes()
		a.buries(a.me, true)
		a.over(a.me)
		a.buries(a.me, false)
		b.buries(a.me, false)
		if m, known := b.member(a.me); !known || m.State != journal.NodeDead || m.Live() {
			t.Errorf("got %+v", m)
		}
	})
	t.Run("C5 others bury it when its lease is over, once, and not before", func(t *testing.T) {
		a, b := setupFleet(t, open).nodes()
		b.buries(a.me, false)
		a.renew(beat())
		a.expire()
		b.buries(a.me, true)
		b.buries(a.me, false)
		a.over(a.me)
		if m, _ := b.member(a.me); m.State != journal.NodeDead {
			t.Errorf("got %+v", m)
		}
	})
	t.Run("C3 incarnations that are not the newest of their name", func(t *testing.T) {
		a, b := setupFleet(t, open).nodes()
		for _, unknown := range []journal.Incarnation{{}, {Node: "a"}, {Node: "a", Number: 2}, {Node: "z", Number: 1}} {
			a.over(unknown)
			b.buries(unknown, false)
			did, err := a.Bury(t.Context(), unknown, unknown)
			a.must(err)
			if did {
				t.Errorf("%v was buried", unknown)
			}
		}
		a.renew(beat())
	})
}

func exerciseWishes(t *testing.T, open func(*testing.T) SharedStore) {
	t.Run("a wish to drain is seen by all, and ends with the incarnation", func(t *testing.T) {
		a, b := setupFleet(t, open).nodes()
		a.drains("nobody", true, false)
		wished := func(want bool) {
			t.Helper()
			b.renew(beat()) // a beat does not take the wish of another back
			v := a.renew(beat())
			mine, _ := v.Member(a.me)
			other, _ := v.Member(b.me)
			if mine.Drain != want || other.Drain {
				t.Fatalf("the wishes are %t and %t, want %t and false", mine.Drain, other.Drain, want)
			}
		}
		b.drains("a", true, true)
		wished(true)
		b.drains("a", false, true)
		wished(false)
		b.drains("a", true, true)
		a.buries(a.me, true)
		b.drains("a", true, false)
		a.join("a")
		wished(false)
	})
	t.Run("the floor only rises, and keeps old releases out", func(t *testing.T) {
		f := setupFleet(t, open)
		a, late := f.node("a"), f.stranger()
		floor := a.view().SchemaFloor + 2
		for _, raise := range []int{floor, floor - 1, floor} {
			a.must(a.RaiseFloor(t.Context(), raise))
			if got := late.view().SchemaFloor; got != floor {
				t.Fatalf("the floor is %d, want %d", got, floor)
			}
		}
		old := newcomer("late")
		old.SchemaMax = floor - 1
		_, err := late.Join(t.Context(), old)
		late.refused(err, journal.ErrOldRelease)
		if v := a.view(); len(v.Members) != 1 {
			t.Errorf("members are %+v", v.Members)
		}
		old.SchemaMax = floor
		_, err = late.Join(t.Context(), old)
		late.must(err)
	})
}

// drains wants Drain to say whether there is such a live node.
func (p *process) drains(name string, wanted, want bool) {
	p.t.Helper()
	known, err := p.Drain(p.t.Context(), name, wanted)
	p.must(err)
	if known != want {
		p.t.Fatalf("a live node %q: %t, want %t", name, known, want)
	}
}

func exercisePlacementClose(t *testing.T, open func(*testing.T) SharedStore) {
	t.Run("later calls fail and do not hang, the others go on", func(t *testing.T) {
		a, b := setupFleet(t, open).nodes(1)
		title := a.owns(1)
		a.must(a.Close())
		a.must(a.Close())
		for name, call := range everyPlacementCall(a, title) {
			if err := call(t.Context()); err == nil {
				t.Errorf("%s after Close succeeded", name)
			}
		}
		b.renew(beat())
		b.accept("s", "m")
	})
	t.Run("a call whose context ended fails", func(t *testing.T) {
		a, _ := setupFleet(t, open).nodes(1)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		for name, call := range everyPlacementCall(a, a.owns(1)) {
			if err := call(ctx); !errors.Is(err, context.Canceled) {
				t.Errorf("%s: got error %v, want %v", name, err, context.Canceled)
			}
		}
	})
}

func everyPlacementCall(p *process, title journal.Title) map[string]func(context.Context) error {
	return map[string]func(context.Context) error{
		"Join":  func(ctx context.Context) error { _, err := p.Join(ctx, newcomer("late")); return err },
		"Renew": func(ctx context.Context) error { _, err := p.Renew(ctx, p.me, beat()); return err },
		"View":  func(ctx context.Context) error { _, err := p.View(ctx); return err },
		"Bury":  func(ctx context.Context) error { _, err := p.Bury(ctx, p.me, p.me); return err },
		"Claim": func(ctx context.Context) error { return p.Claim(ctx, p.me, []int{2}) },
		"Move": func(ctx context.Context) error {
			_, err := p.Move(ctx, journal.Move{Shard: 1, From: title, To: p.me})
			return err
		},
		"Release":    func(ctx context.Context) error { return p.Release(ctx, p.me, []string{"s"}) },
		"Drain":      func(ctx context.Context) error { _, err := p.Drain(ctx, "a", true); return err },
		"RaiseFloor": func(ctx context.Context) error { return p.RaiseFloor(ctx, 1) },
		"Backlog":    func(ctx context.Context) error { _, err := p.Backlog(ctx); return err },
	}
}
