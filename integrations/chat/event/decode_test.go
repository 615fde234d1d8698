package event_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"atende/integrations/chat/event"
)

// besideFields compares all but Event.Fields, which has a test of its own.
var besideFields = cmpopts.IgnoreFields(event.Event{}, "Fields")

// S-6-1: a payload with every field that the gateways of this family send, most of them null.
func TestDecodeRealPayload(t *testing.T) {
	tests := map[string]event.Event{
		"message_received_text.json": {
			Type:        "MESSAGE_RECEIVED",
			Direction:   "FROM_HUB",
			SessionID:   "5d3f9a58-2b1c-4f0c-8b7e-7a0c0f7c1e11",
			ID:          "0b1f3a52-6d1c-4f3e-9c55-3f5e1a9f7d10",
			MessageType: "TEXT",
			Text:        "Oi, queria marcar com a dra. Ana 🙂\nTenho Unimed",
			From:        "5511999990000",
			To:          "551133330000",
			Timestamp:   time.Date(2026, 11, 21, 13, 5, 8, 765432100, time.UTC),
		},
		"message_received_audio.json": {
			Type:        "MESSAGE_RECEIVED",
			Direction:   "FROM_HUB",
			SessionID:   "5d3f9a58-2b1c-4f0c-8b7e-7a0c0f7c1e11",
			ID:          "6a0d9c1e-0f6e-4a43-8a53-15a8e1f2b300",
			MessageType: "AUDIO",
			From:        "5511999990000",
			Timestamp:   time.Date(2026, 11, 21, 13, 6, 10, 100, time.UTC),
			Files: []event.File{{
				URL:         "https://cdn.example/f1?sig=a",
				DownloadURL: "https://cdn.example/f1/download?sig=b",
				MIMEType:    "audio/ogg; codecs=opus",
				Name:        "voz.ogg",
			}},
			Transcription: "quero marcar amanhã de manhã",
		},
	}
	for name, want := range tests {
		t.Run(name, func(t *testing.T) {
			body, err := os.ReadFile(filepath.Join("testdata", name))
			if err != nil {
				t.Fatal(err)
			}
			got, err := event.Decode(body)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got, besideFields); diff != "" {
				t.Errorf("event (-want +got):\n%s", diff)
			}
		})
	}
}

