package webhook_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atende/actors/journal"
	"atende/integrations/chat"
	"atende/integrations/chat/event"
	"atende/webhook"
)

// accepted is what goes on to the engine for a body; false if that is nothing.
func accepted(t *testing.T, body string) (webhook.Message, bool) {
	t.Helper()
	return acceptedIn(t, chat.Spec, body)
}

func acceptedIn(t *testing.T, dialect *chat.Dialect, body string) (webhook.Message, bool) {
	t.Helper()
	in := &intake{}
	post(webhook.New(webhook.Config{Intake: in, Dialect: dialect}), "/webhook/message", body)
	if len(in.messages) == 0 {
		return webhook.Message{}, false
	}
	return in.messages[0], true
}

// S-6-1: of a real gateway's voice message everything that anybody needs goes on, and nothing else.
func TestVoiceMessageHandedOn(t *testing.T) {
	body, err := os.ReadFile("../integrations/chat/event/testdata/message_received_audio.json")
	if err != nil {
		t.Fatal(err)
	}
	got, _ := accepted(t, string(body))
	want := journal.PatientMessage{
		Kind: "AUDIO", Transcription: "quero marcar amanhã de manhã", From: "5511999990000", Fields: got.Patient.Fields,
		Files: []journal.PatientFile{{
			URLs:     []string{"https://cdn.example/f1/download?sig=b", "https://cdn.example/f1?sig=a"},
			MIMEType: "audio/ogg; codecs=opus", Name: "voz.ogg",
		}},
	}
	if diff := cmp.Diff(want, got.Patient); diff != "" {
		t.Errorf("message (-want +got):\n%s", diff)
	}
	if got.SessionID != "5d3f9a58-2b1c-4f0c-8b7e-7a0c0f7c1e11" || got.MessageID != "6a0d9c1e-0f6e-4a43-8a53-15a8e1f2b300" {
		t.Errorf("ids %q, %q", got.SessionID, got.MessageID)
	}
}

// In another dialect the same goes on in the same form, so that nothing behind the border can tell.
func TestFLWMessageHandedOn(t *testing.T) {
	body, err := os.ReadFile("../integrations/chat/testdata/flw/audio.json")
	if err != nil {
		t.Fatal(err)
	}
	got, _ := acceptedIn(t, chat.FLW, string(body))
	want := journal.PatientMessage{
		Kind: "AUDIO", Transcription: "quero marcar amanhã de manhã", Fields: got.Patient.Fields,
		Files: []journal.PatientFile{{
			URLs:     []string{"https://files.example/voz?sig=b", "https://files.example/voz?sig=a"},
			MIMEType: "audio/ogg; codecs=opus", Name: "voz.ogg",
		}},
	}
	if diff := cmp.Diff(want, got.Patient); diff != "" {
		t.Errorf("message (-want +got):\n%s", diff)
	}
	if got.SessionID != "0e0b2f0a-7c53-4b60-8d0e-3a6d5a0b0001" || got.MessageID != "1f6f0d3e-52c1-4f0c-9d61-0c9ce1a70002" {
		t.Errorf("ids %q, %q", got.SessionID, got.MessageID)
	}
	if read, err := journal.ReadPatientMessage(got.Patient.Encode()); err != nil || !cmp.Equal(read, got.Patient) {
		t.Errorf("out of the journal comes %+v, %v", read, err)
	}
}

// Addresses are in the order in which to try them, none twice, and all files go on.
func TestFilesHandedOn(t *testing.T) {
	got, _ := accepted(t, `{"eventType":"MESSAGE_RECEIVED","content":{"sessionId":"s","direction":"FROM_HUB","details":{
		"file":{"publicUrl":"a","publicUrlDownload":"a"},"files":[{"name":"x"},{"publicUrl":"b"},{"publicUrlDownload":"c","publicUrl":"d"}]}}}`)
	want := []journal.PatientFile{{URLs: []string{"a"}}, {URLs: []string{"b"}}, {URLs: []string{"c", "d"}}, {Name: "x"}}
	if diff := cmp.Diff(want, got.Patient.Files); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}

// FuzzPatient: a message comes out of the journal as it went in, the same whether this release took it or the one before,
// and the one before sees in a row of this one what it would have seen in the call.
func FuzzPatient(f *testing.F) {
	files, err := filepath.Glob("../integrations/chat/event/testdata/*.json")
	if err != nil || len(files) == 0 {
		f.Fatal("no seeds", err)
	}
	for _, file := range files {
		body, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(body))
	}
	for _, content := range []string{
		`"text":"<a> & \u2028 \u0000\ud800"`, `"text":null,"type":"ptt"`, `"type":" image","text":"x","details":{"files":[{"publicUrl":"a"},{"name":"b"}]}`,
		`"text":"` + "\xff\xfe" + `","details":{"from":"+1 415 555 2671","to":"01133334444"}`, `"type":"DOCUMENT","details":{"file":{"mimeType":"a/b"},"transcription":{"text":"oi"}}`,
		`"details":{"file":{"publicUrl":"a","publicUrlDownload":"b","mimeType":"image/png","name":"n"}}`,
	} {
		f.Add(`{"eventType":"MESSAGE_RECEIVED","content":{"sessionId":"s","direction":"FROM_HUB",` + content + `}}`)
	}
	f.Fuzz(func(t *testing.T, body string) {
		got, ok := accepted(t, body)
		if !ok {
			return
		}
		stored := got.Patient.Encode()
		if read, err := journal.ReadPatientMessage(stored); err != nil || !cmp.Equal(read, got.Patient) {
			t.Fatalf("read %+v, want %+v (%v)", read, got.Patient, err)
		}
		former := strings.ToValidUTF8(body, "\ufffd") // as the release before stored it
		if read, err := webhook.Former([]byte(former)); err != nil || !cmp.Equal(read, got.Patient) {
			t.Fatalf("of the release before: %+v, want %+v (%v)", read, got.Patient, err)
		}
		saw, err := event.Decode([]byte(former))
		sees, errors := event.Decode(stored)
		if err != nil || errors != nil || strings.HasPrefix(saw.From, "550") || strings.HasPrefix(saw.To, "550") {
			return // no phone of Brazil begins so, and one that is read twice loses a second zero
		}
		if want, got := inFormer(saw), inFormer(sees); !cmp.Equal(want, got) {
			t.Fatalf("the release before sees %+v, want %+v", got, want)
		}
	})
}

// inFormer is what the release before looks at of an event in the journal.
func inFormer(e event.Event) event.Event {
	seen := event.Event{
		Type: e.Type, Direction: e.Direction, MessageType: e.MessageType, Text: e.Text, From: e.From, To: e.To, Transcription: e.Transcription,
	}
	if len(e.Files) > 0 {
		first := e.Files[0]
		if first.DownloadURL == "" { // it tries one after the other
			first.DownloadURL = first.URL
		}
		if first.URL == first.DownloadURL {
			first.URL = ""
		}
		seen.Files = []event.File{first}
	}
	return seen
}
