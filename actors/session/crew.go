package session

import (
	"context"
	"sync"
)

// crew counts goroutines that go on when the turn that started them is over.  The zero value holds
// nobody.
type crew struct {
	mu     sync.Mutex
	places int
	busy   int
	idle   chan struct{} // closed when the last one leaves; nil while nobody is busy
}

// reserve takes a place for a goroutine; false when all are taken.  Whoever has one leaves it.
func (c *crew) reserve() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.busy >= c.places {
		return false
	}
	if c.busy++; c.busy == 1 {
		c.idle = make(chan struct{})
	}
	return true
}

func (c *crew) leave() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.busy--; c.busy == 0 {
		close(c.idle)
		c.idle = nil
	}
}

// wait returns when nobody is busy, or with the reason why ctx ended first.
func (c *crew) wait(ctx context.Context) error {
	c.mu.Lock()
	idle := c.idle
	c.mu.Unlock()
	if idle == nil {
		return nil
	}
	select {
	case <-idle:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// Wait returns when no call is under way any more that outlived its turn: an A4 whose answer is a fact
// to be recorded (B4), a look at an agenda.  It is called after the last turn and before the journal
// closes.  The error says that some were still under way when ctx ended.
func (b *Behavior) Wait(ctx context.Context) error {
	if err := b.flights.wait(ctx); err != nil {
		return err
	}
	return b.probes.crew.wait(ctx)
}
