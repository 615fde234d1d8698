package load

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"atende/actors/journal"
	"atende/actors/journal/postgres/private"
)

// system is a target that runs: its programs, and what they work with.
type system struct {
	folder   string
	database *private.Server // nil: they have none
	agents   []*Child
}

// start runs a target in a new folder, and returns when it can do its work.  Folder and database of the place are
// filled in.
func (t target) start(ctx context.Context, p place) (*system, error) {
	folder, err := os.MkdirTemp("", "atende-load-")
	if err != nil {
		return nil, err
	}
	s := &system{folder: folder}
	p.folder = folder
	if err := s.begin(ctx, t, p); err != nil {
		return nil, errors.Join(err, s.stop())
	}
	return s, nil
}

func (s *system) begin(ctx context.Context, t target, p place) error {
	if err := os.WriteFile(filepath.Join(p.folder, catalogueFile), SampleYAML(), 0o600); err != nil {
		return err
	}
	if t.shares {
		if err := s.startDatabase(ctx); err != nil {
			return err
		}
		p.database = s.database.URL()
	}
	for _, command := range t.commands(p) {
		child, err := StartChild(ctx, command)
		if err != nil {
			return err
		}
		s.agents = append(s.agents, child)
	}
	if t.shares {
		return s.settled(ctx)
	}
	return nil
}

// startDatabase starts a server that works as a real one does: each commit reaches the disk, and
// clients come by TCP.
func (s *system) startDatabase(ctx context.Context) (err error) {
	s.database, err = private.Start(ctx, private.Options{Durable: true, TCP: true})
	if err != nil {
		return err
	}
	return confine(s.database.Pid())
}

const (
	// settleLimit is far above the 5 s that a node must be up before shards are moved to it.
	settleLimit = time.Minute
	settleEvery = 100 * time.Millisecond
)

// settled waits until every node serves its even share of the sessions: what a cluster does while it
// comes together is not what it costs.
func (s *system) settled(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, settleLimit)
	defer cancel()
	for {
		even, err := s.even()
		if even || err != nil {
			return err
		}
		if !rest(ctx, settleEvery) {
			return fmt.Errorf("the shards were not shared out: %w", ctx.Err())
		}
	}
}

// even reports that all shards are owned and no node has less than its share.
func (s *system) even() (bool, error) {
	sum := 0
	for _, agent := range s.agents {
		u, err := agent.Probe().look(false)
		if err != nil {
			return false, err
		}
		if u.shards < journal.Shards/len(s.agents) {
			return false, nil
		}
		sum += u.shards
	}
	return sum == journal.Shards, nil
}

// webhooks are those of all programs.
func (s *system) webhooks() []string {
	var urls []string
	for _, agent := range s.agents {
		urls = append(urls, agent.URL)
	}
	return urls
}

func (s *system) probes() Probes {
	var p Probes
	for _, agent := range s.agents {
		p.Agents = append(p.Agents, agent.Probe())
	}
	if s.database != nil {
		p.Database = s.database.Pid()
	}
	return p
}

// stop drains all programs side by side, then ends the database and removes the folder.
func (s *system) stop() error {
	ended := make([]error, len(s.agents))
	var stops sync.WaitGroup
	for i, agent := range s.agents {
		stops.Go(func() { ended[i] = agent.Stop() })
	}
	stops.Wait()
	err := errors.Join(ended...)
	if s.database != nil {
		err = errors.Join(err, s.database.Stop())
	}
	return errors.Join(err, os.RemoveAll(s.folder))
}
