package session

import (
	"slices"
	"strings"
	"time"

	"atende/actors/journal"
)

// quietWindows is how many quiet windows after its first message a burst is answered at the
// latest.
const quietWindows = 5

// quiet is how much longer to wait for the end of a burst, 0 when the rows can be answered.  It
// does not block: the caller asks to be woken again.
func (s *session) quiet(rows []row) time.Duration {
	if s.QuietWindow <= 0 || s.failures > 0 { // nor is a turn held that failed, which may be Complete's fault
		return 0
	}
	var texts []string
	rows = slices.DeleteFunc(slices.Clone(rows), func(r row) bool { return r.Kind == journal.Timer })
	if len(rows) == 0 {
		return 0
	}
	for _, r := range rows {
		if r.Kind != journal.Patient || r.ReceivedAt.Before(s.tenure.Suspect) {
			return 0 // who may have killed a process is counted before anything is thought about it
		}
		texts = append(texts, r.message().Text)
	}
	now := s.Now()
	rested := rows[len(rows)-1].ReceivedAt.Add(s.QuietWindow)
	latest := rows[0].ReceivedAt.Add(quietWindows * s.QuietWindow)
	rest := min(rested.Sub(now), latest.Sub(now))
	if rest <= 0 || rest > 2*s.QuietWindow { // over, or the clock went back
		return 0
	}
	unheard := slices.ContainsFunc(rows, row.unheard) // and may say anything
	if !unheard && s.Complete(strings.Join(texts, "\n"), s.rec.State, now) {
		return 0
	}
	return min(rest, s.QuietWindow) // the clock of the node that took the message may be ahead
}
