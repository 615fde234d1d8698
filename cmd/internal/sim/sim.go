// Package sim runs the real engine (router, session actors, rules, both HTTP clients) against a
// simulated gateway, clinic, journal and patients in virtual time, with faults drawn from a seed, and
// checks what the product promises: nothing accepted is lost, nothing is booked twice.  DESIGN.md beside
// this file lists the promises, what goes wrong, and the mutations of the engine that it notices.
//
// One run is Run, inside a bubble of testing/synctest:
//
//	dice     every decision has a stream of its own, so goroutines cannot change each other's
//	plan     what goes wrong in this run: the theme, rates, outages, crashes, people
//	world    what exists outside of any process: chats, appointments, the journal's rows, the clock
//	slot     where processes run, one after the other; in a cluster one for each node
//	node     one life of the agent's process; when it dies nothing it does has an effect any more
//	freeze   a process that stands still, sleeps, or cannot reach the journal
//	wire     the network in front of a party: slow, lossy, refusing
//	gateway, clinic, ledger
//	         the parties; the ledger is the real memory journal behind a faulty disk
//	driver   the real rules agent, watched: which turn saw which message and said what
//	patient  reads what it is told and answers; scripts from two greetings to two bookings
//	fleet, member, office, hints
//	         a cluster: its plan, its nodes, placement behind a faulty wire, the lines between nodes
//	register, right
//	         what is true of leases, shards and holds, and what the nodes do and believe
//	remind, silence
//	         patients who stay silent, and what is promised to them
//	visit    those who have an appointment, and what is promised to them
//	check    the invariants, most of them at the moment of the effect, the others at the end
//
// The parties speak JSON of their own over an http.RoundTripper, so that the clients can disagree with
// them.  The journal underneath is shared by all lives of the process.
//
// A failing seed prints its plan and a trace, and runs again with
//
//	go test ./cmd/internal/sim -run TestSeed$ -sim.kind=alone -sim.seed=N
//
// What is not drawn from the seed (the jitter of pauses, the order of goroutines that wake at the same
// instant) can make a rare failure hide for some repetitions: -sim.tries.
package sim

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// Report is what a run came to.
type Report struct {
	Seed       uint64
	Kind       Kind
	Plan       string   // in words
	Violations []string // what was promised and not kept; none in a good run
	Trace      []string // session, virtual time, step
	Tally      Tally
}

// Tally counts what happened, so that a simulation in which nothing happens is noticed.
type Tally struct {
	Accepted, Turns, Parts, Repeated    int
	Appointments, Transfers             int
	Crashes, Drains, Mishaps, SecondTry int
	Late                                int // appointments that were made after the client gave up
	Troubles, Moves, Takeovers          int // of processes that live on; of shards
	Reminders, Nudges, Lapses           int // rows, and what was decided because of them
	Questions                           int // about appointments, that were decided
	Taps                                int // on any option that was ever shown
	Promises, Offers                    int // of the waiting list, that its line made, and that chats decided on
	Lasted                              time.Duration
}

// Add sums tallies.
func (t *Tally) Add(o Tally) {
	t.Accepted += o.Accepted
	t.Turns += o.Turns
	t.Parts += o.Parts
	t.Repeated += o.Repeated
	t.Appointments += o.Appointments
	t.Transfers += o.Transfers
	t.Crashes += o.Crashes
	t.Drains += o.Drains
	t.Mishaps += o.Mishaps
	t.SecondTry += o.SecondTry
	t.Late += o.Late
	t.Troubles += o.Troubles
	t.Moves += o.Moves
	t.Takeovers += o.Takeovers
	t.Reminders += o.Reminders
	t.Nudges += o.Nudges
	t.Lapses += o.Lapses
	t.Taps += o.Taps
	t.Questions += o.Questions
	t.Promises += o.Promises
	t.Offers += o.Offers
	t.Lasted += o.Lasted
}

// Idle names what should happen in every larger number of runs and did not: a simulation in which
// nothing happens proves nothing.
func (t Tally) Idle(kind Kind) []string {
	counts := map[string]int{
		"turns": t.Turns, "repeated parts": t.Repeated, "appointments": t.Appointments, "transfers": t.Transfers,
		"crashes": t.Crashes, "mishaps": t.Mishaps, "second attempts": t.SecondTry,
		"reminders": t.Reminders, "nudges": t.Nudges, "ends of a silence": t.Lapses, "offers of the waiting list": t.Offers, "taps": t.Taps,
	}
	if kind == Alone {
		counts["questions about appointments"] = t.Questions
	} else {
		counts["stalled processes"], counts["moves"], counts["takeovers"] = t.Troubles, t.Moves, t.Takeovers
	}
	maps.DeleteFunc(counts, func(_ string, n int) bool { return n > 0 })
	return slices.Sorted(maps.Keys(counts))
}

// Failed reports whether a promise was broken.
func (r Report) Failed() bool { return len(r.Violations) > 0 }

// String is the whole story of a failed run.
func (r Report) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "seed %d, %s\nplan %s\n", r.Seed, r.Kind, r.Plan)
	for _, line := range r.Trace {
		b.WriteString(line + "\n")
	}
	for _, v := range r.Violations {
		b.WriteString("VIOLATED " + v + "\n")
	}
	fmt.Fprintf(&b, "again: go test ./cmd/internal/sim -run 'TestSeed$' -sim.kind=%s -sim.seed=%d\n", r.Kind, r.Seed)
	return b.String()
}

// Kind is what a seed is a seed of.
type Kind string

// The kinds.
const (
	Alone   Kind = "alone"   // one process, one after the other
	Cluster Kind = "cluster" // several nodes that share a journal
)

func (k Kind) plan(d dice) plan {
	p := plan{}
	if k == Cluster {
		p = drawCluster(d)
	} else {
		p = draw(d)
	}
	p.drawReminders(d, k)
	p.drawVisits(d, k)
	p.drawWaits(d, k)
	p.drawTaps(d)
	return p
}

// Run simulates one seed.  It must be called inside a bubble of testing/synctest and leaves no
// goroutine behind.
func Run(seed uint64, kind Kind) Report {
	time.Sleep(time.Until(dawn)) // the bubble's clock starts in the year 2000
	w := newWorld(seed, kind)
	w.run()
	return w.report()
}

// dawn is a Monday, nine in the morning at the clinic.
var dawn = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
