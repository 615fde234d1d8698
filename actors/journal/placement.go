package journal

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Errors of a shared journal that callers decide on.
var (
	// ErrNotOwner: this node does not own the session's shard, or not any more; nothing was changed.
	ErrNotOwner = errors.New("journal: another node owns the session")
	// ErrHeld: the former owner of the shard is finishing a turn of the session; nothing was changed.
	ErrHeld = errors.New("journal: the former owner still holds the session")
	// ErrNodeTaken: a live node has this name.
	ErrNodeTaken = errors.New("journal: a live node has this name")
	// ErrIncarnationOver: the lease ran out, or somebody declared the node dead.  It never comes back
	// (C3); the process joins again as another incarnation.
	ErrIncarnationOver = errors.New("journal: this incarnation is over")
	// ErrOldRelease: the store holds what only newer releases can read.
	ErrOldRelease = errors.New("journal: the cluster was raised to a newer release")
	// ErrForeignHash: the store was made with another number of shards or another hash.
	ErrForeignHash = errors.New("journal: the store has another placement of sessions")
)

// Incarnation is one life of a node: from when it joined until its lease ran out.
type Incarnation struct {
	Node   string
	Number int64 // from 1, grows by one with every life
}

// String is NODE#NUMBER.
func (i Incarnation) String() string { return fmt.Sprintf("%s#%d", i.Node, i.Number) }

// Title is a node's right to the sessions of a shard.  The epoch grows with every change of the owner,
// so two titles that are equal are of one unbroken ownership (C2).
type Title struct {
	Incarnation Incarnation
	Epoch       int64
}

// Ownership is what a node owns at this moment, as far as it knows.  It is safe for concurrent use and
// never blocks.
type Ownership interface {
	// Title is the right to a shard; false when the node has none, or its lease is over.
	Title(shard int) (Title, bool)
}

// NodeState is what a node says of itself, or others of it.
type NodeState string

// The states of a node.
const (
	NodeUp       NodeState = "up"
	NodeDraining NodeState = "draining" // owns less and less, takes nothing new
	NodeDead     NodeState = "dead"     // for ever; the next life is another incarnation
)

// Member is a row of the table of nodes.  Durations are by the store's clock, at the moment of reading.
type Member struct {
	Incarnation
	Address   string // HOST:PORT where it takes hints, "" for nowhere
	State     NodeState
	Lease     time.Duration // that is left; 0 or less: over
	Up        time.Duration // since it joined
	SchemaMax int           // the newest state schema that it reads and writes
	Release   string        // for operators
	Pending   int           // waiting rows of its shards, as it last said
	Drain     bool          // an operator wants it to give its shards away
}

// Live reports a member whose lease runs.
func (m Member) Live() bool { return m.State != NodeDead && m.Lease > 0 }

// View is the whole truth about placement at one moment.
type View struct {
	Members []Member      // by name of the node; the dead, too, unless it was long ago
	Shards  [Shards]Title // zero: never owned
	// SchemaFloor: every node can read this state schema, so it may be written.
	SchemaFloor int
}

// Member finds a member by incarnation.
func (v *View) Member(i Incarnation) (Member, bool) {
	for _, m := range v.Members {
		if m.Incarnation == i {
			return m, true
		}
	}
	return Member{}, false
}

// Newcomer is a node that joins.
type Newcomer struct {
	Node      string
	Address   string
	SchemaMax int
	Release   string
	Lease     time.Duration
}

// Beat is what a node says of itself with each renewal.
type Beat struct {
	State   NodeState // up or draining
	Pending int
	Lease   time.Duration // from now on, by the store's clock
}

// Move gives a shard from its owner straight to another node.
type Move struct {
	Shard int
	From  Title       // of the owner, who calls
	To    Incarnation // must be live and up
	// Busy are the sessions with a running turn.  They stay with the former owner for Hold, or until
	// it releases them or dies; but for those that yet another node holds: it goes on holding them.
	Busy []string
	Hold time.Duration
}

// Placement decides who owns which shard.  Its clock is the only one that counts, every call is one
// atomic step, and an error that is none of the package's means "unknown": the step may have happened.
// Ownership is whatever the next View says, never the answer of a call.
type Placement interface {
	// Join begins an incarnation.  ErrNodeTaken while a live node has this name, ErrOldRelease when
	// n.SchemaMax is below the floor, ErrForeignHash.
	Join(ctx context.Context, n Newcomer) (Incarnation, error)

	// Renew extends the lease of an incarnation whose lease runs (C3), and reads the view after it.
	// ErrIncarnationOver: nothing was extended, and never will be.
	Renew(ctx context.Context, me Incarnation, b Beat) (View, error)

	// View reads without taking part.
	View(ctx context.Context) (View, error)

	// Bury declares an incarnation dead whose lease is over, or which is the caller's own.  It reports
	// whether this call did it; an incarnation that renewed in time lives on.
	Bury(ctx context.Context, who, caller Incarnation) (bool, error)

	// Claim takes those of the shards that nobody live owns: never owned, or owned by an incarnation
	// that is dead or was replaced.  The caller must be live and up; else nothing happens.
	Claim(ctx context.Context, me Incarnation, shards []int) error

	// Move hands a shard on, together with the holds of its busy sessions.  It reports whether it did:
	// not when From is not the newest title any more, or To is not live and up.
	Move(ctx context.Context, m Move) (bool, error)

	// Release ends the holds that me has on the sessions; others it leaves alone.
	Release(ctx context.Context, me Incarnation, sessionIDs []string) error

	// Drain sets or takes back an operator's wish that a node give its shards away, and reports
	// whether a live node of that name exists.  A new incarnation begins without it.
	Drain(ctx context.Context, node string, wanted bool) (bool, error)

	// RaiseFloor makes schema the floor unless it is higher already.
	RaiseFloor(ctx context.Context, schema int) error

	// Backlog counts the waiting rows of every shard.
	Backlog(ctx context.Context) ([Shards]int, error)
}

// Shared is the journal of a cluster as one of its nodes reaches it.
//
// Activate needs a title: it fails with ErrNotOwner unless the store agrees that the title is the
// newest of the session's shard, and with ErrHeld while another live incarnation holds the session.
// Commit does not ask who owns the shard: the version judges, because loading bumped it.  Sweep,
// Ring and Purge see the shards that the node owns; Pending counts those, after the next Sweep at the latest.
// Accept, Answer and all of Archive work for every session.
type Shared interface {
	Store
	Placement
	// Own names what the node owns; it is called once, before any other call.  Until then, and in a
	// process without a node, everything belongs to others.
	Own(Ownership)
}
