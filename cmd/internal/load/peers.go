package load

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

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
const DefaultPeersListen = "127.0.0.1:8060"

// Peers are the chat gateway and the scheduling API on one listener: spec C and spec A have no path
// in common.  They do as little as possible, so that what is measured is the agent.
type Peers struct {
	config   PeersConfig
	listener *listener
	record   []byte // of every session
	clinic   clinic
	who      atomic.Pointer[audience]
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
	p := &Peers{config: c, record: sessionRecord(c)}
	p.clinic.open(c.Clinic, time.Now())
	p.clinic.taken = func(a appointment) bool {
		who := p.audience()
		return who != nil && who.taken(a)
	}
	var err error
	p.listener, err = listen(ctx, c.Listen, p.serve)
	return p, err
}

// URL is what ATENDE_GATEWAY_URL and ATENDE_SCHEDULING_URL of an agent on this machine must be.
func (p *Peers) URL() string { return "http://" + p.listener.taken.Addr().String() }

// Stop ends the listener.  What an agent still asks is cut off.
func (p *Peers) Stop() error { return p.listener.close() }

var errAttached = errors.New("these peers serve a run already")

// audience is who listens; nil for nobody.
func (p *Peers) audience() audience {
	if who := p.who.Load(); who != nil {
		return *who
	}
	return nil
}

func (p *Peers) attach(who audience) error {
	if !p.attached.TryLock() {
		return errAttached
	}
	p.clinic.reset()
	p.who.Store(&who)
	return nil
}

func (p *Peers) detach() {
	p.who.Store(nil)
	p.attached.Unlock()
}
