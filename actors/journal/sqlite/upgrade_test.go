package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"testing"
	"testing/fstest"
	"time"

	"atende/actors/journal"
	"atende/integrations/migrations"
)

// newer are the migrations that the first release did not have, by age.
var newer = []string{"00002_facts_purge.sql", "00003_due.sql", "00004_archive.sql", "00005_contacts.sql", "00006_versions.sql", "00007_data_keys.sql"}

// firstRelease opens path as the first release did, with its one migration.
func firstRelease(t *testing.T, path string) *sql.DB {
	t.Helper()
	return formerRelease(t, path, newer)
}

// formerRelease opens file as a release did that had all migrations but these.
func formerRelease(t *testing.T, file string, unknown []string) *sql.DB {
	t.Helper()
	pool, err := openPool(t.Context(), file, readWrite, 1)
	if err != nil {
		t.Fatal(err)
	}
	names, err := fs.Glob(scripts, "migrations/*.sql")
	if err != nil {
		t.Fatal(err)
	}
	known := fstest.MapFS{}
	for _, name := range names {
		if slices.Contains(unknown, path.Base(name)) {
			continue
		}
		script, err := fs.ReadFile(scripts, name)
		if err != nil {
			t.Fatal(err)
		}
		known[path.Base(name)] = &fstest.MapFile{Data: script}
	}
	if err := migrations.Up(t.Context(), pool, known); err != nil {
		t.Fatal(err)
	}
	return pool
}

func executeAll(t *testing.T, pool *sql.DB, queries ...string) {
	t.Helper()
	for _, query := range queries {
		if _, err := pool.ExecContext(t.Context(), query); err != nil {
			t.Fatal(err)
		}
	}
}

// What the first release wrote is read, worked off and purged; and should the operator go back to
// that release, it opens the file and writes what it always wrote.
func TestFilesOfTheFirstRelease(t *testing.T) {
	path, ctx := filepath.Join(t.TempDir(), "journal.db"), context.Background()
	const writes = `insert into inbox(session_id, message_id, kind, received_at, body) values('s', 'm', 0, 5, x'626f6479')`
	pool := firstRelease(t, path)
	executeAll(t, pool, writes,
		`insert into sessions(session_id, version, schema, sent, updated_at, state) values('s', 4, 1, 2, 7, x'6b657074'), ('old', 9, 1, 0, 7, x'6f6c64')`,
		`insert into intents(session_id, n, attempt, token, slot, at) values('old', 1, 1, 'token', 'slot', 7)`)
	if err := pool.Close(); err != nil {
		t.Fatal(err)
	}

	j, err := Open(ctx, path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	rows, err := j.Read(ctx, "s", 9)
	if err != nil || len(rows) != 1 || string(rows[0].Body) != "body" {
		t.Errorf("rows %+v (%v)", rows, err)
	}
	a, err := j.Activate(ctx, "s", 1)
	if err != nil || a.Version != 5 || a.Sent != 2 || string(a.State) != "kept" {
		t.Errorf("session %+v (%v)", a, err)
	}
	keep := journal.Retention{Sessions: time.UnixMilli(8), Intents: time.UnixMilli(8)}
	if removed, err := j.Purge(ctx, keep, 99); err != nil || removed != 2 {
		t.Errorf("%d went away (%v), want the old session and its intent", removed, err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}

	pool = firstRelease(t, path)
	executeAll(t, pool, writes, `insert into sessions(session_id, version, updated_at) values('n', 1, 9)`)
	var waiting int
	err = pool.QueryRowContext(ctx, "select count(*) from inbox where session_id = 's'").Scan(&waiting)
	if err = errors.Join(err, pool.Close()); err != nil || waiting != 2 {
		t.Errorf("%d rows (%v), want 2", waiting, err)
	}
}

// J7: the release before the reminders opens a file that holds some, and works on beside them; the next
// release rings them.  What the former one purged is gone, reminder and all.
func TestTheReleaseBeforeTheReminders(t *testing.T) {
	path, ctx := filepath.Join(t.TempDir(), "journal.db"), t.Context()
	pool := formerRelease(t, path, newer[1:])
	executeAll(t, pool, `insert into sessions(session_id, version, updated_at) values('a', 1, 9), ('b', 1, 9), ('c', 1, 9)`)
	if err := pool.Close(); err != nil {
		t.Fatal(err)
	}
	due := time.UnixMilli(5000)
	j := reopened(t, path)
	for _, id := range []string{"a", "b"} {
		if _, err := j.Commit(ctx, 1, journal.Commit{SessionID: id, Version: 1, Due: due}); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}

	pool = formerRelease(t, path, newer[1:])
	executeAll(t, pool, `update sessions set version = version+1, sent = 1, schema = 1, state = x'78', updated_at = 10 where session_id = 'a'`,
		`delete from sessions where session_id = 'b'`)
	if err := pool.Close(); err != nil {
		t.Fatal(err)
	}
	j = reopened(t, path)
	rung, err := j.Ring(ctx, due, 9)
	if err = errors.Join(err, j.Close()); err != nil || len(rung) != 1 || rung[0] != "a" {
		t.Errorf("rang %q (%v), want a", rung, err)
	}
}

// J8: the release before the archive opens a file that has one, and works on beside it.  A session that it
// forgets leaves its history behind, which an erasure takes along and retention ends.
func TestTheReleaseBeforeTheArchive(t *testing.T) {
	path, ctx := filepath.Join(t.TempDir(), "journal.db"), t.Context()
	pool := formerRelease(t, path, newer[2:])
	executeAll(t, pool, `insert into sessions(session_id, version, updated_at) values('a', 1, 9), ('b', 1, 9), ('c', 1, 9)`)
	if err := pool.Close(); err != nil {
		t.Fatal(err)
	}
	j := reopened(t, path)
	for _, id := range []string{"a", "b", "c"} {
		c := journal.Commit{SessionID: id, Version: 1, State: []byte("s"), Entry: []byte("e"), Demand: []journal.Demand{{Day: "2026-11-21"}}}
		if _, err := j.Commit(ctx, 1, c); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}

	pool = formerRelease(t, path, newer[2:])
	executeAll(t, pool, `update sessions set version = version+1, sent = 1, schema = 1, state = x'78', updated_at = 10 where session_id = 'a'`,
		`delete from sessions where session_id <> 'a'`)
	if err := pool.Close(); err != nil {
		t.Fatal(err)
	}
	j = reopened(t, path)
	defer j.Close()
	if err := j.Erase(ctx, "b", 0); err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]int{"a": 1, "b": 0, "c": 1} {
		if entries, err := j.History(ctx, id, 9); err != nil || len(entries) != want {
			t.Errorf("%s has %d entries (%v), want %d", id, len(entries), err, want)
		}
	}
	if removed, err := j.Purge(ctx, journal.Retention{History: time.Now().Add(time.Hour)}, 9); err != nil || removed != 2 {
		t.Errorf("%d entries went (%v)", removed, err)
	}
}

func reopened(t *testing.T, path string) journal.Store {
	t.Helper()
	j, err := Open(t.Context(), path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return j
}
