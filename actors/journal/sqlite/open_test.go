package sqlite_test

import (
	"context"
	"database/sql"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"atende/actors/journal"
	"atende/actors/journal/sqlite"
)

func TestOpenRefuses(t *testing.T) {
	cases := map[string]struct {
		prepare func(t *testing.T, path string)
		says    string
	}{
		"a file that is open already": {
			func(t *testing.T, path string) {
				j := open(t, path)
				t.Cleanup(func() { closed(t, j) })
			}, "in use by another process",
		},
		"a file that is open under another name": {
			func(t *testing.T, path string) {
				j := open(t, path+".target")
				t.Cleanup(func() { closed(t, j) })
				if err := os.Symlink(path+".target", path); err != nil {
					t.Fatal(err)
				}
			}, "in use by another process",
		},
		"a file that is open as another link": {
			func(t *testing.T, path string) {
				j := open(t, path+".target")
				t.Cleanup(func() { closed(t, j) })
				if err := os.Link(path+".target", path); err != nil {
					t.Fatal(err)
				}
			}, "in use by another process",
		},
		"the database of another program": {
			func(t *testing.T, path string) { execute(t, path, "create table appointments(id integer)") },
			"another program",
		},
		"a database with the mark of another program": {
			func(t *testing.T, path string) { execute(t, path, "pragma application_id = 7") },
			"another program",
		},
		"a file that is no database": {
			func(t *testing.T, path string) {
				if err := os.WriteFile(path, []byte(strings.Repeat("no database ", 100)), 0o600); err != nil {
					t.Fatal(err)
				}
			}, "move it away or name another file",
		},
		"a folder": {
			func(t *testing.T, path string) {
				if err := os.Mkdir(path, 0o700); err != nil {
					t.Fatal(err)
				}
			}, "name a file",
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "journal.db")
			c.prepare(t, path)
			j, err := sqlite.Open(t.Context(), path, sqlite.Options{})
			if err == nil {
				closed(t, j)
			}
			wantAdvice(t, err, path, c.says)
		})
	}
	t.Run("a folder that does not exist", func(t *testing.T) {
		if _, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "no", "journal.db"), sqlite.Options{}); err == nil {
			t.Error("no error")
		}
	})
}

// wantAdvice wants one line that names the path and says what to do.
func wantAdvice(t *testing.T, err error, path, says string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), says) || strings.Contains(err.Error(), "\n") {
		t.Errorf("got error %q, want one line that names the path and says %q", err, says)
	}
}

// A journal that could not be opened keeps nothing: the next attempt finds the lock free.
func TestOpenAgainAfterARefusal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.db")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if j, err := sqlite.Open(ctx, path, sqlite.Options{}); err == nil {
		closed(t, j)
		t.Fatal("opened although the context had ended")
	}
	closed(t, open(t, path))
}

func TestOpenAnyName(t *testing.T) {
	for _, name := range []string{"a b.db", "50%.db", "what?.db", "#1.db", "a&_synchronous=OFF.db", "ção.db", "a:b.db", "%41.db"} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), name)
			closed(t, open(t, path))
			info, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			if info.Size() == 0 {
				t.Error("the file is empty: the journal is elsewhere")
			}
		})
	}
}

// What patients write is for nobody else on the machine.
func TestFilesArePrivate(t *testing.T) {
	folder := t.TempDir()
	j := open(t, filepath.Join(folder, "journal.db"))
	defer closed(t, j)
	if err := j.Accept(t.Context(), journal.Incoming{SessionID: "s", MessageID: "m"}); err != nil {
		t.Fatal(err)
	}
	files, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 3 {
		t.Errorf("%d files, want the journal, its log and its lock", len(files))
	}
	for _, file := range files {
		info, err := file.Info()
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode().Perm()&^fs.FileMode(0o600) != 0 {
			t.Errorf("%s has the mode %v", file.Name(), info.Mode())
		}
	}
}

func open(tb testing.TB, path string) journal.Store {
	tb.Helper()
	j, err := sqlite.Open(tb.Context(), path, sqlite.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	return j
}

func closed(tb testing.TB, j journal.Journal) {
	tb.Helper()
	if err := j.Close(); err != nil {
		tb.Error(err)
	}
}

// execute makes path a database by other means.
func execute(tb testing.TB, path, query string) {
	tb.Helper()
	db, err := sql.Open("sqlite", "file:"+path)
	if err != nil {
		tb.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(tb.Context(), query); err != nil {
		tb.Fatal(err)
	}
}

// A file that every user of the machine may read is told of before the start, and ours never is.
func TestLookTellsWhoMayRead(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "j.db")
	if err := open(t, path).Close(); err != nil {
		t.Fatal(err)
	}
	for mode, told := range map[fs.FileMode]bool{0o600: false, 0o640: false, 0o644: true} {
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		about, err := sqlite.Look(path)
		if err != nil || strings.Contains(about, "chmod 600") != told {
			t.Errorf("%v: %q, %v", mode, about, err)
		}
	}
}
