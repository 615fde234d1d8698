package model

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"mime/multipart"
	"net/textproto"
	"strings"

	"atende/integrations/outbound"
	"atende/metrics/tracing"
)

const (
	// language is the patients'; without it short messages are taken for others.
	language = "pt"
	// maxSpoken bounds a transcript in characters: two minutes of fast speech are some 2,000.
	maxSpoken = 4000
)

// extensions are what servers tell the formats by.
var extensions = map[string]string{
	"audio/ogg": "ogg", "audio/opus": "ogg", "application/ogg": "ogg",
	"audio/mpeg": "mp3", "audio/mp3": "mp3",
	"audio/mp4": "m4a", "audio/x-m4a": "m4a", "audio/m4a": "m4a", "video/mp4": "mp4",
	"audio/aac": "aac", "audio/amr": "amr", "audio/3gpp": "3gp", "audio/flac": "flac", "audio/webm": "webm",
	"audio/wav": "wav", "audio/x-wav": "wav", "audio/wave": "wav", "audio/vnd.wave": "wav",
}

// Recogniser transcribes voice messages.  It is safe for concurrent use.
type Recogniser struct {
	server server
	model  string
}

// NewTranscriber connects to nothing yet.  Config.Prices have no meaning here.
func NewTranscriber(c Config) *Recogniser {
	c.AtOnce, c.Waiting = cmp.Or(c.AtOnce, transcriptionsAtOnce), cmp.Or(c.Waiting, transcriptionsWaiting)
	return &Recogniser{server: newServer("transcription", "transcribe", c), model: c.Model}
}

// Transcribe returns what is said in Portuguese, at most 4,000 characters of it; "" when nothing is.
func (t *Recogniser) Transcribe(ctx context.Context, a Audio) (string, error) {
	kind, _, _ := strings.Cut(strings.ToLower(a.MIME), ";")
	kind = strings.TrimSpace(kind)
	extension, known := extensions[kind]
	if !known {
		return "", t.server.notSent(causeAudio)
	}
	ctx, span := tracing.Start(ctx, "transcription")
	defer span.End()
	span.Set("model", t.model)
	span.Count("bytes", len(a.Data))
	text, err := t.transcribe(ctx, a, kind, extension)
	if err != nil {
		span.Fail(outbound.KindOf(err).String())
	}
	return text, err
}

func (t *Recogniser) transcribe(ctx context.Context, a Audio, kind, extension string) (string, error) {
	if err := t.server.peer.Enter(ctx, t.server.operation); err != nil {
		return "", err
	}
	defer t.server.peer.Leave()
	var text string
	read := func(body []byte) (err error) {
		text, err = spoken(body)
		return err
	}
	if err := t.server.ask(ctx, "/audio/transcriptions", t.form(a.Data, kind, extension), read); err != nil {
		return "", err
	}
	return text, nil
}

// form is a recording as it is sent.
func (t *Recogniser) form(data []byte, kind, extension string) outbound.Raw {
	var body bytes.Buffer // which takes everything
	w := multipart.NewWriter(&body)
	file, _ := w.CreatePart(textproto.MIMEHeader{
		"Content-Disposition": {multipart.FileContentDisposition("file", "audio."+extension)},
		"Content-Type":        {kind},
	})
	_, _ = file.Write(data)
	for _, field := range [][2]string{{"model", t.model}, {"response_format", "json"}, {"language", language}} {
		_ = w.WriteField(field[0], field[1])
	}
	_ = w.Close()
	return outbound.Raw{ContentType: w.FormDataContentType(), Data: body.Bytes()}
}

// Close ends idle connections.
func (t *Recogniser) Close() { t.server.peer.Close() }

// spoken reads a transcript.
func spoken(body []byte) (string, error) {
	var wire struct {
		Text  *string         `json:"text"`
		Error json.RawMessage `json:"error"`
	}
	switch {
	case json.Unmarshal(body, &wire) != nil:
		return "", sick(causeUnreadable)
	case wire.Text == nil && present(wire.Error):
		return "", sick(causeReported)
	case wire.Text == nil:
		return "", sick(causeUnreadable)
	}
	return bounded(strings.TrimSpace(clean(*wire.Text)), maxSpoken), nil
}

// bounded is text up to its first so many characters.
func bounded(text string, most int) string {
	count := 0
	for at := range text {
		if count == most {
			return text[:at]
		}
		count++
	}
	return text
}
