// Package event reads the webhook events of the chat gateway (spec section 6).  The receiver uses it to decide what to
// answer, and makes of it what goes into the journal (journal.PatientMessage).
//
// How strict it is:
//
//   - Only what decides is looked at.  Of an event other than MESSAGE_RECEIVED nothing but the
//     type is read, and of a message that is not from the patient nothing but the direction: what
//     is going to be ignored cannot be refused for its shape.
//   - A field that the spec names must have its JSON type.  null and absence are the same: "".
//   - What real gateways add beyond the spec (date, timestamp, transcription, a list of files) is
//     used when it has the expected shape and counts as absent when it has not.
//   - Keys match without regard to case, unknown keys are skipped, the last of two equal keys wins.
package event

import (
	"errors"
	"time"
)

// Values of the wire that decide whether an event matters (spec B, rules 2 and 3).
const (
	MessageReceived = "MESSAGE_RECEIVED" // the only eventType that is processed
	FromHub         = "FROM_HUB"         // the direction of a message from the patient
)

// MaxFiles is how many attachments of a message are kept; WhatsApp sends 30 at most in one go.
const MaxFiles = 30

// MaxSessionID is the longest session id, in bytes, that is taken.  The gateway's own have 36; the
// bound keeps a stranger from making every map and index entry large.
const MaxSessionID = 200

// MaxChoice is the longest id of an option, in bytes, that is taken; a longer one counts as absent.
const MaxChoice = 200

// ErrInvalid is the only error of Decode: the body is not one JSON object, a field has the wrong
// type, or the session id is none that Usable takes.  It carries no detail, because the detail of a JSON error quotes
// the body.
var ErrInvalid = errors.New("event: not a valid event of the chat gateway")

// Event is an event of the gateway.  Everything beyond Type is read only of a MESSAGE_RECEIVED,
// and everything beyond Direction only when that is FROM_HUB.  No text contains U+0000, which
// JSON can carry and PostgreSQL cannot store.
type Event struct {
	// Type is eventType, as sent.
	Type string
	// Direction is content.direction, as sent.
	Direction string
	// SessionID is content.sessionId, as sent; "" when absent.
	SessionID string
	// ID is content.id, the gateway's name of the message; "" when absent.
	ID string
	// MessageType is content.type in upper case: TEXT, AUDIO, IMAGE, …  It is an open list.  Voice under another
	// name is AUDIO, and a file that comes as text, or as nothing, is what its MIME type says.
	MessageType string
	// Text is content.text; media mostly have none.
	Text string
	// Choice is the id of the option that was tapped, whose title is Text; "" for none, at most MaxChoice bytes.  Anybody
	// can have written it.
	Choice string
	// From and To are the phones of content.details as digits with country code: "+55|11…" loses
	// its signs (contract, "The patient's phone").
	From, To string
	// Timestamp is content.timestamp, else the event's date, in UTC; zero when neither is a
	// readable time.
	Timestamp time.Time
	// Files are the attachments, at most MaxFiles: details.file, then details.files, without a second mention of the
	// first; those that say where they are go before those that do not.
	Files []File
	// Transcription is what the gateway itself understood of a voice message, whole; mostly "".
	Transcription string
	// Fields is a hash of the names of all members of the event and of the objects in it, in their order, as 1 to 16
	// hexadecimal digits: programs that write events are told apart by it.
	Fields string
}

// File is an attachment.  Fields may be "", not all of them.
type File struct {
	URL         string // publicUrl
	DownloadURL string // publicUrlDownload; to be preferred
	MIMEType    string // as the sender claims
	Name        string
}
