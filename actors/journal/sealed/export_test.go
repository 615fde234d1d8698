package sealed

import (
	"context"

	"atende/actors/journal"
)

// Renew reads the source of a journal at once, as it does every few seconds.
func Renew(ctx context.Context, j journal.Store) error { return storeOf(j).renew(ctx) }

// Inner is the store below: what lies in it.
func Inner(j journal.Store) journal.Store { return storeOf(j).Store }

func storeOf(j journal.Store) *store {
	if s, ok := j.(*shared); ok {
		return s.store
	}
	return j.(*store)
}
