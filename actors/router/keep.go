package router

import "time"

const (
	// keepShare: the keeper rests for so many times as long as it worked, so that looking for lost
	// wake-ups among tens of thousands of waiting rows stays cheap …
	keepShare = 20
	// … but not for longer than so many periods, or, where others wait for what a lost wake-up left
	// behind and watch over this node's passes (C10), than so many.
	keepLongest, keepLongestShared = 10, 2
)

// keep repairs lost wake-ups and puts idle sessions to sleep.
func (r *Router) keep() {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		all := false
		select {
		case <-r.keeping.Done():
			return
		case <-timer.C:
		case <-r.look:
			all = true
		}
		began := r.Now()
		r.sweep(all)
		r.passivateIdle()
		timer.Reset(r.restAfter(r.Now().Sub(began)))
	}
}

// restAfter is how long the keeper rests after work of that length.
func (r *Router) restAfter(work time.Duration) time.Duration {
	longest := keepLongest * r.SweepEvery
	if _, alone := r.Cluster.(sole); !alone {
		longest = keepLongestShared * r.SweepEvery
	}
	return min(max(r.SweepEvery, keepShare*work), longest)
}
