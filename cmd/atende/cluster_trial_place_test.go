package main

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"atende/actors/cluster"
	"atende/actors/journal"
)

// status is the cluster as any node that stands sees it.
func (c *clusterTrial) status(ctx context.Context) (cluster.Status, error) {
	return c.statusOf(ctx, "")
}

// statusOf is that of one of several clinics.
func (c *clusterTrial) statusOf(ctx context.Context, clinic string) (cluster.Status, error) {
	err := errors.New("no node stands")
	for _, s := range c.inhabited() {
		var status cluster.Status
		asked := operators{address: c.look(s).admin, clinic: clinic}
		if status, _, err = asked.status(ctx); err == nil {
			return status, nil
		}
	}
	return cluster.Status{}, err
}

// shares counts the shards of each live node; whole is false when some shard has no live owner.
func shares(status cluster.Status) (of map[string]int, whole bool) {
	of, live := map[string]int{}, map[string]bool{}
	for _, m := range status.Members {
		if m.Live && m.State == string(journal.NodeUp) {
			of[m.Node] = 0
			live[(journal.Incarnation{Node: m.Node, Number: m.Incarnation}).String()] = true
		}
	}
	whole = true
	for _, s := range status.Shards {
		if !live[s.Owner] {
			whole = false
			continue
		}
		node, _, _ := strings.Cut(s.Owner, "#")
		of[node]++
	}
	return of, whole
}

// even reports that the nodes that should be there are, and that each owns its share.
func (c *clusterTrial) even(status cluster.Status) bool {
	of, whole := shares(status)
	expected := c.inhabited()
	if !whole || len(of) != len(expected) {
		return false
	}
	low, high := journal.Shards/len(of), (journal.Shards+len(of)-1)/len(of)
	for _, s := range expected {
		if n, there := of[s.name]; !there || n < low || n > high {
			return false
		}
	}
	return true
}

// settle waits until the nodes that stand own everything, each its even share, and takes note of how
// long that took.
func (c *clusterTrial) settle() {
	c.t.Helper()
	began := time.Now()
	c.until("the shards are spread evenly", func() bool {
		return !slices.ContainsFunc(c.clinics.all(), func(clinic string) bool {
			status, err := c.statusOf(c.t.Context(), clinic)
			return err != nil || !c.even(status)
		})
	})
	c.settled = append(c.settled, time.Since(began))
}

// until waits for something that other processes do.
func (c *clusterTrial) until(what string, done func() bool) {
	c.t.Helper()
	for deadline := time.Now().Add(patience); !done(); time.Sleep(100 * time.Millisecond) {
		if time.Now().After(deadline) {
			c.report()
			for _, clinic := range c.clinics.all() {
				status, err := c.statusOf(c.t.Context(), clinic)
				of, _ := shares(status)
				c.t.Errorf("shards of %q: %v, %v", clinic, of, err)
			}
			c.t.Fatalf("waited in vain until %s", what)
		}
	}
}

// owned are the sessions that the node at a seat answers now; call it when everything is settled.
func (c *clusterTrial) owned(s *seat) func(session string) bool {
	c.t.Helper()
	shards := map[string]*[journal.Shards]bool{}
	for _, clinic := range c.clinics.all() {
		status, err := c.statusOf(c.t.Context(), clinic)
		if err != nil {
			c.t.Fatal(err)
		}
		shards[clinic] = &[journal.Shards]bool{}
		for _, shard := range status.Shards {
			node, _, _ := strings.Cut(shard.Owner, "#")
			shards[clinic][shard.Shard] = node == s.name
		}
	}
	return func(session string) bool { return shards[c.clinics.of(session)][journal.ShardOf(session)] }
}

// move is a shard that changed its owner.
type move struct {
	shard    int
	seen     time.Time // at most glance after it happened
	from, to string    // NODE#INCARNATION
}

// glance is the pause between two looks at who owns what.
const glance = 50 * time.Millisecond

// moves is a list of moves that grows while it is watched.
type moves struct {
	stop context.CancelFunc
	work sync.WaitGroup
	list []move
}

// watch takes note of all moves until the trial or the watching ends.
func (c *clusterTrial) watch() *moves {
	m := &moves{}
	ctx, cancel := context.WithCancel(c.ctx)
	m.stop = cancel
	m.work.Go(func() {
		var before []cluster.ShardStatus
		for ctx.Err() == nil {
			if status, err := c.status(ctx); err == nil {
				m.compare(before, status.Shards)
				before = status.Shards
			}
			time.Sleep(glance)
		}
	})
	c.t.Cleanup(func() { m.all() })
	return m
}

func (m *moves) compare(before, after []cluster.ShardStatus) {
	for i := range before {
		if before[i].Owner != after[i].Owner && after[i].Epoch > before[i].Epoch {
			m.list = append(m.list, move{shard: after[i].Shard, seen: time.Now(), from: before[i].Owner, to: after[i].Owner})
		}
	}
}

// all ends the watching, and returns the moves by shard.
func (m *moves) all() map[int][]move {
	m.stop()
	m.work.Wait()
	by := map[int][]move{}
	for _, moved := range m.list {
		by[moved.shard] = append(by[moved.shard], moved)
	}
	return by
}
