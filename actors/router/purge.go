package router

import (
	"context"
	"time"

	"atende/actors/journal"
	"atende/actors/session"
)

// How long the journal keeps what nobody touched, unless the settings say otherwise, and how much it forgets at
// a time.
const (
	day          = 24 * time.Hour
	KeepSessions = 30 * day
	keepIntents  = 180 * day
	KeepHistory  = 30 * day
	KeepDemand   = 400 * day
	keepAccesses = 400 * day
	keepContacts = session.ContactWindow
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
		Sessions: now.Add(-r.KeepSessions), Intents: now.Add(-r.KeepIntents), History: now.Add(-r.KeepHistory),
		Demand: now.Add(-r.KeepDemand), Accesses: now.Add(-r.KeepAccesses), Contacts: now.Add(-keepContacts),
	}, purgeBatch)
	if err != nil {
		if r.keeping.Err() == nil {
			r.Log.WarnContext(ctx, "forgetting old sessions failed", "error", err)
		}
		return true // until the next time
	}
	if removed > 0 {
		r.Log.InfoContext(ctx, "what was old is forgotten", "rows", removed)
	}
	return removed < purgeBatch
}
