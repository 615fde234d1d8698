//go:build race

package trial

const usualSeeds = 4
