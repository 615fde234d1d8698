package sqlite_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"atende/actors/journal"
	"atende/actors/journal/sqlite"
	"atende/integrations/claim"
)

// SQLite goes on with a file that was emptied as long as its log and its memory have the pages, and closing folds the log
// into it, half a database: so nothing is accepted from then on, the log stays, and the next start says what happened.
func TestFileIsEmptied(t *testing.T) {
	t.Parallel()
	t.Run("by its name", func(t *testing.T) {
		t.Parallel()
		path := filepath.Join(t.TempDir(), "journal.db")
		wantEmptied(t, path, path, true)
	})
	t.Run("noticed at the end", func(t *testing.T) {
		t.Parallel()
		path := filepath.Join(t.TempDir(), "journal.db")
		wantEmptied(t, path, path, false)
	})
	t.Run("by a link", func(t *testing.T) {
		t.Parallel()
		path, link := filepath.Join(t.TempDir(), "journal.db"), filepath.Join(t.TempDir(), "link.db")
		closed(t, open(t, path))
		if err := os.Symlink(path, link); err != nil {
			t.Fatal(err)
		}
		wantEmptied(t, link, path, false)
	})
}

// wantEmptied opens a journal by a name and empties its file, which is noticed at once or when it is closed.
func wantEmptied(t *testing.T, name, path string, atOnce bool) {
	t.Helper()
	j := used(t, name)
	for i := range 40 { // SQLite folds nothing into an empty file but a log as long as the file has to be
		if err := j.Accept(t.Context(), journal.Incoming{SessionID: "s", MessageID: fmt.Sprint(i)}); err != nil {
			t.Fatal(err)
		}
	}
	log := size(t, path+"-wal")
	truncate(t, path, 0)
	if atOnce {
		wantReady(t, j, false)
		wantAdvice(t, j.(journal.Checker).Ready(t.Context()), "", "emptied or cut off")
		wantAdvice(t, j.Accept(t.Context(), journal.Incoming{SessionID: "s", MessageID: "o"}), "", "emptied or cut off")
	}
	if err := j.Close(); err == nil || !strings.Contains(err.Error(), "emptied or cut off") {
		t.Errorf("closed: %v", err)
	}
	if got := size(t, path); got != 0 {
		t.Errorf("%d bytes of half a database", got)
	}
	if got := size(t, path+"-wal"); got != log || log == 0 {
		t.Errorf("%d bytes of log, want %d", got, log)
	}
	wantLost(t, name)
}

// A file that was emptied, or is gone without its log, is no new journal, and nothing of what is left is touched.
func TestLostFileIsNoNewJournal(t *testing.T) {
	t.Parallel()
	t.Run("emptied after the end", func(t *testing.T) {
		t.Parallel()
		path := filepath.Join(t.TempDir(), "journal.db")
		closed(t, used(t, path))
		truncate(t, path, 0)
		wantLost(t, path)
	})
	t.Run("emptied after a crash", func(t *testing.T) {
		t.Parallel()
		path := crashed(t)
		truncate(t, path, 0)
		wantLost(t, path)
	})
	t.Run("gone without its log", func(t *testing.T) {
		t.Parallel()
		path := crashed(t)
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		wantLost(t, path)
		if size(t, path+"-wal") == 0 {
			t.Error("the log is gone")
		}
	})
	t.Run("moved away with all of it", func(t *testing.T) {
		t.Parallel()
		path := filepath.Join(t.TempDir(), "journal.db")
		closed(t, used(t, path))
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		closed(t, used(t, path))
	})
	t.Run("made before the first start", func(t *testing.T) {
		t.Parallel()
		path := filepath.Join(t.TempDir(), "journal.db")
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		closed(t, used(t, path))
	})
}

// What an open journal held when its file was replaced is copied beside it, once, and can be started from.
func TestReplacedFileIsSaved(t *testing.T) {
	t.Parallel()
	for name, notice := range map[string]func(t *testing.T, j journal.Store){
		"when it is noticed": func(t *testing.T, j journal.Store) { wantReady(t, j, false) },
		"at the end":         func(*testing.T, journal.Store) {},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			path := filepath.Join(folder, "journal.db")
			j := used(t, path)
			other := filepath.Join(folder, "other")
			if err := errors.Join(os.WriteFile(other, nil, 0o600), os.Rename(other, path)); err != nil {
				t.Fatal(err)
			}
			notice(t, j)
			wantAdvice(t, j.Close(), "", "what it held is in "+path+".saved1")
			wantLost(t, path)
			if _, err := os.Stat(path + ".saved2"); err == nil {
				t.Error("it was saved twice")
			}
			if info, err := os.Stat(path + ".saved1"); err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("the copy: %v, %v", info, err)
			}
			saved := open(t, path+".saved1")
			defer closed(t, saved)
			if rows, err := saved.Read(t.Context(), "s", 9); err != nil || len(rows) != 2 {
				t.Errorf("%d messages, %v", len(rows), err)
			}
		})
	}
}

// Somebody who deletes all rows takes what no migration leaves empty along.
func TestTablesAreEmptied(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "journal.db")
	var now atomic.Int64
	clock := func() time.Time { return time.UnixMilli(now.Add(11_000)).UTC() } // every call may probe
	j, err := sqlite.Open(t.Context(), path, sqlite.Options{Now: clock})
	if err != nil {
		t.Fatal(err)
	}
	defer closed(t, j)
	wantReady(t, j, true)
	execute(t, path, "delete from probes; delete from inbox; delete from sessions")
	wantAdvice(t, j.(journal.Checker).Ready(t.Context()), "", "somebody emptied the database")
}

// Who starts with nothing is told, once.
func TestFreshJournal(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "journal.db")
	told := 0
	for range 2 {
		j, err := sqlite.Open(t.Context(), path, sqlite.Options{Fresh: func() { told++ }})
		if err != nil {
			t.Fatal(err)
		}
		closed(t, j)
	}
	if told != 1 {
		t.Errorf("told %d times, want once", told)
	}
}

// used is an open journal with messages in it, the last of them in the log: the first writing empties it.
func used(t *testing.T, path string) journal.Store {
	t.Helper()
	j := open(t, path)
	for _, id := range []string{"m", "n"} {
		if err := j.Accept(t.Context(), journal.Incoming{SessionID: "s", MessageID: id}); err != nil {
			t.Fatal(err)
		}
	}
	return j
}

// crashed is a journal as a crash leaves it, with its log.
func crashed(t *testing.T) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "journal.db")
	j := used(t, path)
	defer closed(t, j)
	return copied(t, path)
}

func size(t *testing.T, path string) int64 {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Size()
}

func wantLost(t *testing.T, path string) {
	t.Helper()
	j, err := sqlite.Open(context.Background(), path, sqlite.Options{})
	if err == nil {
		closed(t, j)
	}
	if !errors.Is(err, claim.ErrLost) {
		t.Errorf("opened: %v", err)
	}
	wantAdvice(t, err, path, "docs/runbook.md")
}
