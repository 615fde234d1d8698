package sqlite

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"atende/actors/journal"
)

const (
	// maxBatch bounds the writes of one transaction, and so what one failure takes along.
	maxBatch = 256
	// maxCulprits is how many writes of a batch may fail by themselves before all of it does.
	maxCulprits = 8
	// A transaction waits for writes it expects as long as the last few took, waitFactor times: a commit
	// costs much the same for one as for all, so on a busy machine commits take at most a fifth of it,
	// whatever its disk and its processor.  The bounds keep it worth a timer, and unnoticed by a patient.
	waitFactor  = 8
	minPatience = time.Millisecond
	maxPatience = 8 * time.Millisecond
)

// writer is the one goroutine that writes.
type writer struct {
	queue      *queue
	pool       *sql.DB
	here       *presence
	now        func() time.Time
	maxPending int
	backlog    backlog       // loaded at connect, then changed with each transaction
	floor      int64         // see transaction; loaded at connect like pending
	connection *connection   // nil after a failure
	soiled     bool          // the log may hold what was erased
	wiped      time.Time     // when it was tried to empty it; zero: not since it is soiled
	expected   int           // writes worth waiting for
	patience   time.Duration // and for how long
	health     health
}

// run works until the queue is closed and empty.
func (w *writer) run() {
	defer close(w.queue.stopped)
	for {
		batch := w.gather()
		if len(batch) == 0 {
			return
		}
		began := w.now()
		results := w.perform(batch)
		w.wipe()
		w.patience = patienceFor(w.now().Sub(began))
		// Who is answered now comes back with the next write if there is load, and joins those who
		// came meanwhile.  After a lone write that is one: nobody waits in an idle system.
		w.expected = min(len(batch)+len(w.queue.waiting), maxBatch)
		for i, one := range batch {
			one.done <- results[i]
		}
	}
}

// patienceFor is how long to wait after a transaction that took so long.
func patienceFor(took time.Duration) time.Duration {
	return min(max(minPatience, waitFactor*took), maxPatience)
}

// gather waits for a write and takes what else is there, at most maxBatch.  While fewer have come
// than expected it waits up to patience for them: a flush costs the same for one as for all.  It
// returns nothing when the queue is closed and empty.
func (w *writer) gather() []*write {
	batch := make([]*write, 0, max(w.expected, 1))
	select {
	case one := <-w.queue.waiting:
		batch = append(batch, one)
	case <-w.queue.closing:
	}
	var late <-chan time.Time // nil until we begin to wait
	for len(batch) < maxBatch {
		select {
		case one := <-w.queue.waiting:
			batch = append(batch, one)
			continue
		default:
		}
		if len(batch) >= w.expected {
			return batch
		}
		if late == nil {
			late = time.After(w.patience)
		}
		select {
		case one := <-w.queue.waiting:
			batch = append(batch, one)
		case <-late:
			return batch
		case <-w.queue.closing:
			w.expected = 0
		}
	}
	return batch
}

// perform runs batch as one transaction and returns the result of each write.  A write that cannot
// be made by itself, because it meets a damaged page, is left out, and the others get another
// transaction: it must not take its neighbors along each time that it is tried.
func (w *writer) perform(batch []*write) []error {
	failed := map[int]error{}
	for {
		results, culprit, err := w.transact(batch, failed)
		if err == nil {
			return results
		}
		err = fmt.Errorf("journal: write: %w", errors.Join(err, w.disconnect()))
		if culprit >= 0 && len(failed) < maxCulprits {
			failed[culprit] = err
			continue
		}
		w.health.failed(err)
		// What the failed transaction told single writes is void, too: they may have been fenced by
		// a neighbor that does not stand.
		for i := range results {
			results[i] = err
		}
		return results
	}
}

// transact makes one transaction of the writes that did not fail yet.  The error is of all; culprit
// is the write that caused it, or -1.
func (w *writer) transact(batch []*write, failed map[int]error) (results []error, culprit int, err error) {
	results = make([]error, len(batch))
	// The writes share one fate, so none of their contexts may end the transaction.
	ctx := context.Background()
	if err := w.here.rescue(w.connection); err != nil { // before a connection makes a new file
		return results, -1, err
	}
	if err := w.connect(ctx); err != nil {
		return results, -1, err
	}
	if _, err := w.connection.begin.ExecContext(ctx); err != nil {
		return results, -1, fmt.Errorf("begin: %w", err)
	}
	tx := &transaction{
		ctx: ctx, connection: w.connection, pending: w.backlog.len(), maxPending: w.maxPending, floor: w.floor,
	}
	for i, one := range batch {
		if results[i] = cmp.Or(failed[i], one.ctx.Err()); results[i] != nil {
			continue // an error is told already, or nobody waits for it any more
		}
		if results[i] = one.apply(tx); results[i] != nil && !refused(results[i]) {
			return results, i, results[i]
		}
	}
	if _, err := w.connection.commit.ExecContext(ctx); err != nil {
		return results, -1, fmt.Errorf("commit: %w", err)
	}
	w.settle(tx)
	return results, -1, nil
}

// settle takes over what a transaction did that stands now.
func (w *writer) settle(tx *transaction) {
	w.backlog.apply(&tx.changes)
	w.floor = tx.floor
	w.soiled = w.soiled || tx.erased
	if tx.wrote {
		w.health.wrote(w.now(), tx.proof)
	}
}

// refused reports whether a write was turned down by a rule of the journal.  Such a write changed
// nothing, and the transaction goes on.
func refused(err error) bool {
	for _, rule := range []error{journal.ErrFenced, journal.ErrFull, journal.ErrNewerSchema, journal.ErrIntentTaken, journal.ErrChanged} {
		if errors.Is(err, rule) {
			return true
		}
	}
	return false
}

// connect opens and prepares a connection if there is none, and loads the waiting rows: after a
// failure nobody knows what the last transaction left.
func (w *writer) connect(ctx context.Context) error {
	if w.connection != nil {
		return nil
	}
	connection, err := prepare(ctx, w.pool)
	if err != nil {
		return err
	}
	w.connection = connection
	if err := connection.floor.QueryRowContext(ctx).Scan(&w.floor); err != nil {
		return errors.Join(fmt.Errorf("load: %w", err), w.disconnect())
	}
	rows, err := connection.backlog(ctx)
	if err != nil {
		return errors.Join(fmt.Errorf("load: %w", err), w.disconnect())
	}
	w.backlog.replace(rows)
	return nil
}

// disconnect gives the connection up, in whatever state it is.
func (w *writer) disconnect() error {
	if w.connection == nil {
		return nil
	}
	c := w.connection
	w.connection = nil
	return c.discard()
}
