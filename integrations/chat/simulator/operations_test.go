package simulator

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestGetSessionServesBothShapes(t *testing.T) {
	b := setup(t, Config{Defaults: Defaults{"WHATSAPP", "5511", "Agenda", "Pendente"}})
	id := b.open(t, Patient{Phone: "+55 (11) 99999-0000", Name: "Rita"})
	code, record := b.call(t, "GET", "/chat/v2/session/"+id, "")
	if code != http.StatusOK {
		t.Fatal("status", code)
	}
	got := strings.TrimSpace(fmt.Sprintln(record["id"] == id, record["platform"], record["instanceNumber"],
		record["teamName"], record["status"], record["phoneNumber"],
		record["channelDetails"].(map[string]any)["platform"],
		record["channelDetails"].(map[string]any)["humanId"],
		record["departmentDetails"].(map[string]any)["name"],
		record["contactDetails"].(map[string]any)["phonenumber"]))
	want := "true WHATSAPP 5511 Agenda Pendente 5511999990000 WHATSAPP 5511 Agenda +55|11999990000"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestOperationsAreStrict(t *testing.T) {
	b := setup(t, Config{ChannelID: "canal", DepartmentID: "humano"})
	id := b.open(t, Patient{Phone: "5511999990000"})
	sync, phone := "/chat/v1/session/"+id+"/message/sync", "/chat/v1/message/send"
	partial, tags := "/chat/v2/session/"+id+"/partial", "/core/v1/contact/phonenumber/5511999990000/tags"
	for _, c := range []struct {
		name, method, path, body string
		want                     int
	}{
		{"unknown session", "GET", "/chat/v2/session/none", "", 404},
		{"send: unknown session", "POST", "/chat/v1/session/none/message/sync", `{"message":"a"}`, 404},
		{"send: empty body", "POST", sync, "", 400},
		{"send: no object", "POST", sync, `["a"]`, 400},
		{"send: null", "POST", sync, `null`, 400},
		{"send: no field", "POST", sync, `{}`, 400},
		{"send: wrong type", "POST", sync, `{"message":1}`, 400},
		{"send: null text", "POST", sync, `{"message":null}`, 400},
		{"send: blank", "POST", sync, `{"message":" \n"}`, 400},
		{"send: further field", "POST", sync, `{"message":"a","text":"a"}`, 400},
		{"send: other spelling", "POST", sync, `{"Message":"a"}`, 400},
		{"send: trailing text", "POST", sync, `{"message":"a"} x`, 400},
		{"send: too long", "POST", sync, `{"message":"` + strings.Repeat("é", 4097) + `"}`, 400},
		{"send: too large", "POST", sync, `{"message":"` + strings.Repeat("a", maxBody) + `"}`, 413},
		{"phone: a field is missing", "POST", phone, `{"phoneNumber":"5511","message":"a"}`, 400},
		{"phone: no digits", "POST", phone, `{"phoneNumber":"x","message":"a","channelId":"canal"}`, 400},
		{"phone: other channel", "POST", phone,
			`{"phoneNumber":"5511999990000","message":"a","channelId":"x"}`, 400},
		{"transfer: unknown session", "PUT", "/chat/v2/session/none/partial", `{"departmentId":"humano"}`, 404},
		{"transfer: other department", "PUT", partial, `{"departmentId":"x"}`, 400},
		{"transfer: number", "PUT", partial, `{"departmentId":1}`, 400},
		{"transfer: further field", "PUT", partial, `{"departmentId":"humano","fields":[]}`, 400},
		{"tags: unknown contact", "POST", "/core/v1/contact/phonenumber/551/tags", `{"tags":["a"]}`, 404},
		{"tags: no list", "POST", tags, `{"tags":"a"}`, 400},
		{"tags: empty", "POST", tags, `{"tags":[]}`, 400},
		{"tags: blank", "POST", tags, `{"tags":[""]}`, 400},
		{"tags: number", "POST", tags, `{"tags":[1]}`, 400},
		{"tags: family's field", "POST", tags, `{"tagNames":["a"]}`, 400},
		{"unknown path", "POST", "/chat/v1/other", `{}`, 404},
		{"wrong method", "PATCH", partial, `{}`, 405},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := len(b.snapshot(t, id).Messages)
			got, answer := b.call(t, c.method, c.path, c.body)
			if got != c.want || answer["error"] != true {
				t.Errorf("got %d %v, want %d", got, answer, c.want)
			}
			if after := len(b.snapshot(t, id).Messages); after != before {
				t.Error("a refused call left a message")
			}
		})
	}
}

func TestTokenIsAsked(t *testing.T) {
	for token, want := range map[string]int{"": 200, "token": 200, "other": 401} {
		t.Run("configured "+token, func(t *testing.T) {
			b := setup(t, Config{Token: token})
			id := b.open(t, Patient{})
			if got, _ := b.call(t, "GET", "/chat/v2/session/"+id, ""); got != want {
				t.Errorf("got %d, want %d", got, want)
			}
		})
	}
}

