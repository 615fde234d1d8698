// Package migrations brings the tables of a SQLite file to those that this release knows.
package migrations

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
)

// What has been done stands in the table of goose, a program that did this before: releases that have it read what we write,
// and we what they wrote.  The statement is goose's, so that a new file is the same with either.
const (
	prepare = `CREATE TABLE IF NOT EXISTS goose_db_version (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		version_id INTEGER NOT NULL,
		is_applied INTEGER NOT NULL,
		tstamp TIMESTAMP DEFAULT (datetime('now'))
	);
insert into goose_db_version(version_id, is_applied) select 0, 1 where not exists (select 1 from goose_db_version)`
	applied = `select max(version_id) from goose_db_version`
	note    = `insert into goose_db_version(version_id, is_applied) values(?, 1)`
)

// Up runs the scripts *.sql of files that were not run yet, all of them or none.  Their names begin with their number, from 1
// without gaps; a file of a later release, with numbers that are not there, is left as it is.  Transactions of pool have to
// begin as immediate ones: whoever comes second then waits and finds everything done.
func Up(ctx context.Context, pool *sql.DB, files fs.FS) error {
	scripts, err := fs.Glob(files, "*.sql")
	if err != nil {
		return err
	}
	tx, err := pool.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	if err := run(ctx, tx, files, scripts); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}

func run(ctx context.Context, tx *sql.Tx, files fs.FS, scripts []string) error {
	var done int
	if _, err := tx.ExecContext(ctx, prepare); err != nil {
		return err
	}
	if err := tx.QueryRowContext(ctx, applied).Scan(&done); err != nil {
		return err
	}
	for i, name := range scripts {
		number, _, _ := strings.Cut(name, "_")
		if version, err := strconv.Atoi(number); err != nil || version != i+1 {
			return fmt.Errorf("%s has not the number %d", name, i+1)
		}
		if i < done {
			continue
		}
		script, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, string(script)); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if _, err := tx.ExecContext(ctx, note, i+1); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}
