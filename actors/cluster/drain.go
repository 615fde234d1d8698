package cluster

import "context"

// Drain gives every shard to the other nodes and returns when none is owned and no session held any
// more, or when no other node can take any.  The node stays a member, takes nothing any more, and does
// not join anew when its lease runs out.  An error is ctx's.
func (n *Node) Drain(ctx context.Context) error {
	n.leaving.Store(true)
	n.kick()
	for {
		changed := n.changes.wait()
		if n.drained() {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// drained reports that waiting longer brings nothing.
func (n *Node) drained() bool {
	l, s := n.life.Load(), n.sight.Load()
	if l == nil {
		return true
	}
	if s == nil || n.standing.Load() == nil {
		return false // no view yet
	}
	l.mu.Lock()
	moving, held := len(l.moving), len(l.held)
	l.mu.Unlock()
	if moving > 0 {
		return false
	}
	return !s.othersTake(n.Name) || (n.owns() == 0 && held == 0)
}
