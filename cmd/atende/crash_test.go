package main

import (
	"flag"
	"math/rand/v2"
	"os/exec"
	"slices"
	"testing"
	"time"
)

var (
	crashKills    = flag.Int("crash.kills", 5, "how often TestKill kills the agent, for each kind of scheduling API")
	crashPatients = flag.Int("crash.patients", 30, "how many patients talk at once")
	crashSeed     = flag.Uint64("crash.seed", 1, "seed of the instants at which TestKill kills")
)

const (
	// longRun is how many kills make a run that waits for everything: an appointment whose fate nobody
	// knows is looked for only after a minute, which is too long for every `make test`.
	longRun      = 50
	longPatience = 4 * time.Minute
)

// kill -9 at random instants under load (J1, J2, J4, B1, B4, B8): nothing that was accepted is lost,
// nobody is booked twice, no part is out of order, and a crash repeats at most one part of a session.
// Once with a scheduling API that says that repeating is safe, once with one that says nothing; each
// takes up to 300 ms for a booking, so that kills hit it.  And once with two clinics on one account of the
// gateway, so that they hit messages on their way from the one to the other.
//
// `go test ./cmd/atende -run TestKill -crash.kills=200 -crash.patients=120 -timeout 1h -v` is the long
// run.
func TestKill(t *testing.T) {
	t.Parallel()
	for _, kind := range []struct {
		name            string
		silent, clinics bool
	}{{name: "an API that knows intents"}, {name: "an API that says nothing", silent: true}, {name: "clinics on one account", clinics: true}} {
		t.Run(kind.name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(*crashSeed, 0))
			t.Logf("seed %d", *crashSeed)
			r := newTrial(t, kind.silent)
			if kind.clinics {
				onOneAccount(t).serve(r)
			}
			home := r.seats[0]
			r.populate(*crashPatients)
			for range *crashKills {
				if random.IntN(10) == 0 {
					r.stillbirth(home, time.Duration(random.IntN(40))*time.Millisecond)
				}
				r.revive(home)
				r.moment(random)
				r.kill(home, nil)
			}
			r.revive(home)
			r.finish(*crashKills >= longRun)
		})
	}
}

// A stop by SIGTERM under load is not a crash: nothing is lost, nothing repeated, nobody handed over
// for it, and the exit code is 0 each time (process.stop wants it).
func TestTerminatedUnderLoad(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(*crashSeed, 1))
	r := newTrial(t, false)
	home := r.seats[0]
	home.program = watched // which ends with another exit code after a data race
	r.populate(*crashPatients)
	for range max(3, *crashKills/10) {
		r.revive(home)
		r.moment(random)
		r.leave(home)
	}
	r.revive(home)
	r.finish(true)
}

// stillbirth kills an agent that is still starting.
func (r *trial) stillbirth(s *seat, age time.Duration) {
	r.t.Helper()
	command := exec.Command(s.program, "serve")
	command.Env = variables(r.t, r.environment(s))
	if err := command.Start(); err != nil {
		r.t.Fatal(err)
	}
	r.after(age)
	if err := command.Process.Kill(); err != nil {
		r.t.Fatal(err)
	}
	_ = command.Wait() // it says that it was killed
	r.strike(blow{deadly: true, ended: true})
}

// after lets the load go on for a while: what is tested is that nobody knows where the agent is then.
func (r *trial) after(d time.Duration) { time.Sleep(d) }

// moment ends at a random instant of a life: after some time, or, since machines differ in how much
// happens meanwhile, a little after some part.
func (r *trial) moment(random *rand.Rand) {
	if random.IntN(4) == 0 {
		r.after(time.Duration(50+random.IntN(1000)) * time.Millisecond)
		return
	}
	const atMost = 5 * time.Second
	goal := r.gateway.noted.Load() + int64(random.IntN(2**crashPatients))
	for since := time.Now(); r.gateway.noted.Load() < goal && time.Since(since) < atMost; {
		r.after(time.Millisecond)
	}
	r.after(time.Duration(random.IntN(15)) * time.Millisecond)
}

// finish waits until every patient has what they came for, and then looks at everything that was said,
// heard and booked.
func (r *trial) finish(everything bool) {
	r.t.Helper()
	r.gather(everything)
	r.review()
	r.t.Log(r.summary())
	r.report()
}

// gather waits until every patient has what they came for, and stops the agents.
func (r *trial) gather(everything bool) {
	r.t.Helper()
	limit := patience
	if everything {
		limit = longPatience
	}
	r.closeDoors(limit, everything)
	if !slices.ContainsFunc(r.patients, func(p *patient) bool { return p.lost }) {
		r.idle()
	}
	for _, s := range r.inhabited() {
		r.leave(s)
	}
	if everything && r.unsettled() > 0 {
		r.complain("%d bookings were never settled", r.unsettled())
	}
}

// report fails the test with what was found, and shows what some of those heard who have to complain.
func (r *trial) report() {
	r.t.Helper()
	for i, complaint := range r.complaints() {
		if i == 20 {
			r.t.Error("and more")
			break
		}
		r.t.Error(complaint)
	}
	for _, p := range r.accused[:min(3, len(r.accused))] {
		r.t.Log(p.history())
	}
}

// idle waits until the journal is empty.
func (r *trial) idle() {
	r.t.Helper()
	for _, s := range r.inhabited() {
		h := house{t: r.t, agent: s.agent}
		h.measures(r.clinics.pending()...)
	}
}
