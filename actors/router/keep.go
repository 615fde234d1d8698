package router

import "time"

const (
	// keepShare: the keeper rests for so many times as long as it worked, so that looking for lost
	// wake-ups among tens of thousands of waiting rows stays cheap …
	keepShare = 20
	// … but not for longer than so many periods.
	keepLongest = 10
)

// keep is the one goroutine of the router: it repairs lost wake-ups, puts idle sessions to sleep, and
// lets the journal forget.
func (r *Router) keep() {
	defer close(r.ended)
	timer := time.NewTimer(0)
	defer timer.Stop()
	forgetAt := r.Now() // what became old while the process was down
	for {
		select {
		case <-r.keeping.Done():
			return
		case <-timer.C:
		}
		began := r.Now()
		r.passivateIdle()
		r.sweep()
		if !began.Before(forgetAt) && r.forgetOld() {
			forgetAt = began.Add(r.PurgeEvery)
		}
		timer.Reset(r.restAfter(r.Now().Sub(began)))
	}
}

// restAfter is how long the keeper rests after work of that length.
func (r *Router) restAfter(work time.Duration) time.Duration {
	return min(max(r.SweepEvery, keepShare*work), keepLongest*r.SweepEvery)
}
