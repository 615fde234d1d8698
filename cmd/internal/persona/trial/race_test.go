//go:build race

package trial

const usualSeeds = 4

// Visits of each persona to a hostile model, and to one that fails.
const (
	hostileSeeds = 1
	failingSeeds = 1
)
