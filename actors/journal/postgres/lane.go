package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
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
)

// lane carries calls of one kind to the database.  Each of its connections takes what waits and makes
// one statement of it, so under load many calls share a round trip and a flush, and without load
// nobody waits for others.
//
// A worker without a connection takes no calls while another one of the lane has one: only when all are
// busy it opens its own, and if it cannot, the calls wait for the others.
type lane[Q, A any] struct {
	plan[Q, A]
	waiting chan *call[Q, A]
	closing chan struct{} // closed: nothing new comes in
	stopped chan struct{} // closed: nothing is answered any more
	once    sync.Once
	health  *health
	crew    *crew
	links   []*link
	handed  chan []*call[Q, A] // from a worker that lost its connection before it did anything
	crowded chan struct{}      // another connection would be of use
	idle    atomic.Int64       // workers that wait for calls
}

// plan is what makes a lane.
type plan[Q, A any] struct {
	name        string
	connections int
	limit       time.Duration // of a statement, on the server
	// most is how many calls share a statement; 0: maxBatch.
	most int
	// run makes one statement of the calls and returns the result of each.  After an error nothing is
	// known of any, unless undone says more.
	run func(ctx context.Context, db *pgx.Conn, asked []Q) ([]result[A], error)
	// key tells calls that must not share a statement; nil: all may.
	key func(Q) string
	// size is what a call carries, in bytes; nil: next to nothing.
	size func(Q) int
	// settled hears what became of each call, whether or not somebody waits for it; may be nil.
	settled func(Q, result[A])
	// repeatable statements may run again after a lost connection.
	repeatable bool
}

// call is one caller's question on its way.
type call[Q, A any] struct {
	ctx  context.Context //nolint:containedctx // it is the caller's and travels with the call
	ask  Q
	done chan result[A] // gets exactly one; never blocks
	// moves is how often it was handed over.
	moves int
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

func newLane[Q, A any](p plan[Q, A], open func(time.Duration, *crew) *link, f *fleet, h *health) *lane[Q, A] {
	if p.most == 0 {
		p.most = maxBatch
	}
	l := &lane[Q, A]{
		plan: p, waiting: make(chan *call[Q, A], maxQueued),
		closing: make(chan struct{}), stopped: make(chan struct{}), health: h,
		crew: f.crew(p.name, p.connections), crowded: make(chan struct{}, 1),
		// A worker hands over its batch and the call behind it, and takes such batches first.
		handed: make(chan []*call[Q, A], 4*p.connections),
	}
	for range p.connections {
		l.links = append(l.links, open(p.limit, l.crew))
	}
	l.crew.first = l.links[0]
	return l
}

// begin starts the workers.
func (l *lane[Q, A]) begin() {
	var working sync.WaitGroup
	for _, db := range l.links {
		working.Go(func() { l.work(db) })
	}
	go func() {
		working.Wait()
		close(l.stopped)
	}()
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
	if l.idle.Load() == 0 {
		l.crowd()
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

// gather takes what else is there.  A call that must not share the statement, or makes it too large, is
// the first of the next one.
func (l *lane[Q, A]) gather(first *call[Q, A]) (batch []*call[Q, A], next *call[Q, A]) {
	seen, bytes := map[string]bool{}, 0
	for c := first; ; {
		if c == nil {
			select {
			case c = <-l.waiting:
			default:
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
		if len(batch) > 0 && bytes > maxBytes {
			return batch, c
		}
		if batch = append(batch, c); len(batch) >= l.most {
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
	unwanted := func() bool { return !slices.ContainsFunc(batch, (*call[Q, A]).waitedFor) }
	results, err := l.try(db, asked, unwanted)
	for errors.Is(err, errElsewhere) {
		if l.hand(db, batch) {
			return
		}
		results, err = l.try(db, asked, unwanted)
	}
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
			l.health.worked()
			return results, nil
		}
		if errors.Is(err, errUnwanted) || errors.Is(err, errElsewhere) {
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
