package cluster

import (
	"context"
	"time"

	"atende/actors/journal"
)

const (
	// releaseBatch is how many holds one call ends.
	releaseBatch = 256
	// releaseAgain is the pause after a call that failed.
	releaseAgain = 200 * time.Millisecond
	// maxFinished bounds what Finished may leave behind; beyond it holds end by themselves.
	maxFinished = 1 << 16
)

// hold is a session of a shard that moved: this node finishes its turn, and no other.
type hold struct {
	to    journal.Incarnation
	until time.Time
}

// Finished tells that the turn of a session that was held over a move is over: the hold is released
// and the new owner hinted.  until is what Leave was told and names the hold: one of an earlier move, told
// of late, must not end that of a later one.  It never blocks.
func (n *Node) Finished(sessionID string, until time.Time) {
	l := n.life.Load()
	if l == nil {
		return // its holds ended with the life
	}
	l.mu.Lock()
	if len(l.finished) < maxFinished {
		l.finished[sessionID] = until
	}
	l.mu.Unlock()
	l.wakeReleaser()
}

func (l *life) wakeReleaser() {
	select {
	case l.releases <- struct{}{}:
	default:
	}
}

// holdBusy notes the sessions that stayed behind.  The caller has the lock.
func (l *life) holdBusy(t *transit) {
	for _, sessionID := range t.busy {
		l.held[sessionID] = hold{to: t.to, until: t.until}
	}
}

// dropHolds forgets holds that ended by themselves (C8).  The caller has the lock.
func (l *life) dropHolds(now time.Time) {
	for sessionID, h := range l.held {
		if now.After(h.until) {
			delete(l.held, sessionID)
		}
	}
}

// releaseFinished ends holds of sessions whose turn is over, for as long as the life lasts.
func (n *Node) releaseFinished(l *life) {
	again := time.NewTimer(time.Hour)
	defer again.Stop()
	for {
		select {
		case <-l.ctx.Done():
			return
		case <-l.releases:
		case <-again.C:
		}
		for ids := l.releasable(); len(ids) > 0; ids = l.releasable() {
			if err := n.release(l, ids); err != nil {
				n.Log.Warn("holds were not released yet", "count", len(ids), "error", err)
				again.Reset(releaseAgain)
				break
			}
		}
	}
}

// releasable takes a batch of sessions that finished and are held, and forgets those that finished
// without a hold.  While a move of their shard is under way it is too early to tell.
func (l *life) releasable() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	var ids []string
	for sessionID, until := range l.finished {
		h, held := l.held[sessionID]
		if held && h.until.Equal(until) {
			if ids = append(ids, sessionID); len(ids) == releaseBatch {
				break
			}
			continue
		}
		if _, undecided := l.moving[journal.ShardOf(sessionID)]; held || !undecided {
			delete(l.finished, sessionID)
		}
	}
	return ids
}

// release ends holds and tells the new owners.
func (n *Node) release(l *life, ids []string) error {
	ctx, cancel := context.WithTimeout(l.ctx, n.CallTimeout)
	defer cancel()
	if err := n.Store.Release(ctx, l.me, ids); err != nil {
		return err
	}
	heirs := make([]journal.Incarnation, len(ids))
	l.mu.Lock()
	for i, sessionID := range ids {
		heirs[i] = l.held[sessionID].to
		delete(l.held, sessionID)
		delete(l.finished, sessionID)
	}
	l.mu.Unlock()
	for i, sessionID := range ids {
		n.hintHeir(heirs[i], sessionID)
	}
	n.changes.announce()
	return nil
}

// handoffs is the part of Status that only this node knows.
func (n *Node) handoffs() Handoffs {
	h := Handoffs{Moving: []int{}, Total: n.handedOn.Load()}
	l := n.life.Load()
	if l == nil {
		return h
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for shard := range journal.Shards {
		if _, moving := l.moving[shard]; moving {
			h.Moving = append(h.Moving, shard)
		}
	}
	h.HeldSessions = len(l.held)
	return h
}
