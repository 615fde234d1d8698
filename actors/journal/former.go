package journal

import (
	"bytes"
	"strings"
)

// All of this file goes with the release after this one, and with it sealed.Options.Former and webhook.Former.  The
// release before kept the gateway's call itself as the body of a patient's row.  Its rows are read, and it reads those of
// this release: while both serve one cluster, and on the way back to it.

// bilingual is a message for both releases.
type bilingual struct {
	versioned
	former
}

// former is a message once more, in the names in which the release before looks for what it needs of it.
type former struct {
	EventType string        `json:"eventType"`
	Content   formerContent `json:"content"`
}

type formerContent struct {
	Direction string        `json:"direction"`
	Type      string        `json:"type,omitempty"`
	Text      string        `json:"text,omitempty"`
	Details   formerDetails `json:"details"`
}

type formerDetails struct {
	From          string      `json:"from,omitempty"`
	To            string      `json:"to,omitempty"`
	File          *formerFile `json:"file,omitempty"`
	Transcription *formerText `json:"transcription,omitempty"`
}

type formerFile struct {
	DownloadURL string `json:"publicUrlDownload,omitempty"`
	URL         string `json:"publicUrl,omitempty"`
	MIMEType    string `json:"mimeType,omitempty"`
	Name        string `json:"name,omitempty"`
}

type formerText struct {
	Text string `json:"text"`
}

// formerLongest is more than the release before reads of a text, 65,536 characters, in bytes.
const formerLongest = 4 * 65_536

// begin is what the release before needs of a text.
func begin(text string) string {
	if len(text) <= formerLongest {
		return text
	}
	return strings.ToValidUTF8(text[:formerLongest], "") // the cut may go through a character
}

func formerOf(m *PatientMessage) former {
	f := former{"MESSAGE_RECEIVED", formerContent{Direction: "FROM_HUB", Type: m.Kind, Text: begin(m.Text)}}
	details := &f.Content.Details
	details.From, details.To = international(m.From), international(m.To)
	if m.Transcription != "" {
		details.Transcription = &formerText{begin(m.Transcription)}
	}
	if len(m.Files) > 0 { // it knows one
		first := m.Files[0]
		details.File = &formerFile{MIMEType: first.MIMEType, Name: first.Name}
		for i, url := range first.URLs {
			if details.File.URL = url; i == 0 {
				details.File.DownloadURL = url
			}
		}
	}
	return f
}

// international keeps the country code of a phone from being added once more.
func international(phone string) string {
	if phone == "" {
		return ""
	}
	return "+" + phone
}

// Former reads the body of a patient's row that the release before wrote.
type Former func(body []byte) (PatientMessage, error)

// Renew puts rows of the release before into the form of this one, in place; what it cannot read stays.
func (read Former) Renew(rows []Message) {
	for i := range rows {
		row := &rows[i]
		if read == nil || row.Kind != Patient || bytes.HasPrefix(row.Body, []byte(`{"patient_message":`)) {
			continue
		}
		if m, err := read(row.Body); err == nil {
			row.Body = m.Encode()
		}
	}
}
