//go:build !race

package trial

const (
	everyPersona = 1
	usualSeeds   = 50
)

// Visits of each persona to a hostile model, and to one that fails.
const (
	hostileSeeds = 13
	failingSeeds = 4
)
