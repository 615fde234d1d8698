package cluster

import "sync"

// broadcast wakes whoever waits for something to change.
type broadcast struct {
	mu   *sync.Mutex
	next *chan struct{}
}

func newBroadcast() broadcast {
	next := make(chan struct{})
	return broadcast{mu: &sync.Mutex{}, next: &next}
}

// wait is closed at the next change.  Take it, then look; not the other way round.
func (b broadcast) wait() <-chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	return *b.next
}

// announce says that something changed.
func (b broadcast) announce() {
	b.mu.Lock()
	defer b.mu.Unlock()
	close(*b.next)
	*b.next = make(chan struct{})
}
