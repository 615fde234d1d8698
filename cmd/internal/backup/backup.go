// Package backup copies an SQLite database of atende while a process works with it.
//
// A copy is one moment of the database, whole: what was committed before it began is in it.  Writers do not
// wait meanwhile, because SQLite in WAL mode lets a reader see a moment while others write on.  The copy holds
// no free pages, and so nothing of what was erased before it began.
package backup

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"

	_ "modernc.org/sqlite" // the driver "sqlite"
)

// Kind is which database a file is.
type Kind string

// The two databases that atende keeps in SQLite.
const (
	Journal    Kind = "journal"    // of `atende serve`
	Scheduling Kind = "scheduling" // of `atende scheduling`
)

// ErrExists says that there is a file where the copy should go.  It is left as it is.
var ErrExists = errors.New("there is a file of this name already: backups overwrite nothing")

// connection waits for a writer that is just folding its log back; mode=rw creates nothing where nothing is.
const connection = "?mode=rw&_busy_timeout=5000&_dqs=0"

// Copy copies the database at from, which must be of that kind, to a new file at to, readable by its owner
// alone, and returns its size in bytes.  The file appears when it is complete, checked and on the disk; until
// then, and after a failure, there is none of that name.
func Copy(ctx context.Context, kind Kind, from, to string) (size int64, err error) {
	if info, err := os.Stat(from); err != nil {
		return 0, fmt.Errorf("cannot read %s: %w", from, bare(err))
	} else if !info.Mode().IsRegular() {
		return 0, fmt.Errorf("%s is no file", from)
	}
	if empty(from) { // opening it would delete its log, the last that is left of it
		return 0, fmt.Errorf("%s is empty, no database (docs/runbook.md, \"A database that is empty or gone\")", from)
	}
	if to, err = filepath.Abs(to); err != nil { // SQLite could read another name as a URI
		return 0, err
	}
	if _, err := os.Lstat(to); err == nil {
		return 0, fmt.Errorf("%s: %w", to, ErrExists)
	}
	partial := to + ".partial-" + rand.Text()
	if err := create(partial); err != nil {
		return 0, err
	}
	defer func() {
		if gone := os.Remove(partial); gone != nil && !errors.Is(gone, fs.ErrNotExist) {
			err = errors.Join(err, gone)
		}
	}()
	if err := dump(ctx, kind, from, partial); err != nil {
		return 0, fmt.Errorf("copy of %s: %w", from, err)
	}
	if size, err = settle(partial); err != nil {
		return 0, err
	}
	return size, publish(partial, to)
}

func empty(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Size() == 0
}

// create makes the file before SQLite would, because of who may read it.
func create(path string) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("cannot write to %s: %w", filepath.Dir(path), bare(err))
	}
	return file.Close()
}

// dump writes the database into an empty file and looks whether it can be read there.
func dump(ctx context.Context, kind Kind, from, to string) error {
	source, err := open(ctx, from)
	if err != nil {
		return err
	}
	defer source.Close()
	if err := identify(ctx, source, kind); err != nil {
		return err
	}
	if _, err := source.ExecContext(ctx, "vacuum into ?", to); err != nil {
		return err
	}
	target, err := open(ctx, to)
	if err != nil {
		return err
	}
	defer target.Close()
	if err := check(ctx, target); err != nil {
		return err
	}
	return target.Close()
}

func open(ctx context.Context, path string) (*sql.DB, error) {
	db, err := sql.Open("sqlite", "file:"+(&url.URL{Path: path}).EscapedPath()+connection)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	if err := db.PingContext(ctx); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// marks is a table that each kind has, and only it.
var marks = map[Kind]string{Journal: "inbox", Scheduling: "appointments"}

// identify refuses a database that is not of the kind: a backup of the wrong file is noticed when it is too late.
func identify(ctx context.Context, db *sql.DB, kind Kind) error {
	var tables int
	err := db.QueryRowContext(ctx, "select count(*) from sqlite_schema where type = 'table' and name = ?", marks[kind]).Scan(&tables)
	if err == nil && tables == 0 {
		err = fmt.Errorf("this is not the database of the %s", kind)
	}
	return err
}

// check reads every page of a copy.
func check(ctx context.Context, db *sql.DB) error {
	var finding string
	if err := db.QueryRowContext(ctx, "pragma integrity_check(1)").Scan(&finding); err != nil {
		return err
	}
	if finding != "ok" {
		return fmt.Errorf("the database is damaged: %s", finding)
	}
	return nil
}

// settle waits until a file is on the disk, and returns its size.
func settle(path string) (int64, error) {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return 0, err
	}
	info, err := file.Stat()
	err = errors.Join(err, file.Sync(), file.Close())
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// publish gives a complete file its name, unless somebody has taken it meanwhile, and waits until the name is on
// the disk, too.
func publish(partial, to string) error {
	if err := os.Link(partial, to); errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s: %w", to, ErrExists)
	} else if err != nil { // a file system without links
		if err := os.Rename(partial, to); err != nil {
			return err
		}
	}
	folder, err := os.Open(filepath.Dir(to))
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

// bare is an error without the path, which the caller has said.
func bare(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
