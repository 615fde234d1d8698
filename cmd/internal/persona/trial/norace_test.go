//go:build !race

package trial

// `make personas` lets them come more often.
const (
	everyPersona = 1
	usualSeeds   = 25
)

// Visits of each persona to a hostile model, and to one that fails.
const (
	hostileSeeds = 6
	failingSeeds = 4
)
