package cluster

import "time"

// maxJump is how far the clocks of the machine may part between two ticks before the lease counts as
// over: the process slept, or somebody set the clock.
const maxJump = time.Second

// reading is one look at all clocks of the machine.  Go's monotonic clock stands still while the machine
// sleeps; the lease in the store does not.
type reading struct {
	mono time.Time     // monotonic
	boot time.Duration // since the machine started, its sleep included; 0 where nobody tells
}

func (n *Node) read() reading { return reading{mono: n.Now(), boot: n.Boot()} }

// since is how much time passed between two readings, by the clock that saw most of it.
func (r reading) since(earlier reading) time.Duration {
	return max(r.mono.Sub(earlier.mono), r.boot-earlier.boot, r.wall(earlier))
}

// wall is what the wall clock says that passed.  A step of it reads as time, too.
func (r reading) wall(earlier reading) time.Duration {
	return r.mono.Round(0).Sub(earlier.mono.Round(0))
}

// jumped reports that the clocks parted since the earlier reading, in whatever direction.
func (r reading) jumped(earlier reading) bool {
	mono := r.mono.Sub(earlier.mono)
	return r.boot != 0 && apart(r.boot-earlier.boot, mono) || apart(r.wall(earlier), mono)
}

func apart(a, b time.Duration) bool { return a-b > maxJump || b-a > maxJump }
