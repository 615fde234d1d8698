package main

import (
	"flag"
	"math/rand/v2"
	"os/exec"
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
// takes up to 300 ms for a booking, so that kills hit it.
//
// `go test ./cmd/atende -run TestKill -crash.kills=200 -crash.patients=120 -timeout 1h -v` is the long
// run.
func TestKill(t *testing.T) {
	for _, api := range []struct {
		name   string
		silent bool
	}{{"an API that knows intents", false}, {"an API that says nothing", true}} {
		t.Run(api.name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(*crashSeed, 0))
			t.Logf("seed %d", *crashSeed)
			r := newTrial(t, api.silent)
			r.populate(*crashPatients)
			for range *crashKills {
				if random.IntN(10) == 0 {
					r.stillbirth(time.Duration(random.IntN(40)) * time.Millisecond)
				}
				r.revive()
				r.moment(random)
				r.agent.kill()
				r.fell()
			}
			r.revive()
			r.finish(*crashKills >= longRun)
		})
	}
}

// A stop by SIGTERM under load is not a crash: nothing is lost, nothing repeated, nobody handed over
// for it, and the exit code is 0 each time (process.stop wants it).
func TestTerminatedUnderLoad(t *testing.T) {
	random := rand.New(rand.NewPCG(*crashSeed, 1))
	r := newTrial(t, false)
	r.gentle = true
	r.populate(*crashPatients)
	for range max(3, *crashKills/10) {
		r.revive()
		r.moment(random)
		r.agent.stop()
		r.fell()
	}
	r.revive()
	r.finish(true)
}

// stillbirth kills an agent that is still starting.
func (r *trial) stillbirth(age time.Duration) {
	r.t.Helper()
	command := exec.Command("atende", "serve")
	command.Env = r.environment()
	if err := command.Start(); err != nil {
		r.t.Fatal(err)
	}
	r.after(age)
	if err := command.Process.Kill(); err != nil {
		r.t.Fatal(err)
	}
	_ = command.Wait() // it says that it was killed
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
	limit := patience
	if everything {
		limit = longPatience
	}
	r.closeDoors(limit, everything)
	if r.unsettled() == 0 {
		r.idle()
	}
	r.agent.stop()
	if everything && r.unsettled() > 0 {
		r.complain("%d bookings were never settled", r.unsettled())
	}
	r.review()
	r.t.Log(r.summary())
	for i, complaint := range r.complaints() {
		if i == 20 {
			r.t.Error("and more")
			break
		}
		r.t.Error(complaint)
	}
}

// idle waits until the journal is empty.
func (r *trial) idle() {
	r.t.Helper()
	h := house{t: r.t, agent: r.agent}
	h.measures("atende_journal_pending 0")
}
