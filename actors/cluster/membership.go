package cluster

import "atende/actors/journal"

// membership follows who is a member: joins and leaves open and close the link's peers, move the metric
// and the log.  It belongs to the tick's goroutine.
type membership struct {
	node *Node
	live map[journal.Incarnation]string // address
}

// startMembership begins with nobody; update brings the members.
func startMembership(n *Node) *membership {
	return &membership{node: n, live: map[journal.Incarnation]string{}}
}

// update compares the live members of a view with those of the one before.  It is never called for want
// of a view: a store that does not answer makes nobody leave.
func (m *membership) update(view *journal.View) {
	live := map[journal.Incarnation]string{}
	for _, member := range view.Members {
		if member.Live() {
			live[member.Incarnation] = member.Address
		}
	}
	for i, address := range live {
		if _, known := m.live[i]; !known {
			m.joined(i, address)
		}
	}
	for i, address := range m.live {
		if _, still := live[i]; !still {
			m.left(i, address)
		}
	}
	m.live = live
	m.node.Metrics.ClusterMembers.Set(float64(len(live)))
}

func (m *membership) joined(i journal.Incarnation, address string) {
	m.node.Log.Info("member joined", "member", i.String())
	if m.node.link != nil {
		m.node.link.meet(i.String(), address)
	}
}

func (m *membership) left(i journal.Incarnation, address string) {
	m.node.Log.Info("member left", "member", i.String())
	if m.node.link != nil {
		m.node.link.part(i.String(), address)
	}
}
