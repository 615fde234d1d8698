package sqlite

import (
	"context"
	"fmt"

	"atende/actors/journal"
)

// Answer records what became of an intent, once and whoever holds the session (B4); see
// journal.Journal.
func (f *file) Answer(ctx context.Context, sessionID, token, answer string) error {
	return f.queue.put(ctx, func(t *transaction) error {
		_, err := t.change(t.told, answer, sessionID, token)
		return err
	})
}

// insertIntent adds the intent of a commit that will stand.  It asks for the version itself, since
// it runs before the compare-and-set: nothing may be written by then if the intent is taken.
func (t *transaction) insertIntent(c journal.Commit, now int64) error {
	i := c.Intent
	var current, taken bool
	row := t.intended.QueryRowContext(t.ctx, c.SessionID, c.Version, c.SessionID, i.N, i.Attempt)
	if err := row.Scan(&current, &taken); err != nil {
		return fmt.Errorf("intent: %w", err)
	}
	if !current {
		return journal.ErrFenced
	}
	if taken {
		return journal.ErrIntentTaken
	}
	at := now
	if !i.At.IsZero() {
		at = i.At.UnixMilli()
	}
	_, err := t.change(t.intend, c.SessionID, i.N, i.Attempt, i.Token, i.Slot, i.Answer, at)
	return err
}
