package postgres_test

import (
	"fmt"
	"os"
	"slices"
	"testing"
	"testing/fstest"
	"time"

	"atende/actors/journal"
	"atende/actors/journal/postgres"
)

var due = time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)

// reminded makes sessions whose reminders are due.
func reminded(t *testing.T, j journal.Journal, ids ...string) {
	t.Helper()
	for _, id := range ids {
		a, err := j.Activate(t.Context(), id, 1)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := j.Commit(t.Context(), 1, journal.Commit{SessionID: id, Version: a.Version, Due: due}); err != nil {
			t.Fatal(err)
		}
	}
}

func rings(t *testing.T, j journal.Journal, want ...string) {
	t.Helper()
	rung, err := j.Ring(t.Context(), due, 9)
	if err != nil || !slices.Equal(rung, want) {
		t.Fatalf("rang %q (%v), want %q", rung, err, want)
	}
}

// J7: a session that somebody has locked, as a commit does, is rung next time; nobody waits for it.
func TestRingWaitsForNobody(t *testing.T) {
	url := database(t)
	j := sole(t, url, postgres.Options{})
	reminded(t, j, "a", "b")
	conn := session(t, url, time.Minute)
	run(t, conn, "begin")
	run(t, conn, "select from sessions where session_id = 'a' for update")
	rings(t, j, "b")
	run(t, conn, "commit")
	rings(t, j, "a")
}

// J7: a ring that fails leaves its reminders as they were, and keeps no places for rows that never came.
func TestRingIsWholeOrNot(t *testing.T) {
	url := database(t)
	j := sole(t, url, postgres.Options{MaxPending: 3})
	reminded(t, j, "a", "b")
	conn := session(t, url, time.Minute)
	run(t, conn, "alter table inbox add constraint no_timers check(kind <> 1)")
	for range 2 {
		if rung, err := j.Ring(t.Context(), due, 9); err == nil {
			t.Fatalf("rang %q", rung)
		}
	}
	run(t, conn, "alter table inbox drop constraint no_timers")
	if err := j.Accept(t.Context(), journal.Incoming{SessionID: "c", MessageID: "m"}); err != nil {
		t.Fatal(err)
	}
	rings(t, j, "a", "b")
	if _, err := j.Sweep(t.Context(), 9); err != nil || j.Pending() != 3 {
		t.Errorf("%d rows wait (%v), want 3", j.Pending(), err)
	}
}

// J7: nodes of the release before the reminders work on beside them, and lose none.
func TestNodesBeforeTheReminders(t *testing.T) {
	url := database(t)
	first, err := os.ReadFile("migrations/00001_journal.sql")
	if err != nil {
		t.Fatal(err)
	}
	former := session(t, url, time.Minute)
	files := fstest.MapFS{"migrations/00001_journal.sql": &fstest.MapFile{Data: first}}
	if err := postgres.Migrate(t.Context(), former, files); err != nil {
		t.Fatal(err)
	}
	const insert = `insert into sessions(session_id, shard, version, schema, updated_at, look_at, state) values('%s', %d, 7, 1, now(), now(), 'kept')`
	run(t, former, fmt.Sprintf(insert, "a", journal.ShardOf("a")))
	j := sole(t, url, postgres.Options{})
	rings(t, j)
	reminded(t, j, "a")
	run(t, former, fmt.Sprintf(insert, "b", journal.ShardOf("b")))
	run(t, former, "update sessions set version = version+1, sent = 1, state = 'newer', updated_at = now()")
	rings(t, j, "a")
	a, err := j.Activate(t.Context(), "a", 1)
	if err != nil || string(a.State) != "newer" {
		t.Errorf("got %+v (%v)", a, err)
	}
}
