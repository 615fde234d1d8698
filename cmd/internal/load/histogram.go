package load

import (
	"encoding/json"
	"math"
	"math/bits"
	"sync/atomic"
	"time"
)

// histogram counts durations in buckets that are 1/32 of their size wide, from a microsecond to
// hours: what it says of a quantile is at most 3 % too much.  It is safe for concurrent use.
type histogram struct {
	buckets [(64 - subBits) << subBits]atomic.Uint64
	count   atomic.Uint64
	largest atomic.Int64
}

// subBits is the binary logarithm of the buckets for each power of two.
const subBits = 5

func (h *histogram) add(d time.Duration) {
	d = max(d, 0)
	h.buckets[bucketOf(uint64(d/time.Microsecond))].Add(1)
	h.count.Add(1)
	for {
		old := h.largest.Load()
		if int64(d) <= old || h.largest.CompareAndSwap(old, int64(d)) {
			return
		}
	}
}

func bucketOf(v uint64) int {
	shift := max(0, bits.Len64(v)-subBits-1)
	return shift<<subBits + int(v>>shift)
}

// upperOf is the largest value of a bucket.
func upperOf(bucket int) uint64 {
	shift := max(0, bucket>>subBits-1)
	return uint64(bucket-shift<<subBits+1)<<shift - 1
}

// quantile is the duration that the share q of all does not exceed.
func (h *histogram) quantile(q float64) time.Duration {
	total := h.count.Load()
	rank := uint64(q * float64(total))
	seen := uint64(0)
	for i := range h.buckets {
		if seen += h.buckets[i].Load(); seen > rank {
			return min(time.Duration(upperOf(i))*time.Microsecond, time.Duration(h.largest.Load()))
		}
	}
	return time.Duration(h.largest.Load())
}

// latency is what is told of a histogram.
func (h *histogram) latency() Latency {
	return Latency{
		Count: h.count.Load(), P50: h.quantile(.50), P99: h.quantile(.99),
		Max: time.Duration(h.largest.Load()),
	}
}

// Latency sums up many durations.
type Latency struct {
	Count uint64
	// As JSON the durations are milliseconds.
	P50, P99, Max time.Duration
}

// latencyJSON is a Latency on the wire.
type latencyJSON struct {
	Count uint64  `json:"count"`
	P50   float64 `json:"p50_ms"`
	P99   float64 `json:"p99_ms"`
	Max   float64 `json:"max_ms"`
}

// MarshalJSON writes milliseconds.
func (l Latency) MarshalJSON() ([]byte, error) {
	return json.Marshal(latencyJSON{l.Count, milliseconds(l.P50), milliseconds(l.P99), milliseconds(l.Max)})
}

// UnmarshalJSON reads what MarshalJSON writes.
func (l *Latency) UnmarshalJSON(raw []byte) error {
	var wire latencyJSON
	if err := json.Unmarshal(raw, &wire); err != nil {
		return err
	}
	duration := func(ms float64) time.Duration { return time.Duration(math.Round(ms*1000)) * time.Microsecond }
	*l = Latency{wire.Count, duration(wire.P50), duration(wire.P99), duration(wire.Max)}
	return nil
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
