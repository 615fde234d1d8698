//go:build !race

package rules

// everyText: all are said.
const everyText = 1
