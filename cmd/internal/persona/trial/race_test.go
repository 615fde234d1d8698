//go:build race

package trial

// The race detector makes a visit ten times as long, and what runs beside each other is the same in all of them; without it
// make test lets everybody come.
const (
	everyPersona = 8
	usualSeeds   = 4
)

// Visits of each persona to a hostile model, and to one that fails.
const (
	hostileSeeds = 1
	failingSeeds = 1
)
