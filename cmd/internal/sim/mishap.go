package sim

import (
	"math/rand/v2"
	"time"
)

// mishap is what goes wrong with one call.
type mishap string

// The mishaps.  "Before" and "after" tell whether the effect happens; nothing the caller sees does.
const (
	fine        mishap = ""
	slow        mishap = "slow"
	unreachable mishap = "unreachable" // the dial fails
	hangBefore  mishap = "hang-before"
	hangAfter   mishap = "hang-after"
	resetBefore mishap = "reset-before"
	resetAfter  mishap = "reset-after"
	errorBefore mishap = "error-before" // a 5xx, or an error of the disk
	errorAfter  mishap = "error-after"
	busy        mishap = "busy"    // 429 with Retry-After, or a full journal
	refused     mishap = "refused" // 4xx
	late        mishap = "late"    // the effect comes after the caller gave up
	garbled     mishap = "garbled" // A4: a 2xx without its texts
	strangers   mishap = "taken"   // A4: somebody else took the slot a moment ago
)

// The parties whose calls go wrong.
const (
	gatewayParty   = "gateway"
	clinicParty    = "clinic"
	journalParty   = "journal"
	placementParty = "placement" // the journal again, by the calls of a cluster
)

// repertoire is what can happen to the calls of a party; an entry of its own for an operation comes
// before that of its party.
var repertoire = map[string][]mishap{
	gatewayParty:   {slow, unreachable, hangBefore, hangAfter, resetBefore, resetAfter, errorBefore, errorAfter, busy, refused},
	clinicParty:    {slow, unreachable, hangBefore, hangAfter, resetBefore, resetAfter, errorBefore, errorAfter, busy},
	journalParty:   {slow, errorBefore, errorBefore, errorAfter, errorAfter, late},
	placementParty: {slow, slow, errorBefore, errorAfter, errorAfter, late, hangBefore},

	opTransfer: {slow, unreachable, hangBefore, hangAfter, resetBefore, resetAfter, errorBefore, errorAfter, busy},
	opBook:     {slow, unreachable, hangBefore, hangAfter, resetBefore, resetAfter, errorBefore, errorAfter, busy, refused, late, late, garbled, strangers, strangers},
	opAccept:   {slow, errorBefore, errorAfter, late, busy},
	opRead:     {slow, errorBefore},
	opFact:     {errorBefore},
	opContacts: {slow, errorBefore, errorAfter},
}

// mishap decides what happens to the next call of an operation about a chat, and leaves the stream for
// the details.
func (w *world) mishap(party, operation, chat string) (mishap, *rand.Rand) {
	w.mu.Lock()
	defer w.mu.Unlock()
	key := party + "/" + operation + "/" + chat
	n := w.counts[key]
	w.counts[key] = n + 1
	r := w.dice.roll(n, "mishap", key)
	if w.healed {
		return fine, r
	}
	m := w.plan.mishap(party, operation, time.Since(w.began), r)
	if m != fine {
		w.tally.Mishaps++
	}
	return m, r
}

func (p plan) mishap(party, operation string, at time.Duration, r *rand.Rand) mishap {
	for _, o := range p.outages {
		if (o.party == party || o.party == journalParty && party == placementParty) && o.from <= at && at < o.to {
			return o.mishap
		}
	}
	rate, list := p.rates[party], repertoire[party]
	if special, ok := p.rates[operation]; ok {
		rate = special
	}
	if special, ok := repertoire[operation]; ok {
		list = special
	}
	if !chance(r, rate) {
		return fine
	}
	if operation == opBook && chance(r, p.lateness) {
		return late
	}
	return pick(r, list...)
}
