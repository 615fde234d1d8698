package bare

import (
	"context"
	"errors"
	"time"
)

// row is a message as it is stored.
type row struct {
	session, id string
	body        []byte
}

// store makes rows durable.  It is used by one goroutine.
type store interface {
	// append returns when all rows would survive a power cut.
	append(rows []row) error
	close() error
}

// committer turns many small commits into few: while one is under way, the rows that come wait for
// the next, all together.
type committer struct {
	store store
	wait  time.Duration
	queue chan pending
	ended chan struct{}
}

// pending is a row whose caller waits.
type pending struct {
	row  row
	done chan error
}

const (
	maxWaiting = 4096
	maxBatch   = 256
)

func newCommitter(s store, wait time.Duration) *committer {
	c := &committer{store: s, wait: wait, queue: make(chan pending, maxWaiting), ended: make(chan struct{})}
	go c.run()
	return c
}

var errFull = errors.New("too many messages wait for the disk")

// commit returns when the row is durable.
func (c *committer) commit(ctx context.Context, r row) error {
	p := pending{row: r, done: make(chan error, 1)}
	select {
	case c.queue <- p:
	default:
		return errFull
	}
	select {
	case err := <-p.done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// close writes what waits and closes the store; nobody may commit any more.
func (c *committer) close() error {
	close(c.queue)
	<-c.ended
	return c.store.close()
}

func (c *committer) run() {
	defer close(c.ended)
	var batch []pending
	var rows []row
	for first := range c.queue {
		if c.wait > 0 {
			time.Sleep(c.wait)
		}
		batch = c.gather(append(batch[:0], first))
		rows = rows[:0]
		for _, p := range batch {
			rows = append(rows, p.row)
		}
		err := c.store.append(rows)
		for _, p := range batch {
			p.done <- err
		}
	}
}

// gather takes what waits behind the first.
func (c *committer) gather(batch []pending) []pending {
	for len(batch) < maxBatch {
		select {
		case p, ok := <-c.queue:
			if !ok {
				return batch
			}
			batch = append(batch, p)
		default:
			return batch
		}
	}
	return batch
}
