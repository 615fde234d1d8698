package session

import (
	"time"

	"atende/actors/decide"
	"atende/actors/journal"
	"atende/actors/session/history"
)

// maxRows is how many waiting rows one turn takes, as many as its entry tells of; more go into the next turn.
const maxRows = history.MaxHeard

// floodRows is how many may wait before the session goes to a person.
const floodRows = 100

// row is a waiting row that nobody has seen yet.
type row struct {
	journal.Message
	patient journal.PatientMessage // of a Patient row
}

// decode reads the body of a patient's row.
func (r *row) decode() (err error) {
	r.patient, err = journal.ReadPatientMessage(r.Body)
	return err
}

// acceptedAt is when the message was answered 202, here or by the clinic that handed it on: what it answers was asked before.
func (r row) acceptedAt() time.Time {
	if at := r.patient.Accepted; !at.IsZero() && at.Before(r.ReceivedAt) {
		return at
	}
	return r.ReceivedAt
}

// message is the row as the driver sees it before anything is fetched: text as written, media with the words
// the gateway found in them, or none.
func (r row) message() decide.Message {
	m := decide.Message{Type: r.patient.Kind, Text: r.patient.Text, At: r.acceptedAt(), Choice: r.patient.Choice}
	if m.Type == "" {
		m.Type = "TEXT"
	}
	if m.Text == "" && r.patient.Transcription != "" {
		m.Text, m.Spoken = r.patient.Transcription, true
	}
	m.Shorten()
	return m
}

// unheard reports a voice message of which nobody knows yet what it says.
func (r row) unheard() bool { return r.patient.Kind == "AUDIO" && r.message().Text == "" }

// gives reports a row that says who has the session from now on.
func (r row) gives() bool { return r.Kind == journal.Transferred || r.Kind == journal.HandedBack }
