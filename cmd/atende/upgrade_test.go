package main

import (
	"flag"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
)

var upgradeFrom = flag.String("upgrade.from", "", "the program of an older release for TestUpgrade, from which and back to which this one must be able to go; "+
	"none: this one is the older, and the newer one writes records of a schema that it cannot read")

// One release takes the place of another on the same journal, again and again under load, after a stop as after a kill: the
// one ends the talks that the other began, nothing that was accepted is lost, nobody is booked twice.  A release that cannot
// read a record leaves it alone, and what its patient writes waits for one that can.
//
// `make upgrade FROM=TAG` gives it the program of a former release, and then also ends with that one, and does the same with
// the nodes of a cluster; trialVersions is what can be said of a cluster without one.
func TestUpgrade(t *testing.T) {
	t.Parallel()
	older, newer := *upgradeFrom, ""
	var err error
	if older == "" {
		if older, err = shipped(); err == nil {
			newer, err = nextRelease()
		}
	} else if older, err = filepath.Abs(older); err == nil {
		newer, err = shipped()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Run("forth", func(t *testing.T) { upgrade(t, older, newer, newer) })
	if *upgradeFrom == "" {
		return
	}
	t.Run("back", func(t *testing.T) {
		if goneOn := upgrade(t, older, newer, older); goneOn["older"] == 0 {
			t.Error("no talk of the newer release went on with the older one")
		}
	})
	t.Run("cluster", func(t *testing.T) { trialReleases(t, &ground{server: newServer(t), program: older, next: newer}) })
}

// upgrade lets two releases serve in turns until the last one has ended all talks, and returns how often one of them went on
// with what the other had said, by which of them did.
func upgrade(t *testing.T, older, newer, last string) map[string]int {
	random := rand.New(rand.NewPCG(*crashSeed, 2))
	r := newTrial(t, false)
	home := r.seats[0]
	enter := func(program string) {
		home.name, home.program = "newer", program
		if program == older {
			home.name = "older"
		}
		r.revive(home)
	}
	r.populate(*crashPatients)
	for n := range 2 * *crashKills {
		enter([]string{older, newer}[n%2])
		r.moment(random)
		if random.IntN(2) == 0 {
			r.kill(home, nil)
		} else {
			r.leave(home)
		}
	}
	enter(last)
	r.finish(*crashKills >= longRun)
	goneOn := r.goneOn()
	t.Logf("went on with a talk of the other release: %v", goneOn)
	if goneOn["newer"] == 0 {
		t.Error("no talk of the older release went on with the newer one")
	}
	return goneOn
}

// goneOn counts how often somebody said the next thing in a session of another one, by the name of who did.
func (r *trial) goneOn() map[string]int {
	count := map[string]int{}
	for _, p := range r.patients {
		former := ""
		for n := 0; ; n++ {
			h, more := r.gateway.entry(p.log, n)
			if !more {
				break
			}
			name, _, _ := strings.Cut(r.who(h.life), "/")
			if former != "" && name != former {
				count[name]++
			}
			former = name
		}
	}
	return count
}

// trialReleases replaces the nodes of a cluster one by one, and then again by the release before: what is said of planned
// moves holds each time.
func trialReleases(t *testing.T, g *ground) {
	c := newClusterTrial(t, g, false, 3)
	c.encrypts()
	c.begin()
	watched := c.watch()
	for _, program := range []string{g.next, g.program} {
		c.replace(program)
		c.warm()
	}
	moved := watched.all()
	c.conclude(func() {
		c.judgeMoves(moved)
		c.readable()
	})
}

// replace starts another program at every seat, one after the other.
func (c *clusterTrial) replace(program string) {
	c.t.Helper()
	for _, s := range c.seats {
		c.leave(s)
		s.program = program
		c.revive(s)
		c.settle()
		c.instant()
	}
}
