package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"atende/actors/journal"
)

const (
	// maxQueued bounds the calls that wait for the connections of a lane.
	maxQueued = 4096
	// maxBatch bounds the calls that share a statement, and so what one failure takes along.
	maxBatch = 128
	// maxBytes bounds what they carry; one call alone may carry more.
	maxBytes = 8 << 20
	// maxTries bounds how often a statement is repeated that certainly did nothing.
	maxTries = 3
	// A statement waits for company as long as the last one took, waitFactor times, but within these bounds: worth a
	// timer, and unnoticed by a patient.
	waitFactor  = 8
	minPatience = time.Millisecond
	maxPatience = 8 * time.Millisecond
)

// lane carries calls of one kind to the database, on a connection of its own that takes what waits, and what is
// expected in a moment, and makes one statement of it: under load many calls share a round trip and a flush, and
// without load nobody waits for others.  A second connection made batches smaller and nothing faster; and where the server runs
// short of connections, lanes with two of them left others without any.
type lane[Q, A any] struct {
	plan[Q, A]
	waiting chan *call[Q, A]
	closing chan struct{} // closed: nothing new comes in
	stopped chan struct{} // closed: nothing is answered any more
	once    sync.Once
	health  *health

	// Of the goroutine that serves the connection.
	patience time.Duration // how long to wait for more than one call; 0: not at all
}

// plan is what makes a lane.
type plan[Q, A any] struct {
	limit time.Duration // of a statement, on the server
	// most is how many calls share a statement; 0: maxBatch.
	most int
	// run makes one statement of the calls and returns the result of each.  After an error nothing is
	// known of any, unless undone says more.
	run func(ctx context.Context, db *pgx.Conn, asked []Q) ([]result[A], error)
	// key tells calls that must not share a statement; nil: all may.
	key func(Q) string
	// apart says that a call shares its statement with no other; nil: none is like that.
	apart func(Q) bool
	// size is what a call carries, in bytes; nil: next to nothing.
	size func(Q) int
	// settled hears what became of each call, whether or not somebody waits for it; may be nil.
	settled func(Q, result[A])
	// repeatable statements may run again after a lost connection.
	repeatable bool
}

// call is one caller's question on its way.
type call[Q, A any] struct {
	ctx  context.Context //nolint:containedctx // as in http.Request: the caller's, who may give up while the call waits in the lane
	ask  Q
	done chan result[A] // gets exactly one; never blocks
}

// waitedFor reports that the caller has not given up.
func (c *call[Q, A]) waitedFor() bool { return c.ctx.Err() == nil }

// errUnwanted: every caller gave up before the statement began, while the connection was opened or an
// earlier try took its time.
var errUnwanted = errors.New("journal: nobody waits for it any more")

// result is what a call gets.
type result[A any] struct {
	answer A
	err    error
}

func newLane[Q, A any](p plan[Q, A], open func(limit time.Duration) *link, h *health) *lane[Q, A] {
	db := open(p.limit)
	if p.most == 0 {
		p.most = maxBatch
	}
	l := &lane[Q, A]{
		plan: p, waiting: make(chan *call[Q, A], maxQueued),
		closing: make(chan struct{}), stopped: make(chan struct{}), health: h,
	}
	go func() {
		defer close(l.stopped)
		l.work(db)
	}()
	return l
}

// close refuses new calls and waits until those that wait are answered.
func (l *lane[Q, A]) close() {
	l.once.Do(func() { close(l.closing) })
	<-l.stopped
}

// offer is put for intake: when the queue is full it refuses at once.
func (l *lane[Q, A]) offer(ctx context.Context, ask Q) (A, error) {
	return l.enter(ctx, ask, func(c *call[Q, A]) error {
		select {
		case l.waiting <- c:
			return nil
		default:
			return journal.ErrFull
		}
	})
}

// put waits for a place in the queue, then for the answer.  When it returns early because ctx ended,
// the statement may still run.
func (l *lane[Q, A]) put(ctx context.Context, ask Q) (A, error) {
	return l.enter(ctx, ask, func(c *call[Q, A]) error {
		select {
		case l.waiting <- c:
			return nil
		case <-l.closing:
			return journal.ErrFull
		case <-ctx.Done():
			return ctx.Err()
		}
	})
}

func (l *lane[Q, A]) enter(ctx context.Context, ask Q, queue func(*call[Q, A]) error) (answer A, err error) {
	c := &call[Q, A]{ctx: ctx, ask: ask, done: make(chan result[A], 1)}
	select {
	case <-l.closing:
		err = journal.ErrFull
	default:
		err = ctx.Err()
	}
	if err == nil {
		err = queue(c)
	}
	if err != nil {
		l.tell(ask, result[A]{err: err})
		return answer, err
	}
	select {
	case r := <-c.done:
		return r.answer, r.err
	case <-ctx.Done():
		return answer, ctx.Err()
	case <-l.stopped:
	}
	// It may have been answered before the end.  If not, it came in behind the last look at the queue.
	select {
	case r := <-c.done:
		return r.answer, r.err
	default:
		l.tell(ask, result[A]{err: journal.ErrFull})
		return answer, journal.ErrFull
	}
}

