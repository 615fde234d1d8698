package chat

import (
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"atende/integrations/chat/event"
)

// speak makes a client that speaks a dialect.
func speak(c *Client, d *Dialect) *Client {
	c.dialect = d
	return c
}

// The five operations as the family documents them today (docs/gateways.md), with both headers of spec 5.
func TestFLWOnTheWire(t *testing.T) {
	for i, want := range []request{
		{method: "GET", uri: "/base/chat/v2/session/0b6c-4f?includeDetails=ChannelDetails&includeDetails=DepartmentsDetails&includeDetails=ContactDetails"},
		{method: "POST", uri: "/base/chat/v1/message/send-sync",
			body: `{"from":"channel-1","to":"5511987654321","body":{"text":"Olá, <Ana> & \"cia\""}}`},
		{method: "POST", uri: "/base/chat/v1/session/0b6c-4f/message/sync", body: `{"text":"Olá\n*até*"}`},
		{method: "PUT", uri: "/base/chat/v2/session/0b6c-4f/partial", body: `{"departmentId":"people","fields":["DepartmentId"]}`},
		{method: "POST", uri: "/base/core/v1/contact/phonenumber/5511987654321/tags",
			body: `{"tagNames":["agendado","sem_interesse"],"operation":"InsertIfNotExists"}`},
	} {
		t.Run(operations[i].name, func(t *testing.T) {
			c, g := setup(t, answer(http.StatusOK, `{"id":"m1","status":"SENT"}`))
			back, err := operations[i].do(t.Context(), speak(c, FLW))
			if err != nil || string(back) != `{"id":"m1","status":"SENT"}` {
				t.Fatalf("got %s, %v", back, err)
			}
			got := g.seen()[0]
			if len(g.seen()) != 1 || got.method != want.method || got.uri != want.uri || got.body != want.body {
				t.Errorf("sent %s %s %s", got.method, got.uri, got.body)
			}
			if got.header.Get("Authorization") != "Bearer s3cret" || got.header.Get("Content-Type") != "application/json" {
				t.Errorf("headers %v", got.header)
			}
		})
	}
}

// A template is sent by phone, with its one value; nothing goes out where there is none.
func TestFLWTemplate(t *testing.T) {
	c, g := setup(t, answer(http.StatusOK, `{"id":"m1","status":"SENT"}`))
	if _, err := c.SendTemplate(t.Context(), "5511987654321", "amanhã"); err == nil || Spec.HasTemplates() || len(g.seen()) != 0 {
		t.Errorf("the spec's dialect sends a template: %v", err)
	}
	if _, err := speak(c, FLW).SendTemplate(t.Context(), "5511987654321", "amanhã"); err == nil || len(g.seen()) != 0 {
		t.Errorf("a template without an id: %v", err)
	}
	c.template = Template{ID: "b7d1", Parameter: "consulta"}
	if _, err := c.SendTemplate(t.Context(), "+", "amanhã"); err == nil || len(g.seen()) != 0 {
		t.Errorf("a template to nobody: %v", err)
	}
	if _, err := c.SendTemplate(t.Context(), "+55|11987654321", "amanhã, às 14h"); err != nil {
		t.Fatal(err)
	}
	want := `{"from":"channel-1","to":"5511987654321","body":{"templateId":"b7d1","parameters":{"consulta":"amanhã, às 14h"}}}`
	if got := g.seen(); len(got) != 1 || got[0].uri != "/base/chat/v1/message/send-sync" || got[0].body != want {
		t.Errorf("sent %+v", got)
	}
}

// A message that the channel refuses is reported in a 200, by both ways to send.
func TestFLWFailedDelivery(t *testing.T) {
	c, _ := setup(t, answer(http.StatusOK, `{"id":"m1","status":"FAILED","failedReason":"out of window"}`))
	speak(c, FLW)
	for _, o := range operations[1:3] {
		if _, err := o.do(t.Context(), c); err == nil || strings.Contains(err.Error(), "window") {
			t.Errorf("%s: %v", o.name, err)
		}
	}
}

func TestFLWSession(t *testing.T) {
	golden := flwGolden(t, "session.json")
	whole := Session{Platform: "WhatsApp", Instance: "551133330000", Team: "Agendamento", Status: "PENDING", Phone: "5511987654321"}
	group := whole
	group.Platform = "GROUP"
	for _, c := range []struct {
		name, record string
		want         Session
	}{
		{"as documented", golden, whole},
		{"a group is none with a patient", strings.Replace(golden, `"INDIVIDUAL"`, `"GROUP"`, 1), group},
		{"the channel's type, where its details are missing", `{"status":"PENDING","channelType":"ZAPI_WHATSAPP","channelDetails":null}`,
			Session{Platform: "WHATSAPP", Status: "PENDING"}},
		{"another channel", `{"status":"PENDING","channelType":"INSTAGRAM"}`, Session{Status: "PENDING"}},
		{"the spec's flat fields are none of this dialect", `{"status":"PENDING","platform":"WHATSAPP","instanceNumber":"1","teamName":"x","phoneNumber":"11987654321"}`,
			Session{Status: "PENDING"}},
		{"without a team", strings.Replace(golden, `"Agendamento"`, `null`, 1),
			Session{Platform: "WhatsApp", Instance: "551133330000", Status: "PENDING", Phone: "5511987654321"}},
		{"odd types hide nothing else", `{"status":"COMPLETED","channelDetails":[1],"departmentDetails":"x","contactDetails":7,"type":{}}`,
			Session{Status: "COMPLETED"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := FLW.readSession([]byte(c.record))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got, cmpopts.IgnoreFields(Session{}, "Raw")); diff != "" {
				t.Error(diff)
			}
			if string(got.Raw) != c.record {
				t.Error("the record is not handed on as it came")
			}
		})
	}
	for _, record := range []string{``, `null`, `[]`, `{"platform":`, `<html>`, `{}`, `{"error":true}`, `{"contactDetails":{"phonenumber":"1"}}`} {
		if _, err := FLW.readSession([]byte(record)); err == nil {
			t.Errorf("%q is taken for a session", record)
		}
	}
}

