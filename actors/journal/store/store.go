// Package store opens the journal that a URL names.  It exists because package journal cannot import
// its own implementations.
package store

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"time"

	"atende/actors/journal"
	"atende/actors/journal/memory"
	"atende/actors/journal/postgres"
	"atende/actors/journal/sealed"
	"atende/actors/journal/sqlite"
)

// Options of a journal.  Zero values are replaced by the implementation's defaults.
type Options struct {
	// Now is the clock of the journal; it must be safe for concurrent use.
	Now func() time.Time
	// MaxPending bounds the waiting rows; more are refused with journal.ErrFull.
	MaxPending int
	// Keys encrypt what the journal holds of patients; nil: it is in the clear.
	Keys *sealed.Source
	// Log tells of keys that change, and of a database in which there was nothing; nil: nowhere.
	Log *slog.Logger
	// Former reads patients' rows of the release before; see sealed.Options.
	Former journal.Former
}

var (
	errScheme = errors.New("the URL must be memory:, sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE")
	errNoFile = errors.New("sqlite needs a file (memory: needs none)")
)

// Check says whether Open can read the URL, without opening anything.  The error never repeats it.
func Check(url string) error {
	scheme, rest, _ := strings.Cut(url, ":")
	switch {
	case url == "memory:":
		return nil
	case scheme == "sqlite" && rest == ":memory:":
		return errNoFile
	case scheme == "sqlite" && rest != "":
		return nil
	case strings.HasPrefix(url, "postgres://"), strings.HasPrefix(url, "postgresql://"):
		return postgres.Check(url)
	default:
		return errScheme
	}
}

// Exposed reports a URL by which what is stored could be read on the way to the database, see postgres.Exposed.
func Exposed(url string) bool {
	scheme, _, _ := strings.Cut(url, ":")
	return (scheme == "postgres" || scheme == "postgresql") && postgres.Exposed(url)
}

// Open opens the journal of ATENDE_DATABASE_URL (contract): "sqlite:PATH", "memory:" or "postgres://…".
// The last is a journal.Shared, and only that: nothing is of this process until it has joined.  Errors
// never repeat the URL, which may hold a password; *sealed.KeyError is in that of a journal whose data keys
// are not all given.  ctx bounds the opening alone.
func Open(ctx context.Context, url string, options Options) (journal.Store, error) {
	opened, err := open(ctx, url, options)
	if err != nil {
		return nil, err
	}
	encrypted, err := sealed.Wrap(ctx, opened, sealed.Options{Keys: options.Keys, Now: options.Now, Log: options.Log, Former: options.Former})
	if err != nil {
		return nil, errors.Join(err, opened.Close())
	}
	return encrypted, nil
}

// Sight is what a look at a journal tells, which changes nothing and makes nothing.
type Sight struct {
	// About is what was found, and Doubt, if there is one, why a node may not get on with it.
	About, Doubt string
	// At is the time of the database's server; zero where it has no clock of its own.
	At time.Time
}

// Look tells whether Open could open the journal now, as far as that can be seen from outside.  The error says why not and
// never repeats the URL.
func Look(ctx context.Context, url string) (Sight, error) {
	if err := Check(url); err != nil {
		return Sight{}, err
	}
	switch scheme, rest, _ := strings.Cut(url, ":"); scheme {
	case "memory":
		return Sight{Doubt: "memory: what was accepted and not answered is lost with the process; for trials only"}, nil
	case "sqlite":
		about, err := sqlite.Look(rest)
		return Sight{About: about}, err
	default:
		seen, err := postgres.Look(ctx, url)
		return Sight{About: seen.About, Doubt: seen.Doubt, At: seen.At}, err
	}
}

// Folder is where a journal's file is, whose disk it fills; "" for one that is in no file of this machine.
func Folder(url string) string {
	scheme, path, _ := strings.Cut(url, ":")
	if scheme != "sqlite" {
		return ""
	}
	return filepath.Dir(path)
}

func open(ctx context.Context, url string, options Options) (journal.Store, error) {
	if err := Check(url); err != nil {
		return nil, fmt.Errorf("journal: %w", err)
	}
	switch scheme, rest, _ := strings.Cut(url, ":"); scheme {
	case "memory":
		return memory.New(memory.Options{Now: options.Now, MaxPending: options.MaxPending}), nil
	case "sqlite":
		return sqlite.Open(ctx, rest, sqlite.Options{Now: options.Now, MaxPending: options.MaxPending, Fresh: options.fresh})
	default:
		return openShared(ctx, url, options)
	}
}

// fresh tells of a database in which there was nothing: after the first start somebody emptied it.
func (o Options) fresh() {
	if o.Log != nil {
		o.Log.Info("the database was empty: the journal begins anew")
	}
}

func openShared(ctx context.Context, url string, options Options) (journal.Store, error) {
	shared, err := postgres.Open(ctx, url, postgres.Options{Now: options.Now, MaxPending: options.MaxPending, Fresh: options.fresh})
	if err != nil {
		return nil, err // and no interface that holds nothing
	}
	return shared, nil
}
