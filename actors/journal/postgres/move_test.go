package postgres_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"atende/actors/journal"
	"atende/actors/journal/postgres"
)

// owner owns one shard under a title.
type owner struct {
	shard int
	title journal.Title
}

func (o owner) Title(shard int) (journal.Title, bool) { return o.title, shard == o.shard }

// member joins and returns the incarnation.
func member(t *testing.T, j journal.Shared, name string) journal.Incarnation {
	t.Helper()
	i, err := j.Join(t.Context(), journal.Newcomer{Node: name, SchemaMax: 1, Lease: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	return i
}

// J5: a session that is loaded for the first time while its shard moves is held like any other: the move
// waits for the load, and has to see what it made.
func TestMoveHoldsASessionThatIsJustLoaded(t *testing.T) {
	url := database(t)
	a, b := open(t, url, postgres.Options{}), open(t, url, postgres.Options{})
	n1, n2 := member(t, a, "n1"), member(t, b, "n2")
	const id = "s"
	shard := journal.ShardOf(id)
	if err := a.Claim(t.Context(), n1, []int{shard}); err != nil {
		t.Fatal(err)
	}
	conn := session(t, url, time.Minute) // what Activate does, slowly
	run(t, conn, `set idle_in_transaction_session_timeout = 0; begin; select from shards for share;
		insert into sessions(session_id, shard, version, schema, updated_at, look_at) select 's', shard, 1, 1, now(), now()
		from shards where owner = 'n1'`)
	moved := make(chan error, 1)
	go func() {
		ok, err := a.Move(t.Context(), journal.Move{
			Shard: shard, From: journal.Title{Incarnation: n1, Epoch: 1}, To: n2, Busy: []string{id}, Hold: time.Minute,
		})
		if err == nil && !ok {
			err = errors.New("refused")
		}
		moved <- err
	}()
	watching := session(t, url, time.Minute)
	eventually(t, "the move waits for the load", func() error {
		if number(t, watching, "select count(*) from pg_locks where not granted") == 0 {
			return errors.New("nobody waits")
		}
		return nil
	})
	run(t, conn, "commit")
	if err := <-moved; err != nil {
		t.Fatal(err)
	}
	b.Own(owner{shard, journal.Title{Incarnation: n2, Epoch: 2}})
	if _, err := b.Activate(t.Context(), id, 1); !errors.Is(err, journal.ErrHeld) {
		t.Errorf("the new owner loads a session whose turn is running: %v", err)
	}
}

// Whoever gives a move up counts on when it could still take effect: a second later at most, because a
// statement takes no longer.  So it must not be begun, or tried again, after that.
func TestMoveThatWasGivenUpIsNotTriedAgain(t *testing.T) {
	url := database(t)
	a := open(t, url, postgres.Options{})
	n1, n2 := member(t, a, "n1"), member(t, a, "n2")
	if err := a.Claim(t.Context(), n1, []int{7}); err != nil {
		t.Fatal(err)
	}
	conn := session(t, url, time.Minute)
	run(t, conn, "set idle_in_transaction_session_timeout = 0; begin; select from shards where shard = 7 for update")
	ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
	defer cancel()
	move := journal.Move{Shard: 7, From: journal.Title{Incarnation: n1, Epoch: 1}, To: n2, Hold: time.Minute}
	if ok, err := a.Move(ctx, move); ok || !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("moved: %v, %v", ok, err)
	}
	watching := session(t, url, time.Minute)
	began := func() float64 { // of the statement that waits, 0 for none
		return number(t, watching, "select coalesce(max(extract(epoch from query_start)), 0)::float8 from pg_stat_activity where wait_event_type = 'Lock'")
	}
	first := began()
	eventually(t, "the lock was waited for long enough", func() error {
		if first == 0 || began() == first {
			return errors.New("it waits")
		}
		return nil
	})
	run(t, conn, "commit")
	if err := a.Close(); err != nil { // whatever was still under way has ended
		t.Fatal(err)
	}
	view, err := open(t, url, postgres.Options{}).View(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if view.Shards[7].Incarnation != n1 {
		t.Error("it moved long after it was given up")
	}
}
