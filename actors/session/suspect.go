package session

import (
	"context"
	"slices"
	"time"

	"atende/actors/journal"
)

// isolationPatience is how long a suspected turn waits to think alone.
const isolationPatience = 5 * time.Second

// isolate lets the turn over rows that an earlier process may have died of think while no other such turn does,
// so that a second death points at its rows and not at everybody who happened to think at the time.  When its
// time does not come soon the turn goes on beside the others, and is not counted.  release is never nil.
func (s *session) isolate(ctx context.Context, rows []row) (release func(), alone bool) {
	if s.bumped || !slices.ContainsFunc(rows, s.suspected) {
		return func() {}, true
	}
	timer := time.NewTimer(isolationPatience)
	defer timer.Stop()
	select {
	case s.suspects <- struct{}{}:
		return func() { <-s.suspects }, true
	case <-timer.C:
	case <-ctx.Done():
	}
	return func() {}, false
}

// suspected reports a row that was being thought about when a process died.
func (s *session) suspected(r row) bool { return r.Attempts > s.rec.Spared }

// maxFailures is how many turns in a row may fail before a person takes over (contract,
// "Uncontrolled error").
const maxFailures = 2

// maxAttempts is how many processes may have begun to think about a row of an earlier one before
// nobody tries it again.
const maxAttempts = 3

// bump counts, before this process first thinks about them, that rows of another process are tried
// once more, an earlier one or the node that owned the session and died: they may be what killed it.  What comes before the thinking cannot kill a process, so a
// row that only waits for the gateway is never counted, however often the process is restarted.  Nor is one that
// could not be isolated.
func (s *session) bump(ctx context.Context, rows []row, alone bool) error {
	if s.bumped || !alone {
		s.bumped = true
		return nil
	}
	var old []int64
	for _, r := range rows {
		if r.ReceivedAt.Before(s.tenure.Suspect) {
			old = append(old, r.Seq)
		}
	}
	if len(old) > 0 {
		if err := s.commit(ctx, journal.Commit{Sent: s.sent, Attempted: old}); err != nil {
			return err
		}
	}
	for i := range rows {
		if rows[i].ReceivedAt.Before(s.tenure.Suspect) {
			rows[i].Attempts++
		}
	}
	s.bumped, s.attempted = true, len(old) > 0
	return nil
}

// poisoned reports whether processes seem to die of these rows.
func (s *session) poisoned(rows []row) bool {
	return slices.ContainsFunc(rows, func(r row) bool { return r.Attempts-s.rec.Spared >= maxAttempts })
}
