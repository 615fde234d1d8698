package cluster

import "atende/actors/journal"

type membership struct {
	node *Node
	live map[journal.Incarnation]journal.Member
}

func startMembership(n *Node) (*membership, error) {
	return &membership{node: n, live: map[journal.Incarnation]journal.Member{}}, nil
}

func (m *membership) update(view *journal.View) {
	now := map[journal.Incarnation]journal.Member{}
	for _, member := range view.Members {
		if member.Live() {
			now[member.Incarnation] = member
		}
	}
	for i, member := range now {
		if _, ok := m.live[i]; !ok && m.node.link != nil {
			m.node.link.meet(i.String(), member.Address)
		}
	}
	for i, member := range m.live {
		if _, ok := now[i]; !ok && m.node.link != nil {
			m.node.link.part(i.String(), member.Address)
		}
	}
	m.live = now
	m.node.Metrics.ClusterMembers.Set(float64(len(now)))
}

func (m *membership) stop() {}
