package session

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"atende/actors/cluster"
	"atende/actors/journal"
)

// Host is what an actor needs of the router that owns it.
type Host interface {
	// Done is called once for every Wake, when it was handled, and says how the session rests.
	Done(sessionID string, rest Rest)
	// Wake asks for a Wake now, for news that do not come through the journal.  It never blocks.
	Wake(sessionID string)
	// Right is what this node may do for the session now, and the tenure that says so.  It never blocks
	// for long.
	Right(sessionID string) (Right, cluster.Tenure)
	// Draining reports that no new turn may start.
	Draining() bool
	// Context ends when running turns must give up.
	Context() context.Context
}

// Rest is how a session rests after a Wake.
type Rest struct {
	// Again > 0 asks for another Wake after that time, and to stay in memory until then; 0 says that
	// nothing waits.
	Again time.Duration
	// Engaged says that the patient is in the middle of a booking, or that something decided is not
	// done yet: under overload such a session goes first.
	Engaged bool
	// Confirmed says that the gateway knows the session, or did once.
	Confirmed bool
}

// Right is what this node may do for a session at a moment.
type Right int

// The rights, from the least.  Nobody asks for more than once a step, because a right can end at any
// time; what judges in the end is the version that a commit is based on.
const (
	// NoRight: the session is another node's, or the lease of this one is over.
	NoRight Right = iota
	// MayFinish: the session goes to another node.  Its running turn may end, no other may begin.
	MayFinish
	// MayAct: the session is this node's.
	MayAct
)

// errLost: the node lost the right to the session.  Nothing is wrong with anybody: the rows stay, and the
// owner goes on with them.
var errLost = errors.New("session: another node's now")

// permit is asked before everything that somebody else could notice (C4).  It is safe for concurrent
// use with the session: it knows the title that the record was loaded under.
type permit struct {
	host  Host
	id    string
	title journal.Title
	// denied: something was held back.  A lease that runs out while its renewal is under way may run again a
	// moment later, and yet the error that came of it is nobody's.
	denied atomic.Bool
}

func (s *session) newPermit() *permit {
	return &permit{host: s.host, id: s.id, title: s.tenure.Title}
}

func (p *permit) ask() error {
	err := allowed(p.host, p.id, p.title)
	if err != nil {
		p.denied.Store(true)
	}
	return err
}

// allowed reports, by a nil error, that things may be done for a session under a title.
func allowed(host Host, id string, title journal.Title) error {
	right, tenure := host.Right(id)
	if right == NoRight || tenure.Title != title {
		return errLost
	}
	return nil
}