func TestSendsArriveInOrderAndAreRecorded(t *testing.T) {
	b := setup(t, Config{})
	id := b.open(t, Patient{Phone: "5511999990000"})
	_, first := b.call(t, "POST", "/chat/v1/session/"+id+"/message/sync", `{"message":"um"}`)
	_, second := b.call(t, "POST", "/chat/v1/message/send",
		`{"phoneNumber":"5511999990000","message":"dois","channelId":"c"}`)
	if first["sessionId"] != id || second["sessionId"] != id || first["id"] == second["id"] {
		t.Errorf("answers %v and %v", first, second)
	}
	var got []string
	for _, m := range b.snapshot(t, id).Messages {
		got = append(got, m.Direction+" "+m.Via+" "+m.Text)
	}
	if diff := cmp.Diff([]string{"out session um", "out phone dois"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestClosedSessionRefusesAndPhoneOpensAnother(t *testing.T) {
	b := setup(t, Config{})
	id := b.open(t, Patient{Phone: "5511999990000", Name: "Rita"})
	b.call(t, "PATCH", "/sim/sessions/"+id, `{"status":"COMPLETED"}`)
	if code, answer := b.call(t, "POST", "/chat/v1/session/"+id+"/message/sync", `{"message":"a"}`); code != 409 {
		t.Errorf("in session: %d %v", code, answer)
	}
	if code, _ := b.call(t, "PUT", "/chat/v2/session/"+id+"/partial", `{"departmentId":"d"}`); code != 409 {
		t.Errorf("transfer: %d", code)
	}
	_, sent := b.call(t, "POST", "/chat/v1/message/send",
		`{"phoneNumber":"+55 11 99999-0000","message":"a","channelId":"c"}`)
	next, _ := sent["sessionId"].(string)
	if next == id || b.snapshot(t, next).Field("name") != "Rita" {
		t.Errorf("sent to %q", next)
	}
	if got := b.snapshot(t, id).Field("continuedIn"); got != next {
		t.Errorf("continuedIn is %q, want %q", got, next)
	}
}

func TestTransferTakesTheSessionFromTheAgent(t *testing.T) {
	b := setup(t, Config{HumanTeam: "Recepção"})
	id := b.open(t, Patient{})
	code, record := b.call(t, "PUT", "/chat/v2/session/"+id+"/partial", `{"departmentId":"d7"}`)
	if code != 200 || record["departmentId"] != "d7" {
		t.Errorf("%d %v", code, record)
	}
	shot := b.snapshot(t, id)
	if shot.Field("teamName") != "Recepção" || shot.Field("status") != statusHuman || shot.Record["robot"] != false {
		t.Errorf("record %v", shot.Record)
	}
	if code, _ := b.call(t, "PUT", "/chat/v2/session/"+id+"/partial", `{"departmentId":"d7"}`); code != 200 {
		t.Errorf("repeated: %d", code)
	}
}

// The spec promises no effect of a transfer on team and status: where nobody has come yet they may stay.
func TestTransferThatNobodyHasTakenYet(t *testing.T) {
	b := setup(t, Config{HumanTeam: "Recepção", Unattended: true})
	id := b.open(t, Patient{})
	before := b.snapshot(t, id)
	if code, record := b.call(t, "PUT", "/chat/v2/session/"+id+"/partial", `{"departmentId":"d7"}`); code != 200 || record["departmentId"] != "d7" {
		t.Errorf("%d %v", code, record)
	}
	after := b.snapshot(t, id)
	for _, name := range filterFields {
		if after.Field(name) != before.Field(name) {
			t.Errorf("%s is %q, was %q", name, after.Field(name), before.Field(name))
		}
	}
	if after.Record["robot"] != false {
		t.Errorf("record %v", after.Record)
	}
}

func TestV1TransferIsATrap(t *testing.T) {
	b := setup(t, Config{})
	id := b.open(t, Patient{})
	code, _ := b.call(t, "POST", "/chat/v1/session/"+id+"/transfer", `{"type":"DEPARTMENT"}`)
	shot := b.snapshot(t, id)
	if code != 200 || shot.Record["v1TransferUsed"] != true {
		t.Errorf("%d %v", code, shot.Record["v1TransferUsed"])
	}
	if shot.Record["robot"] != true {
		t.Error("the v1 transfer must leave the session with the agent's team")
	}
}

func TestTagsBelongToTheContact(t *testing.T) {
	b := setup(t, Config{})
	id := b.open(t, Patient{Phone: "5511999990000"})
	// The phone as the family writes it, escaped: one path segment all the same.
	path := "/core/v1/contact/phonenumber/%2B55%7C11999990000/tags"
	b.call(t, "POST", path, `{"tags":["agendado"]}`)
	b.call(t, "POST", path, `{"tags":["agendado","transferido"]}`)
	want := []string{"agendado", "transferido"}
	if diff := cmp.Diff(want, b.snapshot(t, id).Tags()); diff != "" {
		t.Error(diff)
	}
	next := b.open(t, Patient{Phone: "5511999990000"})
	if diff := cmp.Diff(want, b.snapshot(t, next).Tags()); diff != "" {
		t.Error("a later session:", diff)
	}
}

func TestCallsAreRecorded(t *testing.T) {
	b := setup(t, Config{})
	id := b.open(t, Patient{})
	b.call(t, "GET", "/chat/v2/session/"+id, "")
	b.call(t, "POST", "/chat/v1/session/"+id+"/message/sync", `{}`)
	var got []string
	for _, c := range b.snapshot(t, id).Calls {
		got = append(got, fmt.Sprint(c.Operation, " ", c.Status))
	}
	if diff := cmp.Diff([]string{"get_session 200", "send_in_session 400"}, got); diff != "" {
		t.Error(diff)
	}
}
