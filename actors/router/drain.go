package router

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// drainMargin is what is left after the grace for turns to notice that they are cancelled.  It comes off
// the grace when the caller's time is short: whoever closes the journal next must find nobody at work.
const drainMargin = 5 * time.Second

// Drain ends all work: no new turn starts, running ones go on for the grace (less when ctx ends
// soon), are then cancelled, and every actor is stopped.  Messages may still be accepted; they wait in the journal, like
// everything that is not finished when Drain returns.  An error says that turns were still running
// then, at the end of ctx or of its own deadline.  Further calls return the first one's result.
func (r *Router) Drain(ctx context.Context) error {
	r.drain.Do(func() { r.left = r.drainAll(ctx) })
	return r.left
}

func (r *Router) drainAll(ctx context.Context) error {
	grace := r.graceWithin(ctx)
	ctx, stop := context.WithTimeout(ctx, grace+drainMargin)
	defer stop()
	defer r.cancel()
	defer time.AfterFunc(grace, r.cancel).Stop()

	r.draining.Store(true)
	r.stop()
	r.transfers.close()
	select {
	case <-r.ended: // from here on nobody else sends pills
	case <-ctx.Done():
		return fmt.Errorf("drain: the periodic pass did not end: %w", context.Cause(ctx))
	}
	sleepers := r.closeAll()
	var pills []context.Context
	for _, s := range sleepers {
		pills = append(pills, r.engine.PoisonCtx(ctx, s.e.pid))
	}
	for _, pill := range pills {
		<-pill.Done()
	}
	return errors.Join(r.forget(sleepers), r.transfers.await(ctx))
}

// graceWithin is how long turns may go on so that ctx outlives them.  Deadlines are of the real clock,
// not of r.Now.
func (r *Router) graceWithin(ctx context.Context) time.Duration {
	deadline, limited := ctx.Deadline()
	if !limited {
		return r.Grace
	}
	return max(0, min(r.Grace, time.Until(deadline)-drainMargin))
}

// closeAll marks every entry as stopping.  No other is: the keeper has ended and finished its own.
func (r *Router) closeAll() []sleeper {
	var all []sleeper
	r.table.each(func(id string, e *entry) {
		e.stopping = true
		e.silence()
		all = append(all, sleeper{id: id, e: e})
	})
	return all
}

// forget removes what has stopped and reports what has not.
func (r *Router) forget(sleepers []sleeper) error {
	busy := 0
	for _, s := range sleepers {
		shelf := r.table.shelf(s.id)
		shelf.mu.Lock()
		running := s.e.inflight > 0
		shelf.mu.Unlock()
		if running {
			busy++ // its entry stays for the Done to come
			continue
		}
		r.remove(s.id, s.e)
	}
	if busy > 0 {
		return fmt.Errorf("drain: %d sessions still busy", busy)
	}
	return nil
}
