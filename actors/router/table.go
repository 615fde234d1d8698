package router

import (
	"hash/maphash"
	"sync"
	"time"

	"github.com/anthdm/hollywood/actor"
)

// shelves is the number of locks over the table.
const shelves = 64

// table maps chat-session ids to their actors.
type table struct {
	seed    maphash.Seed
	shelves []shelf
}

// shelf is a part of the table under one lock.  Nothing that waits happens under it.
type shelf struct {
	mu      sync.Mutex
	entries map[string]*entry
}

// entry is one resident session.
//
//	awake ──(idle, marked stopping)──► stopping ──(the actor is gone)──► no entry
type entry struct {
	pid *actor.PID
	// inflight counts wake-ups that were sent and not handled yet, at most two.
	inflight int
	// timer is set while the session wants to be woken later; alarm is its number.
	timer *time.Timer
	alarm uint64
	used  time.Time
	// stopping is set before the one Poison; nothing is sent from then on.
	stopping bool
	// engaged is what the session said of itself when it last rested.
	engaged bool
	// missed is a wake-up that came while stopping.
	missed bool
}

func newTable() table {
	t := table{seed: maphash.MakeSeed(), shelves: make([]shelf, shelves)}
	for i := range t.shelves {
		t.shelves[i].entries = map[string]*entry{}
	}
	return t
}

func (t *table) shelf(sessionID string) *shelf {
	return &t.shelves[maphash.String(t.seed, sessionID)%shelves]
}

// each calls f for every entry, one shelf locked at a time.
func (t *table) each(f func(sessionID string, e *entry)) {
	for i := range t.shelves {
		s := &t.shelves[i]
		s.mu.Lock()
		for id, e := range s.entries {
			f(id, e)
		}
		s.mu.Unlock()
	}
}

// busy reports work at hand or a wake-up to come.
func (e *entry) busy() bool { return e.inflight > 0 || e.timer != nil }

func (e *entry) silence() {
	if e.timer != nil {
		e.timer.Stop()
		e.timer = nil
	}
}
