package main

import (
	"syscall"
	"testing"
	"time"
)

// rejoins is how long a process that woke up surely has no right to act: it joins anew, and gets shards
// only when it has been up for longer.
const rejoins = 2 * time.Second

// nap is one freeze of a seat.
type nap struct {
	seat         *seat
	life         int
	slept, awake time.Time
}

// A process that stands still for longer than its lease, as in a machine that is suspended, and then
// goes on as if nothing had happened: nothing that it does then has an effect.  The answers of its
// database are slow just before, so that it is stopped between the right to an A4 and the call.
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
	for range *clusterTimes {
		victim := c.seats[c.random.IntN(len(c.seats))]
		c.instant()
		naps = append(naps, c.freeze(victim, wires[victim], length))
		c.settle()
	}
	c.conclude(func() {
		for _, n := range naps {
			c.late(n)
		}
		c.note("rights to an A4 that were not used: %d", c.count(`select count(*) from intents where answer like '%not_sent%'`))
		c.note("%s", figures("sessions of frozen nodes answered again", c.tally.again))
		c.note("%s", figures("with a booking under way", c.tally.booking))
	})
}

// freeze stops the process at a seat, and lets it go on.
func (c *clusterTrial) freeze(s *seat, database *wire, length time.Duration) nap {
	c.t.Helper()
	of := c.owned(s)
	database.lag.Store(int64(150 * time.Millisecond))
	c.after(300 * time.Millisecond)
	c.become(s, fallen)
	number := c.strike(blow{of: of, survives: true, deadly: true, silence: c.silence})
	n := nap{seat: s, life: c.look(s).life, slept: time.Now()}
	c.signal(s, syscall.SIGSTOP)
	c.t.Cleanup(func() { _ = s.agent.command.Process.Signal(syscall.SIGCONT) }) // it may be gone
	database.lag.Store(0)
	c.after(length)
	n.awake = time.Now()
	c.signal(s, syscall.SIGCONT)
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

// late complains of what a process did just after it woke up.
func (c *clusterTrial) late(n nap) {
	ends := n.awake.Add(rejoins)
	for _, p := range c.patients {
		for i := 0; ; i++ {
			h, more := c.gateway.entry(p.log, i)
			if !more {
				break
			}
			if h.life == n.life && h.at.After(n.awake) && h.at.Before(ends) {
				p.complain("%s did something %v after it woke up: %q", n.seat.name, h.at.Sub(n.awake), h.text)
			}
		}
	}
	for _, at := range c.desk.from(n.seat.name) {
		if at.After(n.awake) && at.Before(ends) {
			c.complain("%s sent an A4 %v after it woke up", n.seat.name, at.Sub(n.awake))
		}
	}
}
