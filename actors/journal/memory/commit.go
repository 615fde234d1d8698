package memory

import (
	"bytes"
	"cmp"
	"context"
	"slices"

	"atende/actors/journal"
)

// Commit stores the result of a step if its version is the newest; see journal.Journal.
func (m *memory) Commit(ctx context.Context, schema int, c journal.Commit) (int64, error) {
	now := milliseconds(m.options.Now())
	leave, err := m.enter(ctx)
	if err != nil {
		return 0, err
	}
	defer leave()
	s := m.sessions[c.SessionID]
	if s == nil || s.version != c.Version {
		return 0, journal.ErrFenced
	}
	if c.Intent != nil {
		if m.intended(c.SessionID, c.Intent.N, c.Intent.Attempt) {
			return 0, journal.ErrIntentTaken
		}
		intent := *c.Intent
		if intent.At.IsZero() {
			intent.At = now
		}
		intent.At = milliseconds(intent.At)
		m.intents[c.SessionID] = append(m.intents[c.SessionID], intent)
	}
	s.version++
	s.sent, s.changed = c.Sent, now
	if c.State != nil {
		s.schema, s.state = schema, bytes.Clone(c.State)
	}
	s.remind(c.Due)
	m.history.append(journal.SessionEntry{SessionID: c.SessionID, Entry: journal.Entry{Seq: s.version, At: now, Body: c.Entry}})
	m.wish(c.Demand)
	if c.Access != nil {
		m.access(*c.Access)
	}
	m.finish(c)
	return s.version, nil
}

func (s *Store) intended(sessionID string, n, attempt int) bool {
	return slices.ContainsFunc(s.intents[sessionID], func(i journal.Intent) bool {
		return i.N == n && i.Attempt == attempt
	})
}

// Intents lists the intents of one booking; see journal.Journal.
func (m *memory) Intents(ctx context.Context, sessionID string, n int) ([]journal.Intent, error) {
	leave, err := m.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	var found []journal.Intent
	for _, i := range m.intents[sessionID] {
		if i.N == n {
			found = append(found, i)
		}
	}
	slices.SortFunc(found, func(a, b journal.Intent) int { return cmp.Compare(a.Attempt, b.Attempt) })
	return found, nil
}

// Answer records what became of an intent, once and whoever holds the session; see journal.Journal.
func (m *memory) Answer(ctx context.Context, sessionID, token, answer string) error {
	leave, err := m.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	for i := range m.intents[sessionID] {
		if intent := &m.intents[sessionID][i]; intent.Token == token && intent.Answer == "" {
			intent.Answer = answer
		}
	}
	return nil
}
