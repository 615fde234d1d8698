package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

var (
	clusterTimes    = flag.Int("cluster.times", 2, "how often each trial of TestCluster does to the nodes what it is about")
	clusterPatients = flag.Int("cluster.patients", 10, "how many patients talk at once in each of them")
	clusterLong     = flag.Bool("cluster.long", false, "outages of real length, limits for a machine of our own, and time for every open booking; one trial after the other")
)

// Nodes as processes of their own on a PostgreSQL server, under load from patients who expect that
// nothing of what happens to nodes can be noticed: nothing that was accepted is lost (J1), nobody is
// booked twice (B9), everything comes in order (J3), and what comes twice does so at most once in a
// session for each node that was taken over (J5), never because of a planned move.
//
// `go test ./cmd/atende -run 'TestCluster$' -cluster.long -cluster.times=50 -cluster.patients=60
// -timeout 4h -v` is the long run; a trial's name after TestCluster/ picks it.
func TestCluster(t *testing.T) {
	t.Parallel()
	g := newGround(t)
	places := make(chan struct{}, atOnce)
	var all sync.WaitGroup
	for _, trial := range []struct { // the longest first
		name string
		run  func(*testing.T, *ground)
	}{
		{"freeze", trialFreeze},
		{"database away", trialDatabase},
		{"two versions", trialVersions},
		{"kill, an API that says nothing", func(t *testing.T, g *ground) { trialKill(t, g, true) }},
		{"kill, an API that knows intents", func(t *testing.T, g *ground) { trialKill(t, g, false) }},
		{"add and drain", trialDrain},
		{"nodes cut from each other", trialLink},
		{"certificates", trialCertificates},
		{"clinics, each with a database", trialClinics},
	} {
		if *clusterLong {
			t.Run(trial.name, func(t *testing.T) { trial.run(t, g) })
			continue
		}
		// Not t.Parallel, which allows one for each processor: they mostly wait.
		places <- struct{}{}
		all.Go(func() {
			defer func() { <-places }()
			t.Run(trial.name, func(t *testing.T) { trial.run(t, g) })
		})
	}
	all.Wait()
}

// atOnce is how many trials run at the same time in short runs.
const atOnce = 4

// clusterTrial is a trial with several nodes on one database.
type clusterTrial struct {
	*trial
	url     string // of the database
	random  *rand.Rand
	settled []time.Duration // how long it took each time, see settle
	notes   []string        // of the trial, for its summary
}

// newClusterTrial prepares seats n1, n2, …; nobody sits there yet.  Patients come once somebody does.
func newClusterTrial(t *testing.T, g *ground, silent bool, seats int) *clusterTrial {
	c := &clusterTrial{
		trial: newTrial(t, silent), url: g.database(t),
		random: rand.New(rand.NewPCG(*crashSeed, uint64(seats))),
	}
	c.client.Timeout = 5 * time.Second
	c.silence = 2500 * time.Millisecond // the lease is 3 s, and may be a tick old
	c.env["ATENDE_DATABASE_URL"] = c.url
	c.env["ATENDE_CLUSTER_LISTEN"] = "127.0.0.1:0"
	c.seats = nil
	for n := range seats {
		name := fmt.Sprintf("n%d", n+1)
		c.seats = append(c.seats, &seat{
			name: name, program: g.program, env: map[string]string{"ATENDE_NODE_ID": name},
		})
	}
	return c
}

// encrypts gives all nodes a data key.
func (c *clusterTrial) encrypts() {
	c.env["ATENDE_DATA_KEY_FILE"] = secretFile(c.t, newDataKey(c.t))
}

// readable wants nothing in the database to be readable, of all that a data key encrypts.
func (c *clusterTrial) readable() {
	c.t.Helper()
	const sealed = `not like '\\x00617431%'`
	readable := c.count(`select (select count(*) from sessions where state is not null and state::text ` + sealed + `)
		+ (select count(*) from history where body::text ` + sealed + `)`)
	if all := c.count("select count(*) from history"); readable > 0 || all == 0 {
		c.complain("%d values are in the clear, beside %d entries", readable, all)
	}
}

// begin starts all seats and lets patients come.
func (c *clusterTrial) begin() {
	c.t.Helper()
	for _, s := range c.seats {
		c.revive(s)
	}
	c.settle()
	c.populate(*clusterPatients)
	c.warm()
}

