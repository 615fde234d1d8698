package record

import (
	"bytes"
	"crypto/sha256"
	"slices"
	"time"
)

const (
	// hashSize is what is kept of a message id, in bytes.
	hashSize = 8
	// seenFor is how long message ids are remembered at least, to drop repeats: a gateway's, and webhooks that somebody
	// captured and sends again.
	seenFor = 48 * time.Hour
	// KeptSeen is how many of the last ones are remembered for longer, as long as the record is.
	KeptSeen = 64
	// maxSeen bounds them within that time: one message in 84 seconds, day and night.
	maxSeen = 2048
)

// HashOf shortens a message id to what is remembered of it.
func HashOf(messageID string) []byte {
	sum := sha256.Sum256([]byte(messageID))
	return sum[:hashSize]
}

// Saw reports whether hashes holds h.
func Saw(hashes, h []byte) bool {
	for known := range slices.Chunk(hashes, hashSize) {
		if bytes.Equal(known, h) {
			return true
		}
	}
	return false
}

// Remember adds hashes, and forgets those that are older than seenFor and not among the last KeptSeen, and the
// oldest beyond maxSeen.
func (r *Record) Remember(hashes []byte, now time.Time) {
	hour := hourOf(now)
	dated := int64(0)
	for _, at := range r.SeenAt {
		dated += at[1]
	}
	known := int64(len(r.Seen) / hashSize)
	if dated != known { // an older release added or dropped some: they count as new
		r.SeenAt = [][2]int64{{hour, known}}
	}
	r.Seen = slices.Concat(r.Seen, hashes)
	r.SeenAt = append(slices.Clone(r.SeenAt), [2]int64{hour, int64(len(hashes) / hashSize)})
	if last := len(r.SeenAt) - 2; last >= 0 && r.SeenAt[last][0] >= hour { // a clock may go back
		r.SeenAt[last][1] += r.SeenAt[last+1][1]
		r.SeenAt = r.SeenAt[:last+1]
	}
	known, old := int64(len(r.Seen)/hashSize), int64(0)
	for _, at := range r.SeenAt {
		if at[0] >= hourOf(now.Add(-seenFor)) {
			break
		}
		old += at[1]
	}
	r.forgetSeen(max(known-maxSeen, min(old, known-KeptSeen), 0))
}

// forgetSeen drops the n oldest hashes.
func (r *Record) forgetSeen(n int64) {
	r.Seen = r.Seen[n*hashSize:]
	for n > 0 || len(r.SeenAt) > 0 && r.SeenAt[0][1] == 0 {
		gone := min(n, r.SeenAt[0][1])
		r.SeenAt[0][1] -= gone
		if n -= gone; r.SeenAt[0][1] == 0 {
			r.SeenAt = r.SeenAt[1:]
		}
	}
}

func hourOf(t time.Time) int64 { return t.Unix() / int64(time.Hour/time.Second) }
