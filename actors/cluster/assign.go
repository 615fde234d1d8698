package cluster

import (
	"cmp"
	"slices"

	"atende/actors/journal"
)

// assign says who should own each shard; the zero Incarnation is nobody.  It depends on the view alone,
// so nodes that see the same want the same, without a leader:
//
//   - Takers are the live nodes that are up and that nobody asked to drain.  Each has a quota, 256 over
//     their number rounded down, or up for those that have most; so nobody ends with more than one shard
//     above its even share.
//   - A shard stays where it is as far as the quota of its owner goes.  That is the least movement that
//     evens the shares, and it brings back to a node that joined anew what its former life owned.
//   - The rest goes to takers below their quota: what was never owned, what the dead and the draining
//     have, and what is above a quota.
//   - Where there are no takers, assignInNeed.
func assign(view *journal.View) [journal.Shards]journal.Incarnation {
	var want [journal.Shards]journal.Incarnation
	takers := takersOf(view)
	if len(takers) == 0 {
		return assignInNeed(view)
	}
	homes := homesOf(view, takers)
	quotas := quotasFor(takers, homes)
	for i, taker := range takers {
		for _, shard := range homes[i][:min(len(homes[i]), quotas[i])] {
			want[shard] = taker.Incarnation
			quotas[i]--
		}
	}
	next := 0
	for shard := range want {
		if want[shard] != (journal.Incarnation{}) {
			continue
		}
		for quotas[next] == 0 { // the quotas add up to the number of shards
			next++
		}
		want[shard] = takers[next].Incarnation
		quotas[next]--
	}
	return want
}

// takersOf lists who may own shards, by name.
func takersOf(view *journal.View) []journal.Member {
	var takers []journal.Member
	for _, m := range view.Members {
		if takes(m) {
			takers = append(takers, m)
		}
	}
	slices.SortFunc(takers, func(a, b journal.Member) int { return cmp.Compare(a.Node, b.Node) })
	return takers
}

// takes reports whether a node may be given shards.
func takes(m journal.Member) bool { return m.Live() && m.State == journal.NodeUp && !m.Drain }

// homesOf lists the shards of each taker: first those it owns, then those that a former life of it did.
func homesOf(view *journal.View, takers []journal.Member) [][]int {
	owned, former := make([][]int, len(takers)), make([][]int, len(takers))
	index := map[string]int{}
	for i, taker := range takers {
		index[taker.Node] = i
	}
	for shard, title := range &view.Shards {
		i, ok := index[title.Incarnation.Node]
		switch {
		case !ok:
		case title.Incarnation == takers[i].Incarnation:
			owned[i] = append(owned[i], shard)
		default:
			former[i] = append(former[i], shard)
		}
	}
	for i := range owned {
		owned[i] = append(owned[i], former[i]...)
	}
	return owned
}

// quotasFor spreads all shards over the takers.  What does not divide goes to those that have most, so
// that it need not move.
func quotasFor(takers []journal.Member, homes [][]int) []int {
	quotas := make([]int, len(takers))
	richest := make([]int, len(takers))
	for i := range takers {
		quotas[i] = journal.Shards / len(takers)
		richest[i] = i
	}
	slices.SortStableFunc(richest, func(a, b int) int { return cmp.Compare(len(homes[b]), len(homes[a])) })
	for _, i := range richest[:journal.Shards%len(takers)] {
		quotas[i]++
	}
	return quotas
}

// claimable reports a shard that nobody live owns, as far as the view goes: never owned, or owned by an
// incarnation that was declared dead or replaced.  One whose lease is over must be buried first.
func claimable(view *journal.View, shard int) bool {
	owner, known := view.Member(view.Shards[shard].Incarnation)
	return !known || owner.State == journal.NodeDead
}
