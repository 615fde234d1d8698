package record

import (
	"strconv"
	"testing"
	"time"
)

// The ids of the last two days are remembered, and the last 64 for longer; never more than are bounded.
func TestSeenIsBounded(t *testing.T) {
	rec, now := New(), time.Date(2026, 11, 27, 10, 59, 0, 0, time.UTC)
	take := func(n int) {
		var hashes []byte
		for i := range n {
			hashes = append(hashes, HashOf(strconv.Itoa(i)+now.String())...)
		}
		rec.Remember(hashes, now)
	}
	want := func(n int) {
		t.Helper()
		dated := 0
		for _, at := range rec.SeenAt {
			dated += int(at[1])
		}
		if got := len(rec.Seen) / hashSize; got != n || dated != n {
			t.Errorf("%d ids are remembered, %d with a time, want %d", got, dated, n)
		}
	}
	take(100)
	now = now.Add(seenFor)
	take(0)
	want(100)
	now = now.Add(time.Hour)
	take(1)
	want(KeptSeen)
	now = now.Add(-2 * time.Hour) // the clock goes back
	take(200)
	now = now.Add(7 * time.Hour)
	take(200)
	want(401) // those of the first hour are too old now
	rec.Seen = append(rec.Seen, HashOf("of an older release")...)
	take(1)
	want(403)
	for range maxSeen {
		take(7)
	}
	want(maxSeen)
	if size := len(rec.Encode()); size > 32<<10 {
		t.Errorf("the record takes %d bytes", size)
	}
	take(3 * maxSeen)
	want(maxSeen)
}
