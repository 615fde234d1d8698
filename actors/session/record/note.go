package record

import (
	"encoding/json"
	"strings"

	"atende/actors/conversation"
)

// PhoneSessions begins the ids of the sessions of phones.
const PhoneSessions = "atende:phone:"

// PhoneSession is the id of the session that asks a phone about the clinic's own appointments.  No chat session of a
// gateway has one like it (event.Usable); it is otherwise a session like any other.
func PhoneSession(phone string) string { return PhoneSessions + PhoneKey(phone) }

// IsPhoneSession reports such an id.
func IsPhoneSession(sessionID string) bool { return strings.HasPrefix(sessionID, PhoneSessions) }

// PhoneNote is the body of a row of kind Told: what the session of a phone is to know.
type PhoneNote struct {
	// Phone is the phone, digits with country code.
	Phone string `json:"phone"`
	conversation.Told
}

// Encode is the note as the body of a row.
func (n PhoneNote) Encode() []byte { return mustEncode(n) }

// ReadPhoneNote reads the body of such a row.  The error says nothing of it.
func ReadPhoneNote(body []byte) (n PhoneNote, err error) {
	if json.Unmarshal(body, &n) != nil || n.Phone == "" {
		return PhoneNote{}, errBroken
	}
	return n, nil
}
