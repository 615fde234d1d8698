package sim

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"
)

// fleet is what a seed has in store for the nodes of a cluster.
type fleet struct {
	nodes   []berth // none: one process alone
	wishes  []wish
	weather weather // of the hints
	hold    time.Duration
}

// berth is a node: when its first process starts, and what ends its processes.
type berth struct {
	birth time.Duration
	blows []blow
}

// wish is an operator's, that a node give its shards away.
type wish struct {
	node      int
	at, lasts time.Duration
}

// weather is how often a hint is lost, late or doubled.
type weather struct{ lost, late, twice float64 }

// hints is the weather of now.
func (w *world) hints() weather {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.healed {
		return weather{}
	}
	return w.plan.fleet.weather
}

// clusterThemes are the themes of a cluster.
var clusterThemes = []string{
	"calm", "kill", "kill", "freeze", "freeze", "freeze", "isolate", "placement", "placement", "booking", "booking", "late",
	"outage", "slow", "slow", "slow", "storm",
}

// drawCluster is the plan of several nodes; it is shorter than that of one, for much more happens in it.
func drawCluster(d dice) plan {
	r := d.roll(0, "cluster")
	p := plan{
		theme: pick(r, clusterThemes...), rates: map[string]float64{},
		heal:  time.Duration(40+r.IntN(60)) * time.Second,
		sweep: 500 * time.Millisecond, quiet: pick(r, 0, 0, time.Second), patience: 45 * time.Second,

		replays: chance(r, 0.3), exclusive: chance(r, 0.7),
	}
	p.learned, p.lax = p.exclusive && chance(r, 0.7), chance(r, 0.3)
	for range 1 + r.IntN(4) {
		p.scripts = append(p.scripts, drawScript(r, p.theme))
	}
	p.drawNodes(r)
	p.clusterTrouble(r)
	if p.theme != "calm" && chance(r, 0.2) {
		p.people = append(p.people, person{r.IntN(len(p.scripts)), time.Duration(r.IntN(60)) * time.Second, chance(r, 0.6)})
	}
	return p
}

// drawNodes draws who is there, who comes, and who is asked to go: what may happen in any weather.
func (p *plan) drawNodes(r *rand.Rand) {
	f := &p.fleet
	f.hold = time.Minute
	for range 3 + r.IntN(pick(r, 1, 3)) {
		b := berth{birth: time.Duration(1+r.IntN(3_000)) * time.Millisecond}
		if len(f.nodes) > 0 && chance(r, 0.35) {
			b.birth = time.Duration(r.IntN(50_000)) * time.Millisecond
		}
		if chance(r, 0.3) {
			b.blows = append(b.blows, blow{b.birth + within(r, 60*time.Second), pick(r, stopped, stopped, leaves)})
		}
		f.nodes = append(f.nodes, b)
	}
	f.nodes[0].blows = nil // somebody stays
	if chance(r, 0.3) {
		f.wishes = append(f.wishes, wish{r.IntN(len(f.nodes)), within(r, 60*time.Second), within(r, 30*time.Second)})
	}
	f.weather = pick(r, weather{}, weather{}, weather{lost: 0.3, late: 0.3, twice: 0.3}, weather{lost: 1})
}

func within(r *rand.Rand, d time.Duration) time.Duration { return time.Duration(r.Int64N(int64(d))) }

// clusterTrouble draws what goes wrong, by theme.
func (p *plan) clusterTrouble(r *rand.Rand) {
	switch p.theme {
	case "kill":
		p.rates[gatewayParty] = pick(r, 0.0, 0.0, 0.05)
		p.crashSteps(r, 1+r.IntN(4))
		p.kill(r, r.IntN(3))
	case "freeze":
		p.stall(r, 2+r.IntN(4), frozen, frozen, asleep)
		p.rates[placementParty] = pick(r, 0.0, 0.0, 0.05)
	case "isolate":
		p.stall(r, 2+r.IntN(3), isolated, silenced)
		p.crashSteps(r, r.IntN(2))
	case "placement":
		p.rates[placementParty] = pick(r, 0.05, 0.15, 0.4)
		p.rates[journalParty] = pick(r, 0.0, 0.05)
		p.stall(r, r.IntN(2), frozen, silenced)
	case "booking":
		p.rates[opBook], p.rates[journalParty] = pick(r, 0.0, 0.5), pick(r, 0.0, 0.03)
		p.stallBooking(r)
		p.crashSteps(r, r.IntN(2))
	case "late":
		p.replays, p.exclusive, p.learned, p.lax = false, true, true, true
		p.rates[opBook], p.lateness = 0.9, 0.9
		p.stallBooking(r)
		p.crashSteps(r, r.IntN(3))
	case "outage":
		from := within(r, 40*time.Second)
		kind := pick(r, errorBefore, errorBefore, hangBefore)
		p.outages = append(p.outages, outage{journalParty, kind, from, from + within(r, 30*time.Second)})
		p.stall(r, r.IntN(2), frozen)
	case "slow":
		p.slowTurns(r)
	case "storm":
		p.rates[gatewayParty], p.rates[clinicParty] = 0.02, 0.02
		p.rates[journalParty], p.rates[placementParty], p.rates[opBook] = 0.03, 0.05, 0.3
		p.stall(r, r.IntN(4), frozen, asleep, isolated, silenced)
		p.stallBooking(r)
		p.crashSteps(r, r.IntN(3))
		p.kill(r, r.IntN(2))
	}
}

