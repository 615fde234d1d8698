package bare

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"

	_ "modernc.org/sqlite" // the driver "sqlite"
)

// openStore opens what a name such as "file:PATH" or "sqlite:PATH" says.
func openStore(ctx context.Context, name string) (store, error) {
	kind, path, _ := strings.Cut(name, ":")
	switch {
	case path == "":
	case kind == "file":
		return openFile(path)
	case kind == "sqlite":
		return openTable(ctx, path)
	}
	return nil, errors.New("a store is file:PATH or sqlite:PATH")
}

// file appends rows to a file, each with its length in front, and flushes once for all of them.
type file struct {
	out    *os.File
	buffer []byte
}

func openFile(path string) (*file, error) {
	out, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return nil, err
	}
	return &file{out: out}, nil
}

func (f *file) append(rows []row) error {
	f.buffer = f.buffer[:0]
	for _, r := range rows {
		f.buffer = binary.AppendUvarint(f.buffer, uint64(len(r.body)))
		f.buffer = append(f.buffer, r.body...)
	}
	if _, err := f.out.Write(f.buffer); err != nil {
		return err
	}
	return flush(f.out)
}

func (f *file) close() error { return f.out.Close() }

// table inserts rows into a SQLite table, one transaction for all of them, in a write-ahead log that
// is flushed at each commit.
type table struct {
	db     *sql.DB
	insert *sql.Stmt
}

const schema = `create table if not exists inbox(
	seq integer primary key, session_id text not null, message_id text not null, body blob not null)`

func openTable(ctx context.Context, path string) (*table, error) {
	source := "file:" + (&url.URL{Path: path}).EscapedPath() + "?_journal_mode=WAL&_synchronous=FULL&_txlock=immediate"
	db, err := sql.Open("sqlite", source)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	t := &table{db: db}
	if _, err := db.ExecContext(ctx, schema); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	var synchronous int
	if err := db.QueryRowContext(ctx, "pragma synchronous").Scan(&synchronous); err != nil || synchronous != 2 {
		return nil, errors.Join(fmt.Errorf("synchronous is %d, not FULL", synchronous), err, db.Close())
	}
	t.insert, err = db.PrepareContext(ctx, "insert into inbox(session_id, message_id, body) values(?, ?, ?)")
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return t, nil
}

func (t *table) append(rows []row) error {
	tx, err := t.db.Begin() //nolint:noctx // a commit is never broken off
	if err != nil {
		return err
	}
	insert := tx.Stmt(t.insert) //nolint:noctx // likewise
	for _, r := range rows {
		if _, err := insert.Exec(r.session, r.id, r.body); err != nil { //nolint:noctx // likewise
			return errors.Join(err, tx.Rollback())
		}
	}
	return tx.Commit()
}

func (t *table) close() error { return errors.Join(t.insert.Close(), t.db.Close()) }
