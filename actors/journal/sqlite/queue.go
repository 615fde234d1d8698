package sqlite

import (
	"context"
	"sync"

	"atende/actors/journal"
)

// maxQueued bounds the writes that wait for the writer.
const maxQueued = 4096

// write is one caller's change on its way to the writer.
type write struct {
	ctx   context.Context
	apply func(*transaction) error // runs in the writer's goroutine
	done  chan error               // gets exactly one result; never blocks the writer
}

// queue hands writes to the writer, in order.
type queue struct {
	waiting chan *write
	closing chan struct{} // closed: nothing new comes in
	stopped chan struct{} // closed by the writer: nothing is answered any more
	once    sync.Once
}

func newQueue() *queue {
	return &queue{
		waiting: make(chan *write, maxQueued),
		closing: make(chan struct{}),
		stopped: make(chan struct{}),
	}
}

// close refuses new writes and waits until the writer has done those that wait.
func (q *queue) close() {
	q.once.Do(func() { close(q.closing) })
	<-q.stopped
}

// offer is put for intake: when the queue is full it refuses at once.  Writes that finish work wait
// instead (put), and a channel serves those who wait first; so a flood of intake cannot starve them.
func (q *queue) offer(ctx context.Context, apply func(*transaction) error) error {
	w := &write{ctx: ctx, apply: apply, done: make(chan error, 1)}
	if err := q.refusal(ctx); err != nil {
		return err
	}
	select {
	case q.waiting <- w:
		return q.result(w)
	default:
		return journal.ErrFull
	}
}

// put waits for a place in the queue, then for the result of apply.  When it returns early because
// ctx ended, apply may still run.
func (q *queue) put(ctx context.Context, apply func(*transaction) error) error {
	w := &write{ctx: ctx, apply: apply, done: make(chan error, 1)}
	if err := q.refusal(ctx); err != nil {
		return err
	}
	select {
	case q.waiting <- w:
		return q.result(w)
	case <-q.closing:
		return journal.ErrFull
	case <-ctx.Done():
		return ctx.Err()
	}
}

// refusal is the reason to take nothing from this caller, if there is one.
func (q *queue) refusal(ctx context.Context) error {
	select {
	case <-q.closing:
		return journal.ErrFull
	default:
		return ctx.Err()
	}
}

func (q *queue) result(w *write) error {
	select {
	case err := <-w.done:
		return err
	case <-w.ctx.Done():
		return w.ctx.Err()
	case <-q.stopped:
	}
	// The writer may have answered before it stopped.  If not, w came in behind its last look at
	// the queue and was not written.
	select {
	case err := <-w.done:
		return err
	default:
		return journal.ErrFull
	}
}
