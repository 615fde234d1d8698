package load

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

// Every bucket begins where the one before it ends, and is at most 1/32 of its values wide.
func TestBuckets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.Uint64Range(0, 1<<50).Draw(t, "microseconds")
		bucket := bucketOf(v)
		upper := upperOf(bucket)
		if v > upper || upper-v > v/32 || bucketOf(upper) != bucket || bucketOf(upper+1) != bucket+1 {
			t.Fatalf("%d is in bucket %d, which ends at %d", v, bucket, upper)
		}
	})
}

func TestQuantiles(t *testing.T) {
	var h histogram
	for ms := range 1000 {
		h.add(time.Duration(ms+1) * time.Millisecond)
	}
	got := h.latency()
	near := func(d, want time.Duration) bool { return d >= want && d < want+want/16 }
	if got.Count != 1000 || !near(got.P50, 500*time.Millisecond) || !near(got.P99, 990*time.Millisecond) || got.Max != time.Second {
		t.Errorf("%+v", got)
	}
}
