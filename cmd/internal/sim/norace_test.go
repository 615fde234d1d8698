//go:build !race

package sim

// The seeds that fit into half a minute of one core; `make seeds` runs thousands.
const (
	defaultSeeds        = 400
	defaultClusterSeeds = 200
)

// Later seeds that notice a mutation which none of the first ones does, as `make mutations` tells.
var (
	lateSeeds        = []uint64{668, 1480, 1816, 1914, 2445, 2864}
	lateClusterSeeds = []uint64{476, 809, 1139}
)
