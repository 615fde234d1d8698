package session

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"atende/actors/conversation"
	"atende/actors/journal"
	"atende/actors/pii"
	"atende/actors/session/history"
	"atende/actors/session/outbox"
)

// Schema is the newest version of a stored record that this release reads.  The record's own shape has
// not changed since 1, so it is the one of the conversation inside.  It is written once every node of the
// cluster reads it (Config.Floor).  Fields that are only added to the record, or to the state in it, need no
// new one, because older releases keep what they do not know; those added deeper (to an intent, an item, an
// offer) do, because there it is lost, and so does a new kind of item, which they would say to the patient.
const Schema = conversation.Schema

const (
	// hashSize is what is kept of a message id, in bytes.
	hashSize = 8
	// seenFor is how long message ids are remembered at least, to drop repeats: a gateway's, and webhooks that somebody
	// captured and sends again.  The last keptSeen are remembered for longer, as long as the record is.
	seenFor  = 48 * time.Hour
	keptSeen = 64
	// maxSeen bounds them within that time: one message in 84 seconds, day and night.
	maxSeen = 2048
)

// record is everything a session remembers, stored as JSON; typically below 2 kB,
// and up to 40 kB where a language model leads and the words are kept.
type record struct {
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

	// Intent is set from before an A4 until the commit of what came of it.  Turns in between keep it.
	Intent *intent `json:"intent,omitempty"`
	// Spared is how many of the attempts that are counted on the waiting rows ended because the process
	// was stopped in order, and not because it died.
	Spared int `json:"spared,omitempty"`
	ownership

	// Message is the first one that the last turn answers: it names the trace.
	Message string `json:"message,omitempty"`
	// Marks tell which placeholders of the history stand for whom.
	Marks []pii.Mark `json:"marks,omitempty"`

	// Led says who led the last turn, with which prompt and catalogue (decide.Account.Stamp).
	Led string `json:"led,omitempty"`
	// Pin is who leads as long as something is promised; nil: who leads new conversations.
	Pin *pin `json:"pin,omitempty"`

	strange strange
}

// intent is an A4 that was begun and whose outcome is not part of the state yet, with all that is
// needed to find out and to finish the turn.
type intent struct {
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

func newRecord() *record { return &record{State: &conversation.State{}} }

// errBroken: a stored record that no release has written.
var errBroken = errors.New("session: the stored record cannot be read")

// decodeRecord reads what Activate returned.
func decodeRecord(a journal.Activation) (*record, error) {
	if a.State == nil {
		return newRecord(), nil
	}
	rec := &record{}
	if readRecord(a.State, rec) != nil || a.Sent > len(rec.Outbox) {
		return nil, errBroken
	}
	return rec, nil
}

// encode never fails: a record holds nothing that JSON cannot.
func (r *record) encode() []byte { return r.strange.with(mustEncode(r), r.State) }

func mustEncode(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		panic("session: record does not encode")
	}
	return data
}

// hashOf shortens a message id to what is remembered of it.
func hashOf(messageID string) []byte {
	sum := sha256.Sum256([]byte(messageID))
	return sum[:hashSize]
}

// saw reports whether hashes holds h.
func saw(hashes, h []byte) bool {
	for known := range slices.Chunk(hashes, hashSize) {
		if bytes.Equal(known, h) {
			return true
		}
	}
	return false
}

// remember adds hashes, and forgets those that are older than seenFor and not among the last keptSeen, and the
// oldest beyond maxSeen.
func (r *record) remember(hashes []byte, now time.Time) {
	hour := hourOf(now)
	dated := int64(0)
	for _, at := range r.SeenAt {
		dated += at[1]
	}
	known := int64(len(r.Seen) / hashSize)
	if dated != known { // an older release added or dropped some: they count as new
		r.SeenAt = [][2]int64{{hour, known}}
	}
	r.Seen = slices.Concat(r.Seen, hashes)
	r.SeenAt = append(slices.Clone(r.SeenAt), [2]int64{hour, int64(len(hashes) / hashSize)})
	if last := len(r.SeenAt) - 2; last >= 0 && r.SeenAt[last][0] >= hour { // a clock may go back
		r.SeenAt[last][1] += r.SeenAt[last+1][1]
		r.SeenAt = r.SeenAt[:last+1]
	}
	known, old := int64(len(r.Seen)/hashSize), int64(0)
	for _, at := range r.SeenAt {
		if at[0] >= hourOf(now.Add(-seenFor)) {
			break
		}
		old += at[1]
	}
	r.forgetSeen(max(known-maxSeen, min(old, known-keptSeen), 0))
}

// forgetSeen drops the n oldest hashes.
func (r *record) forgetSeen(n int64) {
	r.Seen = r.Seen[n*hashSize:]
	for n > 0 || len(r.SeenAt) > 0 && r.SeenAt[0][1] == 0 {
		gone := min(n, r.SeenAt[0][1])
		r.SeenAt[0][1] -= gone
		if n -= gone; r.SeenAt[0][1] == 0 {
			r.SeenAt = r.SeenAt[1:]
		}
	}
}

func hourOf(t time.Time) int64 { return t.Unix() / int64(time.Hour/time.Second) }
