package event

import (
	"strings"

	"atende/integrations/chat/phone"
)

// Settle makes of what a dialect read of a patient's message, as it stood in body, an Event that keeps the promises of the
// type: no U+0000, no Choice that is too long, phones as digits with country code, the kinds that everybody knows, the files that can be fetched first
// and not too many, Fields.  Read calls it last; a dialect with another envelope does so itself.  The only error is
// ErrInvalid, for a session id that nobody can use.
func Settle(e Event, body []byte) (Event, error) {
	if !Usable(e.SessionID) {
		return Event{}, ErrInvalid
	}
	e.ID, e.Text, e.Transcription = storable(e.ID), storable(e.Text), storable(e.Transcription)
	if e.Choice = storable(e.Choice); len(e.Choice) > MaxChoice {
		e.Choice = ""
	}
	e.From, e.To = phone.Number(e.From), phone.Number(e.To)
	e.Files = settled(e.Files)
	e.MessageType = kindOf(strings.ToUpper(strings.TrimSpace(storable(e.MessageType))), e.Files)
	e.Fields = fieldsOf(body)
	return e, nil
}

// settled are files that say anything, those that can be fetched first.
func settled(files []File) []File {
	var fetched, others []File
	for _, f := range files {
		f = File{URL: storable(f.URL), DownloadURL: storable(f.DownloadURL), MIMEType: storable(f.MIMEType), Name: storable(f.Name)}
		switch {
		case f == File{}:
		case f.reachable():
			fetched = append(fetched, f)
		default:
			others = append(others, f)
		}
	}
	fetched = append(fetched, others...)
	return fetched[:min(len(fetched), MaxFiles)]
}

// reachable reports that the attachment says where it is.
func (f File) reachable() bool { return f.URL != "" || f.DownloadURL != "" }

// storable drops U+0000.
func storable(s string) string { return strings.ReplaceAll(s, "\x00", "") }
