package sim

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"
)

// plan is what a seed has in store for a run.
type plan struct {
	theme   string
	scripts []script
	// rates are how often a call goes wrong, by party or operation.
	rates map[string]float64
	// lateness is how many of the mishaps of A4 are late executions.
	lateness float64
	outages  []outage
	crashes  []crash
	kills    []time.Duration // the process dies at a time
	drains   []time.Duration // the process is stopped cleanly
	people   []person
	// heal is when everything works again at the latest.
	heal time.Duration

	replays   bool // the clinic knows Atende-Intent (B8)
	exclusive bool // a booked slot is listed no more (B7)
	learned   bool // and the journal knows it from the start
	lax       bool // it books a slot again when somebody asks for it, listed or not

	sweep, quiet time.Duration
	patience     time.Duration // of the patients

	fleet     fleet
	troubles  []trouble
	reminders reminders
	visits    visits
	waits     waits
	taps      bool // the clinic sends what can be tapped
}

// outage is a time during which all calls of a party fail in one way.
type outage struct {
	party    string
	mishap   mishap
	from, to time.Duration
}

// crash kills the process at the n-th step of a chat: steps are the moments before and after each
// call that is made for it.
type crash struct{ chat, step int }

// person is a human of the clinic who takes a chat over.
type person struct {
	chat    int
	at      time.Duration
	webhook bool // by POST /webhook/transfer, else by changing the status at the gateway
}

// themes concentrate a run on one kind of trouble: where everything fails at once, little is reached.
var themes = []string{"calm", "crash", "crash", "gateway", "clinic", "booking", "booking", "late", "late", "journal", "journal", "outage", "storm"}

func draw(d dice) plan {
	r := d.roll(0, "plan")
	p := plan{
		theme: pick(r, themes...),
		rates: map[string]float64{},
		heal:  time.Duration(60+r.IntN(180)) * time.Second,
		sweep: pick(r, 500*time.Millisecond, 2*time.Second, 5*time.Second),
		quiet: pick(r, 0, 0, time.Second), patience: 4 * time.Minute,

		replays: chance(r, 0.3), exclusive: chance(r, 0.7),
	}
	if chance(r, 0.01) {
		p.theme = "siege"
	}
	p.learned, p.lax = p.exclusive && chance(r, 0.7), chance(r, 0.3)
	p.trouble(r)
	for range 1 + r.IntN(4) {
		p.scripts = append(p.scripts, drawScript(r, p.theme))
	}
	if p.theme != "calm" && chance(r, 0.25) {
		p.people = append(p.people, person{r.IntN(len(p.scripts)), time.Duration(r.IntN(60)) * time.Second, chance(r, 0.6)})
	}
	return p
}

// trouble draws what goes wrong, by theme.
func (p *plan) trouble(r *rand.Rand) {
	switch p.theme {
	case "crash":
		p.rates[gatewayParty] = pick(r, 0.0, 0.05)
		p.crashSteps(r, 1+r.IntN(5))
		p.stops(r)
	case "gateway":
		p.rates[gatewayParty] = pick(r, 0.1, 0.3, 0.5)
		p.crashSteps(r, r.IntN(2))
	case "clinic":
		p.rates[clinicParty], p.rates[opBook] = pick(r, 0.05, 0.2, 0.4), 0.3
		p.crashSteps(r, r.IntN(2))
	case "booking":
		p.rates[opBook], p.rates[journalParty] = 0.8, pick(r, 0.0, 0.03)
		p.crashSteps(r, r.IntN(4))
		p.stops(r)
	case "late":
		p.replays, p.exclusive, p.learned, p.lax = false, true, true, true
		p.rates[opBook], p.lateness = 0.9, 0.9
		p.rates[opIntent] = pick(r, 0.0, 1.0)
		p.crashSteps(r, pick(r, 0, 0, 2))
	case "journal":
		p.rates[journalParty] = pick(r, 0.03, 0.1, 0.25)
		p.crashSteps(r, r.IntN(3))
		p.stops(r)
	case "outage":
		p.outages = append(p.outages, drawOutage(r), drawOutage(r))
		p.crashSteps(r, r.IntN(2))
		p.stops(r)
	case "siege":
		p.sweep = time.Minute
		p.outages = []outage{{gatewayParty, pick(r, unreachable, hangBefore, errorBefore, busy), 10 * time.Second, time.Duration(1+r.IntN(26)) * time.Hour}}
		p.heal = p.outages[0].to + time.Minute
	case "storm":
		p.rates[gatewayParty], p.rates[clinicParty] = 0.08, 0.05
		p.rates[journalParty], p.rates[opBook] = 0.03, 0.3
		p.crashSteps(r, r.IntN(5))
		p.outages = append(p.outages, drawOutage(r))
		p.stops(r)
	}
}

func (p *plan) crashSteps(r *rand.Rand, n int) {
	for range n {
		p.crashes = append(p.crashes, crash{r.IntN(4), 1 + r.IntN(pick(r, 20, 60, 120))})
	}
}

func (p *plan) stops(r *rand.Rand) {
	at := func() time.Duration { return time.Duration(r.IntN(90_000)) * time.Millisecond }
	for range r.IntN(3) {
		p.kills = append(p.kills, at())
	}
	for range r.IntN(2) {
		p.drains = append(p.drains, at())
	}
}

func drawOutage(r *rand.Rand) outage {
	o := outage{party: pick(r, gatewayParty, gatewayParty, clinicParty, journalParty)}
	o.mishap = pick(r, unreachable, hangBefore, errorBefore, errorAfter, busy, resetAfter, resetBefore)
	if o.party == journalParty {
		o.mishap = pick(r, errorBefore, errorBefore, busy, errorAfter)
	}
	o.from = time.Duration(r.IntN(40)) * time.Second
	o.to = o.from + time.Duration(1+r.IntN(pick(r, 10, 120, 400)))*time.Second
	return o
}

// drawOutageWithin is an outage that begins between two seconds of the simulation.
func drawOutageWithin(r *rand.Rand, from, to int) outage {
	o := drawOutage(r)
	length := o.to - o.from
	o.from = seconds(r, from, to)
	o.to = o.from + length
	return o
}

// String is the plan in words.
func (p plan) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: replays=%t exclusive=%t learned=%t lax=%t sweep=%v quiet=%v heal=%v rates=%v",
		p.theme, p.replays, p.exclusive, p.learned, p.lax, p.sweep, p.quiet, p.heal, p.rates)
	for i, s := range p.scripts {
		fmt.Fprintf(&b, "\n  chat s%d: %s", i, s.name)
	}
	for _, o := range p.outages {
		fmt.Fprintf(&b, "\n  outage of %s: %s from %v to %v", o.party, o.mishap, o.from, o.to)
	}
	for _, c := range p.crashes {
		fmt.Fprintf(&b, "\n  crash at step %d of s%d", c.step, c.chat)
	}
	fmt.Fprintf(&b, "\n  killed at %v, drained at %v", p.kills, p.drains)
	b.WriteString(p.fleet.String())
	b.WriteString(p.reminders.String())
	b.WriteString(p.visits.String())
	b.WriteString(p.waits.String())
	if p.taps {
		b.WriteString("\n  questions can be answered by taps")
	}
	for _, t := range p.troubles {
		fmt.Fprintf(&b, "\n  %v", t)
	}
	for _, h := range p.people {
		fmt.Fprintf(&b, "\n  a person takes s%d at %v, by webhook: %t", h.chat, h.at, h.webhook)
	}
	return b.String()
}
