package backup_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"atende/actors/journal"
	"atende/actors/journal/sqlite"
	"atende/cmd/internal/backup"
)

// opened is a journal in a file.
func opened(t *testing.T, path string) journal.Journal {
	t.Helper()
	j, err := sqlite.Open(t.Context(), path, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := j.Close(); err != nil {
			t.Error(err)
		}
	})
	return j
}

func accept(t *testing.T, j journal.Journal, session, message string) {
	t.Helper()
	if err := j.Accept(t.Context(), journal.Incoming{SessionID: session, MessageID: message, Body: []byte("{}")}); err != nil {
		t.Error(err)
	}
}

func waiting(t *testing.T, j journal.Journal, session string) int {
	t.Helper()
	rows, err := j.Read(t.Context(), session, 1000)
	if err != nil {
		t.Fatal(err)
	}
	return len(rows)
}

// What was accepted before the copy began is in it, and whoever writes meanwhile does not wait for it.
func TestCopyWhileWritten(t *testing.T) {
	folder := t.TempDir()
	j := opened(t, filepath.Join(folder, "atende.db"))
	for range 20 {
		accept(t, j, "before", "m")
	}
	var during atomic.Int64
	var writers sync.WaitGroup
	done := make(chan struct{})
	for range 4 {
		writers.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
					accept(t, j, "during", "m")
					during.Add(1)
				}
			}
		})
	}
	to := filepath.Join(folder, "copy.db")
	for range 3 {
		accepted := during.Load()
		size, err := backup.Copy(t.Context(), backup.Journal, filepath.Join(folder, "atende.db"), to)
		if err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(to)
		if err != nil || info.Size() != size || info.Mode() != 0o600 {
			t.Errorf("%d bytes, %+v, %v", size, info, err)
		}
		restored := opened(t, to)
		if before := waiting(t, restored, "before"); before != 20 {
			t.Errorf("%d of 20 messages of before", before)
		}
		if got := restored.Pending() - 20; int64(got) < accepted {
			t.Errorf("%d messages, %d were accepted before the copy began", got, accepted)
		}
		to += "-again"
	}
	close(done)
	writers.Wait()
	nothingPartial(t, folder)
}

// A journal that was killed, its log not folded back, is copied whole.
func TestCopyOfAStoppedJournal(t *testing.T) {
	folder := t.TempDir()
	j := opened(t, filepath.Join(folder, "atende.db"))
	accept(t, j, "s", "m")
	for _, name := range []string{"atende.db", "atende.db-wal"} { // as a kill leaves them
		data, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, "killed"+strings.TrimPrefix(name, "atende")), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	to := filepath.Join(folder, "copy.db")
	if _, err := backup.Copy(t.Context(), backup.Journal, filepath.Join(folder, "killed.db"), to); err != nil {
		t.Fatal(err)
	}
	if got := waiting(t, opened(t, to), "s"); got != 1 {
		t.Errorf("%d messages", got)
	}
}

// A file may have any name, and what looks like a URI or an escape is none.
func TestStrangeNames(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"a?mode=ro", "b#c", "d%41e", "café 1"} {
		if err := os.Mkdir(name, 0o700); err != nil {
			t.Fatal(err)
		}
		from := filepath.Join(name, "scheduling.db")
		execute(t, "made.db", "create table appointments(x text)")
		if err := os.Rename("made.db", from); err != nil {
			t.Fatal(err)
		}
		to := "file:" + name + ".db?mode=memory"
		size, err := backup.Copy(t.Context(), backup.Scheduling, from, to)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if info, err := os.Stat(to); err != nil || info.Size() != size {
			t.Errorf("%s: %d bytes, %v", name, size, err)
		}
	}
	nothingPartial(t, ".")
}

// The numbers of rows go on from where they were: one that was given never comes back (journal J3).
func TestRowNumbersGoOn(t *testing.T) {
	folder := t.TempDir()
	j := opened(t, filepath.Join(folder, "atende.db"))
	accept(t, j, "s", "m")
	rows, err := j.Read(t.Context(), "s", 1)
	if err != nil {
		t.Fatal(err)
	}
	a, err := j.Activate(t.Context(), "s", 1)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := j.Commit(t.Context(), 1, journal.Commit{SessionID: "s", Version: a.Version, Done: []int64{rows[0].Seq}}); err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(folder, "copy.db")
	if _, err := backup.Copy(t.Context(), backup.Journal, filepath.Join(folder, "atende.db"), to); err != nil {
		t.Fatal(err)
	}
	restored := opened(t, to)
	accept(t, restored, "s", "n")
	again, err := restored.Read(t.Context(), "s", 1)
	if err != nil || len(again) != 1 || again[0].Seq <= rows[0].Seq {
		t.Errorf("%+v after %d, %v", again, rows[0].Seq, err)
	}
}

