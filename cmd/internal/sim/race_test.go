//go:build race

package sim

import "runtime"

// The race detector makes a run eight times as long, and what runs beside each other is the same in all of them; without it
// make test runs hundreds.
const (
	defaultSeeds        = 20
	defaultClusterSeeds = 5
)

var lateSeeds, lateClusterSeeds []uint64

// All timers of a bubble share one context of the race detector, and a timer may run on any thread.  Two that run at
// once corrupt it, and the process ends in a SIGSEGV within some hundred seeds (Go issue 78156).  One thread at a time
// cannot, and a race is found by what happens before what, not by its happening.
func init() { runtime.GOMAXPROCS(1) }
