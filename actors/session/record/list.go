package record

import (
	"encoding/json"
	"strconv"
	"strings"

	"atende/actors/conversation"
	"atende/actors/journal"
)

// LineSessions begins the ids of the sessions of agendas.
const LineSessions = "atende:agenda:"

// LineSession is the id of the session that keeps the waiting list of an agenda.  No chat session has one like it.
func LineSession(agendaID int) string { return LineSessions + strconv.Itoa(agendaID) }

// IsLineSession reports such an id.
func IsLineSession(sessionID string) bool { return strings.HasPrefix(sessionID, LineSessions) }

// LineAgenda is the agenda of such a session, 0 for none.
func LineAgenda(sessionID string) int {
	id, _ := strconv.Atoi(strings.TrimPrefix(sessionID, LineSessions))
	return id
}

// AnyWaits reports that somebody waits for a time of an agenda, by what is stored of its line, or may have just joined it.
func AnyWaits(line journal.Stored) bool {
	rec, _ := ReadStored(line)
	return len(rec.State.Line)+len(line.Waiting) > 0
}

// ListNote is the body of a row of kind Listed: what a line is told, or what it offers to a chat session.
type ListNote struct {
	// Note is what the line of an agenda is told; nil in a row for a chat session.
	Note *conversation.WaitNote `json:"note,omitempty"`
	// Offer is the time that a chat session is offered for its wish of this Number, by the line of an agenda.
	Offer    *conversation.ListedTime `json:"offer,omitempty"`
	Number   int                      `json:"n,omitempty"`
	AgendaID int                      `json:"agenda,omitempty"`
}

// Encode is the note as the body of a row.
func (n ListNote) Encode() []byte { return mustEncode(n) }

// ReadListNote reads the body of such a row.  The error says nothing of it.
func ReadListNote(body []byte) (n ListNote, err error) {
	if json.Unmarshal(body, &n) != nil || (n.Note == nil) == (n.Offer == nil) {
		return ListNote{}, errBroken
	}
	return n, nil
}
