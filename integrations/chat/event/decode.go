package event

import (
	"encoding/json"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"atende/integrations/chat/phone"
	"atende/integrations/chat/wire"
)

// Decode reads the body of a webhook call.  The only error is ErrInvalid.
func Decode(body []byte) (Event, error) {
	if !json.Valid(body) || !wire.IsObject(body) {
		return Event{}, ErrInvalid
	}
	var e Event
	var date string
	var content []byte
	var odd shape
	for key, value := range wire.Members(body) {
		switch {
		case wire.Named(key, "eventType"):
			odd.text(&e.Type, value)
		case wire.Named(key, "date"):
			extra(&date, value)
		case wire.Named(key, "content"):
			content = value
		}
	}
	switch {
	case bool(odd):
		return Event{}, ErrInvalid
	case e.Type != MessageReceived || content == nil || wire.IsNull(content):
		return e, nil
	}
	e, err := decodeContent(content, date)
	if e.Direction == FromHub {
		e.Fields = fieldsOf(body)
	}
	return e, err
}

// decodeContent reads content.  The shape of a message that is somebody else's is of no interest.
func decodeContent(content []byte, date string) (Event, error) {
	e := Event{Type: MessageReceived}
	var timestamp string
	var details []byte
	var odd, oddDirection shape
	for key, value := range wire.Members(content) {
		switch {
		case wire.Named(key, "id"):
			odd.text(&e.ID, value)
		case wire.Named(key, "sessionId"):
			odd.text(&e.SessionID, value)
		case wire.Named(key, "direction"):
			oddDirection.text(&e.Direction, value)
		case wire.Named(key, "type"):
			odd.text(&e.MessageType, value)
		case wire.Named(key, "text"):
			odd.text(&e.Text, value)
		case wire.Named(key, "timestamp"):
			extra(&timestamp, value)
		case wire.Named(key, "details"):
			details = odd.object(value)
		}
	}
	if !wire.IsObject(content) || bool(oddDirection) {
		return Event{}, ErrInvalid
	}
	if e.Direction != FromHub {
		return Event{Type: MessageReceived, Direction: e.Direction}, nil
	}
	odd.details(&e, details)
	if bool(odd) || !Usable(e.SessionID) {
		return Event{}, ErrInvalid
	}
	e.Timestamp = parseTime(timestamp)
	if e.Timestamp.IsZero() {
		e.Timestamp = parseTime(date)
	}
	e.ID, e.Text = storable(e.ID), storable(e.Text)
	e.MessageType = kindOf(strings.ToUpper(strings.TrimSpace(storable(e.MessageType))), e.Files)
	return e, nil
}

// shape is true once a field that the spec names does not have its JSON type.
type shape bool

// text reads a field of the spec that is a string; null leaves it as it is.
func (odd *shape) text(target *string, value []byte) {
	text, ok := wire.Text(value)
	switch {
	case ok:
		*target = text
	case !wire.IsNull(value):
		*odd = true
	}
}

// object is a field of the spec that is an object, or null.
func (odd *shape) object(value []byte) []byte {
	if !wire.IsObject(value) && !wire.IsNull(value) {
		*odd = true
	}
	return value
}

// extra reads a string beyond the spec: a value of another shape counts as absent, because refusing
// the patient's message for it would help nobody.
func extra(target *string, value []byte) {
	if text, ok := wire.Text(value); ok {
		*target = text
	}
}

// details reads content.details.
func (odd *shape) details(e *Event, details []byte) {
	var file, files []byte
	for key, value := range wire.Members(details) {
		switch {
		case wire.Named(key, "from"):
			odd.text(&e.From, value)
		case wire.Named(key, "to"):
			odd.text(&e.To, value)
		case wire.Named(key, "file"):
			file = odd.object(value)
		case wire.Named(key, "files"):
			files = value
		case wire.Named(key, "transcription"):
			e.Transcription = transcription(value)
		}
	}
	e.From, e.To = phone.Number(e.From), phone.Number(e.To)
	e.Files = attachments(odd.file(file), files)
}

// file reads an attachment.
func (odd *shape) file(object []byte) File {
	var f File
	for key, value := range wire.Members(object) {
		switch {
		case wire.Named(key, "publicUrl"):
			odd.text(&f.URL, value)
		case wire.Named(key, "publicUrlDownload"):
			odd.text(&f.DownloadURL, value)
		case wire.Named(key, "mimeType"):
			odd.text(&f.MIMEType, value)
		case wire.Named(key, "name"):
			extra(&f.Name, value)
		}
	}
	return File{
		URL:         storable(f.URL),
		DownloadURL: storable(f.DownloadURL),
		MIMEType:    storable(f.MIMEType),
		Name:        storable(f.Name),
	}
}

