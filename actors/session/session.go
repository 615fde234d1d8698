// Package session is the behaviour of one actor per chat session.  A Wake makes it look at what
// waits in the journal and answer it; nothing that matters travels in a message.
//
// One pass of a session, each step in a file named after it:
//
//	load     activate the session: its newest record, and a fence against every earlier holder
//	deliver  send what an earlier turn decided and could not send yet, in order
//	settle   an A4 whose outcome is not known yet: find out by looking, never repeat blindly
//	read     the waiting rows; repeats of messages that were seen are dropped
//	quiet    let a burst of messages finish
//	stages   a turn: filter → silence → media → converse (→ act → book) → conclude → commit
//
// and then again from the top, until nothing waits.  What a turn says goes through the outbox of
// the record: first durable, then sent, each item marked.  Everything that fails either puts the
// session off with growing pauses (the gateway, the journal) or is an uncontrolled error, and that
// ends in one place, converse.go, as a transfer to a person.
//
// DESIGN.md beside this file has the life cycle, the protocol, and what happens when the process
// dies between any two steps.
package session

import (
	"strings"

	"github.com/anthdm/hollywood/actor"
)

// Kind is the first half of the actors' names; the second is the chat-session id.
const Kind = "session"

// Wake tells a session to look at what waits in the journal.  It carries nothing, so that losing
// one or sending one too many does no harm.
type Wake struct{}

// Pack tells a session that rests to hold its record as it is stored, which is a third of what it takes in use.  One that
// does not rest keeps it.
type Pack struct{}

// Producer makes the actors of a host.  It is shared by all of them, so that an idle session costs
// no more than its entry in the library's table.
func (b *Behavior) Producer(host Host) actor.Producer {
	return func() actor.Receiver { return &mailbox{behavior: b, host: host} }
}

// mailbox is the actor.  Its session is nil until the first Wake: the library calls Started on the
// goroutine of whoever spawns, so nothing may be loaded there.
type mailbox struct {
	behavior *Behavior
	host     Host
	session  *session
}

// Receive implements actor.Receiver.  Messages of the library's own life cycle are none of our
// business: Stopped comes on every restart and is no place to save anything.
func (m *mailbox) Receive(c *actor.Context) {
	switch c.Message().(type) {
	case Wake:
	case Pack:
		if m.session != nil {
			m.session.pack()
		}
		return
	default:
		return
	}
	id := strings.TrimPrefix(c.PID().ID, Kind+"/")
	if m.session == nil {
		m.session = newSession(m.behavior, m.host, id)
	}
	var rest Rest
	// Deferred, so that the router's books stay right whatever happens.
	defer func() { m.host.Done(id, rest) }()
	rest.Again = m.session.run(m.host.Context())
	rest.Engaged, rest.Confirmed = m.session.engaged, m.session.confirmed
}