func (l *lane[Q, A]) tell(ask Q, r result[A]) {
	if l.settled != nil {
		l.settled(ask, r)
	}
}

// work serves calls on one connection until the lane is closed and empty.
func (l *lane[Q, A]) work(db *link) {
	defer db.close()
	var next *call[Q, A]
	for {
		var batch []*call[Q, A]
		batch, next = l.gather(next)
		if len(batch) == 0 {
			return
		}
		began := time.Now()
		l.perform(db, batch)
		l.expect(len(batch), time.Since(began))
	}
}

// expect learns from a statement how long the next one should wait for company.  Under load whoever was answered now
// comes back with the next call and joins those who came meanwhile, and a statement costs much the same for one as for
// many.  After a lone call nobody waits: in an idle system there is none to wait for.
func (l *lane[Q, A]) expect(answered int, took time.Duration) {
	l.patience = 0
	if answered+len(l.waiting) > 1 && l.most > 1 {
		l.patience = min(max(minPatience, waitFactor*took), maxPatience)
	}
}

// take is the next call, nil if none comes: until late, which is nil where only what is there already is taken.
func (l *lane[Q, A]) take(late <-chan time.Time) *call[Q, A] {
	select {
	case c := <-l.waiting:
		return c
	default:
	}
	if late == nil {
		return nil
	}
	select {
	case c := <-l.waiting:
		return c
	case <-late:
	case <-l.closing:
	}
	return nil
}

// first waits for a call; nil says that the lane is closed and empty.
func (l *lane[Q, A]) first() *call[Q, A] {
	select {
	case c := <-l.waiting:
		return c
	case <-l.closing:
		return l.take(nil)
	}
}

// gather waits for a call and takes what else is there, or comes while fewer are there than expected; an empty batch is
// the end of the lane.  A call that must not share the statement, or makes it too large, is the first of the next one.
func (l *lane[Q, A]) gather(first *call[Q, A]) (batch []*call[Q, A], next *call[Q, A]) {
	seen, bytes := map[string]bool{}, 0
	var late <-chan time.Time // nil until it waits
	for c := first; ; {
		switch {
		case c != nil:
		case len(batch) == 0:
			if c = l.first(); c == nil {
				return nil, nil
			}
		default:
			if late == nil && l.patience > 0 {
				late = time.After(l.patience)
			}
			if c = l.take(late); c == nil {
				return batch, nil
			}
		}
		if err := c.ctx.Err(); err != nil { // nobody waits for it any more
			l.finish(c, result[A]{err: err})
			c = nil
			continue
		}
		if l.size != nil {
			bytes += l.size(c.ask)
		}
		if l.key != nil {
			key := l.key(c.ask)
			if seen[key] {
				return batch, c
			}
			seen[key] = true
		}
		apart := l.apart != nil && l.apart(c.ask)
		if len(batch) > 0 && (apart || bytes > maxBytes) {
			return batch, c
		}
		if batch = append(batch, c); apart || len(batch) >= l.most {
			return batch, nil
		}
		c = nil
	}
}

// perform answers every call of the batch.
func (l *lane[Q, A]) perform(db *link, batch []*call[Q, A]) {
	asked := make([]Q, len(batch))
	for i, c := range batch {
		asked[i] = c.ask
	}
	results, err := l.try(db, asked, func() bool { return !slices.ContainsFunc(batch, (*call[Q, A]).waitedFor) })
	if err != nil && len(batch) > 1 && (inClass(err, classData) || inClass(err, classConstraint)) {
		// One of them is unacceptable and must not take the others along, each time that it comes.
		for _, c := range batch {
			l.perform(db, []*call[Q, A]{c})
		}
		return
	}
	for i, c := range batch {
		r := result[A]{err: err}
		if err == nil {
			r = results[i]
		}
		l.finish(c, r)
	}
}

func (l *lane[Q, A]) finish(c *call[Q, A], r result[A]) {
	l.tell(c.ask, r)
	c.done <- r
}

// try runs the statement, again while it certainly did nothing.  It is not begun when nobody waits for it
// any more: whoever gave up counts on a bound for when it could still take effect.
func (l *lane[Q, A]) try(db *link, asked []Q, unwanted func() bool) (results []result[A], err error) {
	for tries := 0; tries < maxTries; tries++ {
		err = db.do(func(ctx context.Context, conn *pgx.Conn) (err error) {
			if unwanted() {
				return errUnwanted
			}
			results, err = l.run(ctx, conn, asked)
			if err == nil && len(results) != len(asked) {
				err = fmt.Errorf("%d results for %d calls", len(results), len(asked))
			}
			return err
		})
		if err == nil {
			l.health.worked(db.now())
			return results, nil
		}
		if errors.Is(err, errUnwanted) {
			return nil, err
		}
		if !undone(err) && !(l.repeatable && lost(err)) {
			break
		}
		if is(err, codeCanceled) || is(err, codeLockTimeout) {
			tries++ // it took its time
		}
	}
	unacceptable := inClass(err, classData) || inClass(err, classConstraint)
	err = fmt.Errorf("journal: %w", scrub(err))
	if !unacceptable {
		l.health.failed(err)
	}
	return nil, err
}