// warm returns once the load has begun.
func (c *clusterTrial) warm() {
	c.t.Helper()
	goal := c.gateway.noted.Load() + int64(2**clusterPatients)
	c.until("patients are answered", func() bool { return c.gateway.noted.Load() >= goal })
}

// instant lets some time of the load pass.
func (c *clusterTrial) instant() {
	c.after(time.Duration(c.random.IntN(1000)) * time.Millisecond)
}

// note adds to what the trial has to say in the end.
func (c *clusterTrial) note(format string, values ...any) {
	c.notes = append(c.notes, fmt.Sprintf(format, values...))
}

// conclude ends the trial once every patient has what they came for, and judges all of it.  measure, if
// any, adds figures.
func (c *clusterTrial) conclude(measure func()) {
	c.t.Helper()
	c.gather(*clusterLong)
	c.lostLeases()
	c.review()
	for _, failure := range c.failures[:min(5, len(c.failures))] {
		c.complain("%s", failure)
	}
	for _, url := range c.urls() {
		if left := c.countIn(url, "select count(*) from inbox"); left > 0 && c.tally.unsettled+c.tally.lost == 0 {
			c.complain("%d messages are left in the journal", left)
		}
	}
	if measure != nil {
		measure()
	}
	c.note("shares were even again after: %s", figures("settled", c.settled))
	c.t.Log(c.summary() + "\n" + strings.Join(c.notes, "\n"))
	c.report()
	if c.t.Failed() {
		c.t.Log(c.warnings())
	}
}

// count is the one number that a query finds in the journal.
func (c *clusterTrial) count(query string) (n int) {
	c.t.Helper()
	return c.countIn(c.url, query)
}

// urls are those of the journals of all clinics.
func (c *clusterTrial) urls() []string {
	if c.clinics == nil {
		return []string{c.url}
	}
	return slices.Collect(maps.Values(c.clinics.databases))
}

func (c *clusterTrial) countIn(url, query string) (n int) {
	c.t.Helper()
	ctx := c.t.Context()
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		c.t.Fatal(err)
	}
	defer conn.Close(ctx)
	if err := conn.QueryRow(ctx, query).Scan(&n); err != nil {
		c.t.Fatal(err)
	}
	return n
}

// logged is a line of a node's log.
type logged struct {
	Time  time.Time
	Level string
	Msg   string
	Node  string
	Error string
}

// lines are those of all lives, in order of time.
func (c *clusterTrial) lines() (all []logged) {
	for _, p := range c.processes {
		for line := range strings.Lines(p.log()) {
			var l logged
			if json.Unmarshal([]byte(line), &l) == nil {
				all = append(all, l)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b logged) int { return a.Time.Compare(b.Time) })
	return all
}

// lostLeases makes blows of leases that ended although nobody touched the node: that is what becomes of
// a machine that is too slow to renew them, and the node loses its sessions as if it had been frozen.
func (c *clusterTrial) lostLeases() {
	lost := 0
	for _, l := range c.lines() {
		if !strings.HasPrefix(l.Msg, "lease over") || c.troubled(l.Time) {
			continue
		}
		lost++
		const lease = 3 * time.Second
		c.blows = append(c.blows, blow{at: l.Time.Add(-lease), until: l.Time.Add(lease), survives: true, deadly: true})
	}
	c.note("leases lost without a blow: %d", lost)
}

// troubled reports that some blow explains why a lease was over.
func (c *clusterTrial) troubled(at time.Time) bool {
	const after = 10 * time.Second
	return slices.ContainsFunc(c.blows, func(b blow) bool {
		return !b.planned && at.After(b.at) && at.Before(b.until.Add(after))
	})
}

// warnings are the last of those that the nodes logged.
func (c *clusterTrial) warnings() string {
	var text strings.Builder
	lines := slices.DeleteFunc(c.lines(), func(l logged) bool { return l.Level == "INFO" || l.Level == "DEBUG" })
	for _, l := range lines[max(0, len(lines)-60):] {
		fmt.Fprintf(&text, "\n  %s %s %s %s %s", l.Time.Format("15:04:05.000"), l.Node, l.Level, l.Msg, l.Error)
	}
	return "what the nodes warned of:" + text.String()
}
