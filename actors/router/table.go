package router

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/anthdm/hollywood/actor"

	"atende/actors/journal"
)

// table maps chat-session ids to their actors, a shelf for each shard.
type table [journal.Shards]shelf

// shelf is a part of the table under one lock.  Nothing that waits happens under it.
type shelf struct {
	mu      sync.Mutex
	entries map[string]*entry
	// closed is the title of a shard that is about to move: nothing begins under it any more.
	closed atomic.Pointer[journal.Title]
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
	// hold is set while a running turn ends although the shard moves.
	hold *hold
	// engaged is what the session said of itself when it last rested.
	engaged bool
	// confirmed says that the gateway knows the session, or did once.
	confirmed bool
	// packed is set once the session was told to take as little memory as it can, until the next wake-up.
	packed bool
	// missed is a wake-up that came while stopping.
	missed bool
}

func newTable() *table {
	var t table
	for i := range t {
		t[i].entries = map[string]*entry{}
	}
	return &t
}

func (t *table) shelf(sessionID string) *shelf { return &t[journal.ShardOf(sessionID)] }

// each calls f for every entry, one shelf locked at a time.
func (t *table) each(f func(sessionID string, e *entry)) {
	for i := range t {
		s := &t[i]
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