func TestRefusals(t *testing.T) {
	folder := t.TempDir()
	journalFile, other := filepath.Join(folder, "atende.db"), filepath.Join(folder, "other.db")
	opened(t, journalFile)
	execute(t, other, "create table cats(name text)")
	text := filepath.Join(folder, "text.db")
	if err := os.WriteFile(text, []byte(strings.Repeat("no database ", 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		kind     backup.Kind
		from, to string
		says     string
	}{
		"a file that is there":  {backup.Journal, journalFile, other, "overwrite nothing"},
		"no such database":      {backup.Journal, filepath.Join(folder, "none.db"), "copy.db", "no such file"},
		"a folder":              {backup.Journal, folder, "copy.db", "is no file"},
		"the other kind":        {backup.Scheduling, journalFile, "copy.db", "not the database of the scheduling"},
		"another program's":     {backup.Journal, other, "copy.db", "not the database of the journal"},
		"no database":           {backup.Journal, text, "copy.db", "not a database"},
		"a folder that is not ": {backup.Journal, journalFile, filepath.Join("none", "copy.db"), "no such file"},
	} {
		t.Run(name, func(t *testing.T) {
			to := c.to
			if !filepath.IsAbs(to) {
				to = filepath.Join(folder, to)
			}
			before, _ := os.ReadFile(to) // nothing, or what must stay
			if _, err := backup.Copy(t.Context(), c.kind, c.from, to); err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("got %v, want %s", err, c.says)
			}
			if after, _ := os.ReadFile(to); !bytes.Equal(after, before) {
				t.Error("the file was changed")
			}
			nothingPartial(t, folder)
		})
	}
	if _, err := os.Stat(filepath.Join(folder, "none.db")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a backup created its source: %v", err)
	}
}

// A file that was emptied has nothing but its log, which SQLite deletes as soon as somebody opens the file.
func TestEmptiedFile(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "journal.db")
	if err := errors.Join(os.WriteFile(file, nil, 0o600), os.WriteFile(file+"-wal", make([]byte, 5000), 0o600)); err != nil {
		t.Fatal(err)
	}
	if _, err := backup.Copy(t.Context(), backup.Journal, file, filepath.Join(folder, "copy.db")); err == nil || !strings.Contains(err.Error(), "is empty") {
		t.Errorf("copied: %v", err)
	}
	if info, err := os.Stat(file + "-wal"); err != nil || info.Size() != 5000 {
		t.Errorf("its log: %v", err)
	}
}

// A copy that is cut short leaves nothing that looks like one.
func TestCutShort(t *testing.T) {
	folder := t.TempDir()
	opened(t, filepath.Join(folder, "atende.db"))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := backup.Copy(ctx, backup.Journal, filepath.Join(folder, "atende.db"), filepath.Join(folder, "copy.db")); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if _, err := os.Stat(filepath.Join(folder, "copy.db")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v", err)
	}
	nothingPartial(t, folder)
}

// Damage is found when the copy is made and not when it is needed.
func TestDamage(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "scheduling.db")
	execute(t, path, "create table appointments(x text); create index i on appointments(x); insert into appointments values ('a'), ('b')")
	db, err := sql.Open("sqlite", "file:"+path)
	if err != nil {
		t.Fatal(err)
	}
	var page, size int64
	err = db.QueryRow("select rootpage, (select page_size from pragma_page_size) from sqlite_schema where name = 'appointments'").Scan(&page, &size)
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, err = file.WriteAt([]byte("damage everywhere"), (page-1)*size)
	if err := errors.Join(err, file.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := backup.Copy(t.Context(), backup.Scheduling, path, filepath.Join(folder, "copy.db")); err == nil {
		t.Error("a damaged database was copied")
	}
	nothingPartial(t, folder)
}

// A copy that SQLite made without a word is read all the same before it gets its name.
func TestDamageThatIsCopied(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "scheduling.db")
	execute(t, path, "create table appointments(x text); insert into appointments values (null); pragma writable_schema = on; "+
		"update sqlite_schema set sql = 'CREATE TABLE appointments(x text NOT NULL)'")
	to := filepath.Join(folder, "copy.db")
	if _, err := backup.Copy(t.Context(), backup.Scheduling, path, to); err == nil || !strings.Contains(err.Error(), "is damaged") {
		t.Errorf("got %v", err)
	}
	if _, err := os.Stat(to); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v", err)
	}
	nothingPartial(t, folder)
}

// nothingPartial wants no trace of copies that were begun.
func nothingPartial(t *testing.T, folder string) {
	t.Helper()
	left, err := filepath.Glob(filepath.Join(folder, "*partial*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left over: %q %v", left, err)
	}
}

func execute(t *testing.T, path, query string) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.ExecContext(t.Context(), query); err != nil {
		t.Error(err)
	}
	if err := db.Close(); err != nil {
		t.Error(err)
	}
}
