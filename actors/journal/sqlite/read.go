package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"atende/actors/journal"
)

// maxReaders bounds the reads at a time.
const maxReaders = 4

// reader is the pool of connections that cannot write, with its statements.
type reader struct {
	pool                  *sql.DB
	inbox, sweep, intents *sql.Stmt
	fact                  *sql.Stmt
}

func openReader(ctx context.Context, path string) (*reader, error) {
	pool, err := openPool(ctx, path, readOnly, maxReaders)
	if err != nil {
		return nil, err
	}
	r := &reader{pool: pool}
	for _, s := range r.statements() {
		*s.prepared, err = pool.PrepareContext(ctx, s.query) //nolint:sqlclosecheck // closed with the pool
		if err != nil {
			return nil, errors.Join(fmt.Errorf("prepare: %w", err), pool.Close())
		}
	}
	return r, nil
}

func (r *reader) statements() []statement {
	return []statement{
		{&r.inbox, `select seq, message_id, kind, attempts, received_at, body from inbox
			where session_id = ? order by seq limit ?`},
		// SQLite takes received_at from the row that has the minimum.
		{&r.sweep, `select session_id, received_at, min(seq) as oldest from inbox
			group by session_id order by oldest limit ?`},
		{&r.intents, `select n, attempt, token, slot, answer, at from intents
			where session_id = ? and n = ? order by attempt`},
		{&r.fact, `select exclusive, at from agenda_facts where agenda_id = ?`},
	}
}

// Read lists the oldest waiting rows of a session; see journal.Journal.
func (f *file) Read(ctx context.Context, sessionID string, limit int) ([]journal.Message, error) {
	return list(ctx, f.reads.inbox, func(rows *sql.Rows) (m journal.Message, err error) {
		var received int64
		err = rows.Scan(&m.Seq, &m.MessageID, &m.Kind, &m.Attempts, &received, &m.Body)
		m.ReceivedAt = time.UnixMilli(received).UTC()
		return m, err
	}, sessionID, max(limit, 0)) // SQLite takes a negative limit for none
}

// Sweep lists sessions with waiting rows; see journal.Journal.
func (f *file) Sweep(ctx context.Context, limit int) ([]journal.Waiting, error) {
	return list(ctx, f.reads.sweep, func(rows *sql.Rows) (w journal.Waiting, err error) {
		var received, oldest int64
		err = rows.Scan(&w.SessionID, &received, &oldest)
		w.Oldest = time.UnixMilli(received).UTC()
		return w, err
	}, max(limit, 0))
}

// Intents lists the intents of one booking; see journal.Journal.
func (f *file) Intents(ctx context.Context, sessionID string, n int) ([]journal.Intent, error) {
	return list(ctx, f.reads.intents, func(rows *sql.Rows) (i journal.Intent, err error) {
		var at int64
		err = rows.Scan(&i.N, &i.Attempt, &i.Token, &i.Slot, &i.Answer, &at)
		i.At = time.UnixMilli(at).UTC()
		return i, err
	}, sessionID, n)
}

// list runs a query and scans all of its rows.
func list[T any](ctx context.Context, query *sql.Stmt, scan func(*sql.Rows) (T, error), arguments ...any) ([]T, error) {
	rows, err := query.QueryContext(ctx, arguments...)
	if err != nil {
		return nil, fmt.Errorf("journal: query: %w", err)
	}
	defer rows.Close()
	var all []T
	for rows.Next() {
		one, err := scan(rows)
		if err != nil {
			return nil, fmt.Errorf("journal: scan: %w", err)
		}
		all = append(all, one)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("journal: read: %w", err)
	}
	return all, nil
}