func TestDecodeTolerates(t *testing.T) {
	// patient is a message with the given further members of content.
	patient := func(members string) string {
		return `{"eventType":"MESSAGE_RECEIVED","content":{"direction":"FROM_HUB","sessionId":"s"` + members + `}}`
	}
	want := func(change func(*event.Event)) event.Event {
		e := event.Event{Type: "MESSAGE_RECEIVED", Direction: "FROM_HUB", SessionID: "s"}
		change(&e)
		return e
	}
	same := func(*event.Event) {}
	tests := []struct {
		name, body string
		want       event.Event
	}{
		{"S-6-1 every field null", patient(`,"id":null,"type":null,"text":null,"timestamp":null,"details":{"from":null,"to":null,"file":null,"files":null,"transcription":null}`), want(same)},
		{"S-6-1 details null", patient(`,"details":null`), want(same)},
		{"S-6-1 unknown keys", patient(`,"x":{"y":[1,2,{"z":null}]},"details":{"location":{"lat":1}}`), want(same)},
		{"file with nulls", patient(`,"details":{"file":{"publicUrl":"u","publicUrlDownload":null,"mimeType":null,"name":null}}`), want(func(e *event.Event) { e.Files = []event.File{{URL: "u"}}; e.MessageType = "DOCUMENT" })},
		{"first of several files", patient(`,"details":{"file":null,"files":[{"publicUrl":"a"},{"publicUrl":"b"}]}`), want(func(e *event.Event) { e.Files = []event.File{{URL: "a"}, {URL: "b"}}; e.MessageType = "DOCUMENT" })},
		{"first file that is anywhere", patient(`,"details":{"file":{"mimeType":"audio/ogg","publicUrl":null},"files":[{"name":"x"},7,{"publicUrlDownload":"b"},{"publicUrl":"c"}]}`), want(func(e *event.Event) {
			e.Files = []event.File{{DownloadURL: "b"}, {URL: "c"}, {MIMEType: "audio/ogg"}, {Name: "x"}}
			e.MessageType = "DOCUMENT"
		})},
		{"files that are nowhere", patient(`,"details":{"file":{"mimeType":"audio/ogg"},"files":[{"name":"x"}]}`), want(func(e *event.Event) { e.Files = []event.File{{MIMEType: "audio/ogg"}, {Name: "x"}} })},
		{"all of several files, none twice", patient(`,"type":"IMAGE","details":{"file":{"publicUrl":"a"},"files":[{"publicUrl":"a"},null,{},{"publicUrl":1},{"publicUrl":"b","name":"x"}]}`), want(func(e *event.Event) {
			e.Files, e.MessageType = []event.File{{URL: "a"}, {URL: "b", Name: "x"}}, "IMAGE"
		})},
		{"transcription", patient(`,"details":{"transcription":{"text":"oi","processing":false,"error":""}}`), want(func(e *event.Event) { e.Transcription = "oi" })},
		{"transcription without the rest", patient(`,"details":{"transcription":{"text":"oi","processing":null,"error":null}}`), want(func(e *event.Event) { e.Transcription = "oi" })},
		{"transcription that is not finished", patient(`,"details":{"transcription":{"text":"oi","processing":true,"error":null}}`), want(same)},
		{"transcription that failed", patient(`,"details":{"transcription":{"text":"oi","processing":false,"error":"timeout"}}`), want(same)},
		{"transcription that failed in another shape", patient(`,"details":{"transcription":{"text":"oi","error":{"code":1}}}`), want(same)},
		{"extras of another shape", patient(`,"timestamp":1763730000,"details":{"transcription":"x","files":{},"file":{"name":7}}`), want(same)},
		{"lower-case type", patient(`,"type":" text "`), want(func(e *event.Event) { e.MessageType = "TEXT" })},
		{"keys in another case", `{"EVENTTYPE":"MESSAGE_RECEIVED","Content":{"DIRECTION":"FROM_HUB","sessionID":"s"}}`, want(same)},
		{"last of two equal keys", patient(`,"text":"a","text":"b"`), want(func(e *event.Event) { e.Text = "b" })},
		{"U+0000 is dropped", patient(`,"id":"\u0000i","text":"a\u0000b"`), want(func(e *event.Event) { e.ID, e.Text = "i", "ab" })},
		{"invalid UTF-8 is replaced", patient(",\"text\":\"a\xffb\""), want(func(e *event.Event) { e.Text = "a\ufffdb" })},
		{"phones without country code", patient(`,"details":{"from":"(11) 91234-5678","to":"01133334444"}`), want(func(e *event.Event) { e.From, e.To = "5511912345678", "551133334444" })},
		{"white space around", " \r\n\t" + patient("") + "\n", want(same)},
		{"time without zone", patient(`,"timestamp":"2026-11-21T10:00:00.5"`), want(func(e *event.Event) {
			e.Timestamp = time.Date(2026, 11, 21, 10, 0, 0, 500_000_000, time.UTC)
		})},
		{"time with offset", patient(`,"timestamp":"2026-11-21T10:00:00-03:00"`), want(func(e *event.Event) {
			e.Timestamp = time.Date(2026, 11, 21, 13, 0, 0, 0, time.UTC)
		})},
		{"longest session id", `{"eventType":"MESSAGE_RECEIVED","content":{"direction":"FROM_HUB","sessionId":"` + strings.Repeat("s", event.MaxSessionID) + `"}}`, want(func(e *event.Event) { e.SessionID = strings.Repeat("s", event.MaxSessionID) })},
		{"no session id", `{"eventType":"MESSAGE_RECEIVED","content":{"direction":"FROM_HUB"}}`, want(func(e *event.Event) { e.SessionID = "" })},

		{"other type, other content", `{"eventType":"SESSION_NEW","content":["x",{"direction":7}]}`, event.Event{Type: "SESSION_NEW"}},
		{"other type without content", `{"eventType":"CONTACT_UPDATE"}`, event.Event{Type: "CONTACT_UPDATE"}},
		{"no type", `{}`, event.Event{}},
		{"type null", `{"eventType":null,"content":{}}`, event.Event{}},
		{"message without content", `{"eventType":"MESSAGE_RECEIVED"}`, event.Event{Type: "MESSAGE_RECEIVED"}},
		{"message with content null", `{"eventType":"MESSAGE_RECEIVED","content":null}`, event.Event{Type: "MESSAGE_RECEIVED"}},
		{"other direction, other shape", `{"eventType":"MESSAGE_RECEIVED","content":{"direction":"TO_HUB","text":5,"details":[]}}`, event.Event{Type: "MESSAGE_RECEIVED", Direction: "TO_HUB"}},
		{"no direction, other shape", `{"eventType":"MESSAGE_RECEIVED","content":{"text":5}}`, event.Event{Type: "MESSAGE_RECEIVED"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := event.Decode([]byte(test.body))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got, besideFields); diff != "" {
				t.Errorf("event (-want +got):\n%s", diff)
			}
		})
	}
}

