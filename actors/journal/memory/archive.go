package memory

import (
	"bytes"
	"cmp"
	"context"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"atende/actors/journal"
)

// Look is one session, without a fence; see journal.Archive.
func (m *memory) Look(ctx context.Context, sessionID string) (journal.Stored, bool, error) {
	leave, err := m.enter(ctx)
	if err != nil {
		return journal.Stored{}, false, err
	}
	defer leave()
	stored, known := m.stored(sessionID)
	return stored, known, nil
}

// stored is a session as it lies here; known is false when there is neither a state nor a waiting row.
func (s *Store) stored(id string) (stored journal.Stored, known bool) {
	stored.SessionID = id
	if one := s.sessions[id]; one != nil && one.state != nil {
		stored.Version, stored.Schema, stored.State, stored.ChangedAt = one.version, one.schema, bytes.Clone(one.state), one.changed
	}
	waiting := s.inbox[id]
	stored.Waiting = slices.Clone(waiting[:min(len(waiting), journal.MaxWaiting)])
	for i := range stored.Waiting {
		stored.Waiting[i].Body = bytes.Clone(stored.Waiting[i].Body)
	}
	return stored, stored.State != nil || len(waiting) > 0
}

// Sessions pages through all sessions; see journal.Archive.
func (m *memory) Sessions(ctx context.Context, after string, limit int) ([]journal.Stored, error) {
	leave, err := m.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	var ids []string
	for id, one := range m.sessions {
		if id > after && one.state != nil {
			ids = append(ids, id)
		}
	}
	for id := range m.inbox {
		if id > after {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	var page []journal.Stored
	for _, id := range firstOf(slices.Compact(ids), limit) {
		stored, _ := m.stored(id)
		page = append(page, stored)
	}
	return page, nil
}

// firstOf is the part of a list that fits on a page.
func firstOf[T any](list []T, limit int) []T {
	return list[:min(len(list), max(limit, 0), journal.MaxPage)]
}

// Erase forgets a session as if it had never been; see journal.Archive.
func (m *memory) Erase(ctx context.Context, sessionID string, version int64) error {
	leave, err := m.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	one, rows := m.sessions[sessionID], len(m.inbox[sessionID])
	switch {
	case one == nil:
		if version != 0 && rows > 0 {
			return journal.ErrChanged
		}
	case one.version != version && (version != 0 || one.state != nil):
		return journal.ErrChanged
	}
	if one != nil {
		m.forget(sessionID)
	}
	m.history.forget(sessionID)
	m.forgetContacts(func(c journal.Contact) bool { return c.SessionID == sessionID }, math.MaxInt)
	delete(m.inbox, sessionID)
	m.pending -= rows
	m.backlog[journal.ShardOf(sessionID)] -= rows
	return nil
}

// Demand lists what was wished for in vain; see journal.Archive.
func (m *memory) Demand(ctx context.Context, from, to string) ([]journal.DemandCount, error) {
	leave, err := m.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	var found []journal.DemandCount
	for d, count := range m.demand {
		if d.Day >= from && d.Day <= to {
			found = append(found, journal.DemandCount{Demand: d, Count: count})
		}
	}
	slices.SortFunc(found, func(a, b journal.DemandCount) int {
		return cmp.Or(strings.Compare(a.Day, b.Day), cmp.Compare(a.SpecialtyID, b.SpecialtyID), cmp.Compare(a.AgendaID, b.AgendaID),
			cmp.Compare(a.PlanID, b.PlanID), cmp.Compare(a.Weekday, b.Weekday), strings.Compare(a.Period, b.Period), strings.Compare(a.Cause, b.Cause))
	})
	return found, nil
}

// wish counts what could not be offered.  Beyond the bound it counts only what was wished for before.
func (s *Store) wish(demand []journal.Demand) {
	for _, d := range demand {
		if _, known := s.demand[d]; known || len(s.demand) < journal.MaxDemand {
			s.demand[d]++
		}
	}
}

// forgetDemand removes the counts of days before this one, at most limit.
func (s *Store) forgetDemand(before string, limit int) int {
	days := slices.SortedFunc(maps.Keys(s.demand), func(a, b journal.Demand) int { return strings.Compare(a.Day, b.Day) })
	removed := 0
	for _, d := range days {
		if removed >= limit || d.Day >= before {
			break
		}
		delete(s.demand, d)
		removed++
	}
	return removed
}

// maxAccesses bounds the log of accesses, which otherwise ends with retention.
const maxAccesses = 10_000

// Record notes an access; see journal.Archive.
func (m *memory) Record(ctx context.Context, a journal.Access) error {
	leave, err := m.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	m.access(a)
	return nil
}

func (s *Store) access(a journal.Access) {
	a.At = milliseconds(a.At)
	if len(s.accesses) == maxAccesses {
		s.accesses = slices.Delete(s.accesses, 0, 1)
	}
	s.accesses = append(s.accesses, a)
}

// forgetAccesses removes those of before, at most limit.
func (s *Store) forgetAccesses(before time.Time, limit int) int {
	removed := 0
	s.accesses = slices.DeleteFunc(s.accesses, func(a journal.Access) bool {
		if removed >= limit || !a.At.Before(before) {
			return false
		}
		removed++
		return true
	})
	return removed
}

// Accesses lists the newest; see journal.Archive.
func (m *memory) Accesses(ctx context.Context, limit int) ([]journal.Access, error) {
	leave, err := m.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	var newest []journal.Access
	for _, a := range slices.Backward(m.accesses[len(m.accesses)-len(firstOf(m.accesses, limit)):]) {
		newest = append(newest, a)
	}
	return newest, nil
}
