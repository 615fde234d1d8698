package main

import (
	"context"
	"errors"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"atende/actors/journal/postgres"
)

// A release whose records have a newer schema takes the place of this one, node by node: what is said of
// planned moves holds, conversations go on across both, and once the new schema is written this release
// is refused.
func trialVersions(t *testing.T, g *ground) {
	c := newClusterTrial(t, g, false, 3)
	c.begin()
	watched := c.watch()
	c.replace(g.next)
	moved := watched.all()
	const newest, written = 2, "select count(*) from sessions where schema = 2 and state is not null"
	if early := c.count(written); early > 0 {
		c.complain("%d records had the new schema before it was sure that every node reads it", early)
	}
	c.raise(newest)
	c.warm()
	c.warm()
	if c.count(written) == 0 {
		c.complain("no record has the new schema")
	}
	c.refused(&seat{name: "n4", program: g.program, env: map[string]string{"ATENDE_NODE_ID": "n4"}})
	c.conclude(func() { c.judgeMoves(moved) })
}

// raise makes a schema the floor, or waits until the nodes do.
func (c *clusterTrial) raise(schema int) {
	c.t.Helper()
	if !*clusterLong {
		shared, err := postgres.Open(c.t.Context(), c.url, postgres.Options{})
		if err != nil {
			c.t.Fatal(err)
		}
		defer shared.Close()
		if err := shared.RaiseFloor(c.t.Context(), schema); err != nil {
			c.t.Fatal(err)
		}
	}
	began := time.Now()
	c.until("every node knows the new floor", func() bool {
		status, err := c.status(c.t.Context())
		return err == nil && status.SchemaFloor == schema
	})
	c.note("the floor was raised within %v", time.Since(began).Round(time.Second))
}

// refused wants that a seat's program ends with exit code 2 and says why in one line.
func (c *clusterTrial) refused(s *seat) {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(c.t.Context(), patience)
	defer cancel()
	command := exec.CommandContext(ctx, s.program, "serve")
	command.Env = variables(c.t, c.environment(s))
	output, err := command.CombinedOutput()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != exitUsage {
		c.complain("this release was not refused: %v: %s", err, output)
	}
	lines := slices.DeleteFunc(strings.Split(strings.TrimSpace(string(output)), "\n"), func(line string) bool {
		return strings.Contains(line, "what was old is forgotten") // by a program that is quick to tidy up
	})
	if len(lines) != 1 || !strings.Contains(lines[0], "newer release") {
		c.complain("this release was refused in these words: %s", output)
	}
}
