//go:build !race

package sim

// The seeds that fit into twenty seconds of one core; `make seeds` runs thousands.
const (
	defaultSeeds        = 250
	defaultClusterSeeds = 150
)

// Later seeds that notice a mutation which none of the first ones does, as `make mutations` tells.
var (
	lateSeeds        = []uint64{306, 376, 668, 1480, 1816, 1914, 2445, 2864}
	lateClusterSeeds = []uint64{287, 476, 541, 648, 809, 930, 1139}
)
