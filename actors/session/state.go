package session

import (
	"log/slog"
	"time"

	"atende/actors/cluster"
	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/session/history"
	"atende/actors/session/outbox"
	"atende/actors/session/record"
	"atende/metrics/tracing"
)

// session is one chat session in memory.  It is used by one goroutine at a time.
type session struct {
	*Behavior
	// Agent leads the conversation; what it has takes the place of that in the Config.
	*Agent
	host Host
	id   string

	// tenure is the node's right to the session that rec was loaded under.
	tenure cluster.Tenure
	permit *permit // of the pass that runs
	// rec is nil until loaded, and again after anything that leaves doubts.  While the session rests packed has it, encoded.
	rec     *record.Record
	packed  []byte
	version int64
	sent    int
	dry     bool      // the rows that were read last are all that waited: whatever came since sends a Wake
	readAt  time.Time // the chat session was read last
	turn    *turn     // the one whose outbox is being delivered; nil after a crash in between
	// flight is the newest A4 of this process, kept apart from the record, which is forgotten at every
	// doubt; vigil is when this process first saw an open intent of another one.
	flight *flight
	vigil  vigil

	// What this process did itself, and knows for certain; it outlives a record that is read anew.
	//
	// delivered names the part, or the transfer, that the gateway took last: its mark may have failed, because the disk
	// was full for a moment (contract, "Repeated parts").  attempts is what is known of the tries of a part that it
	// did not take.
	delivered outbox.Position
	attempts  outbox.Attempts
	registers registers

	resumedAt time.Time // an operator's pause ended, as far as this process saw: nobody is late because of it

	// pausedUntil holds the session back after a failure of somebody else.
	pausedUntil time.Time
	crowded     bool          // because too many wait for the gateway's word
	tries       int           // failures of somebody else in a row
	grown       time.Duration // how long the pause behind the last of them was, before chance
	failures    int           // turns in a row that panicked or could not think
	bumped      bool          // rows that may have killed their reader were counted
	attempted   bool          // and they are those of the turn that runs
	engaged     bool          // goes first under overload, see weigh
	confirmed   bool          // the gateway knows the session, or did once
	deniedAt    time.Time     // it said first that it does not, zero for never; of a session that is not confirmed
	recent      []time.Time   // messages of the last minute came, see hurries
	counted     int64         // the newest row among them
	met         bool          // the journal knows that the phone wrote here, see meet
}

func newSession(b *Behavior, host Host, id string) *session {
	return &session{Behavior: b, Agent: b.only, host: host, id: id}
}

// ofPhone reports the session of a phone (phone.go), to which no chat session belongs.
func (s *session) ofPhone() bool { return record.IsPhoneSession(s.id) }

// ofAgenda reports the session of an agenda (line.go), to which no chat session belongs either.
func (s *session) ofAgenda() bool { return record.IsLineSession(s.id) }

// turn is what one answer needs beside the record.
type turn struct {
	number  int
	started time.Time
	since   time.Time // the oldest row was accepted
	rows    []int64
	hashes  []byte        // of the rows' message ids
	items   []outbox.Item // decided so far

	open *record.Intent                // stays open after this turn
	held bool                          // and is this turn's own: its rows stay, too
	told bool                          // of a turn that is settled: the patient knows that it takes its time
	made *conversation.MakeAppointment // certainly, at the first call

	// outcomes and stages wait to be counted until the commit stands, so that a turn that is tried
	// again counts once.
	outcomes   []conversation.Outcome
	stages     []reached
	unfinished []unfinished
	took       []time.Duration // of conversations to their appointments
	handOvers  []string        // confirmed, by reason
	unmet      []conversation.Unmet
	asked      conversation.DataRequest // of the patient's own data, "" for nothing
	visits     []string                 // what became of questions about appointments
	asking     *record.Asking           // the turn is such a question; nil: it is not
	waiting    []string                 // what became of wishes that wait
	lineNotes  []lineNote               // what the lines of agendas are to know of them

	counted []conversation.Outcome // for the log
	before  []conversation.Outcome // counted by the earlier holder of whom this is only said, for the log
	reached []reached              // counted, for the history
	account decide.Account         // until it is counted
	stamp   string                 // of the account, for the history
	led     []slog.Attr            // of the account, for the log
	still   bool                   // nobody is to be reminded after it
	result  string                 // one of metrics.TurnResults, "" for what the items say

	message string // the first one that it answers, for its trace; "" for none
	span    tracing.Span
	story   history.Turn
}

// reached is a stage and what the conversation was about when it came to it.
type reached struct {
	stage conversation.Stage
	about conversation.Request
}

// unfinished is an end without an appointment, and how far it had come.
type unfinished struct {
	outcome conversation.Outcome
	stage   conversation.Stage // "" for none
}
