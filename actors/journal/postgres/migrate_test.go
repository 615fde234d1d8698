package postgres_test

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"atende/actors/journal"
	"atende/actors/journal/journaltest"
	"atende/actors/journal/postgres"
)

func TestNodesOpenAtOnce(t *testing.T) {
	url := database(t)
	var all sync.WaitGroup
	for range 6 {
		all.Go(func() {
			j, err := postgres.Open(t.Context(), url, postgres.Options{})
			if err != nil {
				t.Error(err)
				return
			}
			if err := j.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	conn := session(t, url, time.Minute)
	if got := number(t, conn, "select count(*) from shards"); got != journal.Shards {
		t.Errorf("%v shards, want %d", got, journal.Shards)
	}
}

// nextRelease has one migration more than this one.
func nextRelease(t *testing.T, script string) fstest.MapFS {
	t.Helper()
	ours, err := os.ReadDir("migrations")
	if err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{}
	for _, file := range ours {
		content, err := os.ReadFile("migrations/" + file.Name())
		if err != nil {
			t.Fatal(err)
		}
		files["migrations/"+file.Name()] = &fstest.MapFile{Data: content}
	}
	files[fmt.Sprintf("migrations/%05d_next.sql", len(ours)+1)] = &fstest.MapFile{Data: []byte(script)}
	return files
}

// While nodes are replaced one by one, those of the old release go on beside the tables of the new.
func TestNextReleaseMigratesWhileNodesWrite(t *testing.T) {
	url := database(t)
	j := sole(t, url, postgres.Options{})
	stop := make(chan struct{})
	var writing sync.WaitGroup
	for writer := range 4 {
		writing.Go(func() { writeUntil(t, j, fmt.Sprint("s", writer), stop) })
	}
	next := nextRelease(t, `alter table sessions add column next_at timestamptz;
		alter table inbox add column note text;
		create index sessions_next on sessions(shard, next_at) where next_at is not null;`)
	var migrating sync.WaitGroup
	for range 3 {
		conn := session(t, url, time.Minute)
		migrating.Go(func() {
			if err := postgres.Migrate(t.Context(), conn, next); err != nil {
				t.Error(err)
			}
		})
	}
	migrating.Wait()
	late := sole(t, url, postgres.Options{}) // our release starts again on the newer tables
	if err := late.Accept(t.Context(), journal.Incoming{SessionID: "late"}); err != nil {
		t.Error(err)
	}
	close(stop)
	writing.Wait()
}

// writeUntil makes turns of a session and wants each to succeed.
func writeUntil(t *testing.T, j journal.Journal, id string, stop <-chan struct{}) {
	a, err := j.Activate(t.Context(), id, 1)
	for turn := 0; err == nil; turn++ {
		select {
		case <-stop:
			if turn > 0 {
				return
			}
		default:
		}
		if err = j.Accept(t.Context(), journal.Incoming{SessionID: id, MessageID: "m"}); err != nil {
			break
		}
		rows, readErr := j.Read(t.Context(), id, 9)
		if readErr != nil || len(rows) != 1 {
			t.Errorf("%d rows, %v", len(rows), readErr)
			return
		}
		a.Version, err = j.Commit(t.Context(), 1, journal.Commit{
			SessionID: id, Version: a.Version, State: []byte("state"), Done: []int64{rows[0].Seq},
		})
	}
	t.Error(err)
}

// A migration of another release may be wrong in our eyes; then nothing of it stands.
func TestMigrationIsWholeOrNot(t *testing.T) {
	url := database(t)
	open(t, url, postgres.Options{})
	conn := session(t, url, time.Minute)
	broken := nextRelease(t, "create table half(x int); create table half(x int);")
	if err := postgres.Migrate(t.Context(), conn, broken); err == nil {
		t.Fatal("no error")
	}
	if number(t, conn, "select count(*) from pg_tables where tablename = 'half'") != 0 {
		t.Error("half of it stands")
	}
	if err := postgres.Migrate(t.Context(), conn, nextRelease(t, "create table whole(x int);")); err != nil {
		t.Error(err)
	}
}

func TestForeignPlacement(t *testing.T) {
	url := database(t)
	j := open(t, url, postgres.Options{})
	run(t, session(t, url, time.Minute), "update cluster set hash = 'another'")
	if _, err := j.Join(t.Context(), journal.Newcomer{Node: "n"}); !errors.Is(err, journal.ErrForeignHash) {
		t.Errorf("Join: %v", err)
	}
	if j, err := postgres.Open(t.Context(), url, postgres.Options{}); !errors.Is(err, journal.ErrForeignHash) {
		t.Errorf("Open: %v", err)
		if err == nil {
			j.Close()
		}
	}
}

func TestOpenErrors(t *testing.T) {
	started, err := server()
	if err != nil {
		t.Fatal(err)
	}
	readOnly := database(t)
	run(t, session(t, readOnly, time.Minute), "do $$ begin execute 'alter database ' || current_database() || ' set default_transaction_read_only = on'; end $$")
	for name, url := range map[string]string{
		"not a URL":       "postgres://u:secret@[::1",
		"nobody listens":  "postgres://u:secret@127.0.0.1:1/db",
		"several hosts":   "postgres://u:secret@127.0.0.1:1,127.0.0.1:2/db",
		"no database":     strings.Replace(started.URL(), "/postgres?", "/secret?", 1),
		"takes no writes": readOnly,
	} {
		t.Run(name, func(t *testing.T) {
			j, err := postgres.Open(t.Context(), url, postgres.Options{})
			if err == nil {
				j.Close()
				t.Fatal("no error")
			}
			text := err.Error()
			if strings.Contains(text, "secret@") || strings.Contains(text, "u:") || strings.Contains(text, "\n") {
				t.Errorf("got %q", text)
			}
		})
	}
}

func TestPoolSettingsDoNoHarm(t *testing.T) {
	url := database(t)
	separator := "?"
	if strings.Contains(url, "?") {
		separator = "&"
	}
	j := open(t, url+separator+"pool_max_conns=2&pool_min_conns=1", postgres.Options{})
	if err := journaltest.Sole(t.Context(), j); err != nil {
		t.Error(err)
	}
}
