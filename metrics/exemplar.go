package metrics

import (
	"sort"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// exemplarPause is between two exemplars of a bucket: a scrape comes every few seconds and sees the last of each,
// and one costs more than fifty plain observations.
const exemplarPause = 500 * time.Millisecond

// Observe puts seconds into a histogram and notes the trace (tracing.ID) as the exemplar of its bucket, so that a
// dashboard leads from what was slow to why.  Not every observation becomes one: the first of its bucket does, and
// then the next after half a second.  Without a trace it only counts.
func Observe(o prometheus.Observer, seconds float64, trace string) {
	t, ours := o.(*timing)
	if trace == "" || !ours || !t.due(seconds) {
		o.Observe(seconds)
		return
	}
	t.exemplars.ObserveWithExemplar(seconds, prometheus.Labels{"trace_id": trace})
}

// timing is a histogram that keeps exemplars.  It is safe for concurrent use.
type timing struct {
	prometheus.Histogram
	exemplars prometheus.ExemplarObserver
	last      []atomic.Int64 // of each of buckets and what is above: when it got its exemplar, in Unix nanoseconds
}

// newTiming is h, whose buckets are those of this package.
func newTiming(h prometheus.Histogram) *timing {
	t := &timing{Histogram: h, last: make([]atomic.Int64, len(buckets)+1)}
	t.exemplars, _ = h.(prometheus.ExemplarObserver) // every histogram of the library is one
	return t
}

// due reports whether the bucket of seconds may have another exemplar, and counts on it.
func (t *timing) due(seconds float64) bool {
	last := &t.last[sort.SearchFloat64s(buckets, seconds)]
	now, before := time.Now().UnixNano(), last.Load()
	return now-before >= int64(exemplarPause) && last.CompareAndSwap(before, now)
}
