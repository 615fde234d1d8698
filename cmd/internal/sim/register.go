package sim

import (
	"context"
	"time"

	"atende/actors/journal"
)

// register is what the checks remember of incarnations and shards, beside the store that decides.  The
// world's lock guards it.
type register struct {
	w     *world
	store journal.Shared
	lives map[journal.Incarnation]*life
	// titles are the newest ones, given those that their owner gave away itself.
	titles    [journal.Shards]journal.Title
	given     map[ownership]bool
	takeovers [journal.Shards]int // from owners that did not give them away
}

// life is what is known of an incarnation.
type life struct {
	node   *node
	joined time.Time
	lease  time.Time // until then
	buried bool
}

// ownership is the right to one shard.
type ownership struct {
	shard int
	title journal.Title
}

// loading is a session in the memory of a process.
type loading struct {
	node  *node
	title journal.Title
}

// hold is a session that stayed with the former owner of its shard.
type hold struct {
	by    journal.Incarnation
	until time.Time
}

func newRegister(w *world, store journal.Shared) *register {
	return &register{w: w, store: store, lives: map[journal.Incarnation]*life{}, given: map[ownership]bool{}}
}

// running reports that the lease of an incarnation runs.
func (g *register) running(i journal.Incarnation) bool {
	l := g.lives[i]
	return l != nil && !l.buried && l.lease.After(time.Now())
}

func (g *register) joined(me journal.Incarnation, n *node, lease time.Duration) {
	now := time.Now()
	g.lives[me] = &life{node: n, joined: now, lease: now.Add(lease)}
	g.w.noteLocked("", "process %s joins as %v", n.name(), me)
}

func (g *register) renewed(me journal.Incarnation, lease time.Duration) {
	if !g.running(me) {
		g.w.violate("", "C3", "%v was renewed although its lease was over", me)
	}
	if l := g.lives[me]; l != nil {
		l.lease = time.Now().Add(lease)
	}
}

func (g *register) buried(who, caller journal.Incarnation) {
	if who != caller && g.running(who) {
		g.w.violate("", "C3", "%v was declared dead by %v while its lease ran", who, caller)
	}
	g.lives[who].buried = true
	g.w.noteLocked("", "%v is dead, says %v", who, caller)
}

// look notes what a claim, or a move, changed.
func (g *register) look(m *journal.Move) {
	view, err := g.store.View(context.Background())
	if err != nil {
		panic(err) // nobody closes it
	}
	for shard, title := range &view.Shards {
		if before := g.titles[shard]; title != before {
			g.change(shard, before, title, m)
		}
	}
	g.titles = view.Shards
	if m == nil {
		return
	}
	for _, id := range m.Busy {
		if c := g.w.chatOf(id); c != nil && c.loaded.node != nil && !g.keepsOut(c.hold, m.From.Incarnation) {
			c.endHold(m.From.Incarnation)
			c.hold = hold{by: m.From.Incarnation, until: time.Now().Add(m.Hold)}
			g.w.noteLocked(id, "held by %v", m.From.Incarnation)
		}
	}
}

func (g *register) change(shard int, before, after journal.Title, m *journal.Move) {
	if after.Epoch <= before.Epoch {
		g.w.violate("", "C2", "shard %d went from %v to %v", shard, before, after)
	}
	how := "claims"
	switch {
	case m != nil && m.Shard == shard:
		g.given[ownership{shard, before}] = true
		g.w.tally.Moves++
		how = "is given"
	case before.Epoch > 0:
		g.takeovers[shard]++
		g.w.tally.Takeovers++
		if g.running(before.Incarnation) {
			g.w.violate("", "C2", "shard %d was taken from %v while its lease ran", shard, before.Incarnation)
		}
	}
	for _, c := range g.w.chats {
		if c.shard == shard {
			g.w.noteLocked(c.id, "%v %s the shard, epoch %d", after.Incarnation, how, after.Epoch)
		}
	}
}

func (g *register) released(me journal.Incarnation, ids []string) {
	for _, id := range ids {
		if c := g.w.chatOf(id); c != nil && c.hold.by == me {
			c.hold = hold{}
			g.w.noteLocked(id, "%v releases it", me)
		}
	}
}

// keepsOut reports a hold that stands against an incarnation.
func (g *register) keepsOut(h hold, me journal.Incarnation) bool {
	l := g.lives[h.by]
	return h.by != me && l != nil && !l.buried && !time.Now().After(h.until) && !g.replaced(h.by)
}

func (g *register) replaced(i journal.Incarnation) bool {
	i.Number++
	return g.lives[i] != nil
}

// even reports that all shards are owned, and no node has more than one above its even share.
func (g *register) even() bool {
	owned := map[journal.Incarnation]int{}
	for _, title := range &g.titles {
		if !g.running(title.Incarnation) {
			return false
		}
		owned[title.Incarnation]++
	}
	nodes := 0
	for _, s := range g.w.slots {
		if s.node != nil {
			nodes++
		}
	}
	for _, n := range owned {
		if n > journal.Shards/nodes+1 {
			return false
		}
	}
	return nodes == len(owned)
}