// As many files are kept as a patient sends in one go, those first that can be fetched.
func TestDecodeManyFiles(t *testing.T) {
	list := strings.Repeat(`{"name":"x"},`, 2*event.MaxFiles) + strings.Repeat(`{"publicUrl":"u"},`, event.MaxFiles) + `{}`
	e, err := event.Decode([]byte(`{"eventType":"MESSAGE_RECEIVED","content":{"direction":"FROM_HUB","details":{"files":[` + list + `]}}}`))
	if err != nil || len(e.Files) != event.MaxFiles || e.Files[event.MaxFiles-1].URL != "u" {
		t.Errorf("%d files (%v)", len(e.Files), err)
	}
}

// Events of one program have the same fields, whatever is in them; what is left out, added or in another order shows.
func TestFieldsTellProgramsApart(t *testing.T) {
	of := func(content string) string {
		e, err := event.Decode([]byte(`{"eventType":"MESSAGE_RECEIVED","content":{"direction":"FROM_HUB",` + content + `}}`))
		if err != nil || e.Fields == "" || len(e.Fields) > 16 {
			t.Fatalf("%+v (%v)", e, err)
		}
		return e.Fields
	}
	one := of(`"sessionId":"s","text":"oi","details":{"from":"1"}`)
	if other := of(`"sessionId":"t","text":null,"details":{"from":"5511"}`); other != one {
		t.Error("other values are other fields")
	}
	for _, content := range []string{
		`"sessionId":"s","text":"oi","details":{"to":"1"}`, `"sessionId":"s","text":"oi","details":null`,
		`"text":"oi","sessionId":"s","details":{"from":"1"}`, `"sessionId":"s","text":"oi","details":{"from":"1"},"x":1`,
	} {
		if of(content) == one {
			t.Errorf("%s has the fields of another", content)
		}
	}
	if e, err := event.Decode([]byte(`{"eventType":"MESSAGE_RECEIVED","content":{"direction":"TO_HUB"}}`)); err != nil || e.Fields != "" {
		t.Errorf("of what is ignored more was read: %+v (%v)", e, err)
	}
}

