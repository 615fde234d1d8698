//go:build race

package rules

// everyText: only every sixteenth text is said, because the race detector takes its time.
const everyText = 16
