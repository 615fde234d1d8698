//go:build race

package replay

// everyPersona: only every eighth visits, because the race detector takes its time.
const everyPersona = 8
