package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"atende/actors/journal"
)

// Erase forgets a session as if it had never been; see journal.Archive.  Nothing of it is left in the file:
// what SQLite frees it overwrites (secure_delete), what it leaves elsewhere scrub does, and the log, which holds
// former pages, is emptied before Erase returns.  Where somebody reads the file for long, as a backup does, the
// log is emptied after that.  An erasure that a crash cuts short is finished when the file is opened again.
func (f *file) Erase(ctx context.Context, sessionID string, version int64) error {
	f.erasures.Add(1)
	err := f.queue.put(ctx, func(t *transaction) error { return t.erase(sessionID, version) })
	if err == nil {
		err = f.scrub(ctx)
	} else {
		err = f.wounds.heed(sessionID, err)
	}
	if f.erasures.Add(-1); err != nil {
		return err
	}
	return f.scrubbed(ctx)
}

// The mark of a file that is still to be scrubbed is the version that SQLite keeps for its user, who has no other
// use for it: it is written with the erasure, or not at all.
const (
	unscrubbed = "pragma user_version = 1"
	clean      = "pragma user_version = 0"
	isScrubbed = "pragma user_version"
)

// scrubbed takes back the mark, unless another erasure has come, or comes, that needs it.
func (f *file) scrubbed(ctx context.Context) error {
	return f.queue.put(ctx, func(t *transaction) error {
		if f.erasures.Load() > 0 {
			return nil
		}
		return t.say(clean)
	})
}

// finishErasures does what a crash has left.  What fails now is tried when the file is opened again: no patient
// waits for it.
func (f *file) finishErasures(ctx context.Context) {
	var marked int
	if err := f.archive.pool.QueryRowContext(ctx, isScrubbed).Scan(&marked); err != nil || marked == 0 {
		return
	}
	if f.scrub(ctx) == nil {
		_ = f.scrubbed(ctx)
	}
}

// noID is the session of an intent that nobody shall be able to tell whose it was.
const noID = ""

func (t *transaction) erase(id string, version int64) error {
	var newest sql.NullInt64 // null: no session
	var stateless, waiting bool
	if err := t.standing.QueryRowContext(t.ctx, id).Scan(&newest, &stateless, &waiting); err != nil {
		return fmt.Errorf("erase: %w", err)
	}
	switch {
	case newest.Valid && newest.Int64 != version && (version != 0 || !stateless):
		return journal.ErrChanged
	case !newest.Valid && version != 0 && waiting:
		return journal.ErrChanged
	}
	if newest.Valid {
		if err := t.forget(candidate{id: id, version: newest.Int64}, noID); err != nil {
			return err
		}
	} else if _, err := t.change(t.forgetHistory, id); err != nil { // the release before left it
		return err
	}
	if _, err := t.change(t.dropContacts, id); err != nil {
		return err
	}
	t.erased = true
	if err := t.say(unscrubbed); err != nil {
		return err
	}
	return t.dropRows(id)
}

// dropRows removes all waiting rows of a session.
func (t *transaction) dropRows(id string) error {
	rows, err := t.dropAll.QueryContext(t.ctx, id)
	if err != nil {
		return fmt.Errorf("erase: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var seq int64
		if err := rows.Scan(&seq); err != nil {
			return fmt.Errorf("erase: %w", err)
		}
		t.wrote = true
		t.pending--
		t.gone = append(t.gone, place{id, seq})
	}
	return rows.Err()
}

const (
	// wipeWait is how long an emptying waits for readers, and all writes with it, in milliseconds.
	wipeWait = 20
	// wipePause is the pause between two tries to empty the log.
	wipePause = time.Second
)

// wipe empties the write-ahead log while it may hold what was erased.
func (w *writer) wipe() {
	if !w.soiled || w.connection == nil || w.now().Sub(w.wiped) < wipePause && !w.wiped.IsZero() {
		return
	}
	w.wiped = w.now()
	done, err := w.connection.wipe(context.Background())
	if err != nil {
		_ = w.disconnect() // it may have lost its settings; what is wrong with the file the next write tells
		return
	}
	if done {
		w.soiled, w.wiped = false, time.Time{}
	}
}

// wipe folds the log into the file and cuts it to nothing, unless somebody reads from it.
func (c *connection) wipe(ctx context.Context) (done bool, err error) {
	if _, err := c.conn.ExecContext(ctx, fmt.Sprintf("pragma busy_timeout = %d", wipeWait)); err != nil {
		return false, err
	}
	var busy, pages, folded int
	err = c.conn.QueryRowContext(ctx, "pragma wal_checkpoint(truncate)").Scan(&busy, &pages, &folded)
	_, restored := c.conn.ExecContext(ctx, fmt.Sprintf("pragma busy_timeout = %d", busyTimeout))
	return busy == 0, errors.Join(err, restored)
}
