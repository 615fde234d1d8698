package router

import (
	"context"
	"time"
)

// How often reminders are looked for, and how many become rows at a time.  Nobody waits for a reminder,
// so a few seconds are nothing.
const (
	remindBatch   = 200
	remindTimeout = 10 * time.Second
	// remindIdle is the share of the journal's bound up to which there is room for reminders beside messages.
	remindIdle = 0.5
)

// remind turns reminders that fell due into waiting rows and wakes their sessions, in a goroutine of its own:
// a slow journal delays no patient's message.
func (r *Router) remind() {
	timer := time.NewTimer(r.RemindEvery)
	defer timer.Stop()
	for {
		select {
		case <-r.keeping.Done():
			return
		case <-timer.C:
		}
		for r.remindSome() {
		}
		timer.Reset(r.RemindEvery)
	}
}

// remindSome rings a batch and reports whether there may be more.  A wake-up that is lost is repaired like
// any other; a failing journal is told of by the keeper.
func (r *Router) remindSome() bool {
	if float64(r.Journal.Pending()) > remindIdle*float64(r.MaxPending) {
		return false
	}
	ctx, cancel := context.WithTimeout(r.keeping, remindTimeout)
	defer cancel()
	rung, err := r.Journal.Ring(ctx, r.Now(), remindBatch)
	for _, sessionID := range rung {
		r.wake(sessionID)
	}
	return err == nil && len(rung) == remindBatch
}
