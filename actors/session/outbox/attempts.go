package outbox

import (
	"time"
)

// BusyPatience is for how long after its first 429 a part is held back for the session before it goes by phone
// (contract, "Repeated parts").
const BusyPatience = 20 * time.Second

// Position names an item of the outbox of a turn, from 1.  Turns begin at 1 again after an operator erased the
// session, so a turn is known by when its oldest row was accepted, too (record.Since, Unix nanoseconds).
type Position struct {
	Turn  int   `json:"turn"`
	Item  int   `json:"item"`
	Since int64 `json:"since"`
}

// Attempts is what is known of the tries to send one part, as far as it decides on the next one (Rules).
type Attempts struct {
	Position
	// Unanswered counts the tries that left and were not answered: each of them may have been read.
	Unanswered int `json:"unanswered,omitempty"`
	// Phoned says that it was tried by phone, and left.
	Phoned bool `json:"phoned,omitempty"`
	// Plain says that it is tried without what can be tapped: the gateway did not take it with that.
	Plain bool `json:"plain,omitempty"`
	// Busy is when it was first answered 429 in a row, zero for not.
	Busy time.Time `json:"busy,omitzero"`
}

// learn notes how a try ended.
func (a *Attempts) learn(w Way, f Fate, now time.Time) {
	switch f {
	case Unanswered:
		a.Unanswered++
	case Busy:
		if a.Busy.IsZero() {
			a.Busy = now
		}
	default:
	}
	if w == WithMenu && (f == Refused || f == Failed) {
		a.Plain = true
	}
	if f != Busy && w != ByPhone {
		a.Busy = time.Time{}
	}
	if w == ByPhone && f != NotSent {
		a.Phoned = true
	}
}

// TriesOf is what is known of the tries of a part: by one of those who may know of it, the first one first.
func TriesOf(part Position, told ...*Attempts) Attempts {
	for _, a := range told {
		if a != nil && a.Position == part {
			return *a
		}
	}
	return Attempts{Position: part}
}
