package sqlite

import (
	"bytes"
	"context"
	"slices"

	"atende/actors/journal"
)

// Commit stores the result of a step if its version is the newest (C1); see journal.Journal.
func (f *file) Commit(ctx context.Context, schema int, c journal.Commit) (int64, error) {
	now := f.now().UnixMilli()
	// The caller may leave before the writer comes to it, so the writer gets copies.
	c.State, c.Done, c.Attempted = bytes.Clone(c.State), slices.Clone(c.Done), slices.Clone(c.Attempted)
	c.Entry, c.Demand = bytes.Clone(c.Entry), slices.Clone(c.Demand)
	if c.Intent != nil {
		intent := *c.Intent
		c.Intent = &intent
	}
	if c.Access != nil {
		access := *c.Access
		c.Access = &access
	}
	if err := f.queue.put(ctx, func(t *transaction) error { return t.step(schema, c, now) }); err != nil {
		return 0, f.wounds.heed(c.SessionID, err)
	}
	return c.Version + 1, nil
}

// step judges everything first and changes only then: a refusal leaves no trace.
func (t *transaction) step(schema int, c journal.Commit, now int64) error {
	if c.Intent != nil {
		if err := t.insertIntent(c, now); err != nil {
			return err
		}
	}
	if err := t.storeState(schema, c, now); err != nil {
		return err
	}
	if !c.Due.IsZero() {
		if _, err := t.change(t.remind, c.Due.UnixMilli(), c.SessionID); err != nil {
			return err
		}
	}
	for _, seq := range c.Done {
		gone, err := t.change(t.done, c.SessionID, seq)
		if err != nil {
			return err
		}
		if gone > 0 {
			t.pending--
			t.gone = append(t.gone, place{c.SessionID, seq})
		}
	}
	for _, seq := range c.Attempted {
		tried, err := t.change(t.attempted, c.SessionID, seq)
		if err != nil {
			return err
		}
		if tried > 0 {
			t.tried = append(t.tried, place{c.SessionID, seq})
		}
	}
	return t.note(c, now)
}

// storeState is the compare-and-set.
func (t *transaction) storeState(schema int, c journal.Commit, now int64) error {
	var changed int64
	var err error
	if c.State == nil {
		changed, err = t.change(t.mark, c.Sent, now, c.SessionID, c.Version)
	} else {
		changed, err = t.change(t.save, c.Sent, schema, c.State, now, c.SessionID, c.Version)
	}
	if err != nil {
		return err
	}
	if changed == 0 {
		return journal.ErrFenced
	}
	return nil
}
