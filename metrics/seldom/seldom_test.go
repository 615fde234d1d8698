package seldom

import (
	"fmt"
	"testing"
	"time"
)

// The first lines of each kind stand, then one in ten seconds, with how many were left out; no kind takes the lines of another.
func TestLines(t *testing.T) {
	t.Parallel()
	now := time.Unix(1_800_000_000, 0)
	l := &Lines{Now: func() time.Time { return now }}
	count := func(kind string, times, wantStood, wantTold int) {
		t.Helper()
		stood, told := 0, int64(0)
		for range times {
			if leftOut, stands := l.Take(kind); stands {
				stood++
				if leftOut.Key == "left_out" {
					told += leftOut.Value.Int64()
				}
			}
		}
		if stood != wantStood || told != int64(wantTold) {
			t.Errorf("%q: %d lines tell of %d that were left out, want %d and %d", kind, stood, told, wantStood, wantTold)
		}
	}
	count("full", 1000, burst, 0)
	count("database", 1, 1, 0)
	now = now.Add(every)
	count("full", 1000, 1, 980)
	now = now.Add(every)
	count("full", 1, 1, 999)
	count("full", 1, 0, 0)
	for i := range 2 * maxKinds {
		l.Take(fmt.Sprint(i))
	}
	if len(l.kinds) > maxKinds+1 {
		t.Errorf("%d kinds are remembered", len(l.kinds))
	}
	count("unheard of", 2*burst, 0, 0) // the kinds that are too many share their lines
}
