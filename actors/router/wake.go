package router

import (
	"context"
	"time"

	"atende/actors/journal"
	"atende/actors/session"
)

// maxInflight is one wake-up that is being handled and one that will see what came meanwhile; a
// third could not see more.
const maxInflight = 2

// wake makes the session look at what waits.  It never blocks and reports whether a wake-up was
// sent; when not, one is under way, or the row waits for the periodic pass.
func (r *Router) wake(sessionID string) bool {
	shard := journal.ShardOf(sessionID)
	shelf := &r.table[shard]
	shelf.mu.Lock()
	defer shelf.mu.Unlock()
	if r.draining.Load() || !r.owns(shard) { // under the lock, so that drain and Leave see every entry
		return false
	}
	e := shelf.entries[sessionID]
	if e == nil {
		if !r.admit() {
			return false
		}
		e = &entry{pid: r.spawn(sessionID)}
		shelf.entries[sessionID] = e
	}
	switch {
	case e.stopping:
		e.missed = true
		return false
	case e.inflight >= maxInflight:
		return false
	}
	e.inflight++
	e.packed = false
	r.engine.Send(e.pid, session.Wake{})
	return true
}

// admit takes a place in memory.  In a full house the row waits for the periodic pass, which makes
// room.
func (r *Router) admit() bool {
	if n := r.resident.Add(1); n > int64(r.MaxResident) {
		r.resident.Add(-1)
		return false
	}
	r.Metrics.SessionsActive.Inc()
	return true
}

func (r *Router) release() {
	r.resident.Add(-1)
	r.Metrics.SessionsActive.Dec()
}

// host is the router as its actors see it.
type host struct{ *Router }

var _ session.Host = host{}

// Done implements session.Host.
func (h host) Done(sessionID string, rest session.Rest) {
	if ended := h.settle(sessionID, rest); ended != nil {
		h.Cluster.Finished(sessionID, ended.until)
	}
}

// settle is Done under the lock; it returns the hold that ended, nil for none.
func (h host) settle(sessionID string, rest session.Rest) (ended *hold) {
	shard := journal.ShardOf(sessionID)
	shelf := &h.table[shard]
	shelf.mu.Lock()
	defer shelf.mu.Unlock()
	e := shelf.entries[sessionID]
	e.inflight--
	e.used, e.engaged, e.confirmed = h.Now(), rest.Engaged, rest.Confirmed
	e.silence()
	if e.hold != nil && e.inflight == 0 {
		e.hold, ended = nil, e.hold
	}
	if rest.Again <= 0 || e.stopping || !h.owns(shard) {
		return ended
	}
	e.alarm++
	alarm := e.alarm
	e.timer = time.AfterFunc(rest.Again, func() { h.ring(sessionID, e, alarm) })
	return ended
}

// ring is the end of a timer; one that was replaced while it went off is ignored.
func (r *Router) ring(sessionID string, e *entry, alarm uint64) {
	shelf := r.table.shelf(sessionID)
	shelf.mu.Lock()
	current := e.timer != nil && e.alarm == alarm
	if current {
		e.timer = nil
	}
	shelf.mu.Unlock()
	if current {
		r.wake(sessionID)
	}
}

// Wake implements session.Host.
func (h host) Wake(sessionID string) { h.knock(sessionID) }

// Draining implements session.Host.
func (h host) Draining() bool { return h.draining.Load() }

// Context implements session.Host.
func (h host) Context() context.Context { return h.turns }
