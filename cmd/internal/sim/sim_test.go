package sim

import (
	"flag"
	"fmt"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

var (
	seedFlag    = flag.Uint64("sim.seed", 0, "the seed that TestSeed runs")
	triesFlag   = flag.Int("sim.tries", 1, "how often TestSeed runs it")
	seedsFlag   = flag.Int("sim.seeds", 1000, "how many seeds TestSeeds runs")
	firstFlag   = flag.Uint64("sim.first", 1, "the first of them")
	foreverFlag = flag.Bool("sim.forever", false, "TestForever runs until it is stopped")
	traceFlag   = flag.Bool("sim.trace", false, "TestSeed prints what happened in a good run, too")
)

// simulate runs one seed in a bubble of its own.
func simulate(t *testing.T, seed uint64) (r Report) {
	t.Helper()
	defer func() {
		if value := recover(); value != nil { // a deadlock or a leak, noticed by synctest
			t.Fatalf("seed %d: %v", seed, value)
		}
	}()
	synctest.Test(t, func(*testing.T) { r = Run(seed) })
	return r
}

// TestSeed runs the seed of -sim.seed, as often as -sim.tries says.
func TestSeed(t *testing.T) {
	for range *triesFlag {
		if r := simulate(t, *seedFlag); r.Failed() {
			t.Fatal("\n" + r.String())
		}
	}
}

// workers is how many goroutines share the seeds.
const workers = 2

// TestSeeds runs -sim.seeds seeds and prints the story of the first that fails.
func TestSeeds(t *testing.T) {
	total, took := run(t, func(i uint64) bool { return i < uint64(*seedsFlag) })
	t.Logf("%d seeds, %.0f a second: %+v", *seedsFlag, float64(*seedsFlag)/took.Seconds(), total)
}

// run simulates seeds on all workers while more(i) says so.
func run(t *testing.T, more func(i uint64) bool) (total Tally, took time.Duration) {
	var next atomic.Uint64
	began := time.Now()
	tallies := make(chan Tally, workers)
	t.Run("seeds", func(t *testing.T) {
		for i := range workers {
			t.Run(fmt.Sprint("worker ", i), func(t *testing.T) {
				t.Parallel()
				var sum Tally
				defer func() { tallies <- sum }()
				for i := next.Add(1) - 1; more(i) && !t.Failed(); i = next.Add(1) - 1 {
					r := simulate(t, *firstFlag+i)
					if r.Failed() {
						next.Add(1 << 40)
						t.Fatal("\n" + r.String())
					}
					sum.Add(r.Tally)
				}
			})
		}
	})
	for range workers {
		total.Add(<-tallies)
	}
	return total, time.Since(began)
}
