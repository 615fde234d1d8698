package cluster

import (
	"context"
	"errors"
	"time"

	"atende/actors/journal"
)

// minShare is the part of a tick that lies between two at least, however often one is asked for.
const minShare = 10

// tickUntilOver renews the lease and does what the table asks for, until the lease is over or the node
// stops.
func (n *Node) tickUntilOver(l *life) {
	timer := time.NewTimer(0)
	defer timer.Stop()
	last := n.read()
	ticked := last.mono.Add(-n.Tick)
	for {
		select {
		case <-n.running.Done():
			return
		case <-timer.C:
		case <-n.kicks:
		}
		now := n.read()
		if early := n.Tick/minShare - now.mono.Sub(ticked); early > 0 {
			timer.Reset(early)
			continue
		}
		if now.jumped(last) {
			n.Log.Warn("the clocks jumped: this process was suspended, or somebody set the time")
			return
		}
		if !n.tick(l, now) {
			return
		}
		last, ticked = now, now.mono
		timer.Reset(n.pause())
	}
}

// tick is one renewal and all that follows from the view it brings.  It reports false when the life is
// over.
func (n *Node) tick(l *life, now reading) bool {
	if now.since(l.renewed) >= n.Lease-n.Margin {
		return false
	}
	if n.stalled(l, now) {
		n.mention(l, "no pass over the waiting rows succeeds: the lease is not renewed")
		return true
	}
	ctx, cancel := context.WithTimeout(l.ctx, n.CallTimeout)
	defer cancel()
	view, err := n.Store.Renew(ctx, l.me, journal.Beat{State: n.state(l), Pending: n.Pending(), Lease: n.Lease})
	switch {
	case errors.Is(err, journal.ErrIncarnationOver):
		return false
	case n.running.Err() != nil: // it was cut short
		return true
	case err != nil:
		n.mention(l, "the lease was not renewed", "error", err)
		return true
	}
	l.renewed, l.quiet = now, false
	n.see(l, &view, now)
	return true
}

// work is the progress of the sessions as this node's clock saw it; theirs may be another.
type work struct {
	value time.Time // of Sessions.Progress
	since time.Time // when it became that
}

// progressed is when the sessions were seen to make progress last.
func (n *Node) progressed(now time.Time) time.Time {
	if value := n.sessions.Progress(); !value.Equal(n.work.value) {
		n.work = work{value: value, since: now}
	}
	return n.work.since
}

// stalled reports that the work loop makes no progress (C10).  A life gets the time for a first pass.
func (n *Node) stalled(l *life, now reading) bool {
	newest := n.progressed(now.mono)
	if l.joined.mono.After(newest) {
		newest = l.joined.mono
	}
	return now.mono.Sub(newest) > n.StallAfter
}

// mention logs why a lease is not renewed, once until it is again.
func (n *Node) mention(l *life, text string, args ...any) {
	if !l.quiet {
		n.Log.Warn(text, args...)
	}
	l.quiet = true
}

// state is what the node says of itself: draining when the process ends, or an operator asks for it and
// somebody else takes shards.
func (n *Node) state(l *life) journal.NodeState {
	s := n.sight.Load()
	if n.leaving.Load() || s.asksToDrain(l.me) && s.othersTake(n.Name) {
		return journal.NodeDraining
	}
	return journal.NodeUp
}

// see makes a view the truth, then acts on it.
func (n *Node) see(l *life, view *journal.View, renewed reading) {
	s, gained := n.take(l, view, renewed)
	n.standing.Store(s)
	n.member.Store(&renewed.mono)
	n.sight.Store(newSight(view, renewed))
	n.floor.Store(int64(view.SchemaFloor))
	n.titles = view.Shards
	n.Metrics.ShardsOwned.Set(float64(s.owned))
	n.members.update(view)
	n.welcome(s, gained)
	n.settle(l, view, renewed)

	want := assign(view)
	n.buryExpired(l, view, renewed)
	n.claim(l, view, want)
	n.giveAway(l, view, want)
	n.raiseFloor(l, view)
	n.changes.announce()
}

// welcome lets the sessions look at shards that came.
func (n *Node) welcome(s *standing, gained []int) {
	if len(gained) == 0 {
		return
	}
	suspect := 0
	for _, shard := range gained {
		if !s.tenures[shard].Suspect.IsZero() {
			suspect++
		}
	}
	n.Metrics.Takeovers.Add(float64(suspect))
	n.Log.Info("shards came", "count", len(gained), "of_dead_nodes", suspect, "owned", s.owned)
	n.sessions.Look()
}
