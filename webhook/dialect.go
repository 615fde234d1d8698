package webhook

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"unicode/utf8"

	"atende/actors/journal"
	"atende/integrations/chat/event"
)

// read is the message of a patient that the body of a call holds, in the gateway's dialect, or the answer to a call that
// holds none (spec B, rules 2 and 3; section 6).  Everything behind it knows Message alone, and the answers are the same for
// all dialects: a further one is a chat.Dialect (docs/change.md).  body is as it came, of at most 1 MiB.
// proof is auth.timedProof.
func (rc *receiver) read(body []byte, proof string) (Message, *answer) {
	ev, err := rc.dialect.Event(valid(body))
	switch {
	case err != nil:
		return Message{}, &invalidJSON
	case ev.Type != event.MessageReceived:
		return Message{}, &notMessageReceived
	case ev.Direction != event.FromHub:
		return Message{}, &notFromHub
	case strings.TrimSpace(ev.SessionID) == "":
		return Message{}, &missingSessionID
	}
	return Message{SessionID: ev.SessionID, MessageID: messageID(ev, body, proof), Patient: patientOf(ev)}, nil
}

// Former reads the body of a patient's row of the release before, which is a call as it came (journal/former.go).
func Former(body []byte) (journal.PatientMessage, error) {
	ev, err := event.Decode(body)
	return patientOf(ev), err
}

// valid is a body without bytes that are not UTF-8: JSON may carry them, and PostgreSQL refuses such a text for ever.
func valid(body []byte) []byte {
	if utf8.Valid(body) {
		return body
	}
	return bytes.ToValidUTF8(body, []byte("\ufffd"))
}

func patientOf(ev event.Event) journal.PatientMessage {
	m := journal.PatientMessage{
		Kind: ev.MessageType, Text: ev.Text, Transcription: ev.Transcription, From: ev.From, To: ev.To, Fields: ev.Fields,
		Choice: ev.Choice,
	}
	for _, f := range ev.Files {
		file := journal.PatientFile{MIMEType: f.MIMEType, Name: f.Name}
		if f.DownloadURL != "" {
			file.URLs = append(file.URLs, f.DownloadURL)
		}
		if f.URL != "" && f.URL != f.DownloadURL {
			file.URLs = append(file.URLs, f.URL)
		}
		m.Files = append(m.Files, file)
	}
	return m
}

// maxMessageID is the longest content.id, in bytes, that is kept as it is.
const maxMessageID = 200

// messageID names a message so that a repeated delivery has the same name: content.id.  Without
// one the body itself is the name, but only if it says when the message was written; else the
// second "sim" of a patient would pass for a repetition of the first.  There the signature is the name, if it holds the second
// in which the gateway signed, so that a call that somebody recorded does nothing again; what the gateway itself sends once
// more has another one.  Else a name of its own is the lesser evil.
func messageID(ev event.Event, body []byte, proof string) string {
	switch id := strings.TrimSpace(ev.ID); {
	case len(id) > maxMessageID:
		return "id-" + hash([]byte(id))
	case id != "":
		return id
	case !ev.Timestamp.IsZero():
		return "body-" + hash(body)
	case proof != "":
		return "signed-" + hash([]byte(proof))
	default:
		return "random-" + rand.Text()
	}
}

func hash(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}
