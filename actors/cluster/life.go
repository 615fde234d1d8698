package cluster

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"atende/actors/journal"
)

// maxPast is how many of its former incarnations a process remembers.
const maxPast = 64

// life is one incarnation of this node, from when it joined until its lease was over.
type life struct {
	me     journal.Incarnation
	joined reading // after the store had answered
	ctx    context.Context
	end    context.CancelFunc

	renewed reading // before the last renewal left; of the tick's goroutine
	quiet   bool    // the reason why the lease is not renewed was logged

	claiming, burying, raising atomic.Bool
	slots                      chan struct{} // of moves at once
	releases                   chan struct{} // there may be something to release

	mu       sync.Mutex
	moving   map[int]*transit
	doubts   map[int]*doubt
	held     map[string]hold
	finished map[string]time.Time // told by Finished, of the hold that ends then; not released yet
}

// join begins an incarnation.
func (n *Node) join(ctx context.Context) (*life, error) {
	before := n.read()
	call, cancel := context.WithTimeout(ctx, n.CallTimeout)
	defer cancel()
	me, err := n.Store.Join(call, journal.Newcomer{
		Node: n.Name, Address: n.Address, SchemaMax: n.SchemaMax, Release: n.Release, Lease: n.Lease,
	})
	if err != nil {
		return nil, err
	}
	l := &life{
		me: me, joined: n.read(), renewed: before,
		slots: make(chan struct{}, movesAtOnce), releases: make(chan struct{}, 1),
		moving: map[int]*transit{}, doubts: map[int]*doubt{}, held: map[string]hold{}, finished: map[string]time.Time{},
	}
	l.ctx, l.end = context.WithCancel(n.running)
	return l, nil
}

// run is the tick's goroutine: one life after the other.
func (n *Node) run(l *life) {
	for {
		n.tickUntilOver(l)
		if n.running.Err() != nil {
			n.lose(l)
			n.bury(l.me)
			return
		}
		n.Log.Warn("lease over: nothing is owned until this node has joined anew", "incarnation", l.me.String())
		n.lose(l)
		if l = n.rejoin(l.me); l == nil {
			return
		}
		n.begin(l)
	}
}

// begin makes a life the one of now.
func (n *Node) begin(l *life) {
	n.past = append(n.past, l.me.Number)
	n.past = n.past[max(0, len(n.past)-maxPast):]
	n.life.Store(l)
	n.jobs.Go(func() { n.releaseFinished(l) })
	n.Log.Info("joined the cluster", "incarnation", l.me.String())
}

// wasMe reports an incarnation that this process had.
func (n *Node) wasMe(i journal.Incarnation) bool {
	if i.Node != n.Name {
		return false
	}
	for _, number := range n.past {
		if number == i.Number {
			return true
		}
	}
	return false
}

// lose ends a life: nothing is owned, nothing of it is under way any more.
func (n *Node) lose(l *life) {
	n.standing.Store(nil)
	n.life.Store(nil)
	l.end()
	n.Metrics.ShardsOwned.Set(0)
	n.changes.announce()
}

// bury tells the others that an incarnation of ours is over, so that nobody waits for the rest of its
// lease.  When that fails, they wait.
func (n *Node) bury(me journal.Incarnation) {
	ctx, cancel := context.WithTimeout(context.Background(), n.CallTimeout)
	defer cancel()
	if _, err := n.Store.Bury(ctx, me, me); err != nil {
		n.Log.Warn("the end of this incarnation was not noted; the others wait for its lease", "error", err)
	}
}

// rejoin begins another life after former, however long that takes; nil when the node stops, or was
// asked to drain: it has nothing to give any more.  It waits for the sessions to make progress (C10): a
// process that does not work would only take its shards hostage again.
func (n *Node) rejoin(former journal.Incarnation) *life {
	told := ""
	for n.rest(n.running) {
		if n.leaving.Load() {
			return nil
		}
		if now := n.Now(); now.Sub(n.progressed(now)) > n.StallAfter {
			n.sessions.Look()
			continue
		}
		l, err := n.join(n.running)
		if errors.Is(err, journal.ErrNodeTaken) { // by us: the lease in the store outlives ours by the margin
			n.bury(former)
			l, err = n.join(n.running)
		}
		if err == nil {
			return l
		}
		if reason := err.Error(); reason != told {
			n.Log.Warn("cannot join the cluster yet", "error", err)
			told = reason
		}
	}
	return nil
}

// pause is the time to the next tick: nodes that started together part.
func (n *Node) pause() time.Duration {
	return time.Duration(float64(n.Tick) * (0.8 + 0.4*n.Random()))
}

// rest waits for a tick; false: ctx ended.
func (n *Node) rest(ctx context.Context) bool {
	timer := time.NewTimer(n.pause())
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}