// reachable reports that the attachment says where it is.
func (f File) reachable() bool { return f.URL != "" || f.DownloadURL != "" }

// attachments are one that stands alone and those of a list, which is beyond the spec: what of it is no attachment counts
// as absent.
func attachments(alone File, list []byte) []File {
	var objects []json.RawMessage
	if len(list) > 0 {
		_ = json.Unmarshal(list, &objects)
	}
	reachable, others := sorted(nil, nil, alone)
	for _, object := range objects {
		var odd shape
		if f := odd.file(odd.object(object)); !bool(odd) && f != alone {
			reachable, others = sorted(reachable, others, f)
		}
	}
	reachable = append(reachable, others...)
	return reachable[:min(len(reachable), MaxFiles)]
}

// sorted adds a file that says anything to those that can be fetched, or to the others.
func sorted(reachable, others []File, f File) ([]File, []File) {
	switch {
	case f == File{}:
	case f.reachable():
		reachable = append(reachable, f)
	default:
		others = append(others, f)
	}
	return reachable, others
}

// transcription is what the gateway itself understood of a voice message, beyond the spec.  What is not finished,
// or failed, is not what the patient said.
func transcription(object []byte) string {
	text, odd := "", false
	for key, value := range wire.Members(object) {
		switch {
		case wire.Named(key, "text"):
			extra(&text, value)
		case wire.Named(key, "processing"):
			odd = odd || string(value) == "true"
		case wire.Named(key, "error"):
			odd = odd || !empty(value)
		}
	}
	if odd {
		return ""
	}
	return storable(text)
}

// empty reports a value that says that nothing is wrong.
func empty(value []byte) bool {
	text, ok := wire.Text(value)
	return wire.IsNull(value) || ok && text == "" || string(value) == "false"
}

// parseTime reads the times of the gateway family: RFC 3339 with up to seven digits of fraction,
// and the same without a zone, which their platform writes for UTC.  Anything else is the zero
// time.
func parseTime(s string) time.Time {
	if len(s) < len(time.DateTime) {
		return time.Time{}
	}
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05", time.DateTime} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.UTC()
		}
	}
	return time.Time{}
}

// Usable reports whether a session id can be taken as sent.  One with a control character, or with
// bytes that JSON cannot carry, would have to be changed to be stored or written into a path, and the
// result may be the id of somebody else.  Nor can one that climbs.
//
// Any other character is one of ids: in a path "/", "?", "#" and "%" are escaped, so that the id stays one segment, and base64,
// of which some gateways make their ids, has "/".  Where a proxy undoes the escape the path is still one below the sessions.
func Usable(sessionID string) bool {
	unusable := func(r rune) bool { return unicode.IsControl(r) || r == utf8.RuneError }
	return len(sessionID) <= MaxSessionID && !strings.ContainsFunc(sessionID, unusable) && !climbs(sessionID)
}

// maxUnescaped is how many programs on the way may each undo an escape.
const maxUnescaped = 3

// unescaped are the characters that climbs looks for, and the escape of escapes.
var unescaped = strings.NewReplacer("%2F", "/", "%2f", "/", "%5C", `\`, "%5c", `\`, "%2E", ".", "%2e", ".", "%3B", ";", "%3b", ";", "%25", "%")

// climbs reports an id with a part that is "." or ".." as some program on the way reads it: with "/" or its escape between
// parts, "\" (Windows), or ";" after them (Java).  It would lead out of the session's path, with our token, to any other call of
// the gateway.
func climbs(sessionID string) bool {
	for range maxUnescaped + 1 {
		for part := range strings.FieldsFuncSeq(sessionID, func(r rune) bool { return r == '/' || r == '\\' }) {
			if name, _, _ := strings.Cut(part, ";"); name == "." || name == ".." {
				return true
			}
		}
		plain := unescaped.Replace(sessionID)
		if plain == sessionID {
			return false
		}
		sessionID = plain
	}
	return true // nobody escapes an id so often by mistake
}

// storable drops U+0000.
func storable(s string) string { return strings.ReplaceAll(s, "\x00", "") }
