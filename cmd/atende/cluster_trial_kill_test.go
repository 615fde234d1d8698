package main

import (
	"testing"
	"time"
)

// takeover is how long the sessions of a killed node may be without an answer.
const takeover = 5 * time.Second

// kill -9 of a node, whose sessions the others answer soon, or the same node if it comes back first.
// Each kill finds the shares even, so that what it hits is known.
func trialKill(t *testing.T, g *ground, silent bool) {
	c := newClusterTrial(t, g, silent, 3)
	c.begin()
	for n := range *clusterTimes {
		victim := c.seats[c.random.IntN(len(c.seats))]
		c.instant()
		c.kill(victim, c.owned(victim))
		if n%2 == 0 {
			c.after(takeover) // the others take all of it
		}
		c.revive(victim)
		c.settle()
	}
	c.conclude(func() {
		c.pace("a session of a killed node was answered again", quantile(c.tally.again, 1), takeover)
		c.note("%s", figures("sessions of killed nodes answered again", c.tally.again))
		c.note("%s", figures("with a booking under way", c.tally.booking))
		c.note("usual replies, %s", figures("all", waits(c.tally.replies)))
	})
}
