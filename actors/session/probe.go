package session

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"atende/actors/conversation"
	"atende/actors/journal"
)

const (
	// factFresh is how long nobody looks again at an agenda of which something was learned (B7).
	factFresh = 7 * 24 * time.Hour
	// maxProbes is how many agendas are looked at at once.
	maxProbes = 4
	// nearHour: a time that is so near may leave the list by itself.
	nearHour = time.Hour
)

// probes are looks at agendas after bookings that certainly were made: does a booked time leave the
// list?  They run beside the turns and nobody waits for them; one that fails teaches nothing.
type probes struct {
	crew crew

	mu sync.Mutex
	// seen is when the last look at an agenda of the catalogue began.
	seen map[int]time.Time
}

// take reserves the look at an agenda; false when one is under way or was made not long ago, or when
// enough others are.
func (p *probes) take(agendaID int, now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if last, ok := p.seen[agendaID]; ok && now.Sub(last) < factFresh || !p.crew.reserve() {
		return false
	}
	if p.seen == nil {
		p.seen = map[int]time.Time{}
	}
	p.seen[agendaID] = now
	return true
}

// release ends a look; one that taught nothing may be made again at once.
func (p *probes) release(agendaID int, taught bool) {
	p.mu.Lock()
	if !taught {
		delete(p.seen, agendaID)
	}
	p.mu.Unlock()
	p.crew.leave()
}

// probe looks in the background at the agenda of an appointment that certainly was made, once the
// patient knows of it.
func (s *session) probe(e conversation.MakeAppointment) {
	b, ctx, id := s.Behavior, s.host.Context(), e.Slot.AgendaID
	if s.host.Draining() || b.isNear(e.Slot) || !b.probes.take(id, b.Now()) {
		return
	}
	go func() {
		taught := false
		defer func() {
			if value := recover(); value != nil {
				b.Panics.Inc()
				b.Log.Error("look at an agenda panicked", "panic", fmt.Sprintf("%T", value), "stack", string(debug.Stack()))
			}
			b.probes.release(id, taught)
		}()
		err := b.learn(ctx, e)
		if taught = err == nil; !taught {
			b.Log.InfoContext(ctx, "nothing was learned of an agenda", "agenda", id, "error", err)
		}
	}()
}

// learn stores whether the booked time is still listed, unless that is known already.
func (b *Behavior) learn(ctx context.Context, e conversation.MakeAppointment) error {
	ctx, cancel := context.WithTimeout(ctx, lookTimeout+journalTimeout)
	defer cancel()
	fact, known, err := b.Journal.Fact(ctx, e.Slot.AgendaID)
	if err != nil || known && b.Now().Sub(fact.At) < factFresh {
		return err
	}
	listed, err := b.lists(ctx, b.Clinic, e)
	if err != nil {
		return err
	}
	return b.Journal.Learn(ctx, journal.Fact{AgendaID: e.Slot.AgendaID, Exclusive: !listed, At: b.Now()})
}

// isNear reports a time that begins soon, or that nobody can read.
func (b *Behavior) isNear(slot conversation.Slot) bool {
	at, err := time.ParseInLocation("2006-01-02 15:04", slot.Date+" "+slot.Hour, b.Clinic.Location)
	return err != nil || at.Sub(b.Now()) < nearHour
}
