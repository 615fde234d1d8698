package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"atende/actors/journal"
)

// Purge forgets what nobody needs any more; see journal.Journal.  It is a row of transactions that
// look at no more than limit sessions each and share the queue with everybody else.
func (f *file) Purge(ctx context.Context, keep journal.Retention, limit int) (int, error) {
	removed, err := f.forgetRecords(ctx, keep, limit)
	if err != nil {
		return removed, err
	}
	forgotten := 0
	for more := !keep.Sessions.IsZero(); more && forgotten < limit; {
		now, before, most := f.now().UnixMilli(), keep.Sessions.UnixMilli(), limit-forgotten
		var gone, looked int
		err := f.queue.put(ctx, func(t *transaction) (err error) {
			gone, looked, err = t.forgetSessions(before, now, most, limit)
			return err
		})
		if err != nil { // gone may be written just now
			return removed + forgotten, err
		}
		forgotten += gone
		more = looked == limit
	}
	removed += forgotten
	if keep.Intents.IsZero() || limit <= 0 {
		return removed, nil
	}
	before := keep.Intents.UnixMilli()
	var gone int64
	err = f.queue.put(ctx, func(t *transaction) (err error) {
		gone, err = t.forgetIntents(before, int64(limit))
		return err
	})
	if err != nil {
		return removed, err
	}
	return removed + int(gone), nil
}

// forgetRecords removes old entries, counts of demand, accesses and contacts, at most limit of each kind.
func (f *file) forgetRecords(ctx context.Context, keep journal.Retention, limit int) (int, error) {
	removed := 0
	for _, kind := range []struct {
		before time.Time
		older  func(*transaction) (statement *sql.Stmt, than any)
	}{
		{keep.History, func(t *transaction) (*sql.Stmt, any) { return t.forgetEntries, keep.History.UnixMilli() }},
		{keep.Demand, func(t *transaction) (*sql.Stmt, any) { return t.forgetDemand, keep.Demand.UTC().Format(time.DateOnly) }},
		{keep.Accesses, func(t *transaction) (*sql.Stmt, any) { return t.forgetAccesses, keep.Accesses.UnixMilli() }},
		{keep.Contacts, func(t *transaction) (*sql.Stmt, any) { return t.forgetContacts, keep.Contacts.UnixMilli() }},
	} {
		if kind.before.IsZero() || limit <= 0 {
			continue
		}
		var gone int64
		err := f.queue.put(ctx, func(t *transaction) (err error) {
			statement, than := kind.older(t)
			gone, err = t.change(statement, than, limit)
			return err
		})
		if err != nil { // gone may be written just now
			return removed, err
		}
		removed += int(gone)
	}
	return removed, nil
}

// candidate is a session that Purge looks at.
type candidate struct {
	id               string
	version, updated int64
	waiting          bool
}

// forgetSessions looks at the next sessions, at most limit, until most of them went away.  One that
// stays is looked at again when it could be old enough.
func (t *transaction) forgetSessions(before, now int64, most, limit int) (gone, looked int, err error) {
	candidates, err := t.nextCandidates(before, limit)
	if err != nil {
		return 0, 0, err
	}
	for _, c := range candidates {
		switch {
		case c.waiting:
			_, err = t.change(t.lookLater, max(now, before), c.id)
		case c.updated >= before:
			_, err = t.change(t.lookLater, c.updated, c.id)
		case gone < most:
			gone++
			err = t.forget(c, c.id)
		}
		if err != nil {
			return 0, 0, err
		}
	}
	return gone, len(candidates), nil
}

func (t *transaction) nextCandidates(before int64, limit int) ([]candidate, error) {
	rows, err := t.look.QueryContext(t.ctx, before, limit)
	if err != nil {
		return nil, fmt.Errorf("look: %w", err)
	}
	defer rows.Close()
	var all []candidate
	for rows.Next() {
		var c candidate
		if err := rows.Scan(&c.id, &c.version, &c.updated, &c.waiting); err != nil {
			return nil, fmt.Errorf("look: %w", err)
		}
		all = append(all, c)
	}
	return all, rows.Err()
}

// forget removes a session with its history.  Its intents move to those of the past, under another id or the same,
// and its version stays known as one that was given.
func (t *transaction) forget(c candidate, as string) error {
	if _, err := t.change(t.archive, as, c.id); err != nil {
		return err
	}
	if _, err := t.change(t.archived, c.id); err != nil {
		return err
	}
	if _, err := t.change(t.forgetHistory, c.id); err != nil {
		return err
	}
	if _, err := t.change(t.forgetOne, c.id); err != nil {
		return err
	}
	if c.version <= t.floor {
		return nil
	}
	t.floor = c.version
	_, err := t.change(t.raise, c.version)
	return err
}

// forgetIntents removes old ones, at most limit, those of sessions that are gone first.
func (t *transaction) forgetIntents(before, limit int64) (int64, error) {
	past, err := t.change(t.forgetPast, before, limit)
	if err != nil {
		return 0, err
	}
	present, err := t.change(t.forgetIntent, before, limit-past)
	return past + present, err
}
