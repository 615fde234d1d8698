package memory

import (
	"cmp"
	"context"
	"slices"
	"time"

	"atende/actors/journal"
)

// Purge forgets what nobody needs any more; see journal.Journal.  Like Sweep it looks at
// everything: this is the journal of the demo and of tests.
func (m *memory) Purge(ctx context.Context, keep journal.Retention, limit int) (int, error) {
	leave, err := m.enter(ctx)
	if err != nil {
		return 0, err
	}
	defer leave()
	removed := 0
	if !keep.Sessions.IsZero() {
		removed += m.forgetSessions(milliseconds(keep.Sessions), limit)
	}
	if !keep.Intents.IsZero() {
		removed += m.forgetIntents(milliseconds(keep.Intents), limit)
	}
	return removed, nil
}

// forgetSessions removes those that did not change since before, the oldest first.
func (m *memory) forgetSessions(before time.Time, limit int) int {
	var old []string
	for id, s := range m.sessions {
		if s.changed.Before(before) && len(m.inbox[id]) == 0 {
			old = append(old, id)
		}
	}
	slices.SortFunc(old, func(a, b string) int {
		return cmp.Or(m.sessions[a].changed.Compare(m.sessions[b].changed), cmp.Compare(a, b))
	})
	old = old[:min(len(old), max(limit, 0))]
	for _, id := range old {
		m.floor = max(m.floor, m.sessions[id].version)
		m.past = append(m.past, m.intents[id]...)
		delete(m.intents, id)
		delete(m.sessions, id)
	}
	return len(old)
}

// forgetIntents removes those made before, of forgotten sessions first.
func (m *memory) forgetIntents(before time.Time, limit int) int {
	removed := 0
	old := func(i journal.Intent) bool {
		if removed >= limit || !i.At.Before(before) {
			return false
		}
		removed++
		return true
	}
	m.past = slices.DeleteFunc(m.past, old)
	for id, all := range m.intents {
		if len(m.inbox[id]) > 0 {
			continue
		}
		if all = slices.DeleteFunc(all, old); len(all) == 0 {
			delete(m.intents, id)
			continue
		}
		m.intents[id] = all
	}
	return removed
}
