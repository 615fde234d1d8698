package router

import (
	"context"

	"atende/actors/journal"
)

// Shares of a bound from which on messages are refused, so that who is in the middle of something can
// go on while newcomers come back (503 with Retry-After).
const (
	shedStrangers = 0.8 // only sessions in memory that the gateway has confirmed are served
	shedIdle      = 0.9 // and of those only the engaged
	shedAll       = 1.0
)

// overloaded reports whether a message of the session must come again later.  accepting is how many
// messages are being made durable, this one included.
func (r *Router) overloaded(sessionID string, accepting int64) bool {
	shard := journal.ShardOf(sessionID)
	if !r.owns(shard) && r.Cluster.Crowded(shard) {
		return true
	}
	load := max(
		float64(r.Journal.Pending())/float64(r.MaxPending),
		float64(accepting-1)/float64(r.MaxAccepting),
	)
	if load < shedStrangers {
		return false
	}
	confirmed, engaged := r.known(sessionID)
	switch {
	case load >= shedAll:
		return true
	case !r.owns(shard):
		return false // its owner knows who is engaged; here nobody does
	case load >= shedIdle:
		return !engaged
	default:
		return !confirmed
	}
}

// known is what the router knows of a session without loading it.
func (r *Router) known(sessionID string) (confirmed, engaged bool) {
	shelf := r.table.shelf(sessionID)
	shelf.mu.Lock()
	defer shelf.mu.Unlock()
	e := shelf.entries[sessionID]
	return e != nil && e.confirmed, e != nil && e.engaged
}

// unwelcome reports that a message of a session must come again later because the gateway has not confirmed the session,
// and too many wait that it is no likelier to know.
func (r *Router) unwelcome(ctx context.Context, sessionID string, m journal.PatientMessage) bool {
	if r.Newcomers == nil {
		return false
	}
	if confirmed, _ := r.known(sessionID); confirmed || r.admits(sessionID, m) == nil {
		return false
	}
	stored, known, err := r.Journal.Look(ctx, sessionID)
	if err == nil && known && stored.State != nil { // one that went to sleep
		return false
	}
	r.Newcomers.Refused()
	return true
}

// admits asks whether a message of a session that is not known to be confirmed may come in.
func (r *Router) admits(sessionID string, m journal.PatientMessage) error {
	if r.owns(journal.ShardOf(sessionID)) {
		return r.Newcomers.Door(sessionID, m)
	}
	return r.Newcomers.Elsewhere(sessionID, m)
}
