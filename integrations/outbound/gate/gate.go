// Package gate lets a bounded number of callers through at a time and, while others have to wait, the
// more urgent ones before the rest.
//
// Within a class callers go in the order in which they came.  The others are never starved: each class
// gets at least every eighth place that becomes free, or every ninth where two are owed one.  The queue
// of each class is bounded, so that one who would have to wait for too long hears it at once.
package gate

import (
	"container/list"
	"context"
	"errors"
	"sync"
)

// Class says who goes first.
type Class int

// The classes, in the order in which they are served.
const (
	First  Class = iota // somebody may be in danger
	Urgent              // somebody waits for the end of what was begun
	Normal
	classes
)

// maxFavours is how many places in a row may go to callers of the classes before while others wait.
const maxFavours = 7

// ErrFull says that nobody was let in because the queue of the class is at its bound.
var ErrFull = errors.New("gate: too many wait")

// Gate is safe for concurrent use.
type Gate struct {
	queue int // the bound of each class

	mu      sync.Mutex
	free    int // places; > 0 only while nobody waits
	waiting [classes]list.List
	favours [classes]int // places in a row that callers of the classes before got while those waited
}

// New makes a gate that lets places callers in at once; of each class at most queue wait.
func New(places, queue int) *Gate {
	return &Gate{free: places, queue: queue}
}

// Enter waits for a place and takes it; the caller gives it back with Leave.  The error is ErrFull, or
// the cause of ctx's end; then no place was taken.  A place that is free is given even if ctx has
// ended.
func (g *Gate) Enter(ctx context.Context, class Class) error {
	g.mu.Lock()
	if g.free > 0 {
		g.free--
		g.mu.Unlock()
		return nil
	}
	queue := &g.waiting[class]
	if queue.Len() >= g.queue {
		g.mu.Unlock()
		return ErrFull
	}
	admitted := make(chan struct{})
	place := queue.PushBack(admitted)
	g.mu.Unlock()

	select {
	case <-admitted:
		return nil
	case <-ctx.Done():
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	select {
	case <-admitted: // at the same moment; somebody else can use it
		g.pass()
	default:
		queue.Remove(place)
	}
	return context.Cause(ctx)
}

// Leave gives a place back.
func (g *Gate) Leave() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.pass()
}

// Waiting is how many callers of a class wait.
func (g *Gate) Waiting(class Class) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.waiting[class].Len()
}

// pass gives a place to whoever is next, or keeps it.
func (g *Gate) pass() {
	class, found := g.next()
	if !found {
		g.free++
		return
	}
	queue := &g.waiting[class]
	admitted, _ := queue.Remove(queue.Front()).(chan struct{})
	close(admitted)
}

// next chooses the class of the next caller; false when nobody waits.
func (g *Gate) next() (class Class, found bool) {
	class = classes
	for c := range classes {
		if g.waiting[c].Len() > 0 && (class == classes || g.favours[c] >= maxFavours) {
			class = c
		}
	}
	if class == classes {
		return 0, false
	}
	g.favours[class] = 0
	for c := class + 1; c < classes; c++ {
		if g.waiting[c].Len() > 0 {
			g.favours[c]++
		}
	}
	return class, true
}
