package router

import (
	"context"
	"slices"
	"time"

	"atende/actors/journal"
	"atende/actors/session"
)

// sleeper is an entry on its way out of memory.
type sleeper struct {
	id   string
	e    *entry
	used time.Time
}

// maxPacked bounds the sessions that are packed in one pass: each encodes its record.
const maxPacked = 2000

// passivateIdle puts sessions to sleep that had no work for long, and sooner those that are another
// node's by now.  On the way there they take less memory.  When memory runs short, from 95 % of the bound on, the least
// recently used go sooner, too, until 90 % are left.
func (r *Router) passivateIdle() {
	now := r.Now()
	n := r.Resident()
	short := n >= r.MaxResident*95/100
	var idle, spare []sleeper
	pack := maxPacked
	r.table.each(func(id string, e *entry) {
		rest := now.Sub(e.used)
		if pack > 0 && rest >= r.PackAfter && !e.packed && !e.busy() && !e.stopping {
			pack, e.packed = pack-1, true
			r.engine.Send(e.pid, session.Pack{})
		}
		switch {
		case e.busy() || e.stopping || rest < min(r.PressureIdle, r.IdleAfter):
		case rest >= r.IdleAfter || !r.owns(journal.ShardOf(id)):
			idle = append(idle, sleeper{id, e, e.used})
		case short:
			spare = append(spare, sleeper{id, e, e.used})
		}
	})
	if short {
		slices.SortFunc(spare, func(a, b sleeper) int { return a.used.Compare(b.used) })
		over := n - r.MaxResident*90/100 - len(idle)
		idle = append(idle, spare[:min(max(over, 0), len(spare))]...)
	}
	r.passivate(idle)
}

// passivate stops actors that are still idle: closes the door, sends the one pill, waits, and lets
// a wake-up that came meanwhile begin again.
func (r *Router) passivate(idle []sleeper) {
	var pills []context.Context
	idle = slices.DeleteFunc(idle, func(s sleeper) bool { return !r.closeDoor(s.id, s.e) })
	for _, s := range idle {
		pills = append(pills, r.engine.Poison(s.e.pid))
	}
	for i, s := range idle {
		<-pills[i].Done() // soon: the actor is idle and this is its only pill
		if r.remove(s.id, s.e) {
			r.wake(s.id)
		}
	}
}

// closeDoor marks an entry as stopping; false if it has work again.
func (r *Router) closeDoor(sessionID string, e *entry) bool {
	shelf := r.table.shelf(sessionID)
	shelf.mu.Lock()
	defer shelf.mu.Unlock()
	if e.busy() || e.stopping {
		return false
	}
	e.stopping = true
	return true
}

// remove takes a stopped entry out of the table and reports whether it was woken meanwhile.
func (r *Router) remove(sessionID string, e *entry) (missed bool) {
	shelf := r.table.shelf(sessionID)
	shelf.mu.Lock()
	defer shelf.mu.Unlock()
	delete(shelf.entries, sessionID)
	r.release()
	return e.missed
}