// slowTurns are turns that last longer than a hold, or than a move that comes to nothing, while shards are
// sent to and fro.
func (p *plan) slowTurns(r *rand.Rand) {
	from := within(r, 20*time.Second)
	slowness := outage{
		pick(r, gatewayParty, clinicParty), pick(r, hangBefore, hangAfter), from, from + 30*time.Second + within(r, 60*time.Second),
	}
	if chance(r, 0.5) {
		slowness.mishap, p.rates[opMove] = slow, pick(r, 0.6, 0.9)
	}
	p.outages, p.heal = append(p.outages, slowness), slowness.to+10*time.Second
	p.fleet.hold = 8 * time.Second
	for i := range p.scripts {
		p.scripts[i].hasty = true
	}
	for at := from; at < p.heal; at += within(r, 20*time.Second) {
		p.fleet.wishes = append(p.fleet.wishes, wish{r.IntN(len(p.fleet.nodes)), at, within(r, 30*time.Second)})
	}
}

// kill ends processes at a time.
func (p *plan) kill(r *rand.Rand, n int) {
	for range n {
		b := &p.fleet.nodes[r.IntN(len(p.fleet.nodes))]
		b.blows = append(b.blows, blow{within(r, 80*time.Second), killed})
	}
}

// stall lets processes stand still, or cuts them off: half of them in the middle of what they do.
func (p *plan) stall(r *rand.Rand, n int, kinds ...troubleKind) {
	for range n {
		t := trouble{kind: pick(r, kinds...), chat: -1, lasts: stallTime(r)}
		if chance(r, 0.5) {
			t.chat, t.step = r.IntN(4), 1+r.IntN(pick(r, 20, 60, 120))
		} else {
			t.at, t.slot = within(r, 70*time.Second), r.IntN(len(p.fleet.nodes))
		}
		p.troubles = append(p.troubles, t)
	}
}

// stallBooking does so around the call that must not be made twice.
func (p *plan) stallBooking(r *rand.Rand) {
	for range 1 + r.IntN(2) {
		p.troubles = append(p.troubles, trouble{
			kind: pick(r, frozen, frozen, asleep, silenced), chat: r.IntN(4), lasts: stallTime(r),
			call: pick(r, "before book", "before book", "after book", "before intent", "after intent", "before record", "before send"),
		})
	}
}

// stallTime is shorter than a lease, about as long, or longer.
func stallTime(r *rand.Rand) time.Duration {
	return time.Duration(500+r.IntN(pick(r, 3_000, 6_000, 12_000, 30_000))) * time.Millisecond
}

// slots are the places of the processes.
func (f fleet) slots(w *world) []*slot {
	if len(f.nodes) == 0 {
		alone := newSlot(w, "")
		for _, at := range w.plan.kills {
			alone.blows = append(alone.blows, blow{at, killed})
		}
		for _, at := range w.plan.drains {
			alone.blows = append(alone.blows, blow{at, stopped})
		}
		inOrder(alone.blows)
		return []*slot{alone}
	}
	var all []*slot
	for i, b := range f.nodes {
		s := newSlot(w, fmt.Sprint("n", i+1))
		s.birth, s.blows = b.birth, inOrder(b.blows)
		all = append(all, s)
	}
	return all
}

// String is the fleet in words.
func (f fleet) String() string {
	var b strings.Builder
	for i, n := range f.nodes {
		fmt.Fprintf(&b, "\n  node n%d starts at %v, %v", i+1, n.birth, n.blows)
	}
	for _, o := range f.wishes {
		fmt.Fprintf(&b, "\n  n%d shall give its shards away from %v for %v", o.node+1, o.at, o.lasts)
	}
	if f.weather != (weather{}) {
		fmt.Fprintf(&b, "\n  hints: %+v", f.weather)
	}
	return b.String()
}

// String is a blow in words.
func (b blow) String() string {
	return fmt.Sprintf("%s at %v", [...]string{"killed", "stopped", "leaves"}[b.kind], b.at)
}

// String is a trouble in words.
func (t trouble) String() string {
	where := fmt.Sprintf("at %v, node n%d", t.at, t.slot+1)
	switch {
	case t.call != "":
		where = fmt.Sprintf("%s of chat %d", t.call, t.chat)
	case t.step > 0:
		where = fmt.Sprintf("at step %d of chat %d", t.step, t.chat)
	}
	return fmt.Sprintf("%s for %v %s", t.kind, t.lasts, where)
}
