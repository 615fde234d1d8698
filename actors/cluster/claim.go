package cluster

import (
	"context"
	"sync/atomic"

	"atende/actors/journal"
)

// chore runs a call of the store beside the tick, which must not wait for it, one of a kind at a time.
// The view after it says what came of it; the next tick repeats what is still missing.
func (n *Node) chore(l *life, running *atomic.Bool, call func(context.Context) error, what string) {
	if !running.CompareAndSwap(false, true) {
		return
	}
	n.jobs.Go(func() {
		defer running.Store(false)
		ctx, cancel := context.WithTimeout(l.ctx, n.CallTimeout)
		defer cancel()
		if err := call(ctx); err != nil && l.ctx.Err() == nil {
			n.Log.Warn(what+" failed; the next tick looks again", "error", err)
			return
		}
		n.kick()
	})
}

// buryExpired declares nodes dead whose lease is over.  Only a node whose own lease ran for GRACE
// without a break may (C5): when the store was away every lease is over, and nobody is dead.
func (n *Node) buryExpired(l *life, view *journal.View, now reading) {
	if now.mono.Sub(l.joined.mono) < n.Grace {
		return
	}
	var expired []journal.Incarnation
	for _, m := range view.Members {
		if m.State != journal.NodeDead && !m.Live() && m.Incarnation != l.me {
			expired = append(expired, m.Incarnation)
		}
	}
	if len(expired) == 0 {
		return
	}
	n.chore(l, &l.burying, func(ctx context.Context) error {
		for _, who := range expired {
			buried, err := n.Store.Bury(ctx, who, l.me)
			if err != nil {
				return err
			}
			if buried {
				n.Log.Warn("declared a node dead", "incarnation", who.String())
			}
		}
		return nil
	}, "declaring nodes dead")
}

// claim takes what this node should have and nobody live owns.
func (n *Node) claim(l *life, view *journal.View, want [journal.Shards]journal.Incarnation) {
	var shards []int
	for shard, owner := range &want {
		if owner == l.me && view.Shards[shard].Incarnation != l.me && claimable(view, shard) {
			shards = append(shards, shard)
		}
	}
	if len(shards) == 0 {
		return
	}
	n.chore(l, &l.claiming, func(ctx context.Context) error {
		return n.Store.Claim(ctx, l.me, shards)
	}, "claiming shards")
}

// raiseFloor lets the state schema of this program be written once every live node has read it for
// long enough not to be rolled back.
func (n *Node) raiseFloor(l *life, view *journal.View) {
	if n.SchemaMax <= view.SchemaFloor {
		return
	}
	for _, m := range view.Members {
		if m.Live() && (m.SchemaMax < n.SchemaMax || m.Up < n.FloorAfter) {
			return
		}
	}
	n.chore(l, &l.raising, func(ctx context.Context) error {
		return n.Store.RaiseFloor(ctx, n.SchemaMax)
	}, "raising the schema floor")
}
