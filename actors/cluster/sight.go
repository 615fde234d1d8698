package cluster

import "atende/actors/journal"

// sight is the last view in a form for quick questions.  It is never changed.
type sight struct {
	taken   reading // before the view was asked for
	shards  *[journal.Shards]journal.Title
	members map[journal.Incarnation]journal.Member
	takers  []journal.Member
}

func newSight(view *journal.View, taken reading) *sight {
	s := &sight{
		taken: taken, shards: &view.Shards, takers: takersOf(view),
		members: make(map[journal.Incarnation]journal.Member, len(view.Members)),
	}
	for _, m := range view.Members {
		s.members[m.Incarnation] = m
	}
	return s
}

// asksToDrain reports an operator's wish for an incarnation; nil has seen none.
func (s *sight) asksToDrain(i journal.Incarnation) bool { return s != nil && s.members[i].Drain }

// owner is the node that owns a shard, if it was live.
func (s *sight) owner(shard int) (journal.Member, bool) {
	m, ok := s.members[s.shards[shard].Incarnation]
	return m, ok && m.Live()
}

// othersTake reports that a node other than name may be given shards.
func (s *sight) othersTake(name string) bool {
	for _, m := range s.takers {
		if m.Node != name {
			return true
		}
	}
	return false
}

// Crowded reports that the owner of a shard, if that is another node, has MaxPending waiting rows or
// more, as it last said.
func (n *Node) Crowded(shard int) bool {
	s := n.sight.Load()
	if s == nil {
		return false
	}
	owner, live := s.owner(shard)
	return live && owner.Node != n.Name && owner.Pending >= n.MaxPending
}
