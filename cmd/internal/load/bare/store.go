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
// is flushed at each commit.  It works on one connection with prepared statements.
type table struct {
	db                    *sql.DB
	connection            *sql.Conn
	begin, insert, commit *sql.Stmt
}

const schema = `create table if not exists inbox(
	seq integer primary key, session_id text not null, message_id text not null, body blob not null)`

func openTable(ctx context.Context, path string) (t *table, err error) {
	source := "file:" + (&url.URL{Path: path}).EscapedPath() + "?_journal_mode=WAL&_synchronous=FULL"
	t = &table{}
	if t.db, err = sql.Open("sqlite", source); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, t.db.Close())
		}
	}()
	if t.connection, err = t.db.Conn(ctx); err != nil {
		return nil, err
	}
	if _, err := t.connection.ExecContext(ctx, schema); err != nil {
		return nil, err
	}
	var synchronous int
	err = t.connection.QueryRowContext(ctx, "pragma synchronous").Scan(&synchronous)
	if err != nil || synchronous != 2 {
		return nil, errors.Join(fmt.Errorf("synchronous is %d, not FULL", synchronous), err)
	}
	err = t.prepare(ctx)
	return t, err
}

func (t *table) prepare(ctx context.Context) error {
	var failed [3]error
	t.begin, failed[0] = t.connection.PrepareContext(ctx, "begin immediate")
	t.insert, failed[1] = t.connection.PrepareContext(ctx, "insert into inbox(session_id, message_id, body) values(?, ?, ?)")
	t.commit, failed[2] = t.connection.PrepareContext(ctx, "commit")
	return errors.Join(failed[:]...)
}

func (t *table) append(rows []row) error {
	ctx := context.Background() // a commit is never broken off
	if _, err := t.begin.ExecContext(ctx); err != nil {
		return err
	}
	for _, r := range rows {
		if _, err := t.insert.ExecContext(ctx, r.session, r.id, r.body); err != nil {
			_, undone := t.connection.ExecContext(ctx, "rollback")
			return errors.Join(err, undone)
		}
	}
	_, err := t.commit.ExecContext(ctx)
	return err
}

func (t *table) close() error {
	return errors.Join(t.begin.Close(), t.insert.Close(), t.commit.Close(), t.connection.Close(), t.db.Close())
}
