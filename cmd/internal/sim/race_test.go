//go:build race

package sim

// defaultSeeds is what fits into a minute of one core: the race detector makes a run eight times as long.
const defaultSeeds = 600
