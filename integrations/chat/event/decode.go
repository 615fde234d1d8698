package event

import (
	"encoding/json"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"atende/integrations/chat/phone"
)

// The wire shapes.  Only fields that something depends on are listed.
type (
	wireEvent struct {
		EventType string          `json:"eventType"`
		Date      extra[string]   `json:"date"`
		Content   json.RawMessage `json:"content"`
	}
	wireContent struct {
		ID        string        `json:"id"`
		SessionID string        `json:"sessionId"`
		Direction string        `json:"direction"`
		Type      string        `json:"type"`
		Text      string        `json:"text"`
		Timestamp extra[string] `json:"timestamp"`
		Details   wireDetails   `json:"details"`
	}
	wireDetails struct {
		From          string                   `json:"from"`
		To            string                   `json:"to"`
		File          wireFile                 `json:"file"`
		Files         extra[[]wireFile]        `json:"files"`
		Transcription extra[wireTranscription] `json:"transcription"`
	}
	wireFile struct {
		PublicURL         string        `json:"publicUrl"`
		PublicURLDownload string        `json:"publicUrlDownload"`
		MIMEType          string        `json:"mimeType"`
		Name              extra[string] `json:"name"`
	}
	wireTranscription struct {
		Text string `json:"text"`
	}
)

// extra is a field beyond the spec: a value of another shape counts as absent, because refusing
// the patient's message for it would help nobody.
type extra[T any] struct{ value T }

// UnmarshalJSON never fails.
func (x *extra[T]) UnmarshalJSON(raw []byte) error {
	var value T
	if json.Unmarshal(raw, &value) == nil {
		x.value = value
	}
	return nil
}

// Decode reads the body of a webhook call.  The only error is ErrInvalid.
func Decode(body []byte) (Event, error) {
	// A pointer, because null decodes into a struct without an error and is no event.
	var outer *wireEvent
	if json.Unmarshal(body, &outer) != nil || outer == nil {
		return Event{}, ErrInvalid
	}
	if outer.EventType != MessageReceived || outer.Content == nil {
		return Event{Type: outer.EventType}, nil
	}
	var content wireContent
	if json.Unmarshal(outer.Content, &content) != nil {
		return decodeDirection(outer.Content)
	}
	if content.Direction != FromHub {
		return Event{Type: MessageReceived, Direction: content.Direction}, nil
	}
	if !Usable(content.SessionID) {
		return Event{}, ErrInvalid
	}
	return content.event(outer.Date.value), nil
}

// decodeDirection is the second look at a content that does not have the shape of a patient's
// message: it may be somebody else's and then its shape is of no interest.  It is a second pass so
// that the common case needs only one.
func decodeDirection(raw json.RawMessage) (Event, error) {
	var content struct {
		Direction string `json:"direction"`
	}
	if json.Unmarshal(raw, &content) != nil || content.Direction == FromHub {
		return Event{}, ErrInvalid
	}
	return Event{Type: MessageReceived, Direction: content.Direction}, nil
}

func (c wireContent) event(date string) Event {
	timestamp := parseTime(c.Timestamp.value)
	if timestamp.IsZero() {
		timestamp = parseTime(date)
	}
	return Event{
		Type:          MessageReceived,
		Direction:     c.Direction,
		SessionID:     c.SessionID,
		ID:            storable(c.ID),
		MessageType:   strings.ToUpper(strings.TrimSpace(storable(c.Type))),
		Text:          storable(c.Text),
		From:          phone.Number(c.Details.From),
		To:            phone.Number(c.Details.To),
		Timestamp:     timestamp,
		File:          c.Details.file(),
		Transcription: storable(c.Details.Transcription.value.Text),
	}
}

func (d wireDetails) file() File {
	file := d.File.file()
	if file == (File{}) && len(d.Files.value) > 0 {
		file = d.Files.value[0].file()
	}
	return file
}

func (f wireFile) file() File {
	return File{
		URL:         storable(f.PublicURL),
		DownloadURL: storable(f.PublicURLDownload),
		MIMEType:    storable(f.MIMEType),
		Name:        storable(f.Name.value),
	}
}

// parseTime reads the times of the gateway family: RFC 3339 with up to seven digits of fraction,
// and the same without a zone, which their platform writes for UTC.  Anything else is the zero
// time.
func parseTime(s string) time.Time {
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05", time.DateTime} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.UTC()
		}
	}
	return time.Time{}
}

// Usable reports whether a session id can be taken as sent.  One with a control character, or with
// bytes that JSON cannot carry, would have to be changed to be stored or written into a path, and the
// result may be the id of somebody else.
func Usable(sessionID string) bool {
	unusable := func(r rune) bool { return unicode.IsControl(r) || r == utf8.RuneError }
	return len(sessionID) <= MaxSessionID && !strings.ContainsFunc(sessionID, unusable)
}

// storable drops U+0000.
func storable(s string) string { return strings.ReplaceAll(s, "\x00", "") }
