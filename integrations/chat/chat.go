// Package chat speaks the chat gateway's HTTP API (spec C): read a session, send a message in it
// or by phone, transfer it to the human department, tag a contact.  Types here are plain; the wire
// shapes stay inside.
package chat

import "encoding/json"

// Session is what the engine reads of a chat-session record (spec 2.6).  Where a flat field is
// absent the nested one of the real gateway family serves (contract, "Session record").
type Session struct {
	Platform string // "WHATSAPP"; compared without regard to case
	Instance string // instanceNumber
	Team     string // teamName
	Status   string // "Pendente", "IN_PROGRESS", …
	// Phone is the patient's, digits with country code, "" if the record has none.
	Phone string
	// Raw is the record as it came.
	Raw json.RawMessage
}
