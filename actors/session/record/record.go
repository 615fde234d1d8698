// Package record is what is stored of a session: its encoding and versions, whose the session is, what was seen, and
// what others may read in it (operators, searches for a person).  It promises that a release keeps what a newer one
// stored, and that what it tells operators identifies nobody; it knows what is stored, and neither the journal's calls
// nor a turn.
package record

import (
	"encoding/json"
	"errors"
	"time"

	"atende/actors/conversation"
	"atende/actors/journal"
	"atende/actors/pii"
	"atende/actors/session/history"
	"atende/actors/session/outbox"
)

// Schema is the newest version of a stored record that this release reads.  The record's own shape has
// not changed since 1, so it is the one of the conversation inside.  It is written once every node of the
// cluster reads it (session.Config.Floor).  Fields that are only added to the record, or to the state in it, need no
// new one, because older releases keep what they do not know; those added deeper (to an intent, an item, an
// offer) do, because there it is lost, and so does a new kind of item, which they would say to the patient.
const Schema = conversation.Schema

// Record is everything a session remembers, stored as JSON; typically below 2 kB,
// and up to 40 kB where a language model leads and the words are kept.
type Record struct {
	// Seen are the hashes of the last message ids that a turn took, hashSize bytes each, oldest
	// first.
	Seen []byte `json:"seen,omitempty"`
	// SeenAt says when: hours since 1970, each with how many of them it is of.  An older release keeps it and adds to
	// Seen alone.
	SeenAt [][2]int64          `json:"seen_at,omitempty"`
	State  *conversation.State `json:"state"`
	// Turn numbers the turns of the session, from 1.
	Turn int `json:"turn"`
	// Phone is the patient's, digits with country code; "" while unknown.
	Phone string `json:"phone,omitempty"`
	// Writer is by which phone the writer is known: Phone is also one that messages only go to, or that a message says of
	// itself where the gateway's record has another.  "": by none; nil: an older release stored this, and it is Phone.
	Writer *string `json:"writer,omitempty"`

	// Outbox is what the last turn decided to do towards the gateway, in order.  How much of it is
	// done stands beside the record (journal.Activation.Sent).
	Outbox []outbox.Item `json:"outbox,omitempty"`
	// Answers are the rows that the outbox answers; they disappear with its last item.
	Answers []int64 `json:"answers,omitempty"`
	// Certain is set when the outbox tells of an appointment: it is said whoever has the session by then.
	Certain bool `json:"certain,omitempty"`
	// Since is when the oldest of those rows was accepted.
	Since time.Time `json:"since,omitzero"`
	// Part is what is known of the tries of a part that did not arrive yet.  An older release keeps it and does not
	// read it; it names the part, so one that was sent meanwhile is not meant.
	Part *outbox.Attempts `json:"part,omitempty"`

	// Asking is set while the outbox is a question about appointments to come, which nobody wrote for.  An older release
	// says it like any answer.
	Asking *Asking `json:"asking,omitempty"`

	// Intent is set from before an A4 until the commit of what came of it.  Turns in between keep it.
	Intent *Intent `json:"intent,omitempty"`
	// Spared is how many of the attempts that are counted on the waiting rows ended because the process
	// was stopped in order, and not because it died.
	Spared int `json:"spared,omitempty"`
	Ownership

	// Message is the first one that the last turn answers: it names the trace.
	Message string `json:"message,omitempty"`
	// Marks tell which placeholders of the history stand for whom.
	Marks []pii.Mark `json:"marks,omitempty"`

	// Led says who led the last turn, with which prompt and catalogue (decide.Account.Stamp).
	Led string `json:"led,omitempty"`
	// Pin is who leads as long as something is promised; nil: who leads new conversations.
	Pin *Pin `json:"pin,omitempty"`

	unknown unknownFields
}

// Asking is how a question about appointments goes out.
type Asking struct {
	// Closed says that the gateway has closed the chat session: by phone only.
	Closed bool `json:"closed,omitempty"`
	// Phrase is what it is about, where it goes out as a template; "" where it does not.
	Phrase string `json:"phrase,omitempty"`
	// Listed says that it is an offer of the waiting list instead.
	Listed bool `json:"listed,omitempty"`
}

// Intent is an A4 that was begun and whose outcome is not part of the state yet, with all that is
// needed to find out and to finish the turn.
type Intent struct {
	Booking conversation.MakeAppointment `json:"booking"`
	Attempt int                          `json:"attempt"`
	Token   string                       `json:"token"`
	// Replayable says that the scheduling API was known to answer a repeat with the first result.
	Replayable bool `json:"replayable,omitempty"`
	// Doubt says that the attempt before may have been executed all the same.
	Doubt bool `json:"doubt,omitempty"`
	// Held says that the turn ended with the intent open: the patient knows, and its message ids are
	// remembered.
	Held bool `json:"held,omitempty"`

	Rows   []int64       `json:"rows"`
	Hashes []byte        `json:"hashes"`
	Since  time.Time     `json:"since"`
	Items  []outbox.Item `json:"items,omitempty"` // decided on before the A4
	// Message is the first one of the turn, Entry what its history tells so far.  An older release forgets both,
	// and with them a part of the history.
	Message string         `json:"message,omitempty"`
	Entry   *history.Entry `json:"entry,omitempty"`
}

// Pin is who leads a conversation in which times are offered or one is chosen, until it ends or a day passes.
type Pin struct {
	Version string    `json:"version"`
	Canary  bool      `json:"canary,omitempty"`
	Since   time.Time `json:"since"`
}

// New is the record of a session that remembers nothing.
func New() *Record { return &Record{State: &conversation.State{}} }

// errBroken: a stored record that no release has written.
var errBroken = errors.New("session: the stored record cannot be read")

// Decode reads what Activate returned.
func Decode(a journal.Activation) (*Record, error) {
	if a.State == nil {
		return New(), nil
	}
	rec := &Record{}
	if readRecord(a.State, rec) != nil || a.Sent > len(rec.Outbox) {
		return nil, errBroken
	}
	return rec, nil
}

// Encode never fails: a record holds nothing that JSON cannot.
func (r *Record) Encode() []byte { return r.unknown.with(mustEncode(r), r.State) }

func mustEncode(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		panic("session: record does not encode")
	}
	return data
}

// Wrote reports that a message of the patient was read, so that the gateway knew the session.
func (r *Record) Wrote() bool { return r.Message != "" || r.Phone != "" || r.Led != "" }
