package load

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"atende/cmd/internal/endpoint"
	"atende/integrations/catalog"
)

// PeersConfig describes the two parties.  Everything may be zero.
type PeersConfig struct {
	Listen   string // HOST:PORT; "": a free port of 127.0.0.1
	Instance string // instanceNumber of every session; "": that of the simulator
	Team     string // teamName of every session; "": that of the simulator
	// Clinic is the catalogue the agent works with; nil: the sample clinic.
	Clinic *catalog.Clinic
	// GatewayDelay and SchedulingDelay are how long each of their calls takes.
	GatewayDelay, SchedulingDelay time.Duration
	// Failures is the share of gateway calls, 0 to 1, that are answered 503 and have no effect.
	Failures float64
}

// The filter fields of the simulator's sessions, which these parties share.
const (
	DefaultInstance = "551133330000"
	DefaultTeam     = "Agendamento"
)

// DefaultPeersListen is where `atende load` waits for the calls of an agent that runs already.
const DefaultPeersListen = "127.0.0.1:9090"

// Peers are the chat gateway and the scheduling API on one listener: spec C and spec A have no path
// in common.  They do as little as possible, so that what is measured is the agent.
type Peers struct {
	config   PeersConfig
	endpoint *endpoint.Endpoint
	record   []byte // of every session
	clinic   clinic
	run      atomic.Pointer[run]
	attached sync.Mutex
	calls    atomic.Uint64
}

// StartPeers listens and serves until Stop.
func StartPeers(ctx context.Context, c PeersConfig) (*Peers, error) {
	if c.Listen == "" {
		c.Listen = "127.0.0.1:0"
	}
	if c.Instance == "" {
		c.Instance = DefaultInstance
	}
	if c.Team == "" {
		c.Team = DefaultTeam
	}
	if c.Clinic == nil {
		c.Clinic = catalog.Sample()
	}
	listening, err := endpoint.Listen(ctx, c.Listen)
	if err != nil {
		return nil, err
	}
	p := &Peers{config: c, endpoint: listening, record: sessionRecord(c)}
	p.clinic.open(c.Clinic, time.Now())
	listening.Start(&http.Server{
		Handler:           http.HandlerFunc(p.serve),
		ReadHeaderTimeout: time.Minute,
		ErrorLog:          slog.NewLogLogger(slog.DiscardHandler, slog.LevelWarn), // agents are killed in mid-call
	})
	return p, nil
}

// URL is what ATENDE_GATEWAY_URL and ATENDE_SCHEDULING_URL of the agent must be.
func (p *Peers) URL() string { return p.endpoint.URL() }

// Stop ends the listener, and the calls in hand when ctx ends.
func (p *Peers) Stop(ctx context.Context) error { return p.endpoint.Stop(ctx) }

var errAttached = errors.New("these peers serve a run already")

func (p *Peers) attach(r *run) error {
	if !p.attached.TryLock() {
		return errAttached
	}
	p.clinic.reset()
	p.run.Store(r)
	return nil
}

func (p *Peers) detach() {
	p.run.Store(nil)
	p.attached.Unlock()
}
