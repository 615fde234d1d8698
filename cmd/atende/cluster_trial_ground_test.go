package main

import (
	"context"
	"fmt"
	"net/url"
	"sync/atomic"
	"testing"

	"atende/actors/journal/postgres/private"
)

// ground is what the trials of a cluster share: programs and a PostgreSQL server.
type ground struct {
	server        *private.Server
	program, next string // this release, and one whose records have a newer schema
	databases     atomic.Int64
}

func newGround(t *testing.T) *ground {
	g := &ground{server: newServer(t)}
	var err error
	if g.program, err = shipped(); err != nil {
		t.Fatal(err)
	}
	if g.next, err = nextRelease(); err != nil {
		t.Fatal(err)
	}
	return g
}

// newServer starts a PostgreSQL server, which answers on TCP so that wires can be put before it.
func newServer(t *testing.T) *private.Server {
	server, err := private.Start(t.Context(), private.Options{TCP: true, Connections: 400})
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

// database is the URL of an empty one.
func (g *ground) database(t *testing.T) string {
	name := fmt.Sprintf("trial_%d", g.databases.Add(1))
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
