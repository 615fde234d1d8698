package server

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"strings"
	"sync/atomic"

	_ "modernc.org/sqlite" // the driver "sqlite"

	"atende/integrations/claim"
	"atende/integrations/migrations"
)

//go:embed migrations/*.sql
var scripts embed.FS

// The parameters of every connection.  FULL makes a commit wait for the disk: what was confirmed
// survives kill -9 and a power cut.  Immediate transactions queue for the write lock before they
// read, so a check and the insert after it see the same data.
const (
	connection = "_busy_timeout=5000&_synchronous=FULL&_foreign_keys=1&_txlock=immediate&_dqs=0"
	onDisk     = connection + "&_journal_mode=WAL"
	inMemory   = connection + "&vfs=memdb"
	readOnly   = "&_query_only=1"
	maxReaders = 4
)

// database is one SQLite file: a writer with a single connection and a pool of readers.
type database struct {
	writer, reader *sql.DB
	claim          *claim.Claim // nil in memory
}

// memories numbers the in-memory databases of this process: connections find theirs by its name.
var memories atomic.Int64

// openDatabase opens rawURL ("sqlite:PATH" or "memory:") and applies the migrations.
func openDatabase(ctx context.Context, rawURL string) (*database, error) {
	d := &database{}
	var source string
	path, isFile := strings.CutPrefix(rawURL, "sqlite:")
	switch {
	case rawURL == "memory:":
		source = fmt.Sprintf("file:/scheduling-%d?%s", memories.Add(1), inMemory)
	case isFile && path != "":
		var err error
		if d.claim, err = claim.File(path); err != nil { // two would each migrate it, and drift in their clinic files
			return nil, fmt.Errorf("database %s: %w", path, err)
		}
		source = "file:" + (&url.URL{Path: path}).EscapedPath() + "?" + onDisk
	default:
		return nil, fmt.Errorf(`database URL must be "sqlite:PATH" or "memory:"`)
	}
	if err := d.open(ctx, source); err != nil {
		return nil, errors.Join(err, d.close())
	}
	if d.claim != nil {
		d.claim.Mark()
	}
	return d, nil
}

func (d *database) open(ctx context.Context, source string) error {
	var err error
	if d.writer, err = sql.Open("sqlite", source); err != nil {
		return fmt.Errorf("database: %w", err)
	}
	d.writer.SetMaxOpenConns(1) // SQLite has one writer; queue here, in order, not in its busy wait
	if err := migrate(ctx, d.writer); err != nil {
		return err
	}
	if d.reader, err = sql.Open("sqlite", source+readOnly); err != nil {
		return fmt.Errorf("database: %w", err)
	}
	d.reader.SetMaxOpenConns(maxReaders)
	d.reader.SetMaxIdleConns(maxReaders)
	if err := d.reader.PingContext(ctx); err != nil {
		return fmt.Errorf("database: %w", err)
	}
	return nil
}

func migrate(ctx context.Context, db *sql.DB) error {
	files, err := fs.Sub(scripts, "migrations")
	if err != nil {
		return fmt.Errorf("migrations: %w", err)
	}
	if err := migrations.Up(ctx, db, files); err != nil {
		return fmt.Errorf("migrations: %w", err)
	}
	return nil
}

// write runs change in one transaction, alone, and commits it durably unless change fails.
func (d *database) write(ctx context.Context, change func(*sql.Tx) error) error {
	tx, err := d.writer.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	if err := change(tx); err != nil {
		return errors.Join(err, ignoreDone(tx.Rollback()))
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}

// ignoreDone drops the error of rolling back what the end of its context already rolled back.
func ignoreDone(err error) error {
	if errors.Is(err, sql.ErrTxDone) {
		return nil
	}
	return err
}

func (d *database) close() error {
	var errs []error
	for _, db := range []*sql.DB{d.reader, d.writer} { // the writer last: it folds the WAL back
		if db != nil {
			errs = append(errs, db.Close())
		}
	}
	if d.claim != nil {
		errs = append(errs, d.claim.Release())
	}
	return errors.Join(errs...)
}
