package session

import (
	"context"
	"slices"
	"time"
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
