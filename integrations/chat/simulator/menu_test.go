package simulator

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

const buttons = `{"type":"button","action":{"buttons":[{"type":"reply","reply":{"id":"b-1","title":"Sim"}},{"type":"reply","reply":{"id":"b-2","title":"Mudar algo"}}]}}`

// list has n rows.
func list(n int) string {
	var rows []string
	for i := range n {
		rows = append(rows, fmt.Sprintf(`{"id":"l-%d","title":"Ter 24/11 às %d:00","description":"Dra. Ana"}`, i, i))
	}
	return `{"type":"list","action":{"button":"Ver horários","sections":[{"rows":[` + strings.Join(rows, ",") + `]}]}}`
}

// What WhatsApp would refuse is refused, in both dialects, and leaves no message.
func TestMenusAreStrict(t *testing.T) {
	for dialect, field := range map[string]string{"spec": "message", "flw": "text"} {
		b := setup(t, Config{Dialect: dialect})
		id := b.open(t, Patient{})
		send := func(text, interactive string) int {
			body, err := json.Marshal(map[string]any{field: text, "interactive": json.RawMessage(interactive)})
			if err != nil {
				t.Fatal(err)
			}
			code, _ := b.call(t, "POST", "/chat/v1/session/"+id+"/message/sync", string(body))
			return code
		}
		for name, c := range map[string]struct{ text, interactive string }{
			"a text":             {"a", `"x"`},
			"another type":       {"a", `{"type":"carousel","action":{}}`},
			"another field":      {"a", `{"type":"button","footer":{},"action":{"buttons":[]}}`},
			"no buttons":         {"a", `{"type":"button","action":{"buttons":[]}}`},
			"four":               {"a", `{"type":"button","action":{"buttons":[` + strings.Repeat(`{"type":"reply","reply":{"id":"x","title":"x"}},`, 3) + `{"type":"reply","reply":{"id":"y","title":"y"}}]}}`},
			"another button":     {"a", strings.Replace(buttons, `"reply"`, `"url"`, 1)},
			"a long title":       {"a", strings.Replace(buttons, "Sim", strings.Repeat("é", 21), 1)},
			"a blank title":      {"a", strings.Replace(buttons, "Sim", " ", 1)},
			"one id twice":       {"a", strings.Replace(buttons, "b-2", "b-1", 1)},
			"one title twice":    {"a", strings.Replace(buttons, "Mudar algo", "Sim", 1)},
			"a long text":        {strings.Repeat("a", 1025), buttons},
			"eleven rows":        {"a", list(11)},
			"a list without one": {"a", list(0)},
			"without an opener":  {"a", strings.Replace(list(2), "Ver horários", "", 1)},
			"a long row":         {"a", strings.Replace(list(2), "Ter 24/11", strings.Repeat("a", 20), 1)},
			"a long description": {"a", strings.Replace(list(2), "Dra. Ana", strings.Repeat("a", 73), 1)},
		} {
			if code := send(c.text, c.interactive); code != 400 {
				t.Errorf("%s, %s: %d", dialect, name, code)
			}
		}
		if n := len(b.snapshot(t, id).Messages); n != 0 {
			t.Errorf("%s: %d messages", dialect, n)
		}
		if send(strings.Repeat("é", 1024), buttons) != 200 || send(strings.Repeat("é", 4096), list(10)) != 200 || send("a", "null") != 200 {
			t.Errorf("%s: what fits is refused", dialect)
		}
		if m := b.snapshot(t, id).Messages; len(m) != 3 || len(m[0].Menu.Options) != 2 || len(m[1].Menu.Options) != 10 || m[2].Menu != nil {
			t.Errorf("%s: %+v", dialect, m)
		}
	}
}

// A tap comes as the dialect has it: the title is the text, the id beside it.
func TestTaps(t *testing.T) {
	for dialect, types := range map[string][]string{"spec": {"TEXT", "TEXT"}, "flw": {"BUTTONS", "LIST"}} {
		b := setup(t, Config{Dialect: dialect})
		id := b.open(t, Patient{})
		field := map[string]string{"spec": "message", "flw": "text"}[dialect]
		for _, interactive := range []string{buttons, list(2)} {
			b.call(t, "POST", "/chat/v1/session/"+id+"/message/sync", `{"`+field+`":"a","interactive":`+interactive+`}`)
		}
		for choice, want := range map[string]int{"b-1": 202, "l-1": 202, "none": 400, strings.Repeat("x", maxChoice+1): 400} {
			if code, _ := b.call(t, "POST", "/sim/sessions/"+id+"/messages", `{"choice":"`+choice+`"}`); code != want {
				t.Errorf("%s, %.10s: %d", dialect, choice, code)
			}
		}
		if code, _ := b.call(t, "POST", "/sim/sessions/"+id+"/messages", `{"choice":"forged","text":"oi"}`); code != 202 {
			t.Errorf("%s: a forged one: %d", dialect, code)
		}
		m := b.snapshot(t, id)
		for _, sent := range m.Messages[2:] {
			kind, reply, want := types[0], "button_reply", "Sim"
			switch sent.Choice {
			case "l-1":
				kind, reply, want = types[1], "list_reply", "Ter 24/11 às 1:00"
			case "forged":
				want = "oi"
			}
			event := b.payload(t, id, sent.ID)
			content := event["content"].(map[string]any)
			given := content["details"].(map[string]any)["interactive"].(map[string]any)
			tapped, _ := given[reply].(map[string]any)
			if sent.Text != want || content["text"] != want || content["type"] != kind || given["type"] != reply || tapped["id"] != sent.Choice {
				t.Errorf("%s, %s: %v", dialect, sent.Choice, content)
			}
		}
	}
}

// payload is the body of a webhook about a message.
func (b *bundle) payload(t *testing.T, id, message string) (event map[string]any) {
	t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, m := range b.sessions[id].messages {
		if m.ID == message {
			if err := json.Unmarshal(b.dialect.payload(b.sessions[id], m), &event); err != nil {
				t.Fatal(err)
			}
		}
	}
	return event
}
