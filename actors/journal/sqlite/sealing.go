package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"atende/actors/journal"
)

// DataKeys lists the keys that values may be encrypted with; see journal.Sealing.
func (f *file) DataKeys(ctx context.Context) ([]journal.DataKey, error) {
	now := f.now()
	return list(ctx, f.reads.dataKeys, func(rows *sql.Rows) (k journal.DataKey, err error) {
		var used int64
		err = rows.Scan(&k.ID, &k.Index, &used)
		k.Used = time.UnixMilli(used).UTC()
		k.Idle = now.Sub(k.Used)
		return k, err
	})
}

// UseDataKey notes that values are written with a key; see journal.Sealing.
func (f *file) UseDataKey(ctx context.Context, key journal.DataKey) error {
	now := f.now().UnixMilli()
	return f.queue.put(ctx, func(t *transaction) error {
		_, err := t.change(t.useDataKey, key.ID, key.Index, now)
		return err
	})
}

// DropDataKey forgets a key; see journal.Sealing.
func (f *file) DropDataKey(ctx context.Context, key journal.DataKey) error {
	return f.queue.put(ctx, func(t *transaction) error {
		_, err := t.change(t.dropDataKey, key.ID, key.Used.UnixMilli())
		return err
	})
}

// Replace puts other forms in the place of values, all in one transaction; see journal.Sealing.  As after an erasure
// the log is emptied, and the file is marked until Settle has looked through it.
func (f *file) Replace(ctx context.Context, values []journal.Replacement) (replaced int, err error) {
	f.erasures.Add(1) // an erasure that ends meanwhile leaves the mark
	defer f.erasures.Add(-1)
	var done int
	err = f.queue.put(ctx, func(t *transaction) (err error) {
		done, err = t.replaceAll(values)
		return err
	})
	if err != nil { // done may be written just now
		return 0, err
	}
	return done, nil
}

func (t *transaction) replaceAll(values []journal.Replacement) (done int, err error) {
	statements := map[journal.ValueKind]*sql.Stmt{
		journal.StateValue: t.replaceState, journal.BodyValue: t.replaceBody, journal.EntryValue: t.replaceEntry,
	}
	for _, v := range values {
		statement := statements[v.Kind]
		if statement == nil {
			return 0, fmt.Errorf("journal: there is no value %q", v.Kind)
		}
		changed, err := t.change(statement, v.New, v.SessionID, v.Seq, v.Old)
		if err != nil {
			return 0, err
		}
		if changed == 0 {
			continue
		}
		done++
		if v.Kind == journal.BodyValue {
			t.rewritten = append(t.rewritten, rewritten{place{v.SessionID, v.Seq}, v.New})
		}
	}
	if done == 0 {
		return 0, nil
	}
	t.erased = true
	return done, t.say(unscrubbed)
}

// Settle looks through the file for what was replaced; see journal.Sealing.
func (f *file) Settle(ctx context.Context) error {
	if err := f.scrub(ctx); err != nil {
		return err
	}
	return f.scrubbed(ctx)
}
