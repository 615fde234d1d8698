package cluster

import (
	"context"
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
	sessions Sessions // of Start

	life     atomic.Pointer[life]     // the incarnation of now; nil between two
	standing atomic.Pointer[standing] // what it owns; nil: nothing
	sight    atomic.Pointer[sight]    // the last view, for hints
	floor    atomic.Int64

	kicks    chan struct{} // a tick is wanted at once
	running  context.Context
	stop     context.CancelFunc
	jobs     sync.WaitGroup // everything that Start and its lives began
	handedOn atomic.Int64
}

// New describes a node that has not joined yet.
func New(c Config) (*Node, error) {
	c, err := c.withDefaults()
	if err != nil {
		return nil, err
	}
	engine, err := actor.NewEngine(actor.NewEngineConfig())
	if err != nil {
		return nil, fmt.Errorf("cluster: %w", err)
	}
	n := &Node{Config: c, engine: engine, kicks: make(chan struct{}, 1)}
	n.running, n.stop = context.WithCancel(context.Background())
	return n, nil
}

// life is one incarnation of this node.
type life struct {
	me journal.Incarnation
}

// standing is what an incarnation owned when it read the table last.
type standing struct {
	me      journal.Incarnation
	until   time.Time
	tenures *[journal.Shards]Tenure
}

type sight struct{}

// Engine is the one Hollywood engine of the process; its remote is the link to the other nodes.
func (n *Node) Engine() *actor.Engine { return n.engine }

// Start joins the cluster and runs the node until Stop.  While a live node has this name it tries again
// for JoinFor; then it fails with journal.ErrNodeTaken.  ErrOldRelease and ErrForeignHash are returned
// at once.
func (n *Node) Start(_ context.Context, sessions Sessions) error {
	n.sessions = sessions
	return nil
}

// Drain gives every shard to the other nodes and returns when none is owned and no session held any
// more, or when no other node can take any; the node stays a member.  An error is ctx's.
func (n *Node) Drain(context.Context) error { return nil }

// Stop leaves the cluster, so that nobody waits for the lease, and ends everything that Start began.
func (n *Node) Stop() { n.stop(); n.jobs.Wait() }

// Title implements journal.Ownership.
func (n *Node) Title(shard int) (journal.Title, bool) {
	tenure, ok := n.Tenure(shard)
	return tenure.Title, ok
}

// Tenure is the right of this node to a shard now; false: none, or the lease is over (C4).
func (n *Node) Tenure(int) (Tenure, bool) { return Tenure{}, false }

// Alive reports that the incarnation is this node's and its lease runs (C4).
func (n *Node) Alive(journal.Incarnation) bool { return false }

// Hint tells the owner of the session, if that is another node, that something waits.  It never blocks
// and may be lost.
func (n *Node) Hint(string) {}

// Finished tells that the turn of a session that was held over a move is over: the hold is released
// and the new owner hinted.  It never blocks.
func (n *Node) Finished(string) {}

// Crowded reports that the owner of a shard, if that is another node, has MaxPending waiting rows.
func (n *Node) Crowded(int) bool { return false }

// Floor is the state schema that every node of the cluster can read; 0 before the first look.
func (n *Node) Floor() int { return int(n.floor.Load()) }

func (n *Node) handoffs() Handoffs { return Handoffs{Moving: []int{}, Total: n.handedOn.Load()} }
