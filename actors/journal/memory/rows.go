package memory

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"time"

	"atende/actors/journal"
)

// Accept keeps a message, whoever owns its session; see journal.Journal.
func (m *memory) Accept(ctx context.Context, in journal.Incoming) error {
	received := milliseconds(m.options.Now())
	leave, err := m.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	if m.pending >= m.options.MaxPending {
		return journal.ErrFull
	}
	m.enqueue(in, received)
	return nil
}

// enqueue adds a waiting row.
func (s *Store) enqueue(in journal.Incoming, received time.Time) {
	s.seq++
	s.pending++
	s.backlog[journal.ShardOf(in.SessionID)]++
	s.inbox[in.SessionID] = append(s.inbox[in.SessionID], journal.Message{
		Seq: s.seq, MessageID: in.MessageID, Kind: in.Kind, ReceivedAt: received, Body: bytes.Clone(in.Body),
	})
}

// Read lists the oldest waiting rows of a session; see journal.Journal.
func (m *memory) Read(ctx context.Context, sessionID string, limit int) ([]journal.Message, error) {
	leave, err := m.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	waiting := m.inbox[sessionID]
	read := slices.Clone(waiting[:min(len(waiting), max(limit, 0))])
	for i := range read {
		read[i].Body = bytes.Clone(read[i].Body)
	}
	return read, nil
}

// finish drops the rows that are done and counts the attempts of the others.
func (s *Store) finish(c journal.Commit) {
	waiting := s.inbox[c.SessionID]
	before := len(waiting)
	waiting = slices.DeleteFunc(waiting, func(row journal.Message) bool { return slices.Contains(c.Done, row.Seq) })
	for i := range waiting {
		for _, seq := range c.Attempted {
			if waiting[i].Seq == seq {
				waiting[i].Attempts++
			}
		}
	}
	s.pending -= before - len(waiting)
	s.backlog[journal.ShardOf(c.SessionID)] -= before - len(waiting)
	if len(waiting) == 0 {
		delete(s.inbox, c.SessionID)
		return
	}
	s.inbox[c.SessionID] = waiting
}

// Sweep lists sessions of this process with waiting rows; see journal.Journal.
func (m *memory) Sweep(ctx context.Context, limit int) ([]journal.Waiting, error) {
	owned := m.owned()
	leave, err := m.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	oldest := func(id string) journal.Message { return m.inbox[id][0] }
	ids := make([]string, 0, len(m.inbox))
	for id := range m.inbox {
		if owned[journal.ShardOf(id)] {
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, func(a, b string) int { return cmp.Compare(oldest(a).Seq, oldest(b).Seq) })
	var waiting []journal.Waiting
	for _, id := range ids[:min(len(ids), max(limit, 0))] {
		waiting = append(waiting, journal.Waiting{SessionID: id, Oldest: oldest(id).ReceivedAt})
	}
	return waiting, nil
}

// Pending counts waiting rows of this process.
func (m *memory) Pending() int {
	count := 0
	for shard, pending := range m.pendingByShard() {
		if pending == 0 {
			continue
		}
		if _, mine := m.own.Title(shard); mine {
			count += pending
		}
	}
	return count
}

func (m *memory) pendingByShard() [journal.Shards]int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.backlog
}
