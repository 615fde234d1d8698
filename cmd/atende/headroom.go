package main

// headroom is what the garbage collector counts as live data from the start, in bytes.  A turn leaves
// some 30 kB of garbage, and the heap of an agent with few sessions is so small that the collector would
// run ten times a second under load; this makes it run after as much garbage as a heap of that size
// allows: 32 MiB were 14 % less CPU a turn, 64 MiB another 14 %.  A larger GOGC would give the same to a small heap and cost
// gigabytes with a large one.
const headroom = 64 << 20

// newHeadroom reserves it, for as long as the result is alive; nothing where the operator tunes the
// collector by GOGC.  Its pages are never touched and take no memory; the garbage that it allows does, up to
// as many bytes.
func newHeadroom(env func(string) string) []byte {
	if env("GOGC") != "" {
		return nil
	}
	return make([]byte, headroom)
}
