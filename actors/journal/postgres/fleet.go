package postgres

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

const (
	// bareFor is how long a lane may be without a connection until the others give up their extra ones.
	bareFor = time.Second
	// unreadyAfter is how long it may be until the node says that it is not ready.
	unreadyAfter = 2 * time.Second
	// musterLimit is how long Open tries again on a full server: the places of connections that ended
	// just now, our own included, become free a moment later.
	musterLimit = 2 * time.Second
)

// errElsewhere: the worker has no connection, and another one of its lane is to do it.
var errElsewhere = errors.New("journal: the connection of another worker is to be used")

// fleet shares out what the server has room for among the lanes of a node: a first connection for each
// goes before an extra one for any.
type fleet struct {
	now   func() time.Time
	mu    sync.Mutex
	crews []*crew
}

// crew is what a lane has of connections.
type crew struct {
	fleet  *fleet
	name   string
	first  *link // connected by Open
	size   int   // connections at most
	giveUp chan struct{}

	// Of the fleet's mu:
	open    int
	lead    *link     // tries to connect while no other has a connection; nil: none
	since   time.Time // open is 0 since then
	claimed time.Time // when it asked for a place last
	cause   error     // why it could not connect last
}

func (f *fleet) crew(name string, size int) *crew {
	c := &crew{fleet: f, name: name, size: size, giveUp: make(chan struct{}, 1), since: f.now()}
	f.crews = append(f.crews, c)
	return c
}

// muster connects the first worker of every lane, so that a node joins with all of them or not at all.
func (f *fleet) muster(ctx context.Context) error {
	for _, c := range f.crews {
		c.lead = c.first
		if err := patient(ctx, c.first.connect); err != nil {
			f.dismiss()
			return f.short(scrub(err))
		}
	}
	return nil
}

// dismiss closes what muster opened.
func (f *fleet) dismiss() {
	for _, c := range f.crews {
		c.first.close()
	}
}

// patient repeats what a full server refuses, for a while.
func patient(ctx context.Context, connect func(context.Context) error) error {
	waiting, cancel := context.WithTimeout(ctx, musterLimit)
	defer cancel()
	ticker := time.NewTicker(firstPause)
	defer ticker.Stop()
	for {
		err := connect(ctx)
		if !is(err, codeFull) {
			return err
		}
		select {
		case <-waiting.Done():
			return err
		case <-ticker.C:
		}
	}
}

// short explains the error of a server without room.
func (f *fleet) short(err error) error {
	if !is(err, codeFull) {
		return err
	}
	most := 0
	for _, c := range f.crews {
		most += c.size
	}
	return fmt.Errorf("connect to postgres: %w: a node needs at least %d connections, up to %d", err, len(f.crews), most)
}

// bare reports that a lane has no connection; no other opens an extra one then.
func (f *fleet) bare() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.hasBare()
}

func (f *fleet) hasBare() bool {
	for _, c := range f.crews {
		if c.open == 0 {
			return true
		}
	}
	return false
}

// ready names a lane that is without a connection for too long.
func (f *fleet) ready() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, c := range f.crews {
		if c.open > 0 || f.now().Sub(c.since) <= unreadyAfter {
			continue
		}
		if c.cause != nil {
			return fmt.Errorf("journal: no connection for %s: %w", c.name, scrub(c.cause))
		}
		return fmt.Errorf("journal: no connection for %s", c.name)
	}
	return nil
}

// leads reports that nobody else of the lane has a connection or is about to get it.
func (c *crew) leads(l *link) bool {
	c.fleet.mu.Lock()
	defer c.fleet.mu.Unlock()
	if c.open > 0 && c.lead == l {
		c.lead = nil // somebody else got one first
	}
	if c.open > 0 || c.lead != nil && c.lead != l {
		return false
	}
	c.lead = l
	return true
}

// hand runs send if another worker of the lane takes calls, which stays until it looked for them.
func (c *crew) hand(l *link, send func()) bool {
	c.fleet.mu.Lock()
	defer c.fleet.mu.Unlock()
	if c.open == 0 && (c.lead == nil || c.lead == l) {
		return false
	}
	send()
	return true
}

// opened counts a connection.
func (c *crew) opened(l *link) {
	c.fleet.mu.Lock()
	defer c.fleet.mu.Unlock()
	c.open++
	c.cause = nil
	if c.lead == l {
		c.lead = nil
	}
}

// dropped counts one that is gone.
func (c *crew) dropped() {
	c.fleet.mu.Lock()
	defer c.fleet.mu.Unlock()
	if c.open--; c.open == 0 {
		c.since = c.fleet.now()
	}
}

// refused notes why the lead could not connect.  A full server makes it ask the other lanes for a place,
// at most once in bareFor; it reports whether it did.
func (c *crew) refused(err error) (asked bool) {
	c.fleet.mu.Lock()
	defer c.fleet.mu.Unlock()
	if c.open > 0 {
		return false
	}
	c.cause = err
	now := c.fleet.now()
	if !is(err, codeFull) || now.Sub(c.since) <= bareFor || now.Sub(c.claimed) <= bareFor {
		return false
	}
	for _, other := range c.fleet.crews {
		if other.open < 2 {
			continue
		}
		select {
		case other.giveUp <- struct{}{}:
			c.claimed = now
			return true
		default: // it was asked already
		}
	}
	return false
}

// yields reports that a connection of the lane is to be closed for another lane, and counts it as gone.
func (c *crew) yields() bool {
	c.fleet.mu.Lock()
	defer c.fleet.mu.Unlock()
	if c.open < 2 || !c.fleet.hasBare() {
		return false
	}
	c.open--
	return true
}

// retire ends a worker's part in the lane, unless something was handed over to it meanwhile.  Its
// connection, if any, is counted as gone.
func (c *crew) retire(l *link, idle func() bool) bool {
	c.fleet.mu.Lock()
	defer c.fleet.mu.Unlock()
	if !idle() {
		return false
	}
	if c.lead == l {
		c.lead = nil
	}
	if l.conn != nil {
		c.open--
	}
	return true
}
