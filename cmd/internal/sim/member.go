package sim

import (
	"context"
	"net"

	"atende/actors/cluster"
	"atende/actors/session/record"
)

// newMember is the process as a node of the cluster, not joined yet.
func (n *node) newMember() *cluster.Node {
	address := n.slot.name + ":1"
	dice := n.w.dice.roll(n.number, "ticks", n.slot.name)
	member, err := cluster.New(cluster.Config{
		Store: office{desk{ledger: n.w.ledger, node: n}}, Name: n.slot.name, SchemaMax: record.Schema,
		Address: address, Listener: n.w.switchboard.listen(n, address),
		Dial: func(ctx context.Context, address string) (net.Conn, error) {
			return n.w.switchboard.dial(ctx, n, address)
		},
		Hold:    n.w.plan.fleet.hold,
		Pending: func() int { return n.desk.Pending() },
		Metrics: measured.Engine, Now: n.clock, Boot: n.uptime, Random: dice.Float64,
	})
	if err != nil {
		panic(err) // the configuration is ours
	}
	return member
}

// join makes the process a member, if there is a cluster; it takes a while.
func (n *node) join() error {
	if n.member == nil {
		return nil
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		defer cancel()
		select {
		case <-ctx.Done():
		case <-n.dead:
		case <-n.w.over:
		}
	}()
	return n.member.Start(ctx, n.router)
}

// giveAway lets the other nodes take over.
func (n *node) giveAway(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, moveLimit)
	defer cancel()
	_ = n.member.Drain(ctx)
	n.w.mu.Lock()
	defer n.w.mu.Unlock()
	n.closed = true
}

// glanceAt is what the process last saw of a chat.  The caller holds the world's lock.
func (n *node) glanceAt(c *thread) *glance {
	g := n.glances[c.id]
	if g == nil {
		g = &glance{}
		n.glances[c.id] = g
	}
	return g
}

// runCluster lets happen what only happens in a cluster.
func (w *world) runCluster() {
	w.crowd.Go(w.inspect)
	for _, t := range w.plan.troubles {
		if t.chat < 0 {
			w.crowd.Go(func() { w.harass(t) })
		}
	}
	for _, o := range w.plan.fleet.wishes {
		w.crowd.Go(func() { w.order(o) })
	}
}

// order is an operator's wish, and its end.
func (w *world) order(o wish) {
	set := func(wanted bool) {
		w.mu.Lock()
		defer w.mu.Unlock()
		name := w.slots[o.node].name
		w.noteLocked("", "%s shall give its shards away: %t", name, wanted)
		_, _ = w.register.store.Drain(context.Background(), name, wanted && !w.healed)
	}
	if w.rest(o.at) {
		set(true)
		w.rest(o.lasts)
		set(false)
	}
}

// grant takes all wishes back.  The caller holds the lock.
func (w *world) grant() {
	if w.register == nil {
		return
	}
	for _, s := range w.slots {
		_, _ = w.register.store.Drain(context.Background(), s.name, false)
	}
}
