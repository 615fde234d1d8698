package memory

import (
	"cmp"
	"context"
	"slices"
	"time"

	"atende/actors/journal"
)

// Purge forgets what nobody needs any more of the sessions of this process; see journal.Journal.
// Like Sweep it looks at everything: this is the journal of the demo and of tests.
func (m *memory) Purge(ctx context.Context, keep journal.Retention, limit int) (int, error) {
	owned := m.owned()
	leave, err := m.enter(ctx)
	if err != nil {
		return 0, err
	}
	defer leave()
	removed := 0
	if !keep.History.IsZero() {
		removed += m.history.forgetBefore(owned, milliseconds(keep.History), limit)
	}
	if !keep.Demand.IsZero() {
		removed += m.forgetDemand(keep.Demand.UTC().Format(time.DateOnly), limit)
	}
	if !keep.Accesses.IsZero() {
		removed += m.forgetAccesses(milliseconds(keep.Accesses), limit)
	}
	if before := milliseconds(keep.Contacts); !keep.Contacts.IsZero() {
		removed += m.forgetContacts(func(c journal.Contact) bool { return c.At.Before(before) }, limit)
	}
	if !keep.Sessions.IsZero() {
		removed += m.forgetSessions(owned, milliseconds(keep.Sessions), limit)
	}
	if !keep.Intents.IsZero() {
		removed += m.forgetIntents(owned, milliseconds(keep.Intents), limit)
	}
	return removed, nil
}

// forgetSessions removes those that did not change since before, the oldest first.
func (s *Store) forgetSessions(owned [journal.Shards]bool, before time.Time, limit int) int {
	var old []string
	for id, known := range s.sessions {
		if owned[journal.ShardOf(id)] && known.changed.Before(before) && len(s.inbox[id]) == 0 {
			old = append(old, id)
		}
	}
	slices.SortFunc(old, func(a, b string) int {
		return cmp.Or(s.sessions[a].changed.Compare(s.sessions[b].changed), cmp.Compare(a, b))
	})
	old = old[:min(len(old), max(limit, 0))]
	for _, id := range old {
		s.forget(id)
	}
	return len(old)
}

// forgetEmpty removes sessions of which nothing is stored and nothing waits, and reports whether there was one: those that
// the gateway has never known.
func (s *Store) forgetEmpty() bool {
	before := len(s.sessions)
	for id, known := range s.sessions {
		if known.state == nil && len(s.inbox[id]) == 0 {
			s.forget(id)
		}
	}
	return len(s.sessions) < before
}

// forget removes a session with its history.  Its intents move to those of the past, and its version stays
// known as one that was given.
func (s *Store) forget(id string) {
	shard := journal.ShardOf(id)
	s.floor = max(s.floor, s.sessions[id].version)
	s.past[shard] = append(s.past[shard], s.intents[id]...)
	delete(s.intents, id)
	delete(s.sessions, id)
	s.history.forget(id)
}

// forgetIntents removes those made before, of forgotten sessions first.
func (s *Store) forgetIntents(owned [journal.Shards]bool, before time.Time, limit int) int {
	removed := 0
	old := func(i journal.Intent) bool {
		if removed >= limit || !i.At.Before(before) {
			return false
		}
		removed++
		return true
	}
	for shard := range s.past {
		if owned[shard] {
			s.past[shard] = slices.DeleteFunc(s.past[shard], old)
		}
	}
	for id, all := range s.intents {
		if len(s.inbox[id]) > 0 || !owned[journal.ShardOf(id)] {
			continue
		}
		if all = slices.DeleteFunc(all, old); len(all) == 0 {
			delete(s.intents, id)
			continue
		}
		s.intents[id] = all
	}
	return removed
}
