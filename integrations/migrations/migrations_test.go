package migrations_test

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	_ "modernc.org/sqlite" // the driver "sqlite"

	"atende/integrations/migrations"
)

func open(t *testing.T, path string) *sql.DB {
	t.Helper()
	pool, err := sql.Open("sqlite", "file:"+path+"?_txlock=immediate&_busy_timeout=5000")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := pool.Close(); err != nil {
			t.Error(err)
		}
	})
	return pool
}

// scripts are the first so many migrations of a release that has three.
func scripts(n int) fstest.MapFS {
	all := []string{
		"pragma application_id = 7; create table a(x integer) strict; -- two statements; and a comment\ninsert into a(x) values(1);",
		"alter table a add column y text default 'a;b';",
		"create index a_y on a(y);",
	}
	files := fstest.MapFS{}
	for i, script := range all[:n] {
		files[fmt.Sprintf("%05d_script.sql", i+1)] = &fstest.MapFile{Data: []byte(script)}
	}
	return files
}

// state is what stands in a file: its tables and what was done.
func state(t *testing.T, pool *sql.DB) (all []string) {
	t.Helper()
	rows, err := pool.QueryContext(t.Context(), `select name from sqlite_schema where name not like 'sqlite_%'
		union all select version_id || '/' || is_applied || '/' || (tstamp is not null) from goose_db_version
		union all select 'rows ' || count(*) from a`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var one string
		if err := rows.Scan(&one); err != nil {
			t.Fatal(err)
		}
		all = append(all, one)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// A release runs what the one before it did not have, once; the one before it leaves that alone.
func TestUp(t *testing.T) {
	t.Parallel()
	pool := open(t, filepath.Join(t.TempDir(), "a.db"))
	for _, step := range []struct {
		scripts int
		want    []string
	}{
		{1, []string{"goose_db_version", "a", "0/1/1", "1/1/1", "rows 1"}},
		{3, []string{"goose_db_version", "a", "a_y", "0/1/1", "1/1/1", "2/1/1", "3/1/1", "rows 1"}},
		{3, []string{"goose_db_version", "a", "a_y", "0/1/1", "1/1/1", "2/1/1", "3/1/1", "rows 1"}},
		{2, []string{"goose_db_version", "a", "a_y", "0/1/1", "1/1/1", "2/1/1", "3/1/1", "rows 1"}},
	} {
		if err := migrations.Up(t.Context(), pool, scripts(step.scripts)); err != nil {
			t.Fatal(err)
		}
		if got := state(t, pool); !slices.Equal(got, step.want) {
			t.Errorf("%d scripts: %q, want %q", step.scripts, got, step.want)
		}
	}
}

// Of scripts of which one fails none was run.
func TestUpOrNot(t *testing.T) {
	t.Parallel()
	pool := open(t, filepath.Join(t.TempDir(), "a.db"))
	if err := migrations.Up(t.Context(), pool, scripts(1)); err != nil {
		t.Fatal(err)
	}
	before := state(t, pool)
	broken := scripts(3)
	broken["00003_script.sql"].Data = []byte("create table b(x integer); create table a(x integer);")
	misnamed := scripts(3)
	misnamed["00005_script.sql"] = misnamed["00003_script.sql"]
	delete(misnamed, "00003_script.sql")
	for want, files := range map[string]fstest.MapFS{
		"00003_script.sql: ": broken, "00005_script.sql has not the number 3": misnamed,
	} {
		if err := migrations.Up(t.Context(), pool, files); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
		if got := state(t, pool); !slices.Equal(got, before) {
			t.Errorf("%s leaves %q, want %q", want, got, before)
		}
	}
}

// Several that begin at once do it once.
func TestUpTogether(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.db")
	const callers = 4
	results := make(chan error, callers)
	for range callers {
		pool := open(t, path)
		go func() { results <- migrations.Up(t.Context(), pool, scripts(3)) }()
	}
	for range callers {
		if err := <-results; err != nil {
			t.Error(err)
		}
	}
	if got := state(t, open(t, path)); !slices.Equal(got, []string{"goose_db_version", "a", "a_y", "0/1/1", "1/1/1", "2/1/1", "3/1/1", "rows 1"}) {
		t.Errorf("%q", got)
	}
}
