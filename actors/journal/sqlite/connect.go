package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"strings"

	_ "modernc.org/sqlite" // the driver "sqlite"
)

// Parameters of the connections.  FULL makes a commit wait for the disk, so that what was accepted
// survives a power cut (J4); immediate transactions take the write lock before they read; what goes away is
// overwritten, so that nothing of an erased session is left in free pages (J8).
const (
	readWrite = "_busy_timeout=5000&_journal_mode=WAL&_synchronous=FULL&_foreign_keys=1&_txlock=immediate&_dqs=0&_pragma=secure_delete(on)"
	readOnly  = readWrite + "&_query_only=1"

	busyTimeout = 5000 // the same, in milliseconds
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
// systems have no write-ahead log, and SQLite then goes on without it.  It tells whether there is nothing in the file.
func verify(ctx context.Context, pool *sql.DB) (empty bool, err error) {
	var id, tables, synchronous, secure int
	var mode string
	row := pool.QueryRowContext(ctx, `select application_id, (select count(*) from sqlite_schema), journal_mode, synchronous, secure_delete
		from pragma_application_id, pragma_journal_mode, pragma_synchronous, pragma_secure_delete`)
	if err := row.Scan(&id, &tables, &mode, &synchronous, &secure); err != nil {
		return false, fmt.Errorf("verify: %w", err)
	}
	const full = 2
	switch {
	case id != applicationID && (id != 0 || tables != 0):
		return false, errors.New("this is the database of another program: name another file")
	case mode != "wal" || synchronous != full:
		return false, fmt.Errorf("journal_mode is %q and synchronous %d, want wal and %d: is it on a local disk?", mode, synchronous, full)
	case secure != 1:
		return false, fmt.Errorf("secure_delete is %d, want 1", secure)
	case tables == 0:
		return true, nil
	}
	// What the migrations take for a database without them, where the page that says how far they are is damaged.
	if err := pool.QueryRowContext(ctx, "select count(*) from goose_db_version").Scan(&tables); err != nil {
		return false, fmt.Errorf("verify: %w", err)
	}
	return false, nil
}

// inspect looks for damage where it would lose messages or keys or book twice, and whether the disk takes a
// write.  Of the other tables it looks at both ends of the table and of its indexes, and so at their roots;
// damage of a single session's page is found when the session is loaded (wounds.go), looking for it here would
// read the whole file.
func inspect(ctx context.Context, pool *sql.DB) error {
	for _, table := range []string{"inbox", "intents", "agenda_facts", "data_keys", "goose_db_version", "sqlite_sequence", "forgotten"} {
		var finding string
		if err := pool.QueryRowContext(ctx, "pragma quick_check("+table+")").Scan(&finding); err != nil {
			return fmt.Errorf("inspect %s: %w", table, err)
		}
		if finding != "ok" {
			return fmt.Errorf("inspect %s: %s: %s", table, strings.ReplaceAll(finding, "\n", ", "), damaged)
		}
	}
	for _, part := range []string{
		"state as x from sessions order by rowid", "state as x from sessions order by session_id", "state as x from sessions order by look_at",
		"due_at as x from sessions where due_at is not null order by due_at", // the index alone
		"body as x from history order by id", "seq as x from history order by session_id", "at as x from history order by at",
		"count as x from demand order by rowid", "day as x from demand order by day",
		"action as x from accesses order by id", "at as x from accesses order by at",
		"at as x from contacts order by phone", "at as x from contacts order by session_id", "at as x from contacts order by at",
		"rowid as x from past_intents order by rowid", "at as x from past_intents order by at",
		"rowid as x from versions order by rowid", "id as x from versions order by id",
	} {
		var ends int
		err := pool.QueryRowContext(ctx, `select (select count(x) from (select `+part+` limit 1)) +
			(select count(x) from (select `+part+` desc limit 1))`).Scan(&ends)
		if err != nil {
			return fmt.Errorf("inspect sessions and archive: %w", err)
		}
	}
	if _, err := pool.ExecContext(ctx, "update probes set count = count+1, room = null"); err != nil {
		return fmt.Errorf("first write: %w", err)
	}
	return nil
}
