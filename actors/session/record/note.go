package record

import (
	"encoding/json"
	"strings"

	"atende/actors/conversation"
	"atende/integrations/chat/phone"
)

// PhoneSessions begins the ids of the sessions of phones.
const PhoneSessions = "atende:phone:"

// PhoneSession is the id of the session that asks a phone about the clinic's own appointments.  No chat session of a
// gateway has one like it (event.Usable); it is otherwise a session like any other.
func PhoneSession(number string) string { return PhoneSessions + PhoneKey(number) }

// FormerPhoneSession is the id that the session of a phone has from a release that took a land line for a mobile phone, or a
// number of another country for one of Brazil; "" where it is the same.  It may as well be that of the mobile phone: what
// stands in it is this phone's only where its record has this phone.
func FormerPhoneSession(number string) string {
	if former := PhoneSessions + contactKey(phone.Former(number)); former != PhoneSession(number) {
		return former
	}
	return ""
}

// IsPhoneSession reports such an id.
func IsPhoneSession(sessionID string) bool { return strings.HasPrefix(sessionID, PhoneSessions) }

// PhoneNote is the body of a row of kind Told: what the session of a phone is to know.
type PhoneNote struct {
	// Phone is the phone, digits with country code.
	Phone string `json:"phone"`
	// Session is where the note goes, if not to the session that the phone has by now.
	Session string `json:"-"`
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
