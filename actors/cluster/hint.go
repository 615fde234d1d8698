package cluster

import (
	"github.com/anthdm/hollywood/actor"

	"atende/actors/journal"
)

// hint tells a node that a session of its has something to do; with an empty SessionID, that the table
// changed in its favour.  It never says what: the store does.
type hint struct{ SessionID string }

// hintsIn is the actor that takes the hints of other nodes.
const hintsIn = "hints/in"

// Hint tells the owner of the session, if that is another node, that something waits.  It never blocks
// and may be lost.
func (n *Node) Hint(sessionID string) {
	s := n.sight.Load()
	if s == nil {
		return
	}
	if owner, live := s.owner(journal.ShardOf(sessionID)); live && owner.Node != n.Name {
		n.tell(s, owner, sessionID)
	}
}

// hintHeir tells the node that got a session's shard; whoever has it now, if it moved on.
func (n *Node) hintHeir(to journal.Incarnation, sessionID string) {
	s := n.sight.Load()
	if s == nil {
		return
	}
	if owner, live := s.owner(journal.ShardOf(sessionID)); live && owner.Node != n.Name {
		n.tell(s, owner, sessionID)
	} else if heir, known := s.members[to]; known {
		n.tell(s, heir, sessionID)
	}
}

// nudge tells a node that the table changed in its favour.
func (n *Node) nudge(to journal.Incarnation) {
	if s := n.sight.Load(); s != nil {
		if m, known := s.members[to]; known {
			n.tell(s, m, "")
		}
	}
}

// tell sends a hint unless the node is dead, as far as a view tells that is not too old itself.
func (n *Node) tell(s *sight, to journal.Member, sessionID string) {
	if n.link == nil || to.Address == "" {
		return
	}
	if !to.Live() || n.read().since(s.taken) > n.Lease {
		n.link.lost(1)
		return
	}
	n.engine.Send(actor.NewPID(to.Address, hintsIn), hint{SessionID: sessionID})
}

// received takes a hint of another node.  One for a shard that is not ours, or for none, says that the
// other has seen a newer table.
func (n *Node) received(h hint) {
	if h.SessionID == "" {
		n.kick()
		return
	}
	if _, ours := n.Title(journal.ShardOf(h.SessionID)); !ours {
		n.kick()
	}
	n.sessions.Wake(h.SessionID)
}
