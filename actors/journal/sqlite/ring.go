package sqlite

import (
	"context"
	"database/sql"
	"time"

	"atende/actors/journal"
)

// reminder is a session's wish to be reminded.
type reminder struct {
	sessionID string
	due       int64 // milliseconds since 1970
}

// Ring makes rows of the reminders that fell due; see journal.Journal.  It looks for them on a
// connection of its own, so a pass that finds none does not trouble the writer.  It never goes beyond
// the bound of waiting rows: what finds no room stays a reminder.
func (f *file) Ring(ctx context.Context, now time.Time, limit int) ([]string, error) {
	if err := f.queue.refusal(ctx); err != nil {
		return nil, err
	}
	due, err := f.reminders(ctx, now, limit)
	if err != nil || len(due) == 0 {
		return nil, err
	}
	rung, err := f.ring(ctx, due)
	if !isDamage(err) {
		return rung, err
	}
	// A session on a damaged page must not keep the others from their reminders.
	for _, one := range due {
		some, err := f.ring(ctx, []reminder{one})
		if err = f.wounds.heed(one.sessionID, err); err != nil && !isDamage(err) {
			return rung, err
		}
		rung = append(rung, some...)
	}
	return rung, nil
}

// reminders lists those that fell due by now, at most limit, the oldest first.  Sessions that turned
// out to be damaged are left out; they are few, and asked for beside the others.
func (f *file) reminders(ctx context.Context, now time.Time, limit int) ([]reminder, error) {
	limit = max(limit, 0)
	wounded := f.wounds.count()
	found, err := list(ctx, f.reads.due, func(rows *sql.Rows) (r reminder, err error) {
		err = rows.Scan(&r.sessionID, &r.due)
		return r, err
	}, now.UnixMilli(), limit+wounded)
	if err != nil || wounded == 0 {
		return found, err
	}
	whole := make([]reminder, 0, len(found))
	for _, r := range found {
		if f.wounds.of(r.sessionID) == nil {
			whole = append(whole, r)
		}
	}
	return whole[:min(len(whole), limit)], nil
}

// ring is one write of the reminders that still stand.
func (f *file) ring(ctx context.Context, due []reminder) ([]string, error) {
	received := f.now().UnixMilli()
	var rung []string
	err := f.queue.put(ctx, func(t *transaction) (err error) {
		rung, err = t.ring(due, received)
		return err
	})
	if err != nil { // rung may be written just now
		return nil, err
	}
	return rung, nil
}

// ring makes a row of each reminder that is still set to its time, while there is room.
func (t *transaction) ring(due []reminder, received int64) ([]string, error) {
	var rung []string
	for _, r := range due {
		if t.pending >= t.maxPending {
			break
		}
		unset, err := t.change(t.unset, r.sessionID, r.due)
		if err != nil {
			return nil, err
		}
		if unset == 0 {
			continue
		}
		in := journal.Incoming{SessionID: r.sessionID, MessageID: journal.RingID(time.UnixMilli(r.due)), Kind: journal.Timer, Body: []byte{}}
		if err := t.insertMessage(in, received); err != nil {
			return nil, err
		}
		rung = append(rung, r.sessionID)
	}
	return rung, nil
}
