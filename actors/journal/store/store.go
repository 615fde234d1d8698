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
	"atende/actors/journal/sqlite"
)

// Options of a journal.  Zero values are replaced by the implementation's defaults.
type Options struct {
	// Now is the clock of the journal; it must be safe for concurrent use.
	Now func() time.Time
	// MaxPending bounds the waiting rows; more are refused with journal.ErrFull.
	MaxPending int
}

// Open opens the journal of ATENDE_DATABASE_URL (contract): "sqlite:PATH" or "memory:".  Its errors
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
		return nil, errors.New("journal: postgres is not supported yet by this release: use memory: or sqlite:PATH")
	default:
		return nil, errors.New("journal: the URL must be memory: or sqlite:PATH")
	}
}
