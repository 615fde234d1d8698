package simulator

import (
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// flw is a simulator that speaks the dialect of flw.chat, and a session in it.
func flw(t *testing.T) (b *bundle, id string) {
	t.Helper()
	b = setup(t, Config{Dialect: "flw", ChannelID: "551133330000", DepartmentID: "humano"})
	id = b.open(t, Patient{Phone: "5511999990000", Name: "Rita"})
	return b, id
}

func TestFLWIsStrict(t *testing.T) {
	b, id := flw(t)
	sync, phone := "/chat/v1/session/"+id+"/message/sync", "/chat/v1/message/send-sync"
	partial, tags := "/chat/v2/session/"+id+"/partial", "/core/v1/contact/phonenumber/5511999990000/tags"
	for _, c := range []struct {
		name, method, path, body string
		want                     int
	}{
		{"unknown session", "GET", "/chat/v2/session/none", "", 404},
		{"detail in another case", "GET", "/chat/v2/session/" + id + "?includeDetails=channelDetails", "", 400},
		{"send: the spec's field", "POST", sync, `{"message":"a"}`, 400},
		{"send: blank", "POST", sync, `{"text":" "}`, 400},
		{"send: wrong type", "POST", sync, `{"text":1}`, 400},
		{"send: too long", "POST", sync, `{"text":"` + strings.Repeat("é", 4097) + `"}`, 400},
		{"send: unknown session", "POST", "/chat/v1/session/none/message/sync", `{"text":"a"}`, 404},
		{"phone: the spec's path", "POST", "/chat/v1/message/send", `{"phoneNumber":"5511999990000","message":"a","channelId":"x"}`, 404},
		{"phone: the spec's fields", "POST", phone, `{"phoneNumber":"5511999990000","message":"a","channelId":"x"}`, 400},
		{"phone: no digits", "POST", phone, `{"from":"551133330000","to":"x","body":{"text":"a"}}`, 400},
		{"phone: no text", "POST", phone, `{"from":"551133330000","to":"5511999990000","body":{}}`, 400},
		{"phone: other channel", "POST", phone, `{"from":"1","to":"5511999990000","body":{"text":"a"}}`, 400},
		{"transfer: unknown session", "PUT", "/chat/v2/session/none/partial", `{"departmentId":"humano","fields":["DepartmentId"]}`, 404},
		{"transfer: other department", "PUT", partial, `{"departmentId":"x","fields":["DepartmentId"]}`, 400},
		{"transfer: no department", "PUT", partial, `{"fields":["DepartmentId"]}`, 400},
		{"transfer: field in another case", "PUT", partial, `{"departmentId":"humano","fields":["departmentId"]}`, 400},
		{"tags: the spec's field", "POST", tags, `{"tags":["a"]}`, 400},
		{"tags: no operation", "POST", tags, `{"tagNames":["a"]}`, 400},
		{"tags: empty", "POST", tags, `{"tagNames":[],"operation":"InsertIfNotExists"}`, 400},
		{"tags: unknown contact", "POST", "/core/v1/contact/phonenumber/551/tags", `{"tagNames":["a"],"operation":"InsertIfNotExists"}`, 404},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := b.snapshot(t, id)
			got, answer := b.call(t, c.method, c.path, c.body)
			if got != c.want || answer["error"] != true {
				t.Errorf("got %d %v, want %d", got, answer, c.want)
			}
			after := b.snapshot(t, id)
			if len(after.Messages) != len(before.Messages) || after.Field("teamName") != before.Field("teamName") {
				t.Error("a refused call left a trace")
			}
		})
	}
}

