package main

import (
	"context"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// PostgreSQL goes away for longer than any lease, in three ways: it says nothing any more, it takes no
// connections, it crashes.  Meanwhile no message is accepted, and whoever asks is told; afterwards
// everything goes on by itself, and nobody is with a person because of it.
func trialDatabase(t *testing.T, g *ground) {
	own := &ground{server: newServer(t), program: g.program}
	c := newClusterTrial(t, own, false, 3)
	w := newWire(t, hostOf(t, c.url))
	for _, s := range c.seats {
		s.env["ATENDE_DATABASE_URL"] = w.through(t, c.url)
	}
	c.begin()
	length := 5 * time.Second
	if *clusterLong {
		length = 30 * time.Second
	}
	for _, outage := range []struct {
		name    string
		away    func() error
		returns func() error
	}{
		{"silent", func() error { w.stall(); return nil }, func() error { w.resume(); return nil }},
		{"refusing", func() error { w.refuse(true); return nil }, func() error { w.refuse(false); return nil }},
		{"crashed", own.server.StopNow, func() error { return own.server.Restart(context.WithoutCancel(t.Context())) }},
	} {
		c.instant()
		c.suffer(outage.name, length, outage.away, outage.returns)
		c.settle()
		c.warm()
	}
	c.conclude(c.judgeRecovery)
}

// judgeRecovery looks at who waited when the database came back.
func (c *clusterTrial) judgeRecovery() {
	var after, usual []time.Duration
	for _, answer := range c.tally.replies {
		waited := answer.wait()
		for _, b := range c.blows {
			if answer.asked.Before(b.until) && answer.heard.After(b.until) {
				waited = 0
				after = append(after, answer.heard.Sub(b.until))
			}
		}
		if waited > 0 {
			usual = append(usual, waited)
		}
	}
	c.pace("answers came after the database was back", quantile(after, 1), takeover)
	c.note("%s", figures("those who waited when it was back, answered after", after))
	c.note("%s", figures("the other replies", usual))
}

// suffer is one outage of the database.
func (c *clusterTrial) suffer(name string, length time.Duration, away, returns func() error) {
	c.t.Helper()
	c.setOutage(anybody)
	number := c.strike(blow{survives: true})
	before := c.refusals()
	began := time.Now()
	if err := away(); err != nil {
		c.t.Fatal(err)
	}
	c.until("no node is ready without its database", func() bool { return c.ready(http.StatusServiceUnavailable) })
	c.note("database %s: no node was ready after %v", name, time.Since(began).Round(time.Millisecond))
	c.after(length - time.Since(began))
	// A call towards a silent database ends by its own time, which may be that of this outage; all patients may be waiting
	// for an answer, so somebody who is none of them writes, too.
	c.until("a message is refused while the database is "+name, func() bool {
		return c.refusals() > before || c.deliver(c.t.Context(), "bystander", event("bystander", "bystander-"+name, "oi")) == http.StatusServiceUnavailable
	})
	if err := returns(); err != nil {
		c.t.Fatal(err)
	}
	c.endure(number)
	back := time.Now()
	c.until("all nodes are ready again", func() bool { return c.ready(http.StatusOK) })
	c.setOutage(nil)
	c.note("database %s: all nodes were ready %v after it was back", name, time.Since(back).Round(time.Millisecond))
}

// refusals is how many messages were refused so far.
func (c *clusterTrial) refusals() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.tally.refused
}

// anybody is of whom nothing can be accepted where all clinics share a database.
func anybody(string) bool { return true }

func (c *clusterTrial) setOutage(of func(session string) bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.outage = of
}

// ready reports that /ready of every node that stands answers so.
func (c *clusterTrial) ready(status int) bool { return c.readyAt("/ready", status) }

// readyAt is ready by another path.
func (c *clusterTrial) readyAt(path string, status int) bool {
	var asked sync.WaitGroup
	var others atomic.Int64
	for _, s := range c.inhabited() {
		asked.Go(func() {
			response, err := c.client.Get("http://" + c.look(s).admin + path)
			if err == nil {
				response.Body.Close()
			}
			if err != nil || response.StatusCode != status {
				others.Add(1)
			}
		})
	}
	asked.Wait()
	return others.Load() == 0
}
