package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
	"time"

	"atende/actors/cluster"
)

// writeCluster prints members and a summary for a person.
func writeCluster(out io.Writer, status cluster.Status) {
	table := tabwriter.NewWriter(out, 0, 8, 2, ' ', 0)
	fmt.Fprintln(table, "NODE\tSTATE\tLEASE\tSHARDS\tPENDING\tRELEASE\tUP")
	for _, m := range status.Members {
		fmt.Fprintf(table, "%s#%d\t%s\t%s\t%d\t%d\t%s\t%s\n",
			m.Node, m.Incarnation, stateOf(m), leaseOf(m), m.Shards, m.Pending, cmp.Or(m.Release, "-"), upOf(m))
	}
	_ = table.Flush() // like Fprint: nobody is left to tell
	fmt.Fprintf(out, "\n%s\n", shardSummary(status))
	if moving := len(status.Handoffs.Moving); moving > 0 || status.Handoffs.HeldSessions > 0 {
		fmt.Fprintf(out, "%s hands on %s; sessions that finish their turn there: %d\n",
			status.Node, plural(moving, "shard"), status.Handoffs.HeldSessions)
	}
	fmt.Fprintf(out, "%s handed on by %s since it started\n", plural(int(status.Handoffs.Total), "shard"), cmp.Or(status.Node, "this node"))
}

// stateOf is what a member is doing, in a word.
func stateOf(m cluster.MemberStatus) string {
	switch {
	case !m.Live && m.State != "dead":
		return "silent" // its lease is over and nobody has buried it yet
	case m.Live && m.Drain:
		return "drained"
	default:
		return m.State
	}
}

func leaseOf(m cluster.MemberStatus) string {
	if !m.Live || m.LeaseMS == 0 { // a single node needs none
		return "-"
	}
	return fmt.Sprintf("%.1fs", float64(m.LeaseMS)/1000)
}

func upOf(m cluster.MemberStatus) string {
	if !m.Live {
		return "-"
	}
	return (time.Duration(m.UpSeconds) * time.Second).String()
}

// shardSummary is how many shards there are, and how many have no live owner.
func shardSummary(status cluster.Status) string {
	live := map[string]bool{}
	for _, m := range status.Members {
		live[fmt.Sprintf("%s#%d", m.Node, m.Incarnation)] = m.Live
	}
	orphans, pending := 0, 0
	for _, shard := range status.Shards {
		if !live[shard.Owner] {
			orphans++
		}
		pending += shard.Pending
	}
	text := plural(len(status.Shards), "shard")
	if orphans > 0 {
		text += fmt.Sprintf(", %d of them without a live owner", orphans)
	}
	if pending > 0 {
		text += fmt.Sprintf(", %s waiting", plural(pending, "message"))
	}
	return text
}

// writeShards prints all shards, one a line.
func writeShards(out io.Writer, status cluster.Status) {
	table := tabwriter.NewWriter(out, 0, 8, 2, ' ', 0)
	fmt.Fprintln(table, "SHARD\tOWNER\tEPOCH\tPENDING\t")
	for _, s := range status.Shards {
		moving := ""
		if slices.Contains(status.Handoffs.Moving, s.Shard) {
			moving = "moving"
		}
		fmt.Fprintf(table, "%d\t%s\t%d\t%d\t%s\n", s.Shard, cmp.Or(s.Owner, "-"), s.Epoch, s.Pending, moving)
	}
	_ = table.Flush() // like Fprint: nobody is left to tell
}

// plural is "1 shard" or "5 shards".
func plural(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}
