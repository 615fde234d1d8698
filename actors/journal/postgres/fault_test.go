package postgres_test

import (
	"context"
	"errors"
	"fmt"
	neturl "net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"atende/actors/journal"
	"atende/actors/journal/journaltest"
	"atende/actors/journal/postgres"
	"atende/actors/journal/postgres/private"
)

// own is a server for one test, which stops and starts it.
func ownServer(t *testing.T, options private.Options) *private.Server {
	t.Helper()
	s, err := private.Start(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Stop(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// eventually repeats check until it succeeds.
func eventually(t *testing.T, what string, check func() error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	ticker := time.NewTicker(10 * time.Millisecond)
	defer ticker.Stop()
	for {
		err := check()
		if err == nil {
			return
		}
		select {
		case <-ctx.Done():
			t.Fatalf("%s: %v", what, err)
		case <-ticker.C:
		}
	}
}

// J4: what was acknowledged is there after the server fell under load, and the journal goes on by itself.
func TestServerFalls(t *testing.T) {
	s := ownServer(t, private.Options{Durable: true})
	j := sole(t, s.URL(), postgres.Options{})
	const callers = 16
	var accepted [callers][]string
	var total atomic.Int64
	stop := make(chan struct{})
	var writing sync.WaitGroup
	for caller := range callers {
		writing.Go(func() {
			for i := 0; ; i++ {
				select {
				case <-stop:
					return
				default:
				}
				id := fmt.Sprintf("%06d", i)
				if j.Accept(t.Context(), journal.Incoming{SessionID: fmt.Sprint("s", caller), MessageID: id}) == nil {
					accepted[caller] = append(accepted[caller], id)
					total.Add(1)
				}
			}
		})
	}
	for range 2 {
		before := total.Load()
		eventually(t, "messages are accepted", func() error {
			if total.Load() < before+300 {
				return errors.New("not yet")
			}
			return nil
		})
		if err := s.StopNow(); err != nil {
			t.Fatal(err)
		}
		if err := s.Restart(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	before := total.Load()
	eventually(t, "messages are accepted again", func() error {
		if total.Load() == before {
			return errors.New("not yet")
		}
		return nil
	})
	close(stop)
	writing.Wait()
	for caller, want := range accepted {
		rows, err := j.Read(t.Context(), fmt.Sprint("s", caller), 1_000_000)
		if err != nil {
			t.Fatal(err)
		}
		// What failed as unknown may stand between them.
		for _, row := range rows {
			if len(want) > 0 && row.MessageID == want[0] {
				want = want[1:]
			}
		}
		if len(want) > 0 {
			t.Errorf("caller %d: %d acknowledged messages are lost or out of order, from %s", caller, len(want), want[0])
		}
	}
}

func TestReadyFollowsTheServer(t *testing.T) {
	s := ownServer(t, private.Options{TCP: true})
	j := sole(t, s.URL(), postgres.Options{})
	ready := func() error { return j.(journal.Checker).Ready(t.Context()) }
	if err := ready(); err != nil {
		t.Fatal(err)
	}
	if err := s.StopNow(); err != nil {
		t.Fatal(err)
	}
	err := j.Accept(t.Context(), journal.Incoming{SessionID: "s"})
	if err == nil {
		t.Fatal("accepted by nobody")
	}
	if _, password, _ := strings.Cut(s.URL(), "atende:"); strings.Contains(err.Error(), password[:8]) {
		t.Errorf("the error tells the password: %v", err)
	}
	if ready() == nil {
		t.Error("ready without a server")
	}
	if err := s.Restart(t.Context()); err != nil {
		t.Fatal(err)
	}
	eventually(t, "ready again", ready)
	if err := j.Accept(t.Context(), journal.Incoming{SessionID: "s"}); err != nil {
		t.Error(err)
	}
}

// Rows that are deleted are missed by nobody, so that a node went on with an empty database; the next start says what it is.
func TestTablesAreEmptied(t *testing.T) {
	s := ownServer(t, private.Options{TCP: true})
	var now atomic.Int64
	clock := func() time.Time { return time.UnixMilli(now.Add(11_000)).UTC() } // every call may probe
	begun := 0
	options := postgres.Options{Now: clock, Fresh: func() { begun++ }}
	j := sole(t, s.URL(), options)
	ready := func() error { return j.(journal.Checker).Ready(t.Context()) }
	if err := ready(); err != nil {
		t.Fatal(err)
	}
	conn, err := postgres.Connect(t.Context(), s.URL(), time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if _, err := conn.Exec(t.Context(), "truncate atende_migrations, probes, inbox, sessions, cluster cascade"); err != nil {
		t.Fatal(err)
	}
	if err := ready(); err == nil || !strings.Contains(err.Error(), "somebody emptied the database") {
		t.Errorf("ready: %v", err)
	}
	again, err := postgres.Open(t.Context(), s.URL(), options)
	if err == nil {
		again.Close()
	}
	if err == nil || !strings.Contains(err.Error(), "somebody emptied the database") {
		t.Errorf("the next start: %v", err)
	}
	if begun != 1 {
		t.Errorf("told %d times of an empty database, want once", begun)
	}
}

// A proxy or an operator ends connections that rest.  Nobody notices.
func TestRestedConnectionsMayBeGone(t *testing.T) {
	url := database(t)
	var past atomic.Int64 // of the clock
	now := func() time.Time { return time.Unix(1_800_000_000, past.Load()) }
	j := sole(t, url, postgres.Options{Now: now})
	a, err := j.Activate(t.Context(), "s", 1)
	if err != nil {
		t.Fatal(err)
	}
	conn := session(t, url, time.Minute)
	for range 3 {
		if a.Version, err = j.Commit(t.Context(), 1, journal.Commit{SessionID: "s", Version: a.Version}); err != nil {
			t.Fatal(err)
		}
		if err := j.Accept(t.Context(), journal.Incoming{SessionID: "s"}); err != nil {
			t.Fatal(err)
		}
		if _, err := j.View(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, err := j.Sweep(t.Context(), 9); err != nil {
			t.Fatal(err)
		}
		others := " from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()"
		run(t, conn, "select pg_terminate_backend(pid)"+others)
		eventually(t, "all connections ended", func() error {
			if n := number(t, conn, "select count(*)"+others); n > 0 {
				return fmt.Errorf("%v are left", n)
			}
			return nil
		})
		past.Add(int64(2 * time.Second))
	}
}

// A call whose caller leaves is not canceled on the server: there it stands, or not, as a whole (C9).
func TestStatementsAreNotCanceled(t *testing.T) {
	url := database(t)
	j := sole(t, url, postgres.Options{})
	a, err := j.Activate(t.Context(), "s", 1)
	if err != nil {
		t.Fatal(err)
	}
	conn := session(t, url, time.Minute)
	run(t, conn, "set idle_in_transaction_session_timeout = 0; begin; select 1 from sessions for update")
	ctx, cancel := context.WithCancel(t.Context())
	left := make(chan error)
	go func() {
		_, err := j.Commit(ctx, 1, journal.Commit{SessionID: "s", Version: a.Version, State: []byte("stands")})
		left <- err
	}()
	watcher := session(t, url, time.Minute)
	eventually(t, "the commit waits for the lock", func() error {
		if number(t, watcher, "select count(*) from pg_stat_activity where wait_event_type = 'Lock'") == 0 {
			return errors.New("not yet")
		}
		return nil
	})
	cancel()
	if err := <-left; !errors.Is(err, context.Canceled) {
		t.Fatalf("got error %v", err)
	}
	run(t, conn, "commit")
	eventually(t, "the commit stands", func() error {
		var state string
		err := watcher.QueryRow(t.Context(), "select coalesce(convert_from(state, 'UTF8'), '') from sessions").Scan(&state)
		if err == nil && state != "stands" {
			err = errors.New(state)
		}
		return err
	})
}

// C7: a process that is stopped in the middle of a transaction, which none of ours ever is, stops the
// others for no longer than the server's patience.
func TestPausedClientBlocksNobody(t *testing.T) {
	url := database(t)
	a, b := sole(t, url, postgres.Options{}), open(t, url, postgres.Options{})
	v, err := a.View(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	to, err := b.Join(t.Context(), journal.Newcomer{Node: "b", Lease: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	paused := session(t, url, time.Second)
	run(t, paused, "begin; select 1 from shards for update; select 1 from nodes for update")
	start := time.Now()
	eventually(t, "the shard moves", func() error {
		moved, err := a.Move(t.Context(), journal.Move{Shard: 1, From: v.Shards[1], To: to})
		if err == nil && !moved {
			return errors.New("not moved")
		}
		return err
	})
	if took := time.Since(start); took > 4*time.Second {
		t.Errorf("it took %v", took)
	}
}

// U+0000 is legal in JSON and not in text, and ids are chosen by strangers.
func TestOddBytesPoisonNobody(t *testing.T) {
	j := sole(t, database(t), postgres.Options{})
	ids := []string{"a\x00b", "\x00", "\xff\xfe", "plain"}
	var all sync.WaitGroup
	for _, id := range ids {
		all.Go(func() {
			if err := j.Accept(t.Context(), journal.Incoming{SessionID: id, MessageID: id, Body: []byte(id)}); err != nil {
				t.Errorf("%q: %v", id, err)
			}
		})
		all.Go(func() { odd(t, j, id) })
	}
	all.Wait()
	found, err := j.Sweep(t.Context(), 9)
	if err != nil || len(found) != len(ids) {
		t.Errorf("found %+v, %v", found, err)
	}
}

// odd makes a commit with an id everywhere.
func odd(t *testing.T, j journal.Journal, id string) {
	a, err := j.Activate(t.Context(), id, 1)
	if err != nil {
		t.Errorf("%q: %v", id, err)
		return
	}
	_, err = j.Commit(t.Context(), 1, journal.Commit{
		SessionID: id, Version: a.Version, State: []byte(id), Intent: &journal.Intent{N: 1, Attempt: 1, Token: id, Slot: id},
	})
	if err == nil {
		err = j.Answer(t.Context(), id, id, id)
	}
	if err != nil {
		t.Errorf("%q: %v", id, err)
		return
	}
	intents, err := j.Intents(t.Context(), id, 1)
	if err != nil || len(intents) != 1 {
		t.Errorf("%q: %+v, %v", id, intents, err)
	}
}

// A commit that the tables refuse fails alone, however many share its statement.
func TestUnacceptableCommitFailsAlone(t *testing.T) {
	j := sole(t, database(t), postgres.Options{})
	const sessions = 40
	var all sync.WaitGroup
	for i := range sessions {
		id := fmt.Sprint("s", i)
		if err := j.Accept(t.Context(), journal.Incoming{SessionID: id}); err != nil {
			t.Fatal(err)
		}
		rows, err := j.Read(t.Context(), id, 1)
		if err != nil {
			t.Fatal(err)
		}
		a, err := j.Activate(t.Context(), id, 1)
		if err != nil {
			t.Fatal(err)
		}
		c := journal.Commit{SessionID: id, Version: a.Version, State: []byte("x")}
		if i%10 == 0 {
			for range 1 << 16 { // more than the column counts
				c.Attempted = append(c.Attempted, rows[0].Seq)
			}
		}
		all.Go(func() {
			if _, err := j.Commit(t.Context(), 1, c); (err == nil) == (len(c.Attempted) > 0) {
				t.Errorf("session %d: %v", i, err)
			}
		})
	}
	all.Wait()
	if err := j.(journal.Checker).Ready(t.Context()); err != nil {
		t.Errorf("that made the journal unready: %v", err)
	}
}

// MaxPending also bounds what a node takes in for shards that it does not own.
func TestIntakeForOthersIsBounded(t *testing.T) {
	url := database(t)
	j := open(t, url, postgres.Options{MaxPending: 3})
	refused := 0
	for range 5 {
		err := j.Accept(t.Context(), journal.Incoming{SessionID: "s"})
		if errors.Is(err, journal.ErrFull) {
			refused++
		} else if err != nil {
			t.Fatal(err)
		}
	}
	if refused != 2 || j.Pending() != 0 {
		t.Errorf("%d were refused, %d are pending", refused, j.Pending())
	}
	if err := journaltest.Sole(t.Context(), j); err != nil {
		t.Fatal(err)
	}
	if _, err := j.Sweep(t.Context(), 1); err != nil || j.Pending() != 3 {
		t.Errorf("%d are pending after the sweep, %v", j.Pending(), err)
	}
}

// Calls that were given up while the statement before them took its time are no reason to stop: a node
// whose lane ended would refuse everything until it is started again.
func TestCallsThatWereGivenUp(t *testing.T) {
	url := database(t)
	j := sole(t, url, postgres.Options{})
	if _, err := j.Activate(t.Context(), "s", 1); err != nil {
		t.Fatal(err)
	}
	other := session(t, url, time.Minute)
	run(t, other, "begin")
	run(t, other, "lock table sessions in access exclusive mode")
	var callers sync.WaitGroup
	for i := range 4 {
		callers.Go(func() {
			ctx, cancel := context.WithTimeout(t.Context(), time.Duration(100*(i+1))*time.Millisecond)
			defer cancel()
			if _, err := j.Activate(ctx, "s", 1); err == nil {
				t.Error("loaded from a locked table")
			}
		})
		time.Sleep(30 * time.Millisecond) // the first is at the server, the others wait behind it
	}
	callers.Wait()
	run(t, other, "rollback")
	time.Sleep(300 * time.Millisecond) // nobody else waits: all that is left are those that were given up
	if _, err := j.Activate(t.Context(), "s", 1); err != nil {
		t.Error(err)
	}
}

// A node of a server without enough room says so instead of joining half.
func TestServerWithoutRoom(t *testing.T) {
	url := database(t)
	role := session(t, url, time.Minute)
	run(t, role, "create role cramped login connection limit 5")
	run(t, role, "grant all on schema public to cramped")
	cramped, err := neturl.Parse(url)
	if err != nil {
		t.Fatal(err)
	}
	cramped.User = neturl.User("cramped")
	j, err := postgres.Open(t.Context(), cramped.String(), postgres.Options{})
	if err == nil {
		j.Close()
		t.Fatal("opened")
	}
	if !strings.Contains(err.Error(), "needs 8 connections") {
		t.Error(err)
	}
}
