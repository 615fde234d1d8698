package main

import (
	"context"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

const (
	// restLook is how often the process looks whether it rests.
	restLook = 10 * time.Second
	// restBelow is what it may allocate in that time and still rest, in bytes: what health checks and
	// scrapes leave, not patients.
	restBelow = 8 << 20
	// restWorth is what it must have allocated since it rested last, in bytes.
	restWorth = 64 << 20
)

// rest gives the memory of the start back to the machine, and that of a rush once the process has little to do, until ctx
// ends.  Go keeps it for long: a hundred thousand sessions at rest would hold twice what they need.
func rest(ctx context.Context) {
	debug.FreeOSMemory()
	ticker := time.NewTicker(restLook)
	defer ticker.Stop()
	last := allocated()
	rested := last
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		now := allocated()
		if resting(now-last, now-rested) {
			debug.FreeOSMemory()
			rested = now
		}
		last = now
	}
}

// resting decides by the bytes that were allocated since the last look and since the last rest.
func resting(sinceLook, sinceRest uint64) bool {
	return sinceLook < restBelow && sinceRest >= restWorth
}

// allocated is how many bytes were ever allocated.
func allocated() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
