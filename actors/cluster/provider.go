package cluster

import (
	"log/slog"
	"slices"

	"github.com/anthdm/hollywood/actor"
	hollywood "github.com/anthdm/hollywood/cluster"
)

// liveSet is all members whose lease runs, by id, to the provider.
type liveSet []*hollywood.Member

// provider is the cluster provider of Hollywood that gets its members from views of the placement table.
// The library's own finds them by multicast and ends the process where there is none.
type provider struct {
	cluster *hollywood.Cluster
	log     *slog.Logger
	last    liveSet
}

func newProvider(log *slog.Logger) hollywood.Producer {
	return func(c *hollywood.Cluster) actor.Producer {
		return func() actor.Receiver { return &provider{cluster: c, log: log} }
	}
}

// Receive gives the agent the full set when it changed.  The agent compares by id alone, and an id is an
// incarnation, so a node that comes back at another address is another member.
func (p *provider) Receive(c *actor.Context) {
	defer recovered(p.log)
	live, ok := c.Message().(liveSet)
	if !ok || slices.EqualFunc(live, p.last, func(a, b *hollywood.Member) bool { return a.ID == b.ID }) {
		return
	}
	p.last = live
	c.Engine().Send(p.cluster.PID(), &hollywood.Members{Members: live})
}
