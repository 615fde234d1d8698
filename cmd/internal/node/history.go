package node

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"atende/actors/journal"
)

// Histories pages through the masked turns of all sessions.  The first page of a reading is a line of the access
// log, with the sessions on it: a journal of many turns has thousands of pages, and a line of each would push out
// what else the log tells.  Wherever the caller begins is a first page; what goes on behind the last turn that the
// same operator was shown by this node is none.
func (d *desk) Histories(ctx context.Context, by, afterSession string, afterSeq int64, limit int) ([]journal.SessionEntry, error) {
	turns, err := d.archive.Histories(ctx, afterSession, afterSeq, limit)
	if err != nil {
		return nil, fmt.Errorf("history: %w", err)
	}
	goesOn := d.readings.goesOn(bookmark{by, afterSession, afterSeq})
	if len(turns) == 0 {
		return nil, nil // nothing is shown
	}
	if !goesOn {
		if err := d.record(ctx, by, "history", "", sessionsOf(turns)); err != nil {
			return nil, err
		}
	}
	last := turns[len(turns)-1]
	d.readings.leave(bookmark{by, last.SessionID, last.Seq})
	return turns, nil
}

// sessionsOf is how many sessions a page is of.
func sessionsOf(turns []journal.SessionEntry) int {
	sessions := 0
	for i, turn := range turns {
		if i == 0 || turns[i-1].SessionID != turn.SessionID {
			sessions++
		}
	}
	return sessions
}

// maxReadings is how many readings of all histories are known at once; one that is forgotten has another line in
// the access log.
const maxReadings = 32

// readings are where the readings that are in the access log will go on, oldest first.
type readings struct {
	mu    sync.Mutex
	marks []bookmark
}

// bookmark is the last turn that an operator was shown.
type bookmark struct {
	by, session string
	seq         int64
}

// goesOn takes a bookmark away, and reports whether it was there.
func (r *readings) goesOn(mark bookmark) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	i := slices.Index(r.marks, mark)
	if i < 0 {
		return false
	}
	r.marks = slices.Delete(r.marks, i, i+1)
	return true
}

// leave puts a bookmark.
func (r *readings) leave(mark bookmark) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.marks) == maxReadings {
		r.marks = slices.Delete(r.marks, 0, 1)
	}
	r.marks = append(r.marks, mark)
}
