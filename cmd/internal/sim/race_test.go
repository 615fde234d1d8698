//go:build race

package sim

// The seeds that fit into a minute of one core: the race detector makes a run eight times as long.
const (
	defaultSeeds        = 600
	defaultClusterSeeds = 60
)
