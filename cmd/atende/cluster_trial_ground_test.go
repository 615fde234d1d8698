package main

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
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
	folder := t.TempDir()
	var builds sync.WaitGroup
	for _, b := range []struct {
		path *string
		name string
		tags string
	}{{&g.program, "atende", ""}, {&g.next, "atende-next", "atende_next"}} {
		*b.path = filepath.Join(folder, b.name)
		builds.Go(func() { build(t, *b.path, b.tags) })
	}
	builds.Wait()
	if t.Failed() {
		t.FailNow()
	}
	return g
}

// build makes the program as the Makefile does.
func build(t *testing.T, path, tags string) {
	command := exec.Command("go", "build", "-trimpath", "-tags", tags, "-o", path, ".")
	command.Env = append(os.Environ(), "CGO_ENABLED=0")
	if output, err := command.CombinedOutput(); err != nil {
		t.Errorf("go build: %v\n%s", err, output)
	}
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
