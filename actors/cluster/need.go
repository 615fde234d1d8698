package cluster

import "atende/actors/journal"

// assignInNeed is assign where nobody takes shards by choice: what a live node has it keeps, and what nobody
// live has goes to the nodes that an operator drained.  They said that they are up when they saw the need
// (Node.state), and give everything away again as soon as somebody else is there.
func assignInNeed(view *journal.View) [journal.Shards]journal.Incarnation {
	var want [journal.Shards]journal.Incarnation
	var reserve []journal.Incarnation
	for _, m := range view.Members { // by name
		if m.Live() && m.State == journal.NodeUp {
			reserve = append(reserve, m.Incarnation)
		}
	}
	for shard, title := range &view.Shards {
		owner, known := view.Member(title.Incarnation)
		switch {
		case known && owner.Live() && (owner.Drain || owner.State == journal.NodeUp):
			want[shard] = owner.Incarnation
		case len(reserve) > 0:
			want[shard] = reserve[shard%len(reserve)]
		}
	}
	return want
}
