package scripted

import (
	"math/rand/v2"
	"slices"
	"sync"
	"time"
)

// Fault is a kind of misbehaviour.
type Fault string

// The faults, in the order in which the dice are thrown.
const (
	Wrong   Fault = "wrong"   // tools are called wrongly
	Invent  Fault = "invent"  // texts with times, doctors, prices that nobody named
	Claim   Fault = "claim"   // texts that say something was booked
	Silent  Fault = "silent"  // no answer, or a late one
	Garbage Fault = "garbage" // answers that are none
	Obey    Fault = "obey"    // what the patient's text orders is done
	Down    Fault = "down"    // errors as of a server that is not well: 429, 500, 502, 503, no connection
)

// Faults are all of them.
var Faults = []Fault{Wrong, Invent, Claim, Silent, Garbage, Obey, Down}

// Rates say how probable each fault is, each by itself: with several that hit, one of them is played.
type Rates map[Fault]float64

// At gives all faults but Down the same rate.
func At(rate float64) Rates {
	rates := Rates{}
	for _, f := range Faults {
		if f != Down {
			rates[f] = rate
		}
	}
	return rates
}

// Hostile is a brain that misbehaves.  What it does to a request depends on the seed, the bytes of the request
// and how often the very same bytes came before, so that conversations which go on at the same time do not
// disturb each other.
type Hostile struct {
	// Slow is how long a late answer takes; 15 s.
	Slow time.Duration
	// Played, if set, is told of every fault; it may be called by many goroutines at once.
	Played func(f Fault, variant string)

	brain Brain
	seed  uint64
	rates Rates

	mu    sync.Mutex
	count map[Fault]int
}

// Misbehave makes a brain a hostile one.
func Misbehave(brain Brain, seed uint64, rates Rates) *Hostile {
	return &Hostile{brain: brain, seed: seed, rates: rates, Slow: 15 * time.Second, count: map[Fault]int{}}
}

// Count is how often each fault was played so far.
func (h *Hostile) Count() map[Fault]int {
	h.mu.Lock()
	defer h.mu.Unlock()
	copied := map[Fault]int{}
	for f, n := range h.count {
		copied[f] = n
	}
	return copied
}

// Answer implements Brain.
func (h *Hostile) Answer(r Request) Reply {
	dice := rand.New(rand.NewPCG(h.seed^r.Hash, uint64(r.Repeat)))
	good := h.brain.Answer(r)
	fault := h.fault(dice, r)
	if fault == "" {
		return good
	}
	list := slices.DeleteFunc(slices.Clone(variants[fault]), func(v variant) bool { return v.fits != nil && !v.fits(r, good) })
	if len(list) == 0 {
		return good
	}
	one := list[dice.IntN(len(list))]
	h.note(fault, one.name)
	return one.play(play{dice: dice, request: r, good: good, slow: h.Slow})
}

// fault draws what is done; "" for nothing.
func (h *Hostile) fault(dice *rand.Rand, r Request) Fault {
	var hits []Fault
	for _, f := range Faults {
		hit := dice.Float64() < h.rates[f]
		if hit && (f != Obey || orderOf(r) != nil) {
			hits = append(hits, f)
		}
	}
	if len(hits) == 0 {
		return ""
	}
	return hits[dice.IntN(len(hits))]
}

func (h *Hostile) note(f Fault, name string) {
	h.mu.Lock()
	h.count[f]++
	h.mu.Unlock()
	if h.Played != nil {
		h.Played(f, name)
	}
}

// variant is one way in which a fault shows.
type variant struct {
	name string
	// fits reports whether it can be played; nil: always.
	fits func(r Request, good Reply) bool
	play func(play) Reply
}

// play is what a variant has to work with.
type play struct {
	dice    *rand.Rand
	request Request
	good    Reply // what a model that behaves would say
	slow    time.Duration
}

// pick is one of the values.
func pick[T any](dice *rand.Rand, values ...T) T { return values[dice.IntN(len(values))] }

var variants = map[Fault][]variant{
	Wrong: wrong, Invent: invented, Claim: claims, Garbage: garbage, Obey: obedience,
	Silent: {
		{name: "hangs", play: func(play) Reply { return Reply{Hang: true} }},
		{name: "late", play: func(p play) Reply { p.good.After += p.slow; return p.good }},
	},
	Down: {
		{name: "500", play: func(play) Reply { return Reply{Status: 500} }},
		{name: "502", play: func(play) Reply {
			return Reply{Status: 502, ContentType: "text/html", Raw: []byte("<html><h1>502 Bad Gateway</h1></html>")}
		}},
		{name: "503", play: func(play) Reply { return Reply{Status: 503, RetryAfter: "1"} }},
		{name: "429", play: func(play) Reply { return Reply{Status: 429} }},
		{name: "cut", play: func(play) Reply { return Reply{Cut: true} }},
	},
}

// Variants are the names of the ways in which a fault shows.
func Variants(f Fault) []string {
	var names []string
	for _, v := range variants[f] {
		names = append(names, v.name)
	}
	return names
}
