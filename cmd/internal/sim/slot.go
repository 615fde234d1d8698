package sim

import (
	"slices"
	"sync"
	"time"
)

// slot is a place where one process after the other runs.  In a cluster it has the name of a node.
type slot struct {
	w     *world
	name  string        // "" outside of a cluster
	birth time.Duration // when the first process starts
	blows []blow        // in order of time
	// Under the world's lock:
	node *node // the process that lives; nil between two lives
	left bool  // for good

	lives  int
	mortis chan *node // those who died
}

func newSlot(w *world, name string) *slot {
	return &slot{w: w, name: name, mortis: make(chan *node, 64)}
}

// blow is the end of a process.
type blow struct {
	at   time.Duration
	kind ending
}

// ending is how a process ends.
type ending int

const (
	killed  ending = iota // and starts again
	stopped               // cleanly, and starts again
	leaves                // cleanly, for good
)

func inOrder(list []blow) []blow {
	slices.SortStableFunc(list, func(a, b blow) int { return int(a.at - b.at) })
	return list
}

// supervise runs processes in every slot until the world is over.
func (w *world) supervise() *sync.WaitGroup {
	var all sync.WaitGroup
	for _, s := range w.slots {
		if s.birth == 0 {
			s.boot()
		}
		all.Go(s.supervise)
	}
	return &all
}

// supervise starts a process again after each death, and kills and stops it when the plan says so.
func (s *slot) supervise() {
	if s.birth > 0 && s.w.rest(s.birth) {
		s.boot()
	}
	stop := time.After(48 * time.Hour)
	for {
		wait := stop
		if len(s.blows) > 0 {
			wait = time.After(time.Until(s.w.began.Add(s.blows[0].at)))
		}
		select {
		case <-s.w.over:
			s.shut()
			return
		case n := <-s.mortis:
			s.revive(n)
		case <-wait:
			if len(s.blows) == 0 {
				continue
			}
			s.strike(s.blows[0])
			s.blows = s.blows[1:]
		}
	}
}

// rest waits; false when the world ends.
func (w *world) rest(d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-w.over:
		return false
	}
}

func (s *slot) strike(b blow) {
	s.w.mu.Lock()
	n, healed := s.node, s.w.healed
	s.w.mu.Unlock()
	switch {
	case n == nil || healed:
	case b.kind == killed:
		n.die("killed")
	default:
		s.stop(n)
		if b.kind == leaves {
			s.w.mu.Lock()
			s.left = true
			s.w.mu.Unlock()
			return
		}
		s.pauseAndBoot(n)
	}
}

// revive buries the dead and starts its successor after a pause.
func (s *slot) revive(n *node) {
	s.w.mu.Lock()
	current := s.node == n
	if current {
		s.node = nil
	}
	stuck := s.w.stuck
	s.w.mu.Unlock()
	if !current {
		return
	}
	s.w.crowd.Go(n.bury)
	if !stuck {
		s.pauseAndBoot(n)
	}
}

func (s *slot) pauseAndBoot(n *node) {
	r := s.w.dice.roll(n.number, "pause"+s.name)
	if s.w.rest(time.Duration(1+r.IntN(pick(r, 1_000, 5_000, 20_000))) * time.Millisecond) {
		s.boot()
	}
}

// stop is SIGTERM: no more webhooks, the turns in hand finish, what is left stays in the journal.
func (s *slot) stop(n *node) {
	err := n.stop()
	w := s.w
	w.mu.Lock()
	defer w.mu.Unlock()
	if err != nil && n.alive() && !n.wronged {
		w.violate("", "drain", "process %s: %v", n.name(), err)
	}
	if n.alive() {
		close(n.dead) // whatever it left behind comes too late
	}
	w.noteLocked("", "process %s has stopped", n.name())
	if s.node == n {
		s.node = nil
	}
}

// shut ends the last process.
func (s *slot) shut() {
	s.w.mu.Lock()
	n := s.node
	if n != nil {
		n.closed = true
	}
	s.w.mu.Unlock()
	if n != nil {
		s.stop(n)
	}
}
