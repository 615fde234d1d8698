package router

import (
	"context"
	"time"
)

const (
	// sweepTimeout bounds one look at the journal.
	sweepTimeout = 10 * time.Second
	// wakeDelay is how long the wake-up of a row may be on its way to a node that is not overwhelmed: from
	// the commit of the row to the call that follows it.
	wakeDelay = 100 * time.Millisecond
	// sweepExtra is how many sessions a pass sees beyond those that can be in memory, so that
	// sessions that wait there for a failing gateway never hide the others.
	sweepExtra = 1000
)

// sweep wakes the sessions that have waiting rows and nobody who looks at them: what a crash
// interrupted, what found no place in memory, what a lost wake-up left behind.  Unless all are meant, rows
// that came a moment ago are left alone: their wake-up is on its way.
func (r *Router) sweep(all bool) {
	ctx, cancel := context.WithTimeout(r.keeping, sweepTimeout)
	defer cancel()
	waiting, err := r.Journal.Sweep(ctx, r.MaxResident+sweepExtra)
	if err != nil {
		if ctx.Err() == nil && !r.blind {
			r.Log.WarnContext(ctx, "the waiting rows cannot be looked at, until further notice", "error", err)
			r.blind = true
		}
		return
	}
	if r.blind {
		r.Log.InfoContext(ctx, "the waiting rows can be looked at again")
		r.blind = false
	}
	now := r.Now()
	r.swept.Store(&now)
	fresh := now.Add(-wakeDelay)
	for _, w := range waiting {
		onItsWay := !all && w.Oldest.After(fresh) && w.Oldest.Before(now) // in a cluster clocks differ
		if onItsWay || r.attended(w.SessionID) {
			continue
		}
		if r.wake(w.SessionID) {
			r.Metrics.SweepWakes.Inc()
		}
	}
}

// attended reports whether somebody looks at the session, now or at a set time.
func (r *Router) attended(sessionID string) bool {
	shelf := r.table.shelf(sessionID)
	shelf.mu.Lock()
	defer shelf.mu.Unlock()
	e := shelf.entries[sessionID]
	return e != nil && e.busy()
}
