package session

import (
	"context"
	"time"

	"atende/actors/journal"
)

// spareTimeout bounds the note that a turn did not kill the process.  A drain waits for it.
const spareTimeout = 2 * time.Second

// spare takes back what bump counted, after a turn that was cut short because the process stops in
// order: three restarts during slow calls are no reason to hand anybody over.  A process that dies
// before this is written has counted once too often, which is the safe side.
func (s *session) spare(ctx context.Context) {
	if !s.attempted {
		return
	}
	s.attempted = false
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), spareTimeout)
	defer cancel()
	err := s.load(ctx) // memory is doubtful, it holds half a turn
	if err == nil {
		s.rec.Spared++
		err = s.commit(ctx, journal.Commit{Sent: s.sent, State: s.rec.Encode()})
	}
	s.rec = nil
	if err != nil {
		s.Log.WarnContext(ctx, "a turn that was cut short counts as failed", "session", s.id, "error", err)
	}
}
