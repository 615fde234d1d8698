//go:build !race

package sim

// defaultSeeds is what fits into a minute of one core.
const defaultSeeds = 4000
