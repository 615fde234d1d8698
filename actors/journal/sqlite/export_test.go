package sqlite

import (
	"context"

	"atende/actors/journal"
)

// EraseHalfway erases a session as far as a process comes that dies before the file is scrubbed.
func EraseHalfway(ctx context.Context, j journal.Store, sessionID string, version int64) error {
	return j.(*file).queue.put(ctx, func(t *transaction) error { return t.erase(sessionID, version) })
}

// WhileErasing does something while another erasure is under way.
func WhileErasing(j journal.Store, do func()) {
	f := j.(*file)
	f.erasures.Add(1)
	defer f.erasures.Add(-1)
	do()
}
