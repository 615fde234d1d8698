// Package sqlite keeps the journal in one SQLite file, for one process.
//
// All writes go through one goroutine that puts what waits into one transaction and so into one
// flush of the disk (group commit); a commit of SQLite with synchronous=FULL returns when the data
// is on the disk.  Within the transaction every write judges for itself: one that is fenced or
// refused writes nothing and does not disturb its neighbors.  A transaction that fails, because
// the disk is full or gone, fails all its writes; the connection is thrown away with whatever state
// it was in, and the next transaction begins on a new one.
//
// The waiting rows are kept in memory, too (backlog), so a turn reads nothing from the file.  Other
// reads use connections of their own, which in WAL mode wait for nobody.
package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"atende/actors/journal"
	"atende/integrations/claim"
)

// Options of a journal.  Zero values are replaced by the defaults.
type Options struct {
	// Now is the clock of ReceivedAt; it must be safe for concurrent use.  Default time.Now.
	Now func() time.Time
	// MaxPending bounds the waiting rows; more are refused with journal.ErrFull.  Default 50 000.
	MaxPending int
	// Fresh is called when there was nothing in the file; nil: nobody is told.
	Fresh func()
}

const defaultMaxPending = 50_000

func (o Options) withDefaults() Options {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.MaxPending <= 0 {
		o.MaxPending = defaultMaxPending
	}
	return o
}

// file is an open journal.
type file struct {
	now     func() time.Time
	claim   *claim.Claim
	writes  *sql.DB // for the writer alone
	reads   *reader
	archive *archive
	queue   *queue
	writer  *writer
	path    string
	wounds  wounds
	// erasures are those that are under way.
	erasures atomic.Int64
	close    func() error
}

// Open opens the journal at path, which it creates if need be, readable by its owner only.  It fails
// when another process, or another journal of this one, has the file open, and when the file is
// something else.  ctx bounds the opening alone.
func Open(ctx context.Context, path string, options Options) (journal.Store, error) {
	options = options.withDefaults()
	f := &file{path: path, now: options.Now}
	if err := f.open(ctx, path, options.MaxPending, options.Fresh); err != nil {
		return nil, fmt.Errorf("journal %s: %w", path, oneLine(advise(err), f.release()))
	}
	f.close = sync.OnceValue(func() error {
		f.queue.close()
		return f.release()
	})
	go f.writer.run()
	f.finishErasures(ctx)
	return f, nil
}

func (f *file) open(ctx context.Context, path string, maxPending int, fresh func()) error {
	var err error
	if f.claim, err = claim.File(path); err != nil {
		return err
	}
	if f.writes, err = openPool(ctx, path, readWrite, 1); err != nil {
		return err
	}
	empty, err := verify(ctx, f.writes)
	if err != nil {
		return err
	}
	if err := migrate(ctx, f.writes); err != nil {
		return err
	}
	if err := inspect(ctx, f.writes); err != nil {
		return err
	}
	if empty && fresh != nil {
		fresh()
	}
	f.claim.Mark() // it is in the file or its log now
	here, err := newPresence(path)
	if err != nil {
		return err
	}
	f.queue = newQueue()
	f.writer = &writer{
		queue: f.queue, pool: f.writes, here: here, now: f.now, maxPending: maxPending, backlog: backlog{maxHeld: defaultMaxHeld},
		soiled: true, // a crash may have come between an erasure and the emptying of the log
	}
	if err := f.writer.connect(ctx); err != nil {
		return err
	}
	if f.reads, err = openReader(ctx, path); err != nil {
		return err
	}
	f.archive, err = openArchive(ctx, path)
	return err
}

// oneLine joins errors without the line breaks of errors.Join: this one stands in a log.
func oneLine(err, more error) error {
	if more == nil {
		return err
	}
	return fmt.Errorf("%w; %w", err, more)
}

// release gives back what open took.  Of a file that was lost meanwhile what can be saved is, and the error says so.
func (f *file) release() error {
	if f.writer == nil {
		return f.shut()
	}
	here := f.writer.here
	return errors.Join(here.rescue(f.writer.connection), here.keepLog(f.shut))
}

// shut closes everything in reverse order: the write connection goes last, because the last connection
// folds the write-ahead log back into the file, and the lock after everything.
func (f *file) shut() error {
	var errs []error
	if f.archive != nil {
		errs = append(errs, f.archive.pool.Close())
	}
	if f.reads != nil {
		errs = append(errs, f.reads.pool.Close())
	}
	if f.writer != nil {
		errs = append(errs, f.writer.disconnect())
	}
	if f.writes != nil {
		errs = append(errs, f.writes.Close())
	}
	if f.claim != nil {
		errs = append(errs, f.claim.Release())
	}
	return errors.Join(errs...)
}

// Pending counts waiting rows, from memory.
func (f *file) Pending() int { return f.writer.backlog.len() }

// Close refuses new calls, flushes the writes that wait and releases the file.  A second call
// returns the result of the first.
func (f *file) Close() error { return f.close() }
