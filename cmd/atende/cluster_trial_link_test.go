package main

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"atende/actors/journal/postgres"
)

// pass is how often a node looks for what nobody hinted at.
const pass = 500 * time.Millisecond

// Hints between nodes get lost for a while, because nobody takes connections or because the network
// swallows everything: answers come a pass later at most, and nothing else changes.
func trialLink(t *testing.T, g *ground) {
	c := newClusterTrial(t, g, false, 3)
	wires := c.reroute()
	for _, s := range c.seats {
		c.revive(s)
		wires[s.name].target.Store(s.agent.cluster)
	}
	c.settle()
	c.populate(*clusterPatients)
	c.warm()

	length := 3 * time.Second
	if *clusterLong {
		length = 20 * time.Second
	}
	began := time.Now()
	c.after(length)
	type span struct{ from, to time.Time }
	usual, cuts := span{began, time.Now()}, []span{}
	if c.hints() == 0 {
		c.complain("no hint was received in a healthy cluster")
	}
	for _, cut := range []func(*wire, bool){(*wire).refuse, (*wire).hold} {
		for _, w := range wires {
			cut(w, true)
		}
		c.after(glance) // hints that were read before
		from, received := time.Now(), c.hints()
		c.after(length)
		if more := c.hints() - received; more > 0 {
			c.complain("%d hints were received although the nodes were cut from each other", int(more))
		}
		cuts = append(cuts, span{from, time.Now()})
		for _, w := range wires {
			cut(w, false)
		}
		c.after(time.Second)
	}
	c.conclude(func() {
		before := within(c.tally.replies, usual.from, usual.to)
		c.note("usual %s", figures("replies", waits(before)))
		for i, s := range cuts {
			during := within(c.tally.replies, s.from, s.to)
			c.note("without hints (%s), %s", []string{"refused", "swallowed"}[i], figures("replies", waits(during)))
			later := extra(during, before)
			c.pace("replies came later without hints, median", quantile(later, 0.5), pass)
			c.pace("replies came later without hints, p99", quantile(later, 0.99)-quantile(extra(before, before), 0.99), pass)
		}
	})
}

// hold is stall and resume in one.
func (w *wire) hold(on bool) {
	if on {
		w.stall()
	} else {
		w.resume()
	}
}

// reroute puts a wire before the address of each node: the database tells the others the wire's in its
// place.
func (c *clusterTrial) reroute() map[string]*wire {
	c.t.Helper()
	ctx := c.t.Context()
	shared, err := postgres.Open(ctx, c.url, postgres.Options{}) // makes the tables
	if err != nil {
		c.t.Fatal(err)
	}
	if err := shared.Close(); err != nil {
		c.t.Fatal(err)
	}
	conn, err := pgx.Connect(ctx, c.url)
	if err != nil {
		c.t.Fatal(err)
	}
	defer conn.Close(ctx)
	if _, err := conn.Exec(ctx, `create table wires(node_id text primary key, address text not null);
create function reroute() returns trigger language plpgsql as $$
	begin select address into new.address from wires where node_id = new.node_id; return new; end $$;
create trigger reroute before insert or update of address on nodes for each row execute function reroute();`); err != nil {
		c.t.Fatal(err)
	}
	wires := map[string]*wire{}
	for _, s := range c.seats {
		wires[s.name] = newWire(c.t, "")
		if _, err := conn.Exec(ctx, "insert into wires values($1, $2)", s.name, wires[s.name].address()); err != nil {
			c.t.Fatal(err)
		}
	}
	return wires
}

// hints is how many of them all nodes received.
func (c *clusterTrial) hints() (n float64) {
	for _, s := range c.inhabited() {
		n += c.metric(s, `atende_cluster_hints_total{result="received"}`)
	}
	return n
}
