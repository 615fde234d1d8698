package router

import (
	"time"

	"atende/actors/cluster"
	"atende/actors/journal"
	"atende/actors/session"
)

// Cluster is what the router needs to know of the nodes it shares the sessions with.  No call blocks.
type Cluster interface {
	// Tenure is the right of this node to a shard now; false: it has none, or its lease is over.
	Tenure(shard int) (cluster.Tenure, bool)
	// Alive reports that an incarnation is this node's and that its lease runs.
	Alive(i journal.Incarnation) bool
	// Hint tells the owner of a session, if it is another node, that something waits.  It may be lost.
	Hint(sessionID string)
	// Finished tells that the turn of a session that was held over a move is over; until is what Leave was
	// told of that hold.
	Finished(sessionID string, until time.Time)
	// Crowded reports that the owner of a shard, another node, has as many waiting rows as it can bear.
	Crowded(shard int) bool
}

// sole is the cluster of a node that shares its sessions with nobody: it owns everything for as long as it
// lives.  Rows from before may have killed the process that read them.
type sole struct{ tenure cluster.Tenure }

func (s sole) Tenure(int) (cluster.Tenure, bool) { return s.tenure, true }
func (sole) Alive(journal.Incarnation) bool      { return true }
func (sole) Hint(string)                         {}
func (sole) Finished(string, time.Time)          {}
func (sole) Crowded(int) bool                    { return false }

// hold lets the running turn of a session end although its shard moves.
type hold struct {
	title journal.Title
	until time.Time
}

var _ cluster.Sessions = (*Router)(nil)

// Leave implements cluster.Sessions.
func (r *Router) Leave(shard int, title journal.Title, until time.Time) (busy []string) {
	s := &r.table[shard]
	s.closed.Store(&title)
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, e := range s.entries {
		e.silence()
		if e.inflight > 0 {
			e.hold = &hold{title: title, until: until}
			busy = append(busy, id)
		}
	}
	return busy
}

// Stay implements cluster.Sessions.
func (r *Router) Stay(shard int) {
	s := &r.table[shard]
	s.mu.Lock()
	for _, e := range s.entries {
		e.hold = nil
	}
	s.mu.Unlock()
	s.closed.Store(nil)
	r.Look()
}

// Look implements cluster.Sessions.
func (r *Router) Look() {
	select {
	case r.look <- struct{}{}:
	default: // one is asked for already
	}
}

// Wake implements cluster.Sessions.
func (r *Router) Wake(sessionID string) { r.wake(sessionID) }

// Progress implements cluster.Sessions.  A node that drains looks for nothing new; that the turns which run
// come to their end is all the progress it makes, and they need the lease for it.  Drain is bounded.
func (r *Router) Progress() time.Time {
	if r.draining.Load() {
		return r.Now()
	}
	if at := r.swept.Load(); at != nil {
		return *at
	}
	return time.Time{}
}

// tenure is the right to begin something in a shard.
func (r *Router) tenure(shard int) (cluster.Tenure, bool) {
	tenure, owned := r.Cluster.Tenure(shard)
	if closed := r.table[shard].closed.Load(); closed != nil && *closed == tenure.Title {
		return cluster.Tenure{}, false // it is about to move
	}
	return tenure, owned
}

// owns reports whether sessions of a shard may begin something here.
func (r *Router) owns(shard int) bool {
	_, owned := r.tenure(shard)
	return owned
}

// Right implements session.Host.
func (h host) Right(sessionID string) (session.Right, cluster.Tenure) {
	shard := journal.ShardOf(sessionID)
	if tenure, owned := h.tenure(shard); owned {
		return session.MayAct, tenure
	}
	s := &h.table[shard]
	s.mu.Lock()
	defer s.mu.Unlock()
	e := s.entries[sessionID]
	if e == nil || e.hold == nil || !h.Now().Before(e.hold.until) || !h.Cluster.Alive(e.hold.title.Incarnation) {
		return session.NoRight, cluster.Tenure{}
	}
	return session.MayFinish, cluster.Tenure{Title: e.hold.title}
}

// knock lets whoever owns a session look at what waits.
func (r *Router) knock(sessionID string) {
	if r.owns(journal.ShardOf(sessionID)) {
		r.wake(sessionID)
		return
	}
	r.Cluster.Hint(sessionID)
}
