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
	pool                                        *sql.DB
	body, intents, fact, due, contacts, version *sql.Stmt
	dataKeys                                    *sql.Stmt
}

func openReader(ctx context.Context, path string) (*reader, error) {
	r := &reader{}
	var err error
	if r.pool, err = openPrepared(ctx, path, maxReaders, r.statements()); err != nil {
		return nil, err
	}
	return r, nil
}

// openPrepared opens connections that cannot write, with their statements.
func openPrepared(ctx context.Context, path string, connections int, statements []statement) (*sql.DB, error) {
	pool, err := openPool(ctx, path, readOnly, connections)
	if err != nil {
		return nil, err
	}
	for _, s := range statements {
		*s.prepared, err = pool.PrepareContext(ctx, s.query) //nolint:sqlclosecheck // closed with the pool
		if err != nil {
			return nil, errors.Join(fmt.Errorf("prepare: %w", err), pool.Close())
		}
	}
	return pool, nil
}

func (r *reader) statements() []statement {
	return []statement{
		{&r.body, "select body from inbox where seq = ?"},
		{&r.intents, `select n, attempt, token, slot, answer, at from intents
			where session_id = ? and n = ? order by attempt`},
		{&r.fact, `select exclusive, at from agenda_facts where agenda_id = ?`},
		{&r.contacts, `select cpf, session_id, at from contacts where phone = ? and at >= ? order by at desc, cpf`},
		{&r.due, `select session_id, due_at from sessions where due_at <= ? order by due_at, session_id limit ?`},
		{&r.dataKeys, `select key_id, secret, used_at from data_keys order by made_at, key_id`},
		{&r.version, `select body from versions where id = ?`},
	}
}

// Read lists the oldest waiting rows of a session; see journal.Journal.
func (f *file) Read(ctx context.Context, sessionID string, limit int) ([]journal.Message, error) {
	if err := f.queue.refusal(ctx); err != nil {
		return nil, err
	}
	rows := f.writer.backlog.read(sessionID, limit)
	read := make([]journal.Message, 0, len(rows))
	for _, r := range rows {
		if !r.held {
			var err error
			r.Body, err = f.reads.fetch(ctx, r.Seq)
			if errors.Is(err, sql.ErrNoRows) && !f.writer.backlog.contains(place{sessionID, r.Seq}) {
				continue // a commit removed it meanwhile
			}
			if err != nil { // also when the file lost the row: an empty answer would lose the message
				return nil, fmt.Errorf("journal: read: %w", err)
			}
		}
		read = append(read, r.Message)
	}
	return read, nil
}

// fetch reads the body of a row.
func (r *reader) fetch(ctx context.Context, seq int64) (body []byte, err error) {
	err = r.body.QueryRowContext(ctx, seq).Scan(&body)
	return body, err
}

// Sweep lists sessions with waiting rows; see journal.Journal.
func (f *file) Sweep(ctx context.Context, limit int) ([]journal.Waiting, error) {
	if err := f.queue.refusal(ctx); err != nil {
		return nil, err
	}
	return f.writer.backlog.sweep(limit), nil
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
