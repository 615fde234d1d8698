package cluster

import (
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/anthdm/hollywood/actor"
	hollywood "github.com/anthdm/hollywood/cluster"

	"atende/actors/journal"
)

// membership tells the process who is a member, by way of Hollywood's cluster package: a provider actor
// of ours (provider.go) gives its agent the live set of every view, and its events of who joined and who
// left move the link's peers, the metric and the log.  Nothing else of that package is used: its agent
// hears of no actors, since the link carries no message but hints, and activates none.
type membership struct {
	node    *Node
	cluster *hollywood.Cluster
	source  *actor.PID // the provider
}

// startMembership begins with nobody; update brings the members.
func startMembership(n *Node) (*membership, error) {
	c, err := hollywood.New(hollywood.NewConfig().WithEngine(n.engine).WithID(n.Name).WithProvider(newProvider(n.Log)))
	if err != nil {
		return nil, err
	}
	m := &membership{node: n, cluster: c, source: actor.NewPID(n.engine.Address(), "provider/"+n.Name)}
	watcher := n.engine.SpawnFunc(m.watch(), "members", actor.WithID(n.Name), actor.WithInboxSize(16), actor.WithMaxRestarts(-1))
	n.engine.Subscribe(watcher)
	c.Start()
	return m, nil
}

// update hands the live members of a view to the provider.  It is never called for want of a view: a
// store that does not answer makes nobody leave.
func (m *membership) update(view *journal.View) {
	var live []*hollywood.Member
	for _, member := range view.Members {
		if member.Live() {
			live = append(live, &hollywood.Member{ID: member.String(), Host: member.Address})
		}
	}
	slices.SortFunc(live, func(a, b *hollywood.Member) int { return strings.Compare(a.ID, b.ID) })
	m.node.engine.Send(m.source, liveSet(live))
}

// stop ends the actors of the library.  The watcher stays, idle, for as long as the engine does: events
// from before may still be on their way to it, and a message to an actor that is gone is an error to
// those who look for lost ones.
func (m *membership) stop() { m.cluster.Stop() }

// watch is the one subscriber to events of members.
func (m *membership) watch() func(*actor.Context) {
	members := map[string]bool{}
	return func(c *actor.Context) {
		defer recovered(m.node.Log)
		switch event := c.Message().(type) {
		case hollywood.MemberJoinEvent:
			members[event.Member.ID] = true
			m.joined(event.Member)
		case hollywood.MemberLeaveEvent:
			delete(members, event.Member.ID)
			m.left(event.Member)
		default:
			return
		}
		m.node.Metrics.ClusterMembers.Set(float64(len(members)))
	}
}

func (m *membership) joined(member *hollywood.Member) {
	m.node.Log.Info("member joined", "member", member.ID)
	if m.node.link != nil {
		m.node.link.meet(member.ID, member.Host)
	}
}

func (m *membership) left(member *hollywood.Member) {
	m.node.Log.Info("member left", "member", member.ID)
	if m.node.link != nil {
		m.node.link.part(member.ID, member.Host)
	}
}

// recovered keeps a panic away from the library, which would log its value and, after some, end the
// process.
func recovered(log *slog.Logger) {
	if value := recover(); value != nil {
		log.Error("actor panicked", "panic", fmt.Sprintf("%T", value), "stack", string(debug.Stack()))
	}
}
