package router

import (
	"context"
	"slices"
	"time"
)

// sleeper is an entry on its way out of memory.
type sleeper struct {
	id   string
	e    *entry
	used time.Time
}

// passivateIdle puts sessions to sleep that had no work for long.  When memory runs short, from
// 95 % of the bound on, the least recently used go sooner, until 90 % are left.
func (r *Router) passivateIdle() {
	now := r.Now()
	over := 0
	if n := r.Resident(); n >= r.MaxResident*95/100 {
		over = n - r.MaxResident*90/100
	}
	var idle []sleeper
	r.table.each(func(id string, e *entry) {
		rest := now.Sub(e.used)
		if !e.busy() && !e.stopping && (rest >= r.IdleAfter || over > 0 && rest >= r.PressureIdle) {
			idle = append(idle, sleeper{id, e, e.used})
		}
	})
	slices.SortFunc(idle, func(a, b sleeper) int { return a.used.Compare(b.used) })
	enough := slices.IndexFunc(idle, func(s sleeper) bool { return now.Sub(s.used) < r.IdleAfter })
	if enough >= 0 {
		idle = idle[:max(enough, min(over, len(idle)))]
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
