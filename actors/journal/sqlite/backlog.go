package sqlite

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"atende/actors/journal"
)

// defaultMaxHeld bounds the bodies in memory, in bytes.  Those beyond it are read from the file.
const defaultMaxHeld = 64 << 20

// backlog is the waiting rows in memory.  This process is the only writer of the file, so nobody
// needs to ask the file what it was told a moment ago: a turn reads nothing from the disk, and the
// table needs no index that every message would have to enter and leave.
//
// The writer changes it after its transaction and before it answers the callers.
type backlog struct {
	mu       sync.RWMutex
	sessions map[string][]row // oldest first; no empty entries
	count    int
	held     int // bytes of bodies, at most maxHeld
	maxHeld  int
}

// row is a waiting row; its body is in memory or only in the file.
type row struct {
	journal.Message
	held bool
}

// place names a row.
type place struct {
	sessionID string
	seq       int64
}

// changes are what a transaction does to the waiting rows.
type changes struct {
	added       []added
	tried, gone []place
	rewritten   []rewritten
}

type added struct {
	sessionID string
	message   journal.Message
}

// rewritten is the body of a row in another form.
type rewritten struct {
	place
	body []byte
}

// apply makes the changes of a transaction that stands.
func (b *backlog) apply(c *changes) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, a := range c.added {
		b.add(a.sessionID, row{Message: a.message, held: true})
	}
	for _, p := range c.tried {
		if i, found := b.find(p); found {
			b.sessions[p.sessionID][i].Attempts++
		}
	}
	for _, r := range c.rewritten {
		if i, found := b.find(r.place); found {
			b.rewrite(&b.sessions[r.sessionID][i], r.body)
		}
	}
	for _, p := range c.gone {
		if i, found := b.find(p); found {
			b.remove(p.sessionID, i)
		}
	}
}

// rewrite changes a body that is in memory, as far as there is room for the new one.
func (b *backlog) rewrite(r *row, body []byte) {
	if !r.held {
		return
	}
	b.held -= len(r.Body)
	if b.held+len(body) > b.maxHeld {
		r.held, r.Body = false, nil
		return
	}
	r.Body = body
	b.held += len(body)
}

func (b *backlog) add(sessionID string, r row) {
	if r.held && b.held+len(r.Body) > b.maxHeld {
		r.held, r.Body = false, nil
	}
	b.held += len(r.Body)
	b.count++
	b.sessions[sessionID] = append(b.sessions[sessionID], r)
}

func (b *backlog) find(p place) (int, bool) {
	return slices.BinarySearchFunc(b.sessions[p.sessionID], p.seq, func(r row, seq int64) int { return cmp.Compare(r.Seq, seq) })
}

func (b *backlog) remove(sessionID string, i int) {
	rows := b.sessions[sessionID]
	b.held -= len(rows[i].Body)
	b.count--
	if len(rows) == 1 {
		delete(b.sessions, sessionID)
		return
	}
	b.sessions[sessionID] = slices.Delete(rows, i, i+1)
}

// replace begins anew with what the file holds, the bodies left there.
func (b *backlog) replace(sessions map[string][]row) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.sessions, b.count, b.held = sessions, 0, 0
	for _, rows := range sessions {
		b.count += len(rows)
	}
}

// read returns copies of the oldest rows of a session, at most limit.
func (b *backlog) read(sessionID string, limit int) []row {
	b.mu.RLock()
	defer b.mu.RUnlock()
	rows := b.sessions[sessionID]
	rows = slices.Clone(rows[:min(len(rows), max(limit, 0))])
	for i := range rows {
		rows[i].Body = bytes.Clone(rows[i].Body)
	}
	return rows
}

func (b *backlog) contains(p place) bool {
	b.mu.RLock()
	defer b.mu.RUnlock()
	_, found := b.find(p)
	return found
}

func (b *backlog) len() int {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.count
}

// sweep lists the sessions with rows, oldest first, at most limit.
func (b *backlog) sweep(limit int) []journal.Waiting {
	type oldest struct {
		seq int64
		at  time.Time
		id  string
	}
	b.mu.RLock()
	all := make([]oldest, 0, len(b.sessions))
	for id, rows := range b.sessions {
		all = append(all, oldest{rows[0].Seq, rows[0].ReceivedAt, id})
	}
	b.mu.RUnlock()
	slices.SortFunc(all, func(x, y oldest) int { return cmp.Compare(x.seq, y.seq) })
	var waiting []journal.Waiting
	for _, o := range all[:min(len(all), max(limit, 0))] {
		waiting = append(waiting, journal.Waiting{SessionID: o.id, Oldest: o.at})
	}
	return waiting
}

// after lists the sessions with rows whose ids come after this one, by id, at most limit.
func (b *backlog) after(id string, limit int) []string {
	b.mu.RLock()
	var ids []string
	for other := range b.sessions {
		if other > id {
			ids = append(ids, other)
		}
	}
	b.mu.RUnlock()
	slices.Sort(ids)
	return ids[:min(len(ids), limit)]
}

// backlog reads what a backlog begins with.
func (c *connection) backlog(ctx context.Context) (map[string][]row, error) {
	rows, err := c.rows.QueryContext(ctx)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	sessions := map[string][]row{}
	for rows.Next() {
		var r row
		var sessionID string
		var received int64
		if err := rows.Scan(&r.Seq, &sessionID, &r.MessageID, &r.Kind, &r.Attempts, &received); err != nil {
			return nil, err
		}
		r.ReceivedAt = time.UnixMilli(received).UTC()
		sessions[sessionID] = append(sessions[sessionID], r)
	}
	return sessions, rows.Err()
}
