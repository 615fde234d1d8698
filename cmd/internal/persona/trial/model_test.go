package trial

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"atende/cmd/internal/persona"
	"atende/cmd/internal/receptionist"
	"atende/integrations/model/scripted"
)

var (
	firstFlag   = flag.Uint64("trial.first", 1, "the first seed of the visits to a hostile model")
	hostileFlag = flag.Uint64("trial.hostile", hostileSeeds, "how many seeds of each persona visit a hostile model")
)

// maxStories is how many conversations a failed test tells.
const maxStories = 20

// modelVisits lets every persona visit a model, seeds times each.
func modelVisits(t *testing.T, brain func(seed uint64) scripted.Brain, first, seeds uint64) (verdicts []persona.Verdict, stories []string) {
	t.Helper()
	cast := visitors()
	var mu sync.Mutex
	t.Run("visits", func(t *testing.T) {
		for _, who := range cast {
			t.Run(who.Name, func(t *testing.T) {
				t.Parallel()
				for seed := first; seed < first+seeds; seed++ {
					if *seedFlag != 0 && seed != *seedFlag {
						continue
					}
					v, books := visitModel(t, brain(seed), who, seed)
					if t.Failed() {
						return
					}
					verdict := v.Verdict()
					mu.Lock()
					verdicts = append(verdicts, verdict)
					if !ended(verdict) || slices.ContainsFunc(never, verdict.Broke) || *seedFlag != 0 {
						stories = append(stories, "--- "+verdict.Why()+"\n"+v.Story()+strings.Join(books.lines, "\n"))
					}
					mu.Unlock()
				}
			})
		}
	})
	return verdicts, stories
}

// visitModel runs one patient, and then the time until the conversation has ended by itself.
func visitModel(t *testing.T, brain scripted.Brain, who persona.Persona, seed uint64) (v *persona.Visit, b *books) {
	t.Helper()
	defer func() {
		if value := recover(); value != nil { // a deadlock or a leak, noticed by synctest
			t.Errorf("%s seed %d: %v", who.Name, seed, value)
		}
	}()
	synctest.Test(t, func(t *testing.T) {
		var agent Agent
		agent, b = modelAgent(t, sampleAgent(), brain) // in the bubble, for its clocks and channels
		agent.Linger = 23 * time.Hour
		var err error
		if v, err = Run(agent, who, seed); err != nil {
			t.Errorf("%s seed %d: %v", who.Name, seed, err)
		}
	})
	return v, b
}

// tally is what visits came to.
type tally struct {
	visits, right, ended int
	broken               map[persona.Promise]int
	ends                 map[string]int
}

func tallyOf(verdicts []persona.Verdict) tally {
	n := tally{visits: len(verdicts), broken: map[persona.Promise]int{}, ends: map[string]int{}}
	for _, v := range verdicts {
		n.ends[v.End]++
		if v.Right {
			n.right++
		}
		if ended(v) {
			n.ended++
		}
		for _, f := range v.Faults {
			n.broken[f.Promise]++
		}
	}
	return n
}

// ended reports that the conversation came to a booking, a person, or a goodbye.
func ended(v persona.Verdict) bool { return v.End != "nothing" || v.Appointments > 0 }

func (n tally) String() string {
	return fmt.Sprintf("%d visits, %d right (%.1f %%), broken %v, ends %v", n.visits, n.right, n.share(), n.broken, n.ends)
}

// share is how many of a hundred ended as they should.
func (n tally) share() float64 { return 100 * float64(n.right) / float64(max(1, n.visits)) }

// never are the promises that the code keeps whatever the model does.  A model that never answers leaves patients
// waiting, and one that speaks English is heard: those are its own.
var never = []persona.Promise{persona.FalseConfirmation, persona.WrongBooking, persona.InventedTime}

// Issue 6: whatever the model does, nobody is told of an appointment that there is not, nobody is booked wrongly, and
// nobody is left without an end.
func TestHostileModel(t *testing.T) {
	const rate = 0.3
	verdicts, stories := modelVisits(t, func(seed uint64) scripted.Brain {
		return scripted.Misbehave(receptionist.Brain{}, seed, scripted.At(rate))
	}, *firstFlag, *hostileFlag)
	n := tallyOf(verdicts)
	t.Log(n)
	for _, p := range never {
		if n.broken[p] > 0 {
			t.Errorf("%s: %d times", p, n.broken[p])
		}
	}
	if n.ended != n.visits {
		t.Errorf("%d of %d visits came to no end", n.visits-n.ended, n.visits)
	}
	tell(t, stories)
}

// Issue 6: a model that fails half of its calls costs at most two points of completion.
func TestFailingModelCostsLittle(t *testing.T) {
	healthy, _ := modelVisits(t, func(uint64) scripted.Brain { return receptionist.Brain{} }, 1, failingSeeds)
	failing, stories := modelVisits(t, func(seed uint64) scripted.Brain {
		return scripted.Misbehave(receptionist.Brain{}, seed, scripted.Rates{scripted.Down: 0.5})
	}, 1, failingSeeds)
	well, badly := tallyOf(healthy), tallyOf(failing)
	t.Logf("healthy: %v", well)
	t.Logf("failing: %v", badly)
	const points = 2
	if badly.share() < well.share()-points {
		t.Errorf("%.1f %% with a failing model, %.1f %% with a healthy one", badly.share(), well.share())
		tell(t, stories)
	}
}

// tell shows the stories of a test that failed.
func tell(t *testing.T, stories []string) {
	t.Helper()
	if t.Failed() || *seedFlag != 0 {
		t.Log("\n" + strings.Join(stories[:min(len(stories), maxStories)], "\n"))
	}
}
