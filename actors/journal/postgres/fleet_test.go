package postgres_test

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"atende/actors/journal"
	"atende/actors/journal/journaltest"
	"atende/actors/journal/postgres"
	"atende/actors/journal/postgres/private"
)

const leastConnections = 8 // of a node: what README promises

// workload makes whole turns of sessions of its own until stop is closed, and reports every error.
func workload(ctx context.Context, j journal.Journal, name string, stop <-chan struct{}, report func(error)) {
	for i := 0; ; i++ {
		select {
		case <-stop:
			return
		default:
		}
		if err := wholeTurn(ctx, j, fmt.Sprint(name, i)); err != nil {
			report(err)
		}
	}
}

func wholeTurn(ctx context.Context, j journal.Journal, id string) error {
	if err := j.Accept(ctx, journal.Incoming{SessionID: id, MessageID: "m"}); err != nil {
		return fmt.Errorf("accept: %w", err)
	}
	a, err := j.Activate(ctx, id, 1)
	if err != nil {
		return fmt.Errorf("activate: %w", err)
	}
	rows, err := j.Read(ctx, id, 1)
	if err != nil || len(rows) != 1 {
		return fmt.Errorf("read: %d rows, %w", len(rows), err)
	}
	if _, err = j.Commit(ctx, 1, journal.Commit{SessionID: id, Version: a.Version, State: []byte("x")}); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}

// Two nodes on a server that has room for one and a half are slower, and nothing fails.
func TestExtraConnectionsAreNoNeed(t *testing.T) {
	s := ownServer(t, private.Options{Connections: 21})
	stores := []journal.Shared{sole(t, s.URL(), postgres.Options{}), open(t, s.URL(), postgres.Options{})}
	var working sync.WaitGroup
	for caller := range 16 {
		// The sole owner makes whole turns; the other takes in and looks, as a node without shards does.
		working.Go(func() {
			for i := range 50 {
				id := fmt.Sprintf("%d-%d", caller, i)
				if err := wholeTurn(t.Context(), stores[0], id); err != nil {
					t.Error(err)
				}
				if err := stores[1].Accept(t.Context(), journal.Incoming{SessionID: id, MessageID: "n"}); err != nil {
					t.Errorf("accept at the other: %v", err)
				}
				if _, err := stores[1].View(t.Context()); err != nil {
					t.Errorf("view at the other: %v", err)
				}
			}
		})
	}
	working.Wait()
	for _, j := range stores {
		if err := j.(journal.Checker).Ready(t.Context()); err != nil {
			t.Error(err)
		}
	}
}

// A node that would have some kinds of connections only does not join, and says what it needs.
func TestOpenNeedsAConnectionOfEachKind(t *testing.T) {
	s := ownServer(t, private.Options{Connections: leastConnections + 3})
	first := open(t, s.URL(), postgres.Options{})
	_, err := postgres.Open(t.Context(), s.URL(), postgres.Options{})
	if err == nil || !strings.Contains(err.Error(), "a node needs at least 8 connections, up to 14") {
		t.Fatalf("got error %v", err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	open(t, s.URL(), postgres.Options{}) // what the failed one had is free
}

// limited is the URL of a role that owns the database and may have so many connections, and how to run
// a statement as the superuser.
func limited(t *testing.T, s *private.Server, connections int) (string, func(string)) {
	t.Helper()
	admin := session(t, s.URL(), time.Minute)
	run(t, admin, fmt.Sprintf("create role clinic login password 'x' connection limit %d", connections))
	run(t, admin, "grant all on schema public to clinic")
	address, err := url.Parse(s.URL())
	if err != nil {
		t.Fatal(err)
	}
	address.User = url.UserPassword("clinic", "x")
	return address.String(), func(statement string) { run(t, admin, statement) }
}

const fell = "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'clinic'"

// Under load the busy lanes would take every place; those that lost theirs get one all the same.
func TestEveryLaneComesBack(t *testing.T) {
	s := ownServer(t, private.Options{})
	address, admin := limited(t, s, 14)
	j := sole(t, address, postgres.Options{})
	stop := make(chan struct{})
	var working sync.WaitGroup
	for caller := range 8 {
		working.Go(func() { workload(t.Context(), j, fmt.Sprint("s", caller, "-"), stop, func(error) {}) })
	}
	defer working.Wait()
	end := sync.OnceFunc(func() { close(stop) })
	defer end()
	admin(fmt.Sprintf("alter role clinic connection limit %d", leastConnections))
	admin(fell)
	check := func() error {
		if _, err := j.Sweep(t.Context(), 1); err != nil {
			return fmt.Errorf("sweep: %w", err)
		}
		if _, err := j.View(t.Context()); err != nil {
			return fmt.Errorf("view: %w", err)
		}
		if _, err := j.Intents(t.Context(), "s", 1); err != nil {
			return fmt.Errorf("intents: %w", err)
		}
		if err := wholeTurn(t.Context(), j, fmt.Sprint("t", time.Now().UnixNano())); err != nil {
			return err
		}
		return j.(journal.Checker).Ready(t.Context())
	}
	eventually(t, "every kind of call works", check)
	for range 20 { // and goes on, with the load
		if err := check(); err != nil {
			t.Error(err)
		}
	}
	end()
	working.Wait()
}

// A node without the connections for a kind of call says so, and that it is over.
func TestUnreadyWithoutConnections(t *testing.T) {
	s := ownServer(t, private.Options{})
	address, admin := limited(t, s, 14)
	j := open(t, address, postgres.Options{})
	if err := journaltest.Sole(t.Context(), j); err != nil {
		t.Fatal(err)
	}
	admin("alter role clinic connection limit 3")
	admin(fell)
	eventually(t, "unready", func() error {
		err := j.(journal.Checker).Ready(t.Context())
		if err == nil || !strings.Contains(err.Error(), "no connection for ") {
			return fmt.Errorf("Ready says %w", err)
		}
		return nil
	})
	admin(fmt.Sprintf("alter role clinic connection limit %d", leastConnections))
	eventually(t, "ready", func() error { return j.(journal.Checker).Ready(t.Context()) })
}
