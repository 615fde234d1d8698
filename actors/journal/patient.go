package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"time"
)

// patientVersion is that of the stored form of a PatientMessage.  A member that older releases may leave out of account
// needs no new one; any other change does, and is written once every node reads it.
const patientVersion = 1

// Errors of ReadPatientMessage.  They say nothing of the body, which a patient wrote.
var (
	// ErrUnreadable: no release wrote the body for a message of a patient.
	ErrUnreadable = errors.New("journal: no message of a patient")
	// ErrNewerMessage: a newer release wrote it, and this one cannot read it.
	ErrNewerMessage = errors.New("journal: message of a newer release")
)

// PatientMessage is what a patient sent, as everything below the receiver knows it: how gateways write it ends in package
// webhook.  It is the body of a row of kind Patient, beside the id of the message and the time of its acceptance.  No
// text contains U+0000 or bytes that are not UTF-8.
type PatientMessage struct {
	// Kind is what sort of message it is, in upper case: TEXT, AUDIO for voice of any sort, IMAGE, VIDEO, DOCUMENT, STICKER,
	// …, an open list; "" where the gateway does not say.
	Kind string `json:"kind,omitempty"`
	// Text is what was written, a caption too, of any length; "" for none.
	Text string `json:"text,omitempty"`
	// Transcription is what the gateway itself understood of a voice message, whole; mostly "".
	Transcription string `json:"transcription,omitempty"`
	// Choice is the id of the option that was tapped, as the gateway gives it back; mostly "".  Anybody can have written it.
	// A release before it takes Text, its title, alone.
	Choice string `json:"choice,omitempty"`
	// Files are the attachments; those that can be fetched come first.
	Files []PatientFile `json:"files,omitempty"`
	// From is the phone of the patient, To that of the clinic, as digits with country code; "" where it is not known.
	From string `json:"from,omitempty"`
	To   string `json:"to,omitempty"`
	// Fields is the same for messages that one program wrote, short and without anything of a patient (package newcomer).
	Fields string `json:"fields,omitempty"`
	// Origin is the same for messages that came from one address with one program, as package newcomer marks them; no
	// address can be read from it.  "" in rows of older releases.
	Origin string `json:"origin,omitempty"`
	// Accepted is when another clinic of the process accepted it, which handed it on; zero where the row's own time is that.
	Accepted time.Time `json:"accepted,omitzero"`
}

// PatientFile is an attachment.  Fields may be empty, not all of them.
type PatientFile struct {
	// URLs are where it can be fetched, in the order in which to try, all of the same content.
	URLs []string `json:"urls,omitempty"`
	// MIMEType is what the sender claims it is.
	MIMEType string `json:"mime,omitempty"`
	Name     string `json:"name,omitempty"`
}

// File is the attachment that a turn looks at, the zero one where there is none.
func (m *PatientMessage) File() PatientFile {
	if len(m.Files) == 0 {
		return PatientFile{}
	}
	return m.Files[0]
}

// versioned is a message as it is stored.  Version comes first, under a name that no gateway uses.
type versioned struct {
	Version int `json:"patient_message"`
	PatientMessage
}

// Encode is the message as the body of a row.
func (m *PatientMessage) Encode() []byte {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false) // nobody shows it in a page, and it would take six times as much
	if encoder.Encode(bilingual{versioned{patientVersion, *m}, formerOf(m)}) != nil {
		panic("journal: a message does not encode") // strings do
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// ReadPatientMessage reads the body of a row of kind Patient.
func ReadPatientMessage(body []byte) (PatientMessage, error) {
	var stored versioned
	switch err := json.Unmarshal(body, &stored); {
	case stored.Version > patientVersion: // whatever shape it has
		return PatientMessage{}, ErrNewerMessage
	case err != nil || stored.Version < 1:
		return PatientMessage{}, ErrUnreadable
	}
	return stored.PatientMessage, nil
}
