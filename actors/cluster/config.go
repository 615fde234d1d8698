package cluster

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"log/slog"
	"math/rand/v2"
	"net"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"atende/actors/journal"
	"atende/metrics"
)

// Config describes a node.  Store and Name are required.
type Config struct {
	Store journal.Placement
	// Name is the node's, the same after a restart.
	Name string
	// Release and SchemaMax tell the others what this program is and which state schema it reads.
	Release   string
	SchemaMax int

	// Address, HOST:PORT, is where other nodes reach this one; "": it takes and gives no hints.
	Address string
	// Listen is what Start listens on; "": Address.  Listener, if set, is used instead and closed by Stop.
	Listen   string
	Listener net.Listener
	// TLS holds this node's certificate and the authority (RootCAs) of all of them; each side then
	// asks the other for its certificate.  nil: in clear, for a network that nobody else is in.
	TLS *tls.Config
	// Dial connects to a peer, without TLS; nil: TCP.
	Dial func(ctx context.Context, address string) (net.Conn, error)

	// Pending counts the waiting rows of this node for the others; nil: 0.
	Pending func() int
	// MaxPending is from how many on a node is crowded; 0: 50 000.
	MaxPending int

	// The protocol's times (DESIGN.md, "Times"); 0: the value there.  All nodes of a cluster must have
	// the same.
	Tick, Lease, Margin, Grace, Stable, Hold time.Duration
	// JoinFor is how long Start waits for a name that is taken; 0: 10 s.
	JoinFor time.Duration
	// StallAfter is the age of the last pass over the waiting rows from which on the lease is not
	// renewed any more (C10); 0: 2 s.
	StallAfter time.Duration
	// CallTimeout bounds one call of the store; 0: 1 s.
	CallTimeout time.Duration
	// FloorAfter is how long every node must have been up before the schema floor is raised; 0: 60 s.
	FloorAfter time.Duration

	// Metrics counts; zero: nowhere.
	Metrics metrics.Engine
	// Log gets what happens to members and shards; nil: nowhere.
	Log *slog.Logger
	// Now is the clock, with its monotonic reading; nil: time.Now.
	Now func() time.Time
	// Boot is the time since the machine started, its sleep included, which the monotonic clock leaves
	// out.  nil: the machine's when Now is nil, too; else a clock that never sleeps.
	Boot func() time.Duration
	// Random is from 0 to 1 and spreads the ticks; nil: random.
	Random func() float64
}

// withDefaults fills in what was left out, or says what may not be.
func (c Config) withDefaults() (Config, error) {
	if c.Store == nil || c.Name == "" {
		return c, errors.New("cluster: a node needs a store and a name")
	}
	c.Listen = cmp.Or(c.Listen, c.Address)
	c.MaxPending = cmp.Or(c.MaxPending, 50_000)
	c.Tick = cmp.Or(c.Tick, 250*time.Millisecond)
	c.Lease = cmp.Or(c.Lease, 3*time.Second)
	c.Margin = cmp.Or(c.Margin, 500*time.Millisecond)
	c.Grace = cmp.Or(c.Grace, 3*time.Second)
	c.Stable = cmp.Or(c.Stable, 5*time.Second)
	c.Hold = cmp.Or(c.Hold, time.Minute)
	c.JoinFor = cmp.Or(c.JoinFor, 10*time.Second)
	c.StallAfter = cmp.Or(c.StallAfter, 2*time.Second)
	c.CallTimeout = cmp.Or(c.CallTimeout, time.Second)
	c.FloorAfter = cmp.Or(c.FloorAfter, time.Minute)
	if c.Margin >= c.Lease || c.Margin >= c.Hold {
		return c, errors.New("cluster: the margin leaves nothing of the lease or the hold")
	}
	if c.Pending == nil {
		c.Pending = func() int { return 0 }
	}
	if c.Metrics.ClusterMembers == nil {
		c.Metrics = metrics.New(prometheus.NewRegistry()).Engine
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Random == nil {
		c.Random = rand.Float64
	}
	c.setClocks()
	return c, nil
}

func (c *Config) setClocks() {
	if c.Now == nil {
		c.Now = time.Now
		if c.Boot == nil {
			c.Boot = sinceBoot
		}
	}
	if c.Boot == nil {
		start := c.Now()
		c.Boot = func() time.Duration { return c.Now().Sub(start) }
	}
}
