package cluster

import (
	"time"

	"atende/actors/journal"
)

// standing is what an incarnation owns, as the table said when it was read last, and until when that
// may be believed.  It is replaced as a whole and never changed.
type standing struct {
	me      journal.Incarnation
	renewed reading // before the renewal left (C4)
	tenures *[journal.Shards]Tenure
	owned   int
}

// lasting is how long the local lease still runs; 0 or less: it is over.  It ends a margin before the
// lease in the store, and is counted from before the renewal left, so it can never be the later one (C4).
func (n *Node) lasting(s *standing) time.Duration {
	if s == nil {
		return 0
	}
	return n.Lease - n.Margin - n.read().since(s.renewed)
}

// Title implements journal.Ownership.
func (n *Node) Title(shard int) (journal.Title, bool) {
	tenure, ok := n.Tenure(shard)
	return tenure.Title, ok
}

// Tenure is the right of this node to a shard now; false: none, or the lease is over (C4).
func (n *Node) Tenure(shard int) (Tenure, bool) {
	s := n.standing.Load()
	if s == nil {
		return Tenure{}, false
	}
	tenure := s.tenures[shard]
	if tenure.Incarnation != s.me || n.lasting(s) <= 0 {
		return Tenure{}, false
	}
	return tenure, true
}

// Alive reports that the incarnation is this node's and its lease runs (C4).
func (n *Node) Alive(incarnation journal.Incarnation) bool {
	s := n.standing.Load()
	return s != nil && s.me == incarnation && n.lasting(s) > 0
}

// owns is how many shards the node owns at this moment.
func (n *Node) owns() int {
	if s := n.standing.Load(); n.lasting(s) > 0 {
		return s.owned
	}
	return 0
}

// leaseLeft is for the metric: never negative.
func (n *Node) leaseLeft() time.Duration { return max(0, n.lasting(n.standing.Load())) }

// take makes a new standing of a view, and returns it with the shards that came.  Whatever was ours
// under the same title before keeps its tenure.
func (n *Node) take(l *life, view *journal.View, renewed reading) (s *standing, gained []int) {
	s = &standing{me: l.me, renewed: renewed}
	before := n.standing.Load()
	if before != nil && before.me == l.me {
		s.tenures = before.tenures
	}
	fresh := &[journal.Shards]Tenure{}
	for shard, title := range &view.Shards {
		if title.Incarnation != l.me {
			continue
		}
		s.owned++
		if s.tenures != nil && s.tenures[shard].Title == title {
			fresh[shard] = s.tenures[shard]
			continue
		}
		fresh[shard] = Tenure{Title: title, Suspect: n.suspectUntil(view, shard)}
		gained = append(gained, shard)
	}
	s.tenures = fresh
	return s, gained
}

// maxSkew is how far the clock of a node that takes a message may be ahead of this one's, so that a row
// of before a takeover is still told from one of after it.  A row of after it that is taken for one of
// before is counted once for nothing.
const maxSkew = 2 * time.Second

// suspectUntil is Tenure.Suspect of a shard that has just come: now, when its former owner died or
// cannot be told, zero when it was nobody's, was given away alive, or was ours in a former life: this
// process has not died of its messages.
func (n *Node) suspectUntil(view *journal.View, shard int) time.Time {
	former, title := n.titles[shard], view.Shards[shard]
	owner, known := view.Member(former.Incarnation)
	switch {
	case title.Epoch == 1: // it has never been anybody else's
		return time.Time{}
	case title.Epoch != former.Epoch+1: // there were owners in between that nobody here saw
		return n.Now().Add(maxSkew)
	case n.wasMe(former.Incarnation), known && owner.Live():
		return time.Time{}
	}
	return n.Now().Add(maxSkew)
}
