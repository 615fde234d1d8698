package record

import (
	"time"

	"atende/actors/journal"
)

// LongestPause bounds a pause: what comes meanwhile must be answered while it is young (Patience).
const LongestPause = 12 * time.Hour

// Pause is what the waiting rows say of a pause: until when, and by which rows.
type Pause struct {
	Until  time.Time // zero: there is none
	Orders []int64   // rows of pauses and of their ends, the one that counts last
}

// PauseOf reads the orders among waiting rows, of which the last counts.  Who gives the session to a person, or back,
// ends a pause; while a person has it, as person says of the time before these rows, there is none: its patients wait
// for nobody here.
func PauseOf(waiting []journal.Message, person bool) Pause {
	var p Pause
	for _, m := range waiting {
		switch m.Kind {
		case journal.Paused:
			if p.Orders = append(p.Orders, m.Seq); !person {
				p.Until = pauseEnd(m)
			}
		case journal.Resumed:
			p.Orders, p.Until = append(p.Orders, m.Seq), time.Time{}
		case journal.Transferred, journal.HandedBack:
			person, p.Until = m.Kind == journal.Transferred, time.Time{}
		default:
		}
	}
	return p
}

// pauseEnd is until when a row wants silence, zero for one that nobody can read.
func pauseEnd(m journal.Message) time.Time {
	until, err := time.Parse(time.RFC3339, string(m.Body))
	if err != nil {
		return time.Time{}
	}
	if latest := m.ReceivedAt.Add(LongestPause); until.After(latest) {
		return latest
	}
	return until
}

// Over are the orders that mean nothing any more: all of them, or, while the last one holds, those before it.
func (p Pause) Over(holds bool) []int64 {
	if holds {
		return p.Orders[:len(p.Orders)-1]
	}
	return p.Orders
}
