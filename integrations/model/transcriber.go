package model

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"strings"

	"github.com/sashabaranov/go-openai"

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
	err := t.server.ask(read, func(library *openai.Client) error {
		_, err := library.CreateTranscription(ctx, openai.AudioRequest{
			Model: t.model, Language: language, Format: openai.AudioResponseFormatJSON,
			FilePath: "audio." + extension, Reader: recording{bytes.NewReader(a.Data), kind},
		})
		return err
	})
	if err != nil {
		return "", err
	}
	return text, nil
}

// Close ends idle connections.
func (t *Recogniser) Close() { t.server.peer.Close() }

// recording says what it is, because the library would ask the machine's list of extensions.
type recording struct {
	*bytes.Reader
	kind string
}

// ContentType is asked by the library.
func (r recording) ContentType() string { return r.kind }

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
