package server

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"strings"
	"sync/atomic"

	"github.com/pressly/goose/v3"
	"golang.org/x/sys/unix"
	_ "modernc.org/sqlite" // the driver "sqlite"
)

//go:embed migrations/*.sql
var migrations embed.FS

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
	lock           *os.File // nil in memory
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
		if d.lock, err = claim(path); err != nil {
			return nil, err
		}
		source = "file:" + (&url.URL{Path: path}).EscapedPath() + "?" + onDisk
	default:
		return nil, fmt.Errorf(`database URL must be "sqlite:PATH" or "memory:"`)
	}
	if err := d.open(ctx, source); err != nil {
		return nil, errors.Join(err, d.close())
	}
	return d, nil
}

// claim creates the file, readable by its owner alone because it holds patients, and locks it for
// this process: two servers on one file would each migrate it, and drift in their clinic files.
func claim(path string) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("database: %w", err)
	}
	if err := file.Close(); err != nil {
		return nil, fmt.Errorf("database: %w", err)
	}
	lock, err := os.OpenFile(path+".lock", os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("database: %w", err)
	}
	if err := unix.Flock(int(lock.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		return nil, errors.Join(fmt.Errorf("database %s is in use by another process: %w", path, err), lock.Close())
	}
	return lock, nil
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
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return fmt.Errorf("migrations: %w", err)
	}
	provider, err := goose.NewProvider(goose.DialectSQLite3, db, files, goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return fmt.Errorf("migrations: %w", err)
	}
	if _, err := provider.Up(ctx); err != nil {
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
	if d.lock != nil {
		// Said, and not left to the closing: a child that was forked just now holds a copy of the file until it begins.
		errs = append(errs, unix.Flock(int(d.lock.Fd()), unix.LOCK_UN), d.lock.Close())
	}
	return errors.Join(errs...)
}
