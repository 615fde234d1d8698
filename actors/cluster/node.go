package cluster

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/anthdm/hollywood/actor"

	"atende/actors/journal"
)

// Node is this process as a member of the cluster.  It is safe for concurrent use.
type Node struct {
	Config
	engine   *actor.Engine
	link     *link // nil: no address
	members  *membership
	sessions Sessions // of Start

	life     atomic.Pointer[life]      // the incarnation of now; nil between two
	standing atomic.Pointer[standing]  // what it owns; nil: nothing
	sight    atomic.Pointer[sight]     // the last view, for hints
	member   atomic.Pointer[time.Time] // when it was last known to be a member
	floor    atomic.Int64
	leaving  atomic.Bool // Drain was called
	handedOn atomic.Int64

	kicks   chan struct{} // a tick is wanted soon
	changes broadcast     // shards, holds or lives changed

	// Of the tick's goroutine alone:
	titles [journal.Shards]journal.Title // of the last view
	past   []int64                       // the last incarnations of this process
	work   work                          // the progress of the sessions

	running context.Context
	stop    context.CancelFunc
	once    sync.Once
	jobs    sync.WaitGroup // all that Start and the lives began
}

// New describes a node that has not joined yet: it owns nothing, and takes and gives no hints.
func New(c Config) (*Node, error) {
	c, err := c.withDefaults()
	if err != nil {
		return nil, err
	}
	n := &Node{Config: c, kicks: make(chan struct{}, 1), changes: newBroadcast()}
	settings := actor.NewEngineConfig()
	if c.Address != "" {
		n.link = newLink(c)
		settings = settings.WithRemote(n.link)
	}
	if n.engine, err = actor.NewEngine(settings); err != nil {
		return nil, fmt.Errorf("cluster: %w", err)
	}
	n.running, n.stop = context.WithCancel(context.Background())
	n.Metrics.Lease(n.leaseLeft)
	return n, nil
}

// Engine is the one Hollywood engine of the process; its remote is the link to the other nodes.
func (n *Node) Engine() *actor.Engine { return n.engine }

// Start joins the cluster and runs the node until Stop; it is called once.  While the store does not let
// it in, it tries again for JoinFor, and fails then with the last reason: journal.ErrNodeTaken when a
// live node has this name.  ErrOldRelease and ErrForeignHash are returned at once, and when ctx ends the
// last reason, after the call in hand.
func (n *Node) Start(ctx context.Context, sessions Sessions) error {
	n.sessions = sessions
	if n.link != nil {
		if err := n.link.open(ctx, n.received); err != nil {
			return fmt.Errorf("cluster: %w", err)
		}
	}
	var err error
	if n.members, err = startMembership(n); err != nil {
		n.Stop()
		return fmt.Errorf("cluster: %w", err)
	}
	first, err := n.enter(ctx)
	if err != nil {
		n.Stop()
		return fmt.Errorf("cluster: %w", err)
	}
	n.begin(first)
	n.jobs.Go(func() { n.run(first) })
	return nil
}

// enter joins for the first time.
func (n *Node) enter(ctx context.Context) (*life, error) {
	began := n.Now()
	for {
		l, err := n.join(context.WithoutCancel(ctx)) // half a call might leave a lease that nobody renews
		switch {
		case err == nil:
			return l, nil
		case errors.Is(err, journal.ErrOldRelease), errors.Is(err, journal.ErrForeignHash),
			n.Now().Sub(began) >= n.JoinFor:
			return nil, err
		}
		if !n.rest(ctx) {
			return nil, err
		}
	}
}

// Stop leaves the cluster, so that nobody waits for the lease, and ends everything that Start began.
// What the node owned belongs to others from now on: the sessions are drained before.
func (n *Node) Stop() {
	n.once.Do(func() {
		n.stop()
		n.jobs.Wait()
		if n.link != nil {
			n.link.Stop().Wait()
		}
		if n.members != nil {
			n.members.stop()
		}
	})
}

// Outside is how long ago this node was last known to be a member: its lease ran out, and it cannot join
// anew, because the store is away, its name is taken, or the others are of a newer release.
func (n *Node) Outside() time.Duration {
	at := n.member.Load()
	if at == nil {
		return 0 // it is about to join
	}
	return n.Now().Sub(*at)
}

// Floor is the state schema that every node of the cluster can read; 0 before the first look.
func (n *Node) Floor() int { return int(n.floor.Load()) }

// kick asks for a tick soon; it never blocks.
func (n *Node) kick() {
	select {
	case n.kicks <- struct{}{}:
	default:
	}
}
