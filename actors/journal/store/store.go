// Package store opens the journal that a URL names.  It exists because package journal cannot import
// its own implementations.
package store

import (
	"context"
	"errors"
	"strings"
	"time"

	"atende/actors/journal"
	"atende/actors/journal/memory"
	"atende/actors/journal/postgres"
	"atende/actors/journal/sqlite"
)

// Options of a journal.  Zero values are replaced by the implementation's defaults.
type Options struct {
	// Now is the clock of the journal; it must be safe for concurrent use.
	Now func() time.Time
	// MaxPending bounds the waiting rows; more are refused with journal.ErrFull.
	MaxPending int
}

// Open opens the journal of ATENDE_DATABASE_URL (contract): "sqlite:PATH", "memory:" or "postgres://…".
// The last is a journal.Shared, and only that: nothing is of this process until it has joined.  Errors
// never repeat the URL, which may hold a password.  ctx bounds the opening alone.
func Open(ctx context.Context, url string, options Options) (journal.Journal, error) {
	scheme, rest, _ := strings.Cut(url, ":")
	switch {
	case url == "memory:":
		return memory.New(memory.Options{Now: options.Now, MaxPending: options.MaxPending}), nil
	case scheme == "sqlite" && rest == ":memory:":
		return nil, errors.New("journal: sqlite needs a file (memory: needs none)")
	case scheme == "sqlite" && rest != "":
		return sqlite.Open(ctx, rest, sqlite.Options{Now: options.Now, MaxPending: options.MaxPending})
	case scheme == "postgres" || scheme == "postgresql":
		return openShared(ctx, url, options)
	default:
		return nil, errors.New("journal: the URL must be memory:, sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE")
	}
}

func openShared(ctx context.Context, url string, options Options) (journal.Journal, error) {
	shared, err := postgres.Open(ctx, url, postgres.Options{Now: options.Now, MaxPending: options.MaxPending})
	if err != nil {
		return nil, err // and no interface that holds nothing
	}
	return shared, nil
}