// Details are shown to who asks for them, and nothing of the spec's flat record at all.
func TestFLWSessionShowsWhatIsAskedFor(t *testing.T) {
	b, id := flw(t)
	if !regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`).MatchString(id) {
		t.Errorf("%s is no UUID", id)
	}
	_, bare := b.call(t, "GET", "/chat/v2/session/"+id, "")
	_, asked := b.call(t, "GET", "/chat/v2/session/"+id+"?includeDetails=ChannelDetails&includeDetails=ContactDetails", "")
	for _, name := range append(slices.Clone(filterFields[:3]), "phoneNumber", "channelDetails", "departmentDetails", "contactDetails") {
		if _, there := bare[name]; there {
			t.Errorf("%s is shown unasked", name)
		}
	}
	channel, _ := asked["channelDetails"].(map[string]any)
	contact, _ := asked["contactDetails"].(map[string]any)
	got := []any{bare["status"], channel["platform"], channel["humanId"], contact["phonenumber"], asked["departmentDetails"]}
	if diff := cmp.Diff([]any{"PENDING", "WHATSAPP", "551133330000", "+55|11999990000", nil}, got); diff != "" {
		t.Error(diff)
	}
}

// Without "fields" a partial update is a success that changes nothing.
func TestFLWPartialUpdate(t *testing.T) {
	b, id := flw(t)
	partial := "/chat/v2/session/" + id + "/partial"
	if code, _ := b.call(t, "PUT", partial, `{"departmentId":"humano"}`); code != http.StatusOK {
		t.Error("status", code)
	}
	if shot := b.snapshot(t, id); shot.Field("teamName") != "Agendamento" || shot.Record["robot"] != true {
		t.Error("it was transferred without fields")
	}
	if code, _ := b.call(t, "PUT", partial, `{"departmentId":"humano","fields":["DepartmentId"]}`); code != http.StatusOK {
		t.Error("status", code)
	}
	if shot := b.snapshot(t, id); shot.Field("teamName") != "Recepção" || shot.Field("status") != "PENDING" || shot.Record["robot"] != false {
		t.Errorf("after the transfer: %v", shot.Record)
	}
	b.call(t, "PUT", partial, `{"status":"COMPLETED","fields":["Status"]}`)
	if code, _ := b.call(t, "POST", "/chat/v1/session/"+id+"/message/sync", `{"text":"a"}`); code != http.StatusConflict {
		t.Errorf("a closed session answers %d", code)
	}
	_, sent := b.call(t, "POST", "/chat/v1/message/send-sync", `{"from":"551133330000","to":"+55|11999990000","body":{"text":"a"}}`)
	if next, _ := sent["sessionId"].(string); next == "" || next == id || b.snapshot(t, next).Field("status") != "PENDING" {
		t.Errorf("sent to %v", sent)
	}
}

func TestFLWTags(t *testing.T) {
	b, id := flw(t)
	for _, step := range []struct {
		body string
		want []string
	}{
		{`{"tagNames":["a","b"],"operation":"InsertIfNotExists"}`, []string{"a", "b"}},
		{`{"tagNames":["b","c"],"operation":"InsertIfNotExists"}`, []string{"a", "b", "c"}},
		{`{"tagNames":["a"],"operation":"DeleteIfExists"}`, []string{"b", "c"}},
		{`{"tagNames":["d"],"operation":"ReplaceAll"}`, []string{"d"}},
	} {
		code, _ := b.call(t, "POST", "/core/v1/contact/phonenumber/5511999990000/tags", step.body)
		if got := b.snapshot(t, id).Tags(); code != http.StatusOK || !cmp.Equal(got, step.want) {
			t.Errorf("%s: %d, %v", step.body, code, got)
		}
	}
}

// Webhooks tell no phone, list files, and name what a person of the clinic wrote as sent.
func TestFLWWebhooks(t *testing.T) {
	s := New(Config{Dialect: "flw"})
	t.Cleanup(s.Close)
	id, err := s.Open(Patient{Phone: "5511999990000"})
	if err != nil {
		t.Fatal(err)
	}
	file, err := s.Attach(id, "http://gateway.example", File{Name: "exame.pdf", MIME: "application/pdf", Data: []byte("%PDF")})
	if err != nil {
		t.Fatal(err)
	}
	bodies := map[string]Incoming{
		"text": {Text: "oi"}, "file": {File: file, Text: "meu exame"}, "human": {Text: "bom dia", Human: true},
		"voice": {Type: "audio", Transcription: map[string]any{"text": "oi"}},
	}
	for name, in := range bodies {
		t.Run(name, func(t *testing.T) {
			if _, err := s.Send(id, in); err != nil {
				t.Fatal(err)
			}
			s.mu.Lock()
			session := s.sessions[id]
			body := s.dialect.payload(session, session.messages[len(session.messages)-1])
			s.mu.Unlock()
			var event struct {
				EventType string
				Content   struct {
					Direction, Text string
					Details         struct {
						File          map[string]any
						Files         []map[string]any
						Transcription map[string]any
					}
				}
			}
			if err := json.Unmarshal(body, &event); err != nil {
				t.Fatal(err)
			}
			if strings.Contains(string(body), "99999") {
				t.Errorf("the phone is in %s", body)
			}
			kind, direction := "MESSAGE_RECEIVED", "FROM_HUB"
			if in.Human {
				kind, direction = "MESSAGE_SENT", "TO_HUB"
			}
			if event.EventType != kind || event.Content.Direction != direction || event.Content.Text != in.Text {
				t.Errorf("%s", body)
			}
			details := event.Content.Details
			if name == "file" && (details.File["type"] != "PDF" || details.File["extension"] != ".pdf" || len(details.Files) != 1) {
				t.Errorf("%s", body)
			}
			if (name == "voice") != (details.Transcription["text"] == "oi") {
				t.Errorf("%s", body)
			}
		})
	}
}
