package memory

import (
	"context"
	"fmt"

	"atende/actors/journal"
)

// Claim takes shards that nobody live owns; see journal.Placement.
func (h *shared) Claim(ctx context.Context, me journal.Incarnation, shards []int) error {
	leave, err := h.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	if !h.accepts(me, h.options.Now()) {
		return nil
	}
	for _, shard := range shards {
		if shard < 0 || shard >= journal.Shards {
			return fmt.Errorf("journal: there is no shard %d", shard)
		}
		title := &h.shards[shard]
		// A lease that is over is not enough: somebody has to say so, after which it cannot be renewed.
		if owner := h.incarnation(title.Incarnation); owner == nil || owner.state == journal.NodeDead {
			*title = journal.Title{Incarnation: me, Epoch: title.Epoch + 1}
		}
	}
	return nil
}

// newest reports that title is the newest of a shard.  That of nobody is none.
func (s *Store) newest(shard int, title journal.Title) bool {
	return shard >= 0 && shard < journal.Shards && s.shards[shard] == title && title != journal.Title{}
}

// Move hands a shard on; see journal.Placement.
func (h *shared) Move(ctx context.Context, m journal.Move) (bool, error) {
	leave, err := h.enter(ctx)
	if err != nil {
		return false, err
	}
	defer leave()
	now := h.options.Now()
	if !h.newest(m.Shard, m.From) || !h.accepts(m.To, now) {
		return false, nil
	}
	h.shards[m.Shard] = journal.Title{Incarnation: m.To, Epoch: m.From.Epoch + 1}
	for _, id := range m.Busy {
		// A session that another node still holds was never the mover's to hold.
		if s := h.sessions[id]; s != nil && !h.keepsOut(s.hold, m.From.Incarnation, now) {
			s.hold = hold{by: m.From.Incarnation, until: now.Add(m.Hold)}
		}
	}
	return true, nil
}

// Release ends holds; see journal.Placement.
func (h *shared) Release(ctx context.Context, me journal.Incarnation, sessionIDs []string) error {
	leave, err := h.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	for _, id := range sessionIDs {
		if s := h.sessions[id]; s != nil && s.hold.by == me {
			s.hold = hold{}
		}
	}
	return nil
}

// Backlog counts the waiting rows of every shard; see journal.Placement.
func (h *shared) Backlog(ctx context.Context) ([journal.Shards]int, error) {
	leave, err := h.enter(ctx)
	if err != nil {
		return [journal.Shards]int{}, err
	}
	defer leave()
	return h.Store.backlog, nil
}