func flwGolden(t testing.TB, name string) string {
	t.Helper()
	body, err := os.ReadFile(filepath.Join("testdata", "flw", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

func TestFLWEvents(t *testing.T) {
	const session = "0e0b2f0a-7c53-4b60-8d0e-3a6d5a0b0001"
	message := func(content string) string { return `{"eventType":"MESSAGE_RECEIVED","content":{` + content + `}}` }
	patients := func(content string) string { return message(`"direction":"FROM_HUB","sessionId":"s",` + content) }
	at := func(second, nano int) time.Time {
		return time.Date(2026, 11, 20, 12, second/60, second%60, nano, time.UTC)
	}
	of := func(e event.Event) event.Event {
		e.Type, e.Direction = event.MessageReceived, event.FromHub
		if e.SessionID == "" {
			e.SessionID = "s"
		}
		return e
	}
	for _, c := range []struct {
		name, body string
		want       event.Event
	}{
		{"text", flwGolden(t, "text.json"), of(event.Event{
			SessionID: session, ID: "1f6f0d3e-52c1-4f0c-9d61-0c9ce1a70001", MessageType: "TEXT",
			Text: "Bom dia, quero marcar uma consulta", Timestamp: at(1, 0),
		})},
		{"voice, and the time of createdAt", flwGolden(t, "audio.json"), of(event.Event{
			SessionID: session, ID: "1f6f0d3e-52c1-4f0c-9d61-0c9ce1a70002", MessageType: "AUDIO", Timestamp: at(61, 500_000_000),
			Transcription: "quero marcar amanhã de manhã",
			Files: []event.File{{URL: "https://files.example/voz?sig=a", DownloadURL: "https://files.example/voz?sig=b",
				MIMEType: "audio/ogg; codecs=opus", Name: "voz.ogg"}},
		})},
		{"several files, one of them as a link, none twice", flwGolden(t, "documents.json"), of(event.Event{
			SessionID: session, ID: "1f6f0d3e-52c1-4f0c-9d61-0c9ce1a70003", MessageType: "DOCUMENT", Text: "os meus exames",
			Timestamp: at(121, 500_000_000),
			Files: []event.File{
				{URL: "https://files.example/exame", MIMEType: "application/pdf", Name: "exame.pdf"},
				{DownloadURL: "https://files.example/filme", MIMEType: "video/mp4", Name: "filme.mp4"},
				{MIMEType: "application/pdf", Name: "sem endereço.pdf"},
			},
		})},
		{"a choice from a list is a text", flwGolden(t, "choice.json"), of(event.Event{
			SessionID: session, ID: "1f6f0d3e-52c1-4f0c-9d61-0c9ce1a70004", MessageType: "TEXT", Text: "Agendar consulta", Timestamp: at(183, 0),
		})},
		{"so is a button", patients(`"type":"buttons","text":"Sim"`), of(event.Event{MessageType: "TEXT", Text: "Sim"})},
		{"phones, where they are told", patients(`"text":"oi","details":{"from":"+55|11987654321","to":1}`),
			of(event.Event{Text: "oi", From: "5511987654321"})},
		{"a transcription that is not finished", patients(`"type":"AUDIO","details":{"transcription":{"text":"que","processing":true}}`),
			of(event.Event{MessageType: "AUDIO"})},
		{"one that failed", patients(`"type":"AUDIO","details":{"transcription":{"text":"que","error":true}}`), of(event.Event{MessageType: "AUDIO"})},
		{"U+0000", patients(`"text":"o\u0000i","id":"\u00007"`), of(event.Event{Text: "oi", ID: "7"})},
		{"a page that was visited", patients(`"type":"TRACK","text":null,"details":{"track":{"pageUrl":"x"}}`), event.Event{Type: event.MessageReceived}},
		{"the platform's own note", patients(`"type":"TRANSITION","text":" "`), event.Event{Type: event.MessageReceived}},
		{"which is a message where it says something", patients(`"type":"TRACK","text":"oi"`), of(event.Event{MessageType: "TRACK", Text: "oi"})},
		{"another event, of any shape", `{"eventType":"SESSION_UPDATE","date":7,"content":[1]}`, event.Event{Type: "SESSION_UPDATE"}},
		{"no content", `{"eventType":"MESSAGE_RECEIVED","content":null}`, event.Event{Type: event.MessageReceived}},
		{"somebody else's message, of any shape", message(`"direction":"TO_HUB","sessionId":7,"text":[]`),
			event.Event{Type: event.MessageReceived, Direction: "TO_HUB"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := FLW.Event([]byte(c.body))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got, cmpopts.IgnoreFields(event.Event{}, "Fields")); diff != "" {
				t.Errorf("event (-want +got):\n%s", diff)
			}
			if (got.Direction == event.FromHub) != (got.Fields != "") {
				t.Errorf("fields %q", got.Fields)
			}
		})
	}
	for name, body := range map[string]string{
		"nothing": "", "no object": "[]", "cut off": `{"eventType":"MESSAGE_RECEIVED"`, "type": `{"eventType":1}`,
		"content": `{"eventType":"MESSAGE_RECEIVED","content":"x"}`, "direction": message(`"direction":7`),
		"id": patients(`"id":7`), "text": patients(`"text":{}`), "kind": patients(`"type":[]`), "details": patients(`"details":"x"`),
		"file": patients(`"details":{"file":[]}`), "files": patients(`"details":{"files":{}}`), "one of files": patients(`"details":{"files":[1]}`),
		"address of a file": patients(`"details":{"files":[{"publicUrl":1}]}`), "link": patients(`"details":{"fileAsLink":"x"}`),
		"session": message(`"direction":"FROM_HUB","sessionId":{}`), "session that climbs": message(`"direction":"FROM_HUB","sessionId":"a/../b"`),
	} {
		if got, err := FLW.Event([]byte(body)); !errors.Is(err, event.ErrInvalid) || !cmp.Equal(got, event.Event{}) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

// FuzzFLWEvent: whatever comes is an event that keeps the promises of the type, or ErrInvalid and nothing else.
func FuzzFLWEvent(f *testing.F) {
	for _, name := range []string{"text.json", "audio.json", "documents.json", "choice.json"} {
		f.Add([]byte(flwGolden(f, name)))
	}
	f.Add([]byte(`{"eventType":"MESSAGE_RECEIVED","content":{"direction":"FROM_HUB","sessionId":"s","details":{"files":[null,{}],"fileAsLink":{"file":null}}}}`))
	f.Add([]byte(`{"eventType":"MESSAGE_RECEIVED","content":{"direction":"FROM_HUB","sessionId":"s","type":"LIST","details":{"interactive":{"list_reply":{"id":"offer-1"}}}}}`))
	f.Add([]byte(`{"EVENTTYPE":"MESSAGE_RECEIVED","content":{"direction":"FROM_HUB","sessionId":"\u0000"}}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		got, err := FLW.Event(body)
		if err != nil {
			if !errors.Is(err, event.ErrInvalid) || !cmp.Equal(got, event.Event{}) {
				t.Fatalf("%+v, %v; want nothing and ErrInvalid", got, err)
			}
			return
		}
		if !json.Valid(body) {
			t.Fatal("took what is not JSON")
		}
		if got.Type != event.MessageReceived || got.Direction != event.FromHub {
			if rest := (event.Event{Type: got.Type, Direction: got.Direction}); !cmp.Equal(got, rest) {
				t.Fatalf("read more than it may: %+v", got)
			}
			return
		}
		all := got.ID + got.Text + got.Transcription + got.MessageType + got.From + got.To + got.Choice
		for _, file := range got.Files {
			all += file.URL + file.DownloadURL + file.MIMEType + file.Name
		}
		if strings.Contains(all, "\x00") || len(got.Files) > event.MaxFiles || len(got.Choice) > event.MaxChoice || !event.Usable(got.SessionID) || got.Fields == "" ||
			utf8.Valid(body) && !utf8.ValidString(all) {
			t.Fatalf("%+v", got)
		}
	})
}

// FuzzFLWSession: the only error is that it is no record, and nothing that is no JSON is one.
func FuzzFLWSession(f *testing.F) {
	f.Add([]byte(flwGolden(f, "session.json")))
	f.Add([]byte(`{"status":7,"channelDetails":{"platform":null},"type":"group"}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		got, err := FLW.readSession(body)
		if err != nil && !errors.Is(err, errNoRecord) || err == nil && !json.Valid(body) {
			t.Fatalf("%+v, %v", got, err)
		}
	})
}

// Names are values of a setting: there is one of each, and the first is what nobody has to choose.
func TestDialects(t *testing.T) {
	seen := map[string]bool{}
	for _, d := range Dialects {
		if seen[d.Name] || d.Name != strings.ToLower(d.Name) || len(d.OpenStatuses) == 0 || DialectNamed(d.Name) != d {
			t.Errorf("%q", d.Name)
		}
		seen[d.Name] = true
	}
	if Dialects[0] != Spec || DialectNamed("") != nil || New(Config{}).dialect != Spec {
		t.Error("the spec's is not the default")
	}
}
