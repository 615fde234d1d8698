package memory

import (
	"bytes"
	"cmp"
	"container/list"
	"context"
	"slices"
	"time"

	"atende/actors/journal"
)

// maxHistoryBytes bounds the bodies of all entries together; beyond it the oldest go, whosever they are.
const maxHistoryBytes = 64 << 20

// history is the entries of all sessions.
type history struct {
	entries  *list.List                 // of journal.SessionEntry, in the order of their commits
	sessions map[string][]*list.Element // the same by session, oldest first; no empty lists
	bytes    int
}

func newHistory() history {
	return history{entries: list.New(), sessions: map[string][]*list.Element{}}
}

// append keeps one more entry, and the bounds.
func (h *history) append(e journal.SessionEntry) {
	if !journal.FitsEntry(e.Body) {
		return
	}
	e.Body = bytes.Clone(e.Body)
	h.bytes += len(e.Body)
	h.sessions[e.SessionID] = append(h.sessions[e.SessionID], h.entries.PushBack(e))
	if own := h.sessions[e.SessionID]; len(own) > journal.MaxHistory {
		h.remove(own[0])
	}
	for h.bytes > maxHistoryBytes {
		h.remove(h.entries.Front())
	}
}

func entryOf(e *list.Element) journal.SessionEntry { return e.Value.(journal.SessionEntry) }

func (h *history) remove(e *list.Element) {
	gone := entryOf(e)
	h.entries.Remove(e)
	h.bytes -= len(gone.Body)
	left := slices.DeleteFunc(h.sessions[gone.SessionID], func(other *list.Element) bool { return other == e })
	if h.sessions[gone.SessionID] = left; len(left) == 0 {
		delete(h.sessions, gone.SessionID)
	}
}

// forget removes the entries of a session.
func (h *history) forget(id string) {
	for _, e := range slices.Clone(h.sessions[id]) {
		h.remove(e)
	}
}

// forgetBefore removes entries of before of these shards, at most limit.
func (h *history) forgetBefore(owned [journal.Shards]bool, before time.Time, limit int) int {
	removed := 0
	var next *list.Element
	for e := h.entries.Front(); e != nil && removed < limit; e = next {
		next = e.Next()
		if entry := entryOf(e); entry.At.Before(before) && owned[journal.ShardOf(entry.SessionID)] {
			h.remove(e)
			removed++
		}
	}
	return removed
}

// History lists the newest entries of a session; see journal.Archive.
func (m *memory) History(ctx context.Context, sessionID string, limit int) ([]journal.Entry, error) {
	leave, err := m.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	all := m.history.sessions[sessionID]
	var newest []journal.Entry
	for _, e := range all[len(all)-min(len(all), max(limit, 0)):] {
		newest = append(newest, read(e).Entry)
	}
	return newest, nil
}

// read is an entry for a caller.
func read(e *list.Element) journal.SessionEntry {
	entry := entryOf(e)
	entry.Body = bytes.Clone(entry.Body)
	return entry
}

// Histories pages through the entries of all sessions; see journal.Archive.
func (m *memory) Histories(ctx context.Context, afterSession string, afterSeq int64, limit int) ([]journal.SessionEntry, error) {
	leave, err := m.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	var behind []*list.Element
	for id, entries := range m.history.sessions {
		for _, e := range entries {
			if id > afterSession || id == afterSession && entryOf(e).Seq > afterSeq {
				behind = append(behind, e)
			}
		}
	}
	slices.SortFunc(behind, func(a, b *list.Element) int {
		x, y := entryOf(a), entryOf(b)
		return cmp.Or(cmp.Compare(x.SessionID, y.SessionID), cmp.Compare(x.Seq, y.Seq))
	})
	var page []journal.SessionEntry
	for _, e := range firstOf(behind, limit) {
		page = append(page, read(e))
	}
	return page, nil
}
