package cluster

import (
	"context"
	"fmt"

	"atende/actors/journal"
)

// Status is the cluster as a node sees it, in the shape that operators get at /admin/cluster.
type Status struct {
	Node        string         `json:"node"`
	Incarnation int64          `json:"incarnation"` // 0: it is not a member at the moment
	Members     []MemberStatus `json:"members"`
	Shards      []ShardStatus  `json:"shards"`
	Handoffs    Handoffs       `json:"handoffs"`
	SchemaFloor int            `json:"schema_floor"`
}

// MemberStatus is a node of the cluster, the dead included.
type MemberStatus struct {
	Node        string `json:"node"`
	Incarnation int64  `json:"incarnation"`
	Address     string `json:"address"`
	State       string `json:"state"` // up, draining or dead
	Live        bool   `json:"live"`
	LeaseMS     int64  `json:"lease_ms"` // that is left; negative: over since then
	UpSeconds   int64  `json:"up_seconds"`
	Shards      int    `json:"shards"`
	Pending     int    `json:"pending"`
	Release     string `json:"release"`
	SchemaMax   int    `json:"schema_max"`
	Drain       bool   `json:"drain"` // an operator asked it to give its shards away
}

// ShardStatus is a part of the sessions.
type ShardStatus struct {
	Shard   int    `json:"shard"`
	Owner   string `json:"owner"` // NODE#INCARNATION, "" for one that never had any
	Epoch   int64  `json:"epoch"`
	Pending int    `json:"pending"`
}

// Handoffs are those of the node that was asked.
type Handoffs struct {
	Moving       []int `json:"moving"`
	Total        int64 `json:"total"` // since the process started
	HeldSessions int   `json:"held_sessions"`
}

// Status reads the table of nodes and shards anew; an error is the store's.
func (n *Node) Status(ctx context.Context) (Status, error) {
	view, err := n.Store.View(ctx)
	if err != nil {
		return Status{}, fmt.Errorf("cluster status: %w", err)
	}
	backlog, err := n.Store.Backlog(ctx)
	if err != nil {
		return Status{}, fmt.Errorf("cluster status: %w", err)
	}
	status := Status{Node: n.Name, SchemaFloor: view.SchemaFloor, Handoffs: n.handoffs()}
	if l := n.life.Load(); l != nil {
		status.Incarnation = l.me.Number
	}
	owned := map[journal.Incarnation]int{}
	for shard, title := range &view.Shards {
		owner := ""
		if title.Incarnation != (journal.Incarnation{}) {
			owner = title.Incarnation.String()
		}
		owned[title.Incarnation]++
		status.Shards = append(status.Shards, ShardStatus{
			Shard: shard, Owner: owner, Epoch: title.Epoch, Pending: backlog[shard],
		})
	}
	for _, m := range view.Members {
		status.Members = append(status.Members, memberStatus(m, owned[m.Incarnation]))
	}
	return status, nil
}

func memberStatus(m journal.Member, shards int) MemberStatus {
	return MemberStatus{
		Node: m.Node, Incarnation: m.Number, Address: m.Address, State: string(m.State), Live: m.Live(),
		LeaseMS: m.Lease.Milliseconds(), UpSeconds: int64(m.Up.Seconds()), Shards: shards,
		Pending: m.Pending, Release: m.Release, SchemaMax: m.SchemaMax, Drain: m.Drain,
	}
}

// RequestDrain notes in the store that an operator wants a node to give its shards away, or takes that
// back.  It reports whether a live node has that name; the node itself acts on it within a tick.
func (n *Node) RequestDrain(ctx context.Context, name string, wanted bool) (bool, error) {
	found, err := n.Store.Drain(ctx, name, wanted)
	if err != nil {
		return false, fmt.Errorf("cluster drain: %w", err)
	}
	return found, nil
}
