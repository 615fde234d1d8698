package sqlite

import (
	"context"
	"fmt"
	"time"

	"atende/actors/journal"
)

// Accept makes a message durable; see journal.Journal.
func (f *file) Accept(ctx context.Context, in journal.Incoming) error {
	if err := f.wounds.of(in.SessionID); err != nil {
		return err // nobody could ever load it to answer
	}
	received := f.now().UnixMilli()
	// The caller may leave before the writer comes to it, so the writer gets a copy; never nil,
	// because the column has no null.
	in.Body = append([]byte{}, in.Body...)
	return f.queue.offer(ctx, func(t *transaction) error { return t.insertMessage(in, received) })
}

func (t *transaction) insertMessage(in journal.Incoming, received int64) error {
	if t.pending >= t.maxPending {
		return journal.ErrFull
	}
	result, err := t.accept.ExecContext(t.ctx, in.SessionID, in.MessageID, in.Kind, received, in.Body)
	if err != nil {
		return fmt.Errorf("execute: %w", err)
	}
	seq, err := result.LastInsertId()
	if err != nil {
		return err
	}
	t.wrote = true
	t.pending++
	t.added = append(t.added, added{in.SessionID, journal.Message{
		Seq: seq, MessageID: in.MessageID, Kind: in.Kind, ReceivedAt: time.UnixMilli(received).UTC(), Body: in.Body,
	}})
	return nil
}
