package journaltest

import (
	"testing"

	"atende/actors/journal"
)

func exerciseClaim(t *testing.T, open func(*testing.T) SharedStore) {
	t.Run("C2 shards that nobody owned, and only those that were named", func(t *testing.T) {
		a := setupFleet(t, open).node("a", 0, 7, journal.Shards-1)
		a.claim()
		v := a.view()
		for shard, title := range &v.Shards {
			want := journal.Title{}
			if shard == 0 || shard == 7 || shard == journal.Shards-1 {
				want = journal.Title{Incarnation: a.me, Epoch: 1}
			}
			if title != want {
				t.Errorf("shard %d is %+v, want %+v", shard, title, want)
			}
		}
	})
	t.Run("C2 not those of a live owner, nor one's own again", func(t *testing.T) {
		a, b := setupFleet(t, open).nodes(1)
		title := a.owns(1)
		b.claim(1, 2)
		a.claim(1, 2)
		b.owns(2)
		if got := a.owns(1); got != title {
			t.Errorf("the title became %+v, was %+v", got, title)
		}
	})
	t.Run("C2 not those of a draining owner", func(t *testing.T) {
		a, b := setupFleet(t, open).nodes(1)
		a.renew(journal.Beat{State: journal.NodeDraining, Lease: long})
		b.claim(1)
		a.owns(1)
	})
	t.Run("C2 those of the dead, once somebody said so", func(t *testing.T) {
		a, b := setupFleet(t, open).nodes(1)
		title := a.owns(1)
		a.expire()
		b.claim(1)
		if got := a.owns(1); got != title {
			t.Fatalf("the title became %+v, was %+v", got, title)
		}
		b.buries(a.me, true)
		b.claim(1)
		if got := b.owns(1); got.Epoch != title.Epoch+1 {
			t.Errorf("epoch %d came after %d", got.Epoch, title.Epoch)
		}
	})
	t.Run("C2 those of a former life", func(t *testing.T) {
		a, b := setupFleet(t, open).nodes(1, 2)
		a.expire()
		a.join("a")
		a.look()
		if _, mine := a.own.Title(1); mine {
			t.Error("the next life inherited a shard")
		}
		a.claim(1)
		b.claim(1, 2)
		if mine, other := a.owns(1), b.owns(2); mine.Epoch != 2 || other.Epoch != 2 {
			t.Errorf("epochs are %d and %d, want 2", mine.Epoch, other.Epoch)
		}
	})
	for name, unfit := range unfitNodes() {
		t.Run("not by a node that is "+name, func(t *testing.T) {
			a, _ := setupFleet(t, open).nodes()
			unfit(a)
			a.claim(1)
			if got := a.view().Shards[1]; got != (journal.Title{}) {
				t.Errorf("the shard became %+v", got)
			}
		})
	}
}

// unfitNodes make a node one that gets no shards.
func unfitNodes() map[string]func(*process) {
	return map[string]func(*process){
		"draining":             func(p *process) { p.renew(journal.Beat{State: journal.NodeDraining, Lease: long}) },
		"dead":                 func(p *process) { p.buries(p.me, true) },
		"not renewed for long": func(p *process) { p.expire() },
		"of a former life": func(p *process) {
			former := p.me
			p.expire()
			p.join(p.me.Node)
			p.me = former
		},
		"unknown": func(p *process) { p.me = journal.Incarnation{Node: "unknown", Number: 1} },
	}
}

func exerciseMove(t *testing.T, open func(*testing.T) SharedStore) {
	t.Run("C2 straight to its new owner, with the next epoch", func(t *testing.T) {
		a, b := setupFleet(t, open).nodes(1, 2)
		before := a.owns(1)
		a.gives(b)
		if after := b.owns(1); after.Epoch != before.Epoch+1 {
			t.Errorf("epoch %d came after %d", after.Epoch, before.Epoch)
		}
		a.owns(2)
	})
	t.Run("a draining node gives", func(t *testing.T) {
		a, b := setupFleet(t, open).nodes(1)
		a.renew(journal.Beat{State: journal.NodeDraining, Lease: long})
		a.gives(b)
		b.owns(1)
	})
	t.Run("C2 only with the newest title", func(t *testing.T) {
		f := setupFleet(t, open)
		a, b := f.nodes(1)
		c := f.node("c")
		first := a.owns(1)
		a.gives(b)
		b.gives(a)
		newest := a.owns(1)
		for name, from := range map[string]journal.Title{
			"an epoch before":       first,
			"an epoch to come":      {Incarnation: a.me, Epoch: newest.Epoch + 1},
			"not the owner":         {Incarnation: b.me, Epoch: newest.Epoch},
			"another life of owner": {Incarnation: journal.Incarnation{Node: "a", Number: 2}, Epoch: newest.Epoch},
			"nobody":                {},
		} {
			a.moves(journal.Move{Shard: 1, From: from, To: c.me, Hold: long}, false)
			if got := a.owns(1); got != newest {
				t.Fatalf("%s: the title became %+v, was %+v", name, got, newest)
			}
		}
		a.moves(journal.Move{Shard: 2, From: journal.Title{}, To: c.me, Hold: long}, false) // nobody's
		if got := a.view().Shards[2]; got != (journal.Title{}) {
			t.Errorf("a shard of nobody became %+v", got)
		}
	})
	for name, unfit := range unfitNodes() {
		t.Run("C8 not to a node that is "+name+", and nothing is held then", func(t *testing.T) {
			f := setupFleet(t, open)
			a, b := f.nodes(1)
			c, s := f.node("c"), sessionIn(1, 0)
			unfit(b)
			a.activate(s)
			title := a.owns(1)
			a.moves(journal.Move{Shard: 1, From: title, To: b.me, Busy: []string{s}, Hold: long}, false)
			if got := a.owns(1); got != title {
				t.Fatalf("the title became %+v, was %+v", got, title)
			}
			a.gives(c) // the turn is over by now
			c.activate(s)
		})
	}
	t.Run("C8 a move with an old title holds nothing", func(t *testing.T) {
		f := setupFleet(t, open)
		a, b := f.nodes(1)
		c, s := f.node("c"), sessionIn(1, 0)
		a.activate(s)
		old := a.owns(1)
		a.gives(b)
		a.moves(journal.Move{Shard: 1, From: old, To: c.me, Busy: []string{s}, Hold: long}, false)
		b.activate(s)
	})
}
