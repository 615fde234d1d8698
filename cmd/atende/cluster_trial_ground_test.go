package main

import (
	"context"
	"fmt"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"

	"atende/actors/journal/postgres/private"
)

// ground is what the trials of a cluster share: programs and a PostgreSQL server.
type ground struct {
	server        *private.Server
	program, next string // this release, and one whose records have a newer schema
}

func newGround(t *testing.T) *ground {
	server, err := shared()
	if err != nil {
		t.Fatal(err)
	}
	g := &ground{server: server}
	if g.program, err = shipped(); err != nil {
		t.Fatal(err)
	}
	if g.next, err = nextRelease(); err != nil {
		t.Fatal(err)
	}
	return g
}

// shared is the PostgreSQL server of all tests that leave it as it is; it starts with the first that needs it.
var shared = sync.OnceValues(func() (*private.Server, error) {
	server, err := private.Start(context.Background(), servers)
	if err == nil {
		stopShared = server.Stop
	}
	return server, err
})

// stopShared ends what shared started.
var stopShared = func() error { return nil }

// servers answer on TCP so that wires can be put before them.
var servers = private.Options{TCP: true, Connections: 800}

// newServer starts a PostgreSQL server for a test that stops it.
func newServer(t *testing.T) *private.Server {
	server, err := private.Start(t.Context(), servers)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Stop(); err != nil {
			t.Error(err)
		}
	})
	return server
}

var databases atomic.Int64

// emptyDatabase is the URL of one on the shared server.
func emptyDatabase(t *testing.T) string {
	t.Helper()
	server, err := shared()
	if err != nil {
		t.Fatal(err)
	}
	return (&ground{server: server}).database(t)
}

// database is the URL of an empty one.
func (g *ground) database(t *testing.T) string {
	t.Helper()
	name := fmt.Sprintf("trial_%d", databases.Add(1))
	address, err := g.server.Database(context.WithoutCancel(t.Context()), name)
	if err != nil {
		t.Fatal(err)
	}
	return address
}

// hostOf is HOST:PORT of a URL.
func hostOf(t *testing.T, address string) string {
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return u.Host
}
