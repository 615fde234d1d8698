//go:build !race

package replay

// everyPersona: all of them visit.
const everyPersona = 1
