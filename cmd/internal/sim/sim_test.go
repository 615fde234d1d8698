package sim

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

var (
	seedFlag    = flag.Uint64("sim.seed", 0, "the seed that TestSeed runs")
	kindFlag    = flag.String("sim.kind", string(Alone), "of what TestSeed and TestForever run seeds: alone or cluster")
	triesFlag   = flag.Int("sim.tries", 1, "how often TestSeed runs it")
	seedsFlag   = flag.Int("sim.seeds", 0, "how many seeds TestSeeds and TestClusterSeeds run, 0: those of make test")
	firstFlag   = flag.Uint64("sim.first", 1, "the first of them")
	foreverFlag = flag.Bool("sim.forever", false, "TestForever runs until a seed fails")
	ignoreFlag  = flag.String("sim.ignore", "", "promises that may be broken, between commas, while the engine learns them")
	keepFlag    = flag.Int("sim.keep", 1, "after how many failed seeds to stop")
)

// TestMain collects garbage less often: a run is short and its world is thrown away whole.
func TestMain(m *testing.M) {
	flag.Parse()
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}

// simulate runs one seed in a bubble of its own.
func simulate(t *testing.T, seed uint64, kind Kind) (r Report) {
	t.Helper()
	defer func() {
		if value := recover(); value != nil { // a deadlock or a leak, noticed by synctest
			t.Fatalf("%s seed %d: %v", kind, seed, value)
		}
	}()
	synctest.Test(t, func(*testing.T) { r = Run(seed, kind) })
	r.Violations = slices.DeleteFunc(r.Violations, func(v string) bool {
		promise, _, _ := strings.Cut(v, " ")
		return slices.Contains(strings.Split(*ignoreFlag, ","), promise)
	})
	return r
}

// TestSeed runs the seed of -sim.seed, as often as -sim.tries says.
func TestSeed(t *testing.T) {
	for range *triesFlag {
		if r := simulate(t, *seedFlag, Kind(*kindFlag)); r.Failed() {
			t.Fatal("\n" + r.String())
		}
	}
}

// TestRegressions runs seeds that once failed, whoever was to blame: the engine, or the simulation.
func TestRegressions(t *testing.T) {
	t.Parallel()
	for _, seed := range []uint64{
		4,    // a patient who forgot about the appointment
		23,   // holding sentence and confirmation in one glance
		149,  // a row that came after the end
		481,  // refused, then executed: the first answer of an intent counts
		762,  // a repeat turned away at the door although the first call was executed
		1786, // a transfer by webhook at the very end
		2103, // the turn that goes on after a commit failed
		3826, // and after a crash
		5727, // a second booking after a person had the chat
	} {
		if r := simulate(t, seed, Alone); r.Failed() {
			t.Error("\n" + r.String())
		}
	}
	for _, seed := range []uint64{
		460,  // "not sent", said by one of two that called
		261,  // the hold of a second owner in the place of the first one's
		1269, // and what the simulation made of it
		2411, // a view that comes before the answer of the move that it shows
		6649, // a webhook at the very end
		7348, // a call that left late and was never given up
		7377, // a registration that arrived late
		1139, // a reminder that rang a part of a millisecond too early, and was lost
	} {
		if r := simulate(t, seed, Cluster); r.Failed() {
			t.Error("\n" + r.String())
		}
	}
}

// workers is how many goroutines share the seeds.
const workers = 2

// TestSeeds runs -sim.seeds seeds of one process and prints the story of the first that fails.
func TestSeeds(t *testing.T) {
	runSeeds(t, Alone, defaultSeeds, lateSeeds)
}

// TestClusterSeeds does the same with seeds of several nodes.
func TestClusterSeeds(t *testing.T) {
	runSeeds(t, Cluster, defaultClusterSeeds, lateClusterSeeds)
}

func runSeeds(t *testing.T, kind Kind, usually int, late []uint64) {
	t.Helper()
	b := batch{kind: kind, first: *firstFlag, limit: uint64(cmp.Or(*seedsFlag, usually)), stories: 1}
	b.run(t)
	for _, seed := range late {
		if *seedsFlag == 0 {
			b.judge(t, simulate(t, seed, kind))
		}
	}
	t.Logf("%d seeds, %.0f a second: %+v", b.ran, float64(b.ran)/b.took.Seconds(), b.total)
	if idle := b.total.Idle(kind); b.ran >= enough && len(idle) > 0 {
		t.Errorf("in %d seeds there were no %s", b.ran, strings.Join(idle, ", "))
	}
}

// enough seeds let everything happen.
const enough = 200

// batch is a range of seeds, shared by the workers.
type batch struct {
	kind         Kind
	first, limit uint64
	stories      int           // failed seeds that are told in full; later ones give a line
	progress     time.Duration // how often to tell, 0: never

	mu    sync.Mutex
	next  uint64
	ran   int
	bad   int
	total Tally
	took  time.Duration
	told  time.Time
}

func (b *batch) run(t *testing.T) {
	began := time.Now()
	t.Run("seeds", func(t *testing.T) {
		for i := range workers {
			t.Run(fmt.Sprint("worker ", i), func(t *testing.T) {
				t.Parallel()
				for seed, ok := b.take(); ok; seed, ok = b.take() {
					b.judge(t, simulate(t, seed, b.kind))
				}
			})
		}
	})
	b.took = time.Since(began)
}

// take is the next seed, if there is one.
func (b *batch) take() (uint64, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.next++
	return b.first + b.next - 1, b.next <= b.limit && (b.bad == 0 || b.bad < *keepFlag)
}

func (b *batch) judge(t *testing.T, r Report) {
	t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	b.ran++
	b.total.Add(r.Tally)
	if b.progress > 0 && time.Since(b.told) > b.progress {
		b.told = time.Now()
		fmt.Printf("%d seeds from %d on: %+v\n", b.ran, b.first, b.total)
	}
	if !r.Failed() {
		return
	}
	b.bad++
	if b.bad <= b.stories {
		t.Error("\n" + r.String())
		return
	}
	t.Errorf("%s seed %d: %s", r.Kind, r.Seed, r.Violations[0])
}

// TestForever runs one seed after another, from an arbitrary one on, and tells every minute how far
// it is.
func TestForever(t *testing.T) {
	if !*foreverFlag {
		return // only by hand: make sim
	}
	for first := uint64(time.Now().UnixNano()) >> 20; !t.Failed(); first += 1 << 20 {
		b := batch{kind: Kind(*kindFlag), first: first, limit: 1 << 20, stories: 1, progress: time.Minute}
		b.run(t)
	}
}
