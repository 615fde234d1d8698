package router

import (
	"context"
	"time"

	"atende/actors/journal"
)

// What the journal keeps of sessions and intents that nobody touched (cluster: limits), and how much
// it forgets at a time.
const (
	keepSessions = 30 * 24 * time.Hour
	keepIntents  = 180 * 24 * time.Hour
	purgeBatch   = 200
	purgeTimeout = 10 * time.Second
	// purgeIdle is the share of the journal's bound below which there is time to forget.
	purgeIdle = 0.1
)

// purge lets the journal forget, in a goroutine of its own: a slow one delays no patient.
func (r *Router) purge() {
	timer := time.NewTimer(0) // what became old while the process was down
	defer timer.Stop()
	for {
		select {
		case <-r.keeping.Done():
			return
		case <-timer.C:
		}
		rest := r.SweepEvery
		if r.forgetOld() {
			rest = r.PurgeEvery
		}
		timer.Reset(rest)
	}
}

// forgetOld lets the journal forget a small batch and reports whether nothing is left to forget for
// now.  While patients wait it does nothing.
func (r *Router) forgetOld() (done bool) {
	if float64(r.Journal.Pending()) > purgeIdle*float64(r.MaxPending) {
		return false
	}
	ctx, cancel := context.WithTimeout(r.keeping, purgeTimeout)
	defer cancel()
	now := r.Now()
	removed, err := r.Journal.Purge(ctx, journal.Retention{
		Sessions: now.Add(-keepSessions), Intents: now.Add(-keepIntents),
	}, purgeBatch)
	if err != nil {
		if r.keeping.Err() == nil {
			r.Log.WarnContext(ctx, "forgetting old sessions failed", "error", err)
		}
		return true // until the next time
	}
	if removed > 0 {
		r.Log.InfoContext(ctx, "old sessions and intents forgotten", "rows", removed)
	}
	return removed < purgeBatch
}
