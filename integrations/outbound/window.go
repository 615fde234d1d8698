package outbound

import "time"

// buckets is how finely a window forgets.
const buckets = 10

// window counts calls that ended within the last length, in steps of a tenth of it, and how many
// failed in a row.
type window struct {
	length time.Duration
	streak int // failures since the last good call, however long ago

	began time.Time // of the newest bucket
	ring  [buckets]tally
	at    int // the newest
}

type tally struct{ calls, failures int }

// add counts a call that ended now.
func (w *window) add(now time.Time, good bool) {
	w.roll(now)
	w.ring[w.at].calls++
	if good {
		w.streak = 0
		return
	}
	w.ring[w.at].failures++
	w.streak++
}

// roll forgets what has left the window.
func (w *window) roll(now time.Time) {
	step := w.length / buckets
	if w.began.IsZero() || now.Sub(w.began) >= w.length+step {
		w.ring, w.began = [buckets]tally{}, now
		return
	}
	for now.Sub(w.began) >= step {
		w.began = w.began.Add(step)
		w.at = (w.at + 1) % buckets
		w.ring[w.at] = tally{}
	}
}

func (w *window) sum() (calls, failures int) {
	for _, t := range w.ring {
		calls, failures = calls+t.calls, failures+t.failures
	}
	return calls, failures
}

func (w *window) clear() { *w = window{length: w.length} }
