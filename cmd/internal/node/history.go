package node

import (
	"context"
	"fmt"

	"atende/actors/journal"
)

// Histories pages through the masked turns of all sessions.  Each page is a line of the access log.
func (d *desk) Histories(ctx context.Context, by, afterSession string, afterSeq int64, limit int) ([]journal.SessionEntry, error) {
	turns, err := d.archive.Histories(ctx, afterSession, afterSeq, limit)
	if err != nil {
		return nil, fmt.Errorf("history: %w", err)
	}
	sessions := 0
	for i, turn := range turns {
		if i == 0 || turns[i-1].SessionID != turn.SessionID {
			sessions++
		}
	}
	if sessions == 0 {
		return nil, nil // nothing is shown
	}
	if err := d.record(ctx, by, "history", "", sessions); err != nil {
		return nil, err
	}
	return turns, nil
}
