package sim

import (
	"math/rand/v2"
	"strconv"
)

// dice decides everything that is left to chance.  Each decision asks for a stream of its own by
// name, so that what one goroutine draws never depends on what another drew before.
type dice uint64

// roll is the stream of the n-th decision of that name.
func (d dice) roll(n int, names ...string) *rand.Rand {
	const offset, prime = 14695981039346656037, 1099511628211 // FNV-1a
	h := uint64(offset)
	for _, name := range append(names, strconv.Itoa(n)) {
		for i := range len(name) {
			h = (h ^ uint64(name[i])) * prime
		}
		h = (h ^ '/') * prime
	}
	return rand.New(rand.NewPCG(uint64(d), h))
}

// chance is true in p of all cases.
func chance(r *rand.Rand, p float64) bool { return r.Float64() < p }

// pick is one of the values.
func pick[T any](r *rand.Rand, values ...T) T { return values[r.IntN(len(values))] }
