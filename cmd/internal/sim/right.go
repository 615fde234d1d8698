package sim

import (
	"context"
	"time"

	"atende/actors/journal"
)

// The promises of a cluster that are about who may do what.  The engine is asked what it believes and
// the register what is true; all functions of this file but inspect and those called from a process take
// a world that is locked.

// checkEffect looks at a call when it begins.  Only what is done for a session needs a right to it, and
// of the calls of the clinic only those that name the patient can be told apart.
func (w *world) checkEffect(ctx context.Context, q request) {
	if w.register == nil || q.operation == opTimes || q.operation == opBook || ctx.Value(byRequest{}) != nil {
		return // an A4 is looked at when it leaves
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if c := w.chatOf(q.chat); c != nil {
		w.checkRight(q.node, c, q.operation)
	}
}

// checkDeparture looks at an A4 when its first byte leaves.  Towards a clinic that knows the intent a call
// may be repeated by whoever began it (B8).
func (w *world) checkDeparture(q request) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if c := w.chatOf(q.chat); c != nil && q.operation == opBook && !w.plan.replays {
		w.checkRight(q.node, c, opBook)
	}
}

// checkRight: nothing is done for a session but by the owner of its shard, while its lease runs, or by
// the former owner that holds it (C4), and on what was loaded under that title (C6).
func (w *world) checkRight(n *node, c *thread, what string) {
	g := w.register
	if g == nil {
		return
	}
	title := g.titles[c.shard]
	l := g.lives[title.Incarnation]
	owns := l != nil && l.node == n && g.running(title.Incarnation)
	holder := g.lives[c.hold.by]
	holds := holder != nil && holder.node == n && g.running(c.hold.by) && !time.Now().After(c.hold.until)
	switch {
	case !owns && !holds:
		w.violate(c.id, "C4", "%s by process %s, which has no right to it; the owner is %v", what, n.name(), title)
	case c.loaded.node != n || c.loaded.title != title && c.loaded.title.Incarnation != c.hold.by:
		w.violate(c.id, "C6", "%s by process %s, which did not load it under %v", what, n.name(), title)
	}
}

// checkBelief: what a process believes to own is its own (C2), and its lease runs (C4); only what it gave
// away itself may it learn of later.
func (w *world) checkBelief(n *node) {
	g := w.register
	if g == nil || n.member == nil || !n.alive() {
		return
	}
	for _, c := range w.chats {
		title, believed := n.member.Title(c.shard)
		switch {
		case !believed:
		case !g.running(title.Incarnation):
			w.violate(c.id, "C4", "process %s believes in its lease as %v, which is over", n.name(), title.Incarnation)
		case title != g.titles[c.shard] && !g.given[ownership{c.shard, title}]:
			w.violate(c.id, "C2", "process %s believes to own the shard with %v, which belongs to %v", n.name(), title, g.titles[c.shard])
		}
	}
}

// inspectEvery is how often the beliefs of all processes are looked at.
const inspectEvery = 100 * time.Millisecond

// inspect looks at them until the world is over.
func (w *world) inspect() {
	for w.rest(inspectEvery) {
		w.mu.Lock()
		for _, s := range w.slots {
			if s.node != nil {
				w.checkBelief(s.node)
			}
		}
		w.mu.Unlock()
	}
}

// grace is cluster.md's GRACE, stall how old the last look at waiting rows may be when a lease is renewed.
const (
	grace = 3 * time.Second
	stall = 2 * time.Second
)

// checkGrace: nobody declares another node dead without having been a member for a while (C5).
func (w *world) checkGrace(who, caller journal.Incarnation) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if l := w.register.lives[caller]; who != caller && l != nil && time.Since(l.joined) < grace {
		w.violate("", "C5", "%v declares %v dead %v after it joined", caller, who, time.Since(l.joined))
	}
}

// checkProgress: a lease is renewed only while the process looks at its waiting rows, or stops (C10).
func (w *world) checkProgress(n *node, me journal.Incarnation) {
	w.mu.Lock()
	defer w.mu.Unlock()
	last := n.swept
	if l := w.register.lives[me]; l != nil && l.joined.After(last) {
		last = l.joined
	}
	if age := time.Since(last); age > stall+1500*time.Millisecond && !n.stopping { // seen a tick later
		w.violate("", "C10", "process %s renews its lease %v after its last look at waiting rows", n.name(), age)
	}
}

// checkLoaded: a session is loaded under the newest title (C1), and not while another holds it.
func (w *world) checkLoaded(n *node, c *thread, title journal.Title) {
	g := w.register
	if g == nil {
		c.loaded = loading{node: n}
		return
	}
	if title != g.titles[c.shard] {
		w.violate(c.id, "C1", "process %s loads it with %v, the owner is %v", n.name(), title, g.titles[c.shard])
	}
	if g.keepsOut(c.hold, title.Incarnation) {
		w.violate(c.id, "C1", "process %s loads it, which %v holds", n.name(), c.hold.by)
	}
	c.endHold(title.Incarnation)
	c.loaded = loading{n, title}
}

// endHold ends the hold of another incarnation, which had not finished.
func (c *thread) endHold(me journal.Incarnation) {
	if c.hold.by != (journal.Incarnation{}) && c.hold.by != me {
		c.voided++
	}
	c.hold = hold{}
}

// checkHeld: a hold ends by itself (C8).
func (w *world) checkHeld(c *thread, me journal.Incarnation) {
	if !w.register.keepsOut(c.hold, me) {
		w.violate(c.id, "C8", "%v is kept out by a hold that is over", me)
	}
}

// overtaken reports that another process loaded the session after this one did.
func (c *thread) overtaken(n *node) bool { return c.loaded.node != nil && c.loaded.node != n }
