//go:build !race

package trial

// `make personas` lets them come more often.
const (
	everyPersona = 1
	usualSeeds   = 15
)

// Visits of each persona to a hostile model, and to one that fails.
const (
	hostileSeeds = 3
	failingSeeds = 2
)
