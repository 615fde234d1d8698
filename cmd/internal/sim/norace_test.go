//go:build !race

package sim

// The seeds that fit into a minute of one core.
const (
	defaultSeeds        = 4000
	defaultClusterSeeds = 500
)
