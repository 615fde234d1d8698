package postgres_test

import (
	"fmt"
	"os"
	"testing"
	"testing/fstest"
	"time"

	"atende/actors/journal"
	"atende/actors/journal/postgres"
)

// saturday is a wish.
var saturday = journal.Demand{Day: "2026-11-21", SpecialtyID: 7, AgendaID: 101, Weekday: int(time.Saturday), Period: "morning", Cause: "none"}

// J8: nodes of the release before the archive work on beside it.  A session that they forget leaves its history
// behind, which an erasure takes along and retention ends.
func TestNodesBeforeTheArchive(t *testing.T) {
	url := database(t)
	former := session(t, url, time.Minute)
	files := fstest.MapFS{}
	for _, name := range []string{"migrations/00001_journal.sql", "migrations/00002_due.sql"} {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = &fstest.MapFile{Data: content}
	}
	if err := postgres.Migrate(t.Context(), former, files); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"a", "b"} {
		run(t, former, fmt.Sprintf(`insert into sessions(session_id, shard, version, schema, updated_at, look_at, state)
			values('%s', %d, 7, 1, now(), now(), 'kept')`, id, journal.ShardOf(id)))
	}
	j := sole(t, url, postgres.Options{})
	for _, id := range []string{"a", "b"} {
		a, err := j.Activate(t.Context(), id, 1)
		if err != nil || string(a.State) != "kept" {
			t.Fatalf("got %+v (%v)", a, err)
		}
		c := journal.Commit{SessionID: id, Version: a.Version, Entry: []byte("e"), Demand: []journal.Demand{saturday}}
		if _, err := j.Commit(t.Context(), 1, c); err != nil {
			t.Fatal(err)
		}
	}
	run(t, former, "update sessions set version = version+1, sent = 1, state = 'newer', updated_at = now()")
	run(t, former, "delete from sessions")
	for id, want := range map[string]int{"a": 0, "b": 1} {
		if id == "a" {
			if err := j.Erase(t.Context(), id, 0); err != nil {
				t.Fatal(err)
			}
		}
		if entries, err := j.History(t.Context(), id, 9); err != nil || len(entries) != want {
			t.Errorf("%s has %d entries (%v), want %d", id, len(entries), err, want)
		}
	}
	removed, err := j.Purge(t.Context(), journal.Retention{History: time.Now().Add(time.Hour)}, 9)
	if err != nil || removed != 1 {
		t.Errorf("%d entries went (%v)", removed, err)
	}
	if demand, err := j.Demand(t.Context(), "2026-11-21", "2026-11-21"); err != nil || len(demand) != 1 || demand[0].Count != 2 {
		t.Errorf("demand %+v (%v)", demand, err)
	}
}

// J8: an erasure that finds its session locked, as by a ring under way, waits and takes along what that made.
func TestErasureWaitsForTheSession(t *testing.T) {
	url := database(t)
	j := sole(t, url, postgres.Options{})
	a, err := j.Activate(t.Context(), "s", 1)
	if err != nil {
		t.Fatal(err)
	}
	version, err := j.Commit(t.Context(), 1, journal.Commit{SessionID: "s", Version: a.Version, State: []byte("x"), Due: due})
	if err != nil {
		t.Fatal(err)
	}
	conn := session(t, url, time.Minute)
	run(t, conn, "begin")
	run(t, conn, fmt.Sprintf(`update sessions set due_at = null where session_id = 's';
		insert into inbox(shard, session_id, message_id, kind, received_at, body) values(%d, 's', 'timer', 1, now(), '')`, journal.ShardOf("s")))
	erased := make(chan error)
	go func() { erased <- j.Erase(t.Context(), "s", version) }()
	watch := session(t, url, time.Minute)
	for number(t, watch, "select count(*) from pg_locks where not granted") == 0 {
		select {
		case err := <-erased:
			t.Fatalf("it did not wait: %v", err)
		default:
		}
	}
	run(t, conn, "commit")
	if err := <-erased; err != nil {
		t.Fatal(err)
	}
	if left, known, err := j.Look(t.Context(), "s"); err != nil || known {
		t.Errorf("left %+v (%v)", left, err)
	}
}

// J8: of an erased session it stays known which time was booked, and not by whom.
func TestErasedIntentsAreNobodys(t *testing.T) {
	url := database(t)
	j := sole(t, url, postgres.Options{})
	a, err := j.Activate(t.Context(), "s", 1)
	if err != nil {
		t.Fatal(err)
	}
	intent := &journal.Intent{N: 1, Attempt: 1, Token: "token", Slot: "101 2026-11-23 09:00"}
	version, err := j.Commit(t.Context(), 1, journal.Commit{SessionID: "s", Version: a.Version, State: []byte("x"), Intent: intent})
	if err != nil {
		t.Fatal(err)
	}
	if err := j.Erase(t.Context(), "s", version); err != nil {
		t.Fatal(err)
	}
	var id, slot string
	past := session(t, url, time.Minute).QueryRow(t.Context(), "select convert_from(session_id, 'UTF8'), slot from past_intents")
	if err := past.Scan(&id, &slot); err != nil || id != "" || slot != intent.Slot {
		t.Errorf("%q %q (%v)", id, slot, err)
	}
}
