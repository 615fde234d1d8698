package main

import (
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// expires is when the lease is surely over, rejoins is for how long a node that comes back surely has no
// right to act: it joins anew, and gets shards only when it has been up for longer.
const expires, rejoins = 3 * time.Second, 2 * time.Second

// nap is a time in which a node cannot know what the others do.
type nap struct {
	seat       *seat
	life       int
	from, till time.Time
}

// A process stands still for longer than its lease, as in a machine that is suspended, or the database
// is away for it alone, and then it goes on as if nothing had happened: nothing that it does then has an
// effect.  Every other time it is the one, and the other between.  Its database is slow just before: answers
// are late, so that it is hit between the right to an A4 and the call, or requests, so that it has commits
// under way that arrive when all is over.
func trialFreeze(t *testing.T, g *ground) {
	c := newClusterTrial(t, g, true, 3)
	wires := map[*seat]*wire{}
	for _, s := range c.seats {
		wires[s] = newWire(t, hostOf(t, c.url))
		s.env["ATENDE_DATABASE_URL"] = wires[s].through(t, c.url)
		s.env["ATENDE_SCHEDULING_HEADERS"] = "X-Seat: " + s.name
	}
	c.begin()
	length := 6 * time.Second
	if *clusterLong {
		length = 20 * time.Second
	}
	var naps []nap
	for n := range *clusterTimes {
		victim := c.seats[c.random.IntN(len(c.seats))]
		c.instant()
		w := wires[victim]
		slow, stop, wake := &w.telling, func() { c.signal(victim, syscall.SIGSTOP) }, func() { c.signal(victim, syscall.SIGCONT) }
		if n%2 == 1 {
			slow, stop, wake = &w.asking, w.stall, w.resume
		}
		naps = append(naps, c.sleep(victim, slow, length, stop, wake))
		c.settle()
	}
	c.conclude(func() {
		for _, n := range naps {
			c.late(n)
		}
		c.note("rights to an A4 that were not used: %d", c.count(`select count(*) from intents where answer like '%not_sent%'`))
		c.note("%s", figures("sessions of such a node answered again", c.tally.again))
		c.note("%s", figures("with a booking under way", c.tally.booking))
	})
}

// sleep is a nap of a seat, from stop to wake, with a while before in which its database is slow.
func (c *clusterTrial) sleep(s *seat, slow *atomic.Int64, length time.Duration, stop, wake func()) nap {
	c.t.Helper()
	before := c.owned(s)
	slow.Store(int64(300 * time.Millisecond))
	c.after(600 * time.Millisecond)
	now := c.owned(s) // on a busy machine shards still move
	of := func(session string) bool { return before(session) || now(session) }
	c.become(s, fallen)
	number := c.strike(blow{of: of, survives: true, deadly: true, silence: c.silence})
	n := nap{seat: s, life: c.look(s).life, from: time.Now()}
	c.t.Cleanup(func() { _ = s.agent.command.Process.Signal(syscall.SIGCONT) }) // it may be gone
	stop()
	slow.Store(0)
	c.after(length)
	n.till = time.Now()
	wake()
	c.endure(number)
	c.become(s, standing)
	return n
}

func (c *clusterTrial) signal(s *seat, signal syscall.Signal) {
	c.t.Helper()
	if err := s.agent.command.Process.Signal(signal); err != nil {
		c.t.Fatal(err)
	}
}

// late complains of what a node did when it had lost its lease.
func (c *clusterTrial) late(n nap) {
	begins, ends := n.from.Add(expires), n.till.Add(rejoins)
	for _, p := range c.patients {
		for i := 0; ; i++ {
			h, more := c.gateway.entry(p.log, i)
			if !more {
				break
			}
			if h.life == n.life && h.at.After(begins) && h.at.Before(ends) {
				p.complain("%s did something %v after the end of its lease: %q", n.seat.name, h.at.Sub(begins), h.text)
			}
		}
	}
	for _, at := range c.desk.from(n.seat.name) {
		if at.After(begins) && at.Before(ends) {
			c.complain("%s sent an A4 %v after the end of its lease", n.seat.name, at.Sub(begins))
		}
	}
}
