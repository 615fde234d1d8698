package event

import (
	"encoding/json"
	"time"

	"atende/integrations/chat/wire"
)

// Decode reads the body of a webhook call.  The only error is ErrInvalid.
func Decode(body []byte) (Event, error) { return Read(body, readContent) }

// Read reads the envelope of a call of the gateway family, eventType, date and content, and by message what a patient's
// message holds, given content and date.  The only error is ErrInvalid.
func Read(body []byte, message func(content []byte, date string) (Event, error)) (Event, error) {
	if !json.Valid(body) || !wire.IsObject(body) {
		return Event{}, ErrInvalid
	}
	var e Event
	var date string
	var content []byte
	var odd wire.Odd
	for key, value := range wire.Members(body) {
		switch {
		case wire.Named(key, "eventType"):
			odd.Text(&e.Type, value)
		case wire.Named(key, "date"):
			wire.Extra(&date, value)
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
	e, err := message(content, date)
	if err != nil || e.Direction != FromHub {
		return e, err
	}
	return Settle(e, body)
}

// ReadMessage reads of content what all of the family call alike, and hands the other members to rest.  The shape of a
// message that is somebody else's is of no interest: its Event has Type and Direction alone.
func ReadMessage(content []byte, rest func(key, value []byte)) (e Event, details []byte, err error) {
	e.Type = MessageReceived
	var odd, oddDirection wire.Odd
	for key, value := range wire.Members(content) {
		switch {
		case wire.Named(key, "id"):
			odd.Text(&e.ID, value)
		case wire.Named(key, "sessionId"):
			odd.Text(&e.SessionID, value)
		case wire.Named(key, "direction"):
			oddDirection.Text(&e.Direction, value)
		case wire.Named(key, "type"):
			odd.Text(&e.MessageType, value)
		case wire.Named(key, "text"):
			odd.Text(&e.Text, value)
		case wire.Named(key, "details"):
			details = odd.Object(value)
		default:
			rest(key, value)
		}
	}
	switch {
	case !wire.IsObject(content) || bool(oddDirection):
		return Event{}, nil, ErrInvalid
	case e.Direction != FromHub:
		return Event{Type: MessageReceived, Direction: e.Direction}, nil, nil
	case bool(odd):
		return Event{}, nil, ErrInvalid
	}
	return e, details, nil
}

// readContent reads content.
func readContent(content []byte, date string) (Event, error) {
	var timestamp string
	e, details, err := ReadMessage(content, func(key, value []byte) {
		if wire.Named(key, "timestamp") {
			wire.Extra(&timestamp, value)
		}
	})
	if err != nil || e.Direction != FromHub {
		return e, err
	}
	var odd wire.Odd
	readDetails(&odd, &e, details)
	if odd {
		return Event{}, ErrInvalid
	}
	e.Timestamp = FirstTime(timestamp, date)
	return e, nil
}

// FirstTime is the first of some texts that tells a time, as ParseTime reads it; the zero time if none does.
func FirstTime(written ...string) time.Time {
	for _, text := range written {
		if at := ParseTime(text); !at.IsZero() {
			return at
		}
	}
	return time.Time{}
}

// readDetails reads content.details.
func readDetails(odd *wire.Odd, e *Event, details []byte) {
	var file, files []byte
	for key, value := range wire.Members(details) {
		switch {
		case wire.Named(key, "from"):
			odd.Text(&e.From, value)
		case wire.Named(key, "to"):
			odd.Text(&e.To, value)
		case wire.Named(key, "file"):
			file = odd.Object(value)
		case wire.Named(key, "files"):
			files = value
		case wire.Named(key, "transcription"):
			e.Transcription = ReadTranscription(value)
		case wire.Named(key, "interactive"):
			e.Choice = ReadChoice(value)
		}
	}
	e.Files = attachments(ReadFile(odd, file), files)
}

// ReadChoice is the id of the option that was tapped, from an object as the Cloud API of WhatsApp has it in its webhooks, with
// a member button_reply or list_reply: beyond the spec.  What is no such id counts as absent.
func ReadChoice(object []byte) (id string) {
	for key, value := range wire.Members(object) {
		if !wire.Named(key, "button_reply") && !wire.Named(key, "list_reply") {
			continue
		}
		for key, value := range wire.Members(value) {
			if wire.Named(key, "id") {
				wire.Extra(&id, value)
			}
		}
	}
	return id
}

// ReadFile reads the file object of the gateway family; what is no object is a File without fields.
func ReadFile(odd *wire.Odd, object []byte) File {
	var f File
	for key, value := range wire.Members(object) {
		switch {
		case wire.Named(key, "publicUrl"):
			odd.Text(&f.URL, value)
		case wire.Named(key, "publicUrlDownload"):
			odd.Text(&f.DownloadURL, value)
		case wire.Named(key, "mimeType"):
			odd.Text(&f.MIMEType, value)
		case wire.Named(key, "name"):
			wire.Extra(&f.Name, value)
		}
	}
	return f
}

// attachments are one that stands alone and those of a list, which is beyond the spec: what of it is no attachment counts
// as absent.
func attachments(alone File, list []byte) []File {
	var objects []json.RawMessage
	if len(list) > 0 {
		_ = json.Unmarshal(list, &objects)
	}
	files := []File{alone}
	for _, object := range objects {
		var odd wire.Odd
		if f := ReadFile(&odd, odd.Object(object)); !bool(odd) && f != alone {
			files = append(files, f)
		}
	}
	return files
}

// ReadTranscription is what the gateway itself understood of a voice message, from an object of text, processing and error,
// beyond the spec.  What is not finished, or failed, is not what the patient said.
func ReadTranscription(object []byte) string {
	text, odd := "", false
	for key, value := range wire.Members(object) {
		switch {
		case wire.Named(key, "text"):
			wire.Extra(&text, value)
		case wire.Named(key, "processing"):
			odd = odd || string(value) == "true"
		case wire.Named(key, "error"):
			odd = odd || !empty(value)
		}
	}
	if odd {
		return ""
	}
	return text
}

// empty reports a value that says that nothing is wrong.
func empty(value []byte) bool {
	text, ok := wire.Text(value)
	return wire.IsNull(value) || ok && text == "" || string(value) == "false"
}

// ParseTime reads the times of the gateway family: RFC 3339 with up to seven digits of fraction,
// and the same without a zone, which their platform writes for UTC.  Anything else is the zero
// time.
func ParseTime(s string) time.Time {
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
