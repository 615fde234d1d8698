package session

import (
	"errors"
	"slices"

	"atende/actors/journal"
)

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

// errPaused: what was thought about is not said now.
var errPaused = errors.New("an operator paused the session")
