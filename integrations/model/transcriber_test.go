package model

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"atende/integrations/outbound"
	"atende/metrics"
)

// hear is a transcriber and the API it asks.
func hear(t *testing.T, c Config, steps ...http.HandlerFunc) (*Recogniser, *api, metrics.Clients) {
	t.Helper()
	c, a := serve(t, c, steps...)
	client := NewTranscriber(c)
	t.Cleanup(client.Close)
	return client, a, c.Metrics
}

// form reads a body of multipart/form-data: its fields, and the file with its name and type.
func form(t *testing.T, s seen) map[string]string {
	t.Helper()
	kind, parameters, err := mime.ParseMediaType(s.header.Get("Content-Type"))
	if err != nil || kind != "multipart/form-data" {
		t.Fatalf("%q, %v", kind, err)
	}
	reader, fields := multipart.NewReader(bytes.NewReader(s.body), parameters["boundary"]), map[string]string{}
	for {
		part, err := reader.NextPart()
		if errors.Is(err, io.EOF) {
			return fields
		}
		if err != nil {
			t.Fatal(err)
		}
		value, err := io.ReadAll(part)
		if err != nil {
			t.Fatal(err)
		}
		if name := part.FileName(); name != "" {
			fields["filename"], fields["type"] = name, part.Header.Get("Content-Type")
		}
		fields[part.FormName()] = string(value)
	}
}

func TestTranscriptionRequest(t *testing.T) {
	const data = "OggS\r\n--\x00\xff"
	for kind, extension := range map[string]string{
		"audio/ogg": "ogg", "audio/ogg; codecs=opus": "ogg", "Audio/OGG": "ogg", "audio/mpeg": "mp3", "audio/mp4": "m4a",
		"audio/aac": "aac", "audio/amr": "amr", "audio/wav": "wav", "audio/webm": "webm",
	} {
		client, a, _ := hear(t, Config{Model: "whisper-1", Key: "k"}, answer(200, `{"text":" Quero marcar\u0000 uma consulta.\n"}`))
		text, err := client.Transcribe(t.Context(), Audio{MIME: kind, Data: []byte(data)})
		if err != nil || text != "Quero marcar uma consulta." {
			t.Errorf("%s: %q, %v", kind, text, err)
		}
		got := a.seen()[0]
		if got.method != "POST" || got.uri != "/v1/audio/transcriptions" || got.header.Get("Authorization") != "Bearer k" {
			t.Errorf("%s %s %v", got.method, got.uri, got.header)
		}
		bare, _, _ := strings.Cut(strings.ToLower(kind), ";")
		want := map[string]string{
			"model": "whisper-1", "language": "pt", "response_format": "json",
			"file": data, "filename": "audio." + extension, "type": bare,
		}
		if diff := cmp.Diff(want, form(t, got)); diff != "" {
			t.Errorf("%s: form (-want +got):\n%s", kind, diff)
		}
	}
}

func TestTranscriptIsBounded(t *testing.T) {
	long := strings.Repeat("é", maxSpoken) + "fim"
	client, _, _ := hear(t, Config{}, answer(200, `{"text":"`+long+`"}`), answer(200, `{"text":""}`))
	text, err := client.Transcribe(t.Context(), Audio{MIME: "audio/ogg"})
	if err != nil || utf8.RuneCountInString(text) != maxSpoken || !utf8.ValidString(text) || strings.Contains(text, "fim") {
		t.Errorf("%d characters, %v", utf8.RuneCountInString(text), err)
	}
	if text, err := client.Transcribe(t.Context(), Audio{MIME: "audio/ogg"}); err != nil || text != "" {
		t.Errorf("silence: %q, %v", text, err)
	}
}

func TestTranscriptionFailures(t *testing.T) {
	const secret = "Maria 529.982.247-25"
	cases := []struct {
		name, mime string
		step       http.HandlerFunc
		tries      int
		error      string // after "transcription transcribe: "
	}{
		{"a kind that nobody hears", "image/png", nil, 0, "not sent: unknown kind of audio"},
		{"no kind", "", nil, 0, "not sent: unknown kind of audio"},
		{"no JSON", "audio/ogg", answer(200, secret), 2, "unknown: status 200: unreadable answer"},
		{"no text", "audio/ogg", answer(200, `{"texto":"`+secret+`"}`), 2, "unknown: status 200: unreadable answer"},
		{"a text that is none", "audio/ogg", answer(200, `{"text":["`+secret+`"]}`), 2, "unknown: status 200: unreadable answer"},
		{"an error that says 200", "audio/ogg", answer(200, `{"error":"`+secret+`"}`), 2, "unknown: status 200: an error in place of an answer"},
		{"too large", "audio/ogg", endless(true), 2, "unknown: status 200: answer too large"},
		{"400", "audio/ogg", answer(400, secret), 1, "refused: status 400"},
		{"503", "audio/ogg", answer(503, secret), 2, "unknown: status 503"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			client, a, _ := hear(t, Config{}, c.step)
			text, err := client.Transcribe(t.Context(), Audio{MIME: c.mime, Data: []byte("x")})
			if err == nil || err.Error() != "transcription transcribe: "+c.error || text != "" {
				t.Errorf("got %q, %v; want %s", text, err, c.error)
			}
			if len(a.seen()) != c.tries {
				t.Errorf("%d tries, want %d", len(a.seen()), c.tries)
			}
		})
	}
}

func TestTranscriptionTimeout(t *testing.T) {
	client, _, m := hear(t, Config{Timeout: 50 * time.Millisecond}, hang)
	_, err := client.Transcribe(t.Context(), Audio{MIME: "audio/ogg"})
	if f := failed(t, err); f.Kind != outbound.Unknown || counted(m, "transcription", "transcribe", "timeout") != 1 {
		t.Errorf("got %v", err)
	}
}