func TestDecodeRefuses(t *testing.T) {
	patient := func(members string) string {
		return `{"eventType":"MESSAGE_RECEIVED","content":{"direction":"FROM_HUB",` + members + `}}`
	}
	tests := map[string]string{
		"nothing":                 "",
		"white space":             "  \n",
		"null":                    "null",
		"list":                    "[]",
		"text":                    `"MESSAGE_RECEIVED"`,
		"number":                  "1",
		"not JSON":                "eventType=MESSAGE_RECEIVED",
		"cut short":               `{"eventType":"MESSAGE_RECEIVED"`,
		"two values":              `{"eventType":"X"}{"eventType":"X"}`,
		"trailing garbage":        `{"eventType":"X"} x`,
		"byte order mark":         "\ufeff{}",
		"raw control character":   "{\"eventType\":\"X\x00\"}",
		"too deep":                `{"x":` + strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000) + `}`,
		"type is a number":        `{"eventType":1}`,
		"type is an object":       `{"eventType":{}}`,
		"content is a text":       `{"eventType":"MESSAGE_RECEIVED","content":"x"}`,
		"content is a list":       `{"eventType":"MESSAGE_RECEIVED","content":[]}`,
		"direction is a number":   `{"eventType":"MESSAGE_RECEIVED","content":{"direction":1}}`,
		"session id is a number":  patient(`"sessionId":1`),
		"session id is a list":    patient(`"sessionId":["s"]`),
		"session id is too long":  patient(`"sessionId":"` + strings.Repeat("s", event.MaxSessionID+1) + `"`),
		"session id with U+0000":  patient(`"sessionId":"s\u00001"`),
		"session id of U+0000":    patient(`"sessionId":"\u0000"`),
		"session id with a break": patient(`"sessionId":"s\r\nX: 1"`),
		"session id with C1":      patient(`"sessionId":"s\u0085"`),
		"session id half a pair":  patient(`"sessionId":"s\ud800"`),
		"session id is a dot":     patient(`"sessionId":"."`),
		"session id is two dots":  patient(`"sessionId":".."`),
		"session id not UTF-8":    patient("\"sessionId\":\"s\xff\""),
		"message id is a number":  patient(`"sessionId":"s","id":7`),
		"message type is a bool":  patient(`"sessionId":"s","type":true`),
		"text is an object":       patient(`"sessionId":"s","text":{}`),
		"details is a text":       patient(`"sessionId":"s","details":"x"`),
		"to is a number":          patient(`"sessionId":"s","details":{"to":5511999990000}`),
		"file is a text":          patient(`"sessionId":"s","details":{"file":"x"}`),
		"address is a number":     patient(`"sessionId":"s","details":{"file":{"publicUrl":1}}`),
		"download is a number":    patient(`"sessionId":"s","details":{"file":{"publicUrlDownload":1}}`),
		"MIME type is a list":     patient(`"sessionId":"s","details":{"file":{"mimeType":[]}}`),
		"wrong type after a null": patient(`"sessionId":null,"text":1`),
	}
	for name, body := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := event.Decode([]byte(body))
			if !errors.Is(err, event.ErrInvalid) {
				t.Errorf("Decode = %+v, %v; want ErrInvalid", got, err)
			}
		})
	}
}

// FuzzDecode: whatever comes, Decode ends with an event inside its promises or with ErrInvalid, and
// what it took is JSON.
func FuzzDecode(f *testing.F) {
	files, err := filepath.Glob("testdata/*.json")
	if err != nil || len(files) == 0 {
		f.Fatal("no seeds", err)
	}
	for _, file := range files {
		body, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(body)
	}
	f.Add([]byte(`{"eventType":"MESSAGE_RECEIVED","content":{"direction":"FROM_HUB","sessionId":"\u0000","details":{"files":[null]}}}`))
	f.Add([]byte(`{"eventType":"SESSION_NEW","content":1}`))
	f.Add([]byte("null"))
	f.Fuzz(func(t *testing.T, body []byte) {
		got, err := event.Decode(body)
		if err != nil {
			if !errors.Is(err, event.ErrInvalid) || !cmp.Equal(got, event.Event{}) {
				t.Fatalf("Decode = %+v, %v; want nothing and ErrInvalid", got, err)
			}
			return
		}
		if !json.Valid(body) {
			t.Fatal("took what is not JSON")
		}
		if len(got.SessionID) > event.MaxSessionID || strings.ContainsFunc(got.SessionID, unicode.IsControl) {
			t.Fatalf("session id %q", got.SessionID)
		}
		for _, text := range []string{got.SessionID, got.ID, got.Text, got.Transcription, fmt.Sprint(got.Files)} {
			if strings.ContainsRune(text, 0) {
				t.Fatalf("%q contains U+0000", text)
			}
		}
		if len(got.Files) > event.MaxFiles {
			t.Fatalf("%d files", len(got.Files))
		}
		if got.Direction != event.FromHub && !cmp.Equal(got, event.Event{Type: got.Type, Direction: got.Direction}) {
			t.Fatalf("read more than the direction of somebody else's message: %+v", got)
		}
	})
}
