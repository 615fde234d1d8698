package memory

import (
	"cmp"
	"context"
	"slices"
	"time"

	"atende/actors/journal"
)

// remind sets the reminder of a session, or brings it forward.
func (s *session) remind(due time.Time) {
	if due.IsZero() {
		return
	}
	if due = milliseconds(due); s.due.IsZero() || due.Before(s.due) {
		s.due = due
	}
}

// Ring makes rows of the reminders of this process that fell due; see journal.Journal.  It never goes
// beyond the bound of waiting rows: what finds no room stays a reminder.  Like Sweep it looks at
// everything.
func (m *memory) Ring(ctx context.Context, now time.Time, limit int) ([]string, error) {
	owned, received := m.owned(), milliseconds(m.options.Now())
	leave, err := m.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	now = milliseconds(now)
	var ids []string
	for id, s := range m.sessions {
		if !s.due.IsZero() && !s.due.After(now) && owned[journal.ShardOf(id)] {
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, func(a, b string) int {
		return cmp.Or(m.sessions[a].due.Compare(m.sessions[b].due), cmp.Compare(a, b))
	})
	ids = ids[:max(0, min(len(ids), limit, m.options.MaxPending-m.pending))]
	for _, id := range ids {
		s := m.sessions[id]
		m.enqueue(journal.Incoming{SessionID: id, MessageID: journal.RingID(s.due), Kind: journal.Timer}, received)
		s.due = time.Time{}
	}
	return ids, nil
}
