package sqlite

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"

	"atende/actors/journal"
)

// KeepVersion stores a version; see journal.Versions.
func (f *file) KeepVersion(ctx context.Context, id string, body []byte) error {
	if len(body) > journal.MaxVersion {
		return journal.ErrTooLong
	}
	now := f.now()
	body = bytes.Clone(body) // a transaction may outlive the call
	err := f.queue.put(ctx, func(t *transaction) error {
		if _, err := t.change(t.keep, id, body, now.UnixMilli()); err != nil {
			return err
		}
		_, err := t.change(t.dropVersions, now.Add(-journal.VersionAge).UnixMilli(), journal.MaxVersions)
		return err
	})
	if err != nil { // part of a start: the operator reads it
		return fmt.Errorf("journal %s: %w", f.path, advise(err))
	}
	return nil
}

// Version is the body of a version; see journal.Versions.
func (f *file) Version(ctx context.Context, id string) ([]byte, bool, error) {
	found, err := list(ctx, f.reads.version, func(rows *sql.Rows) (body []byte, err error) {
		err = rows.Scan(&body)
		return body, err
	}, id)
	if err != nil || len(found) == 0 {
		return nil, false, err
	}
	return found[0], true, nil
}
