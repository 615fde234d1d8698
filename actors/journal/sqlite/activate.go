package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"atende/actors/journal"
)

// Activate loads a session and fences its earlier holders (C1); see journal.Journal.
func (f *file) Activate(ctx context.Context, sessionID string, schema int) (journal.Activation, error) {
	now := f.now().UnixMilli()
	var a journal.Activation
	err := f.queue.put(ctx, func(t *transaction) error {
		var err error
		a, err = t.load(sessionID, schema, now)
		return err
	})
	if err != nil { // a may be written just now
		return journal.Activation{}, f.wounds.heed(sessionID, err)
	}
	return a, nil
}

func (t *transaction) load(sessionID string, schema int, now int64) (journal.Activation, error) {
	var a journal.Activation
	var stateless bool
	row := t.activate.QueryRowContext(t.ctx, sessionID, t.floor, now, schema)
	err := row.Scan(&a.Version, &a.Sent, &stateless, &a.State)
	if errors.Is(err, sql.ErrNoRows) {
		return journal.Activation{}, journal.ErrNewerSchema
	}
	if err != nil {
		return journal.Activation{}, fmt.Errorf("activate: %w", err)
	}
	t.wrote = true
	if !stateless && a.State == nil { // the driver reads an empty blob as nil
		a.State = []byte{}
	}
	return a, nil
}
