package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"

	_ "modernc.org/sqlite" // the driver "sqlite"
)

// Parameters of the connections.  FULL makes a commit wait for the disk, so that what was accepted
// survives a power cut (J4); immediate transactions take the write lock before they read.
const (
	readWrite = "_busy_timeout=5000&_journal_mode=WAL&_synchronous=FULL&_foreign_keys=1&_txlock=immediate&_dqs=0"
	readOnly  = readWrite + "&_query_only=1"
)

// openPool opens at most connections connections, and one of them now: a wrong path or parameter
// shows only there.
func openPool(ctx context.Context, path, parameters string, connections int) (*sql.DB, error) {
	source := "file:" + (&url.URL{Path: path}).EscapedPath() + "?" + parameters
	pool, err := sql.Open("sqlite", source)
	if err != nil {
		return nil, fmt.Errorf("open: %w", err)
	}
	pool.SetMaxOpenConns(connections)
	pool.SetMaxIdleConns(connections)
	if err := pool.PingContext(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("open: %w", err), pool.Close())
	}
	return pool, nil
}

// applicationID marks our files (see the first migration).
const applicationID = 0x6174656e

// verify refuses a database of another program and one whose settings did not take: some file
// systems have no write-ahead log, and SQLite then goes on without it.
func verify(ctx context.Context, pool *sql.DB) error {
	var id, tables, synchronous int
	var mode string
	err := errors.Join(
		pool.QueryRowContext(ctx, "pragma application_id").Scan(&id),
		pool.QueryRowContext(ctx, "select count(*) from sqlite_schema").Scan(&tables),
		pool.QueryRowContext(ctx, "pragma journal_mode").Scan(&mode),
		pool.QueryRowContext(ctx, "pragma synchronous").Scan(&synchronous),
	)
	const full = 2
	switch {
	case err != nil:
		return fmt.Errorf("verify: %w", err)
	case id != applicationID && (id != 0 || tables != 0):
		return errors.New("this is the database of another program")
	case mode != "wal" || synchronous != full:
		return fmt.Errorf("journal_mode is %q and synchronous %d, want wal and %d: is it on a local disk?", mode, synchronous, full)
	}
	return nil
}
