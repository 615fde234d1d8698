package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"atende/actors/journal"
)

// archive is what operators read, on one connection of its own: however much they ask for, no turn waits.
type archive struct {
	pool                                              *sql.DB
	history, histories, demand, look, after, accesses *sql.Stmt
	pages                                             *sql.Stmt
}

func openArchive(ctx context.Context, path string) (*archive, error) {
	a := &archive{}
	pool, err := openPrepared(ctx, path, 1, []statement{
		{&a.history, `select session_id, seq, at, body from
			(select session_id, seq, at, body from history where session_id = ? order by seq desc limit ?) order by seq`},
		{&a.histories, `select session_id, seq, at, body from history where (session_id, seq) > (?, ?) order by session_id, seq limit ?`},
		{&a.demand, `select day, specialty_id, agenda_id, plan_id, weekday, period, cause, count from demand
			where day between ? and ? order by day, specialty_id, agenda_id, plan_id, weekday, period, cause limit ?`},
		{&a.look, `select version, schema, updated_at, state from sessions where session_id = ? and state is not null`},
		{&a.after, `select session_id from sessions where session_id > ? and state is not null order by session_id limit ?`},
		{&a.accesses, `select at, operator, action, subject, sessions from accesses order by id desc limit ?`},
		{&a.pages, `select pgno, data from sqlite_dbpage`},
	})
	if err != nil {
		return nil, err
	}
	a.pool = pool
	return a, nil
}

// pageOf is a limit that fits on a page.
func pageOf(limit int) int { return min(max(limit, 0), journal.MaxPage) }

// History lists the newest entries of a session; see journal.Archive.
func (f *file) History(ctx context.Context, sessionID string, limit int) ([]journal.Entry, error) {
	found, err := list(ctx, f.archive.history, scanEntry, sessionID, min(pageOf(limit), journal.MaxHistory))
	if err != nil {
		return nil, f.wounds.heed(sessionID, err)
	}
	var entries []journal.Entry
	for _, e := range found {
		entries = append(entries, e.Entry)
	}
	return entries, nil
}

func scanEntry(rows *sql.Rows) (e journal.SessionEntry, err error) {
	var at int64
	err = rows.Scan(&e.SessionID, &e.Seq, &at, &e.Body)
	e.At = time.UnixMilli(at).UTC()
	return e, err
}

// Histories pages through the entries of all sessions; see journal.Archive.
func (f *file) Histories(ctx context.Context, afterSession string, afterSeq int64, limit int) ([]journal.SessionEntry, error) {
	return list(ctx, f.archive.histories, scanEntry, afterSession, afterSeq, pageOf(limit))
}

// Demand lists what was wished for in vain; see journal.Archive.
func (f *file) Demand(ctx context.Context, from, to string) ([]journal.DemandCount, error) {
	found, err := list(ctx, f.archive.demand, func(rows *sql.Rows) (d journal.DemandCount, err error) {
		err = rows.Scan(&d.Day, &d.SpecialtyID, &d.AgendaID, &d.PlanID, &d.Weekday, &d.Period, &d.Cause, &d.Count)
		return d, err
	}, from, to, journal.MaxDemand+1)
	if err == nil && len(found) > journal.MaxDemand {
		return nil, journal.ErrTooMuch
	}
	return found, err
}

// Look is one session, without a fence; see journal.Archive.  Its rows are read before its state: a message
// that is answered meanwhile is in both, not in neither.
func (f *file) Look(ctx context.Context, sessionID string) (journal.Stored, bool, error) {
	stored := journal.Stored{SessionID: sessionID}
	var err error
	if stored.Waiting, err = f.Read(ctx, sessionID, journal.MaxWaiting); err != nil {
		return journal.Stored{}, false, err
	}
	var changed int64
	err = f.archive.look.QueryRowContext(ctx, sessionID).Scan(&stored.Version, &stored.Schema, &changed, &stored.State)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return stored, len(stored.Waiting) > 0, nil
	case err != nil:
		return journal.Stored{}, false, f.wounds.heed(sessionID, fmt.Errorf("journal: look: %w", err))
	}
	stored.ChangedAt = time.UnixMilli(changed).UTC()
	if stored.State == nil { // the driver reads an empty blob as nil
		stored.State = []byte{}
	}
	return stored, true, nil
}

// Sessions pages through all sessions; see journal.Archive.  The rows in memory are looked at before the file:
// a session that gets its state meanwhile is found by one of them at least.
func (f *file) Sessions(ctx context.Context, after string, limit int) ([]journal.Stored, error) {
	limit = pageOf(limit)
	for {
		if err := f.queue.refusal(ctx); err != nil {
			return nil, err
		}
		ids := f.writer.backlog.after(after, limit)
		known, err := list(ctx, f.archive.after, func(rows *sql.Rows) (id string, err error) {
			err = rows.Scan(&id)
			return id, err
		}, after, limit)
		if err != nil {
			return nil, err
		}
		ids = append(ids, known...)
		slices.Sort(ids)
		ids = slices.Compact(ids)
		ids = ids[:min(len(ids), limit)]
		page, err := f.describe(ctx, ids)
		if err != nil || len(page) > 0 || len(ids) == 0 {
			return page, err
		}
		after = ids[len(ids)-1] // all of them went away meanwhile, which is not the end
	}
}

// describe looks at sessions, and leaves out those that are gone.
func (f *file) describe(ctx context.Context, ids []string) ([]journal.Stored, error) {
	var page []journal.Stored
	for _, id := range ids {
		stored, known, err := f.Look(ctx, id)
		if err != nil {
			return nil, err
		}
		if known {
			page = append(page, stored)
		}
	}
	return page, nil
}

// Record notes an access; see journal.Archive.
func (f *file) Record(ctx context.Context, a journal.Access) error {
	return f.queue.put(ctx, func(t *transaction) error { return t.access(a) })
}

func (t *transaction) access(a journal.Access) error {
	_, err := t.change(t.record, a.At.UnixMilli(), a.Operator, a.Action, a.Subject, a.Sessions)
	return err
}

// Accesses lists the newest; see journal.Archive.
func (f *file) Accesses(ctx context.Context, limit int) ([]journal.Access, error) {
	return list(ctx, f.archive.accesses, func(rows *sql.Rows) (a journal.Access, err error) {
		var at int64
		err = rows.Scan(&at, &a.Operator, &a.Action, &a.Subject, &a.Sessions)
		a.At = time.UnixMilli(at).UTC()
		return a, err
	}, pageOf(limit))
}

// note appends an entry to the history of a session, counts wishes, and notes an access.
func (t *transaction) note(c journal.Commit, now int64) error {
	if journal.FitsEntry(c.Entry) {
		if _, err := t.change(t.append, c.SessionID, c.Version+1, now, c.Entry); err != nil {
			return err
		}
		if trims(c.Version) {
			if _, err := t.change(t.trim, c.SessionID, journal.MaxHistory-1); err != nil {
				return err
			}
		}
	}
	for _, d := range c.Demand {
		if _, err := t.change(t.wish, d.Day, d.SpecialtyID, d.AgendaID, d.PlanID, d.Weekday, d.Period, d.Cause); err != nil {
			return err
		}
	}
	if c.Access != nil {
		return t.access(*c.Access)
	}
	return nil
}

// trims says with which commits a history is cut to its bound: one in 32, by a hash, so that whatever number of
// versions lies between the turns of a session, its history never grows for long.
func trims(version int64) bool { return uint64(version)*0x9e3779b97f4a7c15>>59 == 0 }
