// Package cluster decides, with the other nodes and a store they share, which node answers which
// chat session: members, shards, leases with epochs, hand-off.
//
// The store is the only clock and the only judge.  A node tells it four times a second that it lives
// and reads back who owns what; whatever that view says is true, and nothing else is.  Messages
// between nodes are hints that may all be lost.  DESIGN.md beside this file has the protocol.
package cluster

import (
	"time"

	"atende/actors/journal"
)

// Sessions is what the cluster needs of whoever runs the sessions of this node.  No call blocks.
type Sessions interface {
	// Leave closes a shard that is about to move: nothing begins there any more under this title (a
	// later one is open from the start).  The sessions whose turn is running, which it returns, finish
	// that turn and no other until the hold ends, as long as the incarnation of title lives; for each of
	// them Node.Finished is called then.
	Leave(shard int, title journal.Title, hold time.Time) (busy []string)
	// Stay opens a shard again that did not move.
	Stay(shard int)
	// Look asks for a pass over the waiting rows soon: shards came.
	Look()
	// Wake lets a session look at what waits, if it is of this node.
	Wake(sessionID string)
	// Progress changes with every pass over the waiting rows that succeeds, also where nothing is owned
	// (C10): the time of the last one; zero: never.
	Progress() time.Time
}

// Tenure is the title to a shard, and what it brought along.
type Tenure struct {
	journal.Title
	// Suspect: rows that were received before this moment may have killed the node that owned the
	// shard then.  Zero: it gave the shard away alive.
	Suspect time.Time
}
