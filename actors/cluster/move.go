package cluster

import (
	"context"
	"time"

	"atende/actors/journal"
)

const (
	// movesAtOnce is how many moves are at the store at the same time, movesMost how many are begun
	// and not yet seen in a view.
	movesAtOnce, movesMost = 6, 64
	// moveSettles is how long a move whose result is unknown may still take effect: the store gives no
	// statement more time.
	moveSettles = time.Second
)

// fate is what is known of a move.
type fate int

const (
	underWay fate = iota
	moved
	refused
	unknown
)

// transit is a shard on its way to another node, until a view tells where it is.
//
//	giveAway → underWay → moved ─────────────── view: another's ──→ done
//	                    → refused → view: ours ───────────────────→ Stay
//	                    → unknown → view: ours, a second later ───→ Stay
//	                              → view: another's → done
type transit struct {
	shard int
	from  journal.Title
	to    journal.Incarnation

	// Under the life's lock:
	fate  fate
	busy  []string
	until time.Time // when the hold of the busy ends, for us
	ended reading
}

// giveAway begins moves of shards that others should have: at once when this node drains, else only to
// nodes that have been up for STABLE.
func (n *Node) giveAway(l *life, view *journal.View, want [journal.Shards]journal.Incarnation) {
	self, _ := view.Member(l.me)
	for shard, to := range &want {
		title := view.Shards[shard]
		if title.Incarnation != l.me || to == l.me {
			continue
		}
		taker, known := view.Member(to)
		if !known || (takes(self) && taker.Up < n.Stable) {
			continue
		}
		t := &transit{shard: shard, from: title, to: to}
		if l.begin(t) {
			n.jobs.Go(func() { n.move(l, t) })
		}
	}
}

// begin notes a transit unless there is one of the shard, or too many.
func (l *life) begin(t *transit) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, already := l.moving[t.shard]; already || len(l.moving) >= movesMost {
		return false
	}
	l.moving[t.shard] = t
	return true
}

// move closes a shard and hands it on, with holds for the sessions that are busy.
func (n *Node) move(l *life, t *transit) {
	select {
	case l.slots <- struct{}{}:
		defer func() { <-l.slots }()
	case <-l.ctx.Done():
	}
	if l.ctx.Err() != nil { // also of whoever got a slot because the life ended
		return
	}
	// The hold ends for us before it does in the store, which counts from later.
	until := n.Now().Add(n.Hold - n.Margin)
	busy := n.sessions.Leave(t.shard, t.from, until)
	ctx, cancel := context.WithTimeout(l.ctx, n.CallTimeout)
	defer cancel()
	ok, err := n.Store.Move(ctx, journal.Move{Shard: t.shard, From: t.from, To: t.to, Busy: busy, Hold: n.Hold})
	if err != nil && l.ctx.Err() == nil {
		n.Log.Warn("a move has no result; the view will tell", "shard", t.shard, "error", err)
	}
	n.judge(l, t, ok, err, busy, until)
	n.kick()
	l.wakeReleaser()
	if ok {
		n.nudge(t.to)
	}
}

// judge notes what is known of a move.
func (n *Node) judge(l *life, t *transit, ok bool, err error, busy []string, until time.Time) {
	ended := n.read()
	l.mu.Lock()
	defer l.mu.Unlock()
	t.busy, t.until, t.ended = busy, until, ended
	switch {
	case err != nil:
		t.fate = unknown
	case ok:
		t.fate = moved
		l.holdBusy(t)
	default:
		t.fate = refused
	}
}

// settle ends transits whose outcome the view shows.  Only a view that was asked for after a move had
// ended can show that the shard stayed.
func (n *Node) settle(l *life, view *journal.View, asked reading) {
	var stay []int
	gone := 0
	l.mu.Lock()
	for shard, t := range l.moving {
		switch {
		case t.fate == underWay:
			continue
		case view.Shards[shard] != t.from:
			gone++
			if t.fate == unknown {
				l.holdBusy(t)
			}
		case !t.stayed(asked):
			continue
		default:
			l.suspectLate(t)
			stay = append(stay, shard)
		}
		delete(l.moving, shard)
	}
	l.dropHolds(n.Now())
	late := l.releaseLate(view, n.Now())
	l.mu.Unlock()

	if late {
		l.wakeReleaser()
	}

	for _, shard := range stay {
		n.sessions.Stay(shard)
	}
	if gone > 0 {
		n.handedOn.Add(int64(gone))
		n.Metrics.HandoffsTotal.Add(float64(gone))
		n.Log.Info("shards handed to other nodes", "count", gone)
		l.wakeReleaser()
	}
}

// stayed reports, of a shard that a view still shows as ours, that it will stay so.
func (t *transit) stayed(asked reading) bool {
	after := asked.mono.Sub(t.ended.mono)
	if t.fate == refused {
		return after >= 0
	}
	return after >= moveSettles
}
