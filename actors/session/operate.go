package session

import (
	"errors"
	"slices"
	"time"

	"atende/actors/journal"
)

// LongestPause bounds a pause: what comes meanwhile must be answered while it is young (patience).
const LongestPause = 12 * time.Hour

// Who gave a session to a person from outside (metrics.HandOverReasons): the body of a row that tells of it.
const (
	TakenByWebhook  = "webhook"
	TakenByOperator = "operator"
)

// takenBy is who gave the session to a person; older releases did not say so, and knew one way only.
func takenBy(m journal.Message) string {
	if string(m.Body) == TakenByOperator {
		return TakenByOperator
	}
	return TakenByWebhook
}

// still is what the waiting rows say of a pause: until when, and by which rows.
type still struct {
	until  time.Time // zero: there is none
	orders []int64   // rows of pauses and of their ends, the one that counts last
}

// pauseOf reads the orders among waiting rows, of which the last counts.  Who gives the session to a person, or back,
// ends a pause; while a person has it, as person says of the time before these rows, there is none: its patients wait
// for nobody here.
func pauseOf(waiting []journal.Message, person bool) still {
	var p still
	for _, m := range waiting {
		switch m.Kind {
		case journal.Paused:
			if p.orders = append(p.orders, m.Seq); !person {
				p.until = pauseEnd(m)
			}
		case journal.Resumed:
			p.orders, p.until = append(p.orders, m.Seq), time.Time{}
		case journal.Transferred, journal.HandedBack:
			person, p.until = m.Kind == journal.Transferred, time.Time{}
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

// over are the orders that mean nothing any more: all of them, or, while the last one holds, those before it.
func (p still) over(holds bool) []int64 {
	if holds {
		return p.orders[:len(p.orders)-1]
	}
	return p.orders
}

// urgent is the burst that cannot wait for the end of a pause: an emergency, with what was written before it, as
// much as one turn takes; nil for none.  Voice messages that nobody wrote down yet are not listened to.  Rows that say
// who has the session come along, wherever they are: one that stayed behind would be read later, as if it were newer.
func (s *session) urgent(rows []row) []row {
	alarm := slices.IndexFunc(rows, s.alarms)
	if alarm < 0 {
		return nil
	}
	givings := 0
	for _, r := range rows {
		if r.gives() {
			givings++
		}
	}
	var burst []row
	room := max(1, maxRows-givings)
	for i, r := range slices.Backward(rows) {
		switch {
		case r.gives():
			burst = append(burst, r)
		case i <= alarm && room > 0:
			burst = append(burst, r)
			room--
		}
	}
	slices.Reverse(burst)
	return burst
}

// alarms reports words that describe an emergency.
func (s *session) alarms(r row) bool {
	return r.Kind == journal.Patient && s.alarming(r.message())
}

// gives reports a row that says who has the session from now on.
func (r row) gives() bool { return r.Kind == journal.Transferred || r.Kind == journal.HandedBack }

// errPaused: what was thought about is not said now.
var errPaused = errors.New("an operator paused the session")
