package memory

import (
	"bytes"
	"context"
	"slices"

	"atende/actors/journal"
)

// DataKeys lists the keys that values may be encrypted with; see journal.Sealing.
func (m *memory) DataKeys(ctx context.Context) ([]journal.DataKey, error) {
	leave, err := m.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	now := milliseconds(m.options.Now())
	keys := slices.Clone(m.dataKeys)
	for i := range keys {
		keys[i].Index, keys[i].Idle = bytes.Clone(keys[i].Index), now.Sub(keys[i].Used)
	}
	return keys, nil
}

// UseDataKey notes that values are written with a key; see journal.Sealing.
func (m *memory) UseDataKey(ctx context.Context, key journal.DataKey) error {
	leave, err := m.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	now := milliseconds(m.options.Now())
	if i := m.dataKey(key.ID); i >= 0 {
		if known := &m.dataKeys[i]; now.After(known.Used) {
			known.Used = now
		}
		return nil
	}
	m.dataKeys = append(m.dataKeys, journal.DataKey{ID: key.ID, Index: bytes.Clone(key.Index), Used: now})
	return nil
}

func (s *Store) dataKey(id string) int {
	return slices.IndexFunc(s.dataKeys, func(k journal.DataKey) bool { return k.ID == id })
}

// DropDataKey forgets a key; see journal.Sealing.
func (m *memory) DropDataKey(ctx context.Context, key journal.DataKey) error {
	leave, err := m.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	if i := m.dataKey(key.ID); i >= 0 && m.dataKeys[i].Used.Equal(key.Used) {
		m.dataKeys = slices.Delete(m.dataKeys, i, i+1)
	}
	return nil
}

// Replace puts other forms in the place of values; see journal.Sealing.
func (m *memory) Replace(ctx context.Context, values []journal.Replacement) (replaced int, err error) {
	leave, err := m.enter(ctx)
	if err != nil {
		return 0, err
	}
	defer leave()
	for _, v := range values {
		if m.replace(v) {
			replaced++
		}
	}
	return replaced, nil
}

func (s *Store) replace(v journal.Replacement) bool {
	switch v.Kind {
	case journal.StateValue:
		if one := s.sessions[v.SessionID]; one != nil && one.state != nil && v.Seq == 0 && bytes.Equal(one.state, v.Old) {
			one.state = bytes.Clone(v.New)
			return true
		}
	case journal.BodyValue:
		for i, row := range s.inbox[v.SessionID] {
			if row.Seq == v.Seq && bytes.Equal(row.Body, v.Old) {
				s.inbox[v.SessionID][i].Body = bytes.Clone(v.New)
				return true
			}
		}
	case journal.EntryValue:
		return s.history.replace(v)
	}
	return false
}

// replace puts another form in the place of the body of an entry.
func (h *history) replace(v journal.Replacement) bool {
	for _, e := range h.sessions[v.SessionID] {
		entry := entryOf(e)
		if entry.Seq != v.Seq || !bytes.Equal(entry.Body, v.Old) {
			continue
		}
		h.bytes += len(v.New) - len(entry.Body)
		entry.Body = bytes.Clone(v.New)
		e.Value = entry
		return true
	}
	return false
}

// Settle has nothing to do: memory keeps no former values.
func (m *memory) Settle(ctx context.Context) error {
	leave, err := m.enter(ctx)
	if err != nil {
		return err
	}
	leave()
	return nil
}
