package sim

import (
	"context"
	"time"

	"atende/actors/journal"
)

// The operations of placement.
const (
	opJoin    = "join"
	opRenew   = "renew"
	opBury    = "bury"
	opClaim   = "claim"
	opMove    = "move"
	opRelease = "release"
	opOther   = "placement"
)

// statementLimit is how long after its caller gave up a statement of placement may still take effect: the
// database gives it no more time (cluster.md, "Constants").
const statementLimit = time.Second

// office is placement as one process reaches it.
type office struct{ desk }

var _ journal.Placement = office{}

// stamp makes one call of placement.  Its effect sees the world locked.
func stamp[T any](ctx context.Context, o office, operation string, effect func(context.Context, *register) (T, error)) (T, error) {
	return around(ctx, o.desk, placementParty, operation, "", func(ctx context.Context) (T, error) {
		o.w.mu.Lock()
		defer o.w.mu.Unlock()
		return effect(ctx, o.w.register)
	})
}

// Join implements journal.Placement.
func (o office) Join(ctx context.Context, n journal.Newcomer) (journal.Incarnation, error) {
	return stamp(ctx, o, opJoin, func(ctx context.Context, g *register) (journal.Incarnation, error) {
		me, err := g.store.Join(ctx, n)
		if err == nil {
			g.joined(me, o.node, n.Lease)
		}
		return me, err
	})
}

// Renew implements journal.Placement.
func (o office) Renew(ctx context.Context, me journal.Incarnation, b journal.Beat) (journal.View, error) {
	o.w.checkProgress(o.node, me)
	return stamp(ctx, o, opRenew, func(ctx context.Context, g *register) (journal.View, error) {
		view, err := g.store.Renew(ctx, me, b)
		if err == nil {
			g.renewed(me, b.Lease)
		}
		return view, err
	})
}

// View implements journal.Placement.
func (o office) View(ctx context.Context) (journal.View, error) {
	return stamp(ctx, o, opOther, func(ctx context.Context, g *register) (journal.View, error) { return g.store.View(ctx) })
}

// Bury implements journal.Placement.
func (o office) Bury(ctx context.Context, who, caller journal.Incarnation) (bool, error) {
	o.w.checkGrace(who, caller)
	return stamp(ctx, o, opBury, func(ctx context.Context, g *register) (bool, error) {
		done, err := g.store.Bury(ctx, who, caller)
		if done {
			g.buried(who, caller)
		}
		return done, err
	})
}

// Claim implements journal.Placement.
func (o office) Claim(ctx context.Context, me journal.Incarnation, shards []int) error {
	_, err := stamp(ctx, o, opClaim, func(ctx context.Context, g *register) (nothing, error) {
		err := g.store.Claim(ctx, me, shards)
		g.look(nil)
		return nothing{}, err
	})
	return err
}

// Move implements journal.Placement.
func (o office) Move(ctx context.Context, m journal.Move) (bool, error) {
	return stamp(ctx, o, opMove, func(ctx context.Context, g *register) (bool, error) {
		done, err := g.store.Move(ctx, m)
		if done {
			g.look(&m)
		}
		return done, err
	})
}

// Release implements journal.Placement.
func (o office) Release(ctx context.Context, me journal.Incarnation, sessionIDs []string) error {
	_, err := stamp(ctx, o, opRelease, func(ctx context.Context, g *register) (nothing, error) {
		err := g.store.Release(ctx, me, sessionIDs)
		if err == nil {
			g.released(me, sessionIDs)
		}
		return nothing{}, err
	})
	return err
}

// Drain implements journal.Placement.
func (o office) Drain(ctx context.Context, node string, wanted bool) (bool, error) {
	return stamp(ctx, o, opOther, func(ctx context.Context, g *register) (bool, error) {
		return g.store.Drain(ctx, node, wanted)
	})
}

// RaiseFloor implements journal.Placement.
func (o office) RaiseFloor(ctx context.Context, schema int) error {
	_, err := stamp(ctx, o, opOther, func(ctx context.Context, g *register) (nothing, error) {
		return nothing{}, g.store.RaiseFloor(ctx, schema)
	})
	return err
}

// Backlog implements journal.Placement.
func (o office) Backlog(ctx context.Context) ([journal.Shards]int, error) {
	return stamp(ctx, o, opOther, func(ctx context.Context, g *register) ([journal.Shards]int, error) {
		return g.store.Backlog(ctx)
	})
}
