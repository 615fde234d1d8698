package newcomer

import (
	"time"

	"golang.org/x/time/rate"
)

// leisure is for how long nobody but unlikely sessions must have used the rate of the gateway, before they have all of it.
// A turn makes its calls within less, so that a patient waits for one read of theirs at most, and at the first call.
const leisure = 3 * time.Second

// Busy says that a call to the gateway is made for a session that it confirmed.
func (d *Desk) Busy() {
	if !d.paced {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.busy = d.config.Now()
}

// spare takes a call for an unlikely session out of their share or, where that is used up, out of what nobody uses; then
// one is on its way at a time.  Without either it is how long to wait before looking again.  It is called under the lock.
func (d *Desk) spare(share *rate.Limiter) (wait time.Duration) {
	now := time.Now()
	r := share.ReserveN(now, 1)
	if wait = r.DelayFrom(now); wait <= 0 {
		return 0
	}
	r.CancelAt(now)
	if !d.paced {
		return wait
	}
	idle := d.config.Now().Sub(d.busy)
	switch {
	case idle < leisure:
		return min(wait, leisure-idle)
	case d.queue.free < leaving: // who leaves looks again
		return wait
	default:
		return 0
	}
}
