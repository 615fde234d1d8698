package router

import "atende/actors/journal"

// Shares of a bound from which on messages are refused, so that who is in the middle of something can
// go on while newcomers come back (503 with Retry-After).
const (
	shedStrangers = 0.8 // only sessions in memory are served
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
	resident, engaged := r.known(sessionID)
	switch {
	case load >= shedAll:
		return true
	case !r.owns(shard):
		return false // its owner knows who is engaged; here nobody does
	case load >= shedIdle:
		return !engaged
	default:
		return !resident
	}
}

// known is what the router knows of a session without loading it.
func (r *Router) known(sessionID string) (resident, engaged bool) {
	shelf := r.table.shelf(sessionID)
	shelf.mu.Lock()
	defer shelf.mu.Unlock()
	e := shelf.entries[sessionID]
	return e != nil, e != nil && e.engaged
}
