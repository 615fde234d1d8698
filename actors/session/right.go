package session

import (
	"errors"
	"sync/atomic"

	"atende/actors/journal"
)

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

// entitled is what may be done for the session, and forgets what was loaded under an ownership that
// ended: somebody else may have gone on since (C6).
func (s *session) entitled() Right {
	right, tenure := s.host.Right(s.id)
	same := tenure.Title == s.tenure.Title
	switch {
	case right == MayFinish && same && s.rec != nil:
		return MayFinish
	case right != MayAct:
		s.forget()
		return NoRight
	case !same:
		s.forget()
		s.tenure, s.bumped = tenure, false
		s.pausedUntil, s.tries = s.Now(), 0 // the pause was for another life of the session
	}
	s.tenure.Suspect = tenure.Suspect
	return MayAct
}

// forget drops what is in memory of the record.  What this process did itself, and knows for certain,
// stays: the newest A4 and the newest part.
func (s *session) forget() {
	if t := s.turn; t != nil {
		s.rec, s.turn = nil, nil
		s.endSpan(t)
	}
	s.rec = nil
}

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

// finishing reports that the session goes to another node once its turn has ended.
func (s *session) finishing() bool {
	right, tenure := s.host.Right(s.id)
	return right == MayFinish && tenure.Title == s.tenure.Title
}

// lost reports that the right went since the session was loaded, or was away for a moment in this pass.
func (s *session) lost() bool {
	return s.permit != nil && s.permit.denied.Load() || allowed(s.host, s.id, s.tenure.Title) != nil
}
