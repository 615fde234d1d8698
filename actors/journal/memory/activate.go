package memory

import (
	"bytes"
	"context"
	"time"

	"atende/actors/journal"
)

// hold keeps a session with the former owner of its shard, who is in the middle of a turn.
type hold struct {
	by    journal.Incarnation // zero: no hold
	until time.Time
}

// keepsOut reports a hold that stands at now against me.  It ends by itself: with its time, and with
// the life of its holder (C8).
func (s *Store) keepsOut(h hold, me journal.Incarnation, now time.Time) bool {
	if h.by == me || now.After(h.until) {
		return false
	}
	holder := s.nodes[h.by.Node]
	return holder != nil && holder.number == h.by.Number && holder.state != journal.NodeDead
}

// Activate loads a session for the owner of its shard and fences its earlier holders; see
// journal.Shared.
func (m *memory) Activate(ctx context.Context, sessionID string, schema int) (journal.Activation, error) {
	shard := journal.ShardOf(sessionID)
	title, mine := m.own.Title(shard)
	now := m.options.Now()
	leave, err := m.enter(ctx)
	if err != nil {
		return journal.Activation{}, err
	}
	defer leave()
	if !mine || title != m.shards[shard] {
		return journal.Activation{}, journal.ErrNotOwner
	}
	s := m.sessions[sessionID]
	switch {
	case s == nil && len(m.sessions) >= m.options.MaxSessions && !m.forgetEmpty():
		return journal.Activation{}, journal.ErrFull
	case s == nil:
		s = &session{version: m.floor, changed: milliseconds(now)}
		m.sessions[sessionID] = s
	case m.keepsOut(s.hold, title.Incarnation, now):
		return journal.Activation{}, journal.ErrHeld
	case s.schema > schema:
		return journal.Activation{}, journal.ErrNewerSchema
	}
	s.hold = hold{}
	s.version++
	return journal.Activation{Version: s.version, Sent: s.sent, State: bytes.Clone(s.state)}, nil
}
