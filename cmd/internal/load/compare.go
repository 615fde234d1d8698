package load

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
)

// Comparison says what Compare measures.  Program and Targets are required.
type Comparison struct {
	// Program is the path of the atende binary.
	Program string
	// Targets are names out of Targets().
	Targets []string
	// Repeats is how often each target runs; 0: once.  All run in turns, so that what else happens
	// on the machine meets them alike.
	Repeats int
	// Load is what each run is like, and Peers the two parties of all of them.  The clinic is
	// Sample, and what names the target is filled in.
	Load  Options
	Peers PeersConfig
	// Progress, if set, hears of each run that ended.
	Progress func(target string, r Report)
}

// Check finds what cannot be compared, all of it at once.
func (c Comparison) Check() error {
	_, err := choose(c.Targets)
	c.Load.Clinic = Sample()
	return errors.Join(err, c.Load.Check())
}

// Compare runs every target as processes of its own, freshly started each time.  All of a target
// shares one core, the nodes of a cluster and their database, too; the driver has the rest.  When ctx
// ends the table holds the runs that were complete.  The error is the first of a run; a target that
// loses messages is none.
func Compare(ctx context.Context, c Comparison) (Table, error) {
	chosen, err := choose(c.Targets)
	if err != nil {
		return Table{}, err
	}
	if err := separate(); err != nil {
		return Table{}, fmt.Errorf("keep off the core of the program under test: %w", err)
	}
	c.Load.Clinic = Sample()
	c.Peers.Clinic, c.Peers.Instance, c.Peers.Team = c.Load.Clinic, DefaultInstance, DefaultTeam
	peers, err := StartPeers(ctx, c.Peers)
	if err != nil {
		return Table{}, err
	}
	defer func() { _ = peers.Stop() }() // every target has ended
	rows := make([]Row, len(chosen))
	for round := range max(1, c.Repeats) * len(chosen) {
		i := round % len(chosen)
		report, err := c.measure(ctx, chosen[i], peers)
		if ctx.Err() != nil {
			break // this run was cut short and is left out
		}
		if err != nil {
			return Table{}, fmt.Errorf("%s: %w", chosen[i].name, err)
		}
		rows[i].Target = chosen[i].name
		rows[i].Runs = append(rows[i].Runs, report)
		if c.Progress != nil {
			c.Progress(chosen[i].name, report)
		}
	}
	return tableOf(chosen, rows), nil
}

// measure is one run of one target.
func (c Comparison) measure(ctx context.Context, t target, peers *Peers) (report Report, err error) {
	options := c.Load
	options.Token = rand.Text()
	s, err := t.start(ctx, place{program: c.Program, peers: peers.URL(), token: options.Token})
	if err != nil {
		return report, err
	}
	defer func() { err = errors.Join(err, s.stop()) }()
	options.Webhooks, options.Probes = s.webhooks(), s.probes()
	return Drive(ctx, peers, options)
}
