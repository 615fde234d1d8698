package main

import (
	"testing"
	"time"
)

// movePause is how much longer an answer may take because its session moves.
const movePause = time.Second

// A node comes and gets its share, and one that is asked to end gives its shards away and exits with 0:
// no webhook fails, nothing comes twice, and a session that moves pauses for a moment at most.
func trialDrain(t *testing.T, g *ground) {
	c := newClusterTrial(t, g, false, 4)
	c.encrypts()
	newcomer := c.seats[3]
	for _, s := range c.seats[:3] {
		c.revive(s)
	}
	c.settle()
	c.populate(*clusterPatients)
	c.warm()
	watched := c.watch()
	for range *clusterTimes {
		c.revive(newcomer)
		c.settle()
		c.instant()
		newcomer = c.seats[c.random.IntN(len(c.seats))]
		c.leave(newcomer)
		c.settle()
	}
	moved := watched.all()
	c.conclude(func() {
		c.judgeMoves(moved)
		c.readable()
	})
}

// judgeMoves wants moves to be hardly noticed.
func (c *clusterTrial) judgeMoves(moved map[int][]move) {
	total := 0
	for _, list := range moved {
		total += len(list)
	}
	of, other := split(c.tally.replies, moved)
	later := extra(of, other)
	c.pace("sessions that moved were answered later, p99", quantile(later, 0.99), movePause)
	if c.tally.repeated > 0 {
		c.note("%d parts came twice", c.tally.repeated)
	}
	c.note("moves of shards: %d", total)
	c.note("%s", figures("replies of sessions that moved", waits(of)))
	c.note("%s", figures("of the others", waits(other)))
	c.note("%s", figures("later than usual because of a move", later))
	c.note("%s", figures("others, later than usual", extra(other, other)))
}
