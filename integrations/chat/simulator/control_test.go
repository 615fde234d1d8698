package simulator

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
)

func TestControlAPI(t *testing.T) {
	a := newAgent()
	b := setup(t, Config{WebhookURL: webhook, Transport: a})
	code, opened := b.call(t, "POST", "/sim/sessions",
		`{"phone":"5511988887777","name":"Rita","status":"IN_PROGRESS","userId":"u1"}`)
	id, _ := opened["id"].(string)
	if code != http.StatusCreated || id == "" || len(opened) != 1 {
		t.Fatalf("open: %d %v", code, opened)
	}
	code, said := b.call(t, "POST", "/sim/sessions/"+id+"/messages", `{"text":"oi"}`)
	if code != http.StatusAccepted || said["id"] == nil {
		t.Fatalf("message: %d %v", code, said)
	}
	if got := a.next(t).text(t); got != "oi" {
		t.Errorf("delivered %q", got)
	}
	b.call(t, "POST", "/chat/v1/session/"+id+"/message/sync", `{"message":"olá"}`)
	code, shown := b.call(t, "GET", "/sim/sessions/"+id, "")
	if code != http.StatusOK || shown["phone"] != "5511988887777" || shown["name"] != "Rita" ||
		shown["status"] != "IN_PROGRESS" || shown["userId"] != "u1" || shown["platform"] != "WHATSAPP" {
		t.Errorf("show: %d %v", code, shown)
	}
	messages, _ := shown["messages"].([]any)
	var got []string
	for _, m := range messages {
		m := m.(map[string]any)
		got = append(got, fmt.Sprint(m["direction"], ":", m["text"], ":", m["via"]))
	}
	if want := "in:oi:patient out:olá:session"; strings.Join(got, " ") != want {
		t.Errorf("got %q, want %q", got, want)
	}
	code, changed := b.call(t, "PATCH", "/sim/sessions/"+id,
		`{"teamName":null,"departmentDetails":{"name":"Outra"},"phone":"5511977776666"}`)
	details, _ := changed["departmentDetails"].(map[string]any)
	if code != http.StatusOK || changed["teamName"] != nil || details["name"] != "Outra" {
		t.Errorf("patch: %d %v", code, changed)
	}
	if code, _ := b.call(t, "POST", "/core/v1/contact/phonenumber/5511977776666/tags", `{"tags":["a"]}`); code != 200 {
		t.Errorf("the new phone is unknown: %d", code)
	}
	_, list := b.call(t, "GET", "/sim/sessions", "")
	if lines, _ := list["sessions"].([]any); len(lines) != 1 {
		t.Errorf("list: %v", list)
	}
}

func TestControlAPIRefuses(t *testing.T) {
	b := setup(t, Config{})
	id := b.open(t, Patient{})
	for _, c := range []struct {
		name, method, path, body string
		want                     int
	}{
		{"open: no JSON", "POST", "/sim/sessions", `{`, 400},
		{"open: list", "POST", "/sim/sessions", `[]`, 400},
		{"open: short phone", "POST", "/sim/sessions", `{"phone":"123"}`, 400},
		{"open: number as phone", "POST", "/sim/sessions", `{"phone":5511999990000}`, 400},
		{"open: number as status", "POST", "/sim/sessions", `{"status":1}`, 400},
		{"open: own id", "POST", "/sim/sessions", `{"id":"x"}`, 400},
		{"show: unknown", "GET", "/sim/sessions/none", "", 404},
		{"panel: unknown", "GET", "/sim/sessions/none/panel", "", 404},
		{"events: unknown", "GET", "/sim/sessions/none/events", "", 404},
		{"patch: unknown", "PATCH", "/sim/sessions/none", `{}`, 404},
		{"patch: empty name", "PATCH", "/sim/sessions/" + id, `{"name":""}`, 400},
		{"patch: tags", "PATCH", "/sim/sessions/" + id, `{"tags":[]}`, 400},
		{"say: unknown", "POST", "/sim/sessions/none/messages", `{"text":"a"}`, 404},
		{"say: nothing", "POST", "/sim/sessions/" + id + "/messages", `{}`, 400},
		{"say: number", "POST", "/sim/sessions/" + id + "/messages", `{"text":1}`, 400},
		{"say: file as text", "POST", "/sim/sessions/" + id + "/messages", `{"file":"a"}`, 400},
		{"say: stranger", "POST", "/sim/sessions/" + id + "/messages", `{"text":"a","from":"x"}`, 400},
		{"say: too long", "POST", "/sim/sessions/" + id + "/messages",
			`{"text":"` + strings.Repeat("a", maxText+1) + `"}`, 400},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, answer := b.call(t, c.method, c.path, c.body); got != c.want {
				t.Errorf("got %d %v, want %d", got, answer, c.want)
			}
		})
	}
}

func TestPanelIsMerged(t *testing.T) {
	b := setup(t, Config{Panel: func(id string, all bool) map[string]any { return map[string]any{"Sessão": id, "todas": all} }})
	id := b.open(t, Patient{})
	if code, facts := b.call(t, "GET", "/sim/sessions/"+id+"/panel", ""); code != 200 || facts["Sessão"] != id || facts["todas"] != false {
		t.Errorf("%d %v", code, facts)
	}
}

func TestForeignSitesAreRefused(t *testing.T) {
	b := setup(t, Config{})
	for origin, want := range map[string]int{"": 201, b.server.URL: 201, "https://evil.example": 403} {
		r, err := http.NewRequestWithContext(t.Context(), "POST", b.server.URL+"/sim/sessions", nil)
		if err != nil {
			t.Fatal(err)
		}
		if origin != "" {
			r.Header.Set("Origin", origin)
		}
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close()
		if response.StatusCode != want {
			t.Errorf("origin %q: got %d, want %d", origin, response.StatusCode, want)
		}
	}
}

func TestBounds(t *testing.T) {
	t.Run("sessions", func(t *testing.T) {
		b := setup(t, Config{MaxSessions: 2})
		first := b.open(t, Patient{Phone: "5511900000001"})
		events, _, err := b.Subscribe(first)
		if err != nil {
			t.Fatal(err)
		}
		b.open(t, Patient{})
		last := b.open(t, Patient{})
		if _, ok := b.Session(first); ok {
			t.Error("the oldest session is still there")
		}
		<-events // the snapshot
		if _, open := <-events; open {
			t.Error("the stream of a forgotten session goes on")
		}
		if list := b.Sessions(10); len(list) != 2 || list[0].ID != last || len(b.byPhone) != 2 {
			t.Errorf("%v, %d phones", list, len(b.byPhone))
		}
	})
	t.Run("messages", func(t *testing.T) {
		b := setup(t, Config{MaxMessages: 3})
		id := b.open(t, Patient{})
		say(t, b.Simulator, id, "1", "2", "3", "4", "5")
		shot := b.snapshot(t, id)
		if len(shot.Messages) != 3 || shot.Messages[0].Text != "3" {
			t.Errorf("%v", shot.Messages)
		}
	})
	t.Run("undelivered messages", func(t *testing.T) {
		a := newAgent()
		a.answer = func(_ int, r *http.Request) (*http.Response, error) {
			<-r.Context().Done()
			return nil, r.Context().Err()
		}
		b := setup(t, Config{WebhookURL: webhook, Transport: a})
		id := b.open(t, Patient{})
		var err error
		for range maxQueue + 2 { // one may be on its way
			if _, err = b.Say(id, "oi"); err != nil {
				break
			}
		}
		if !errors.Is(err, ErrBusy) {
			t.Errorf("got %v, want ErrBusy", err)
		}
	})
	t.Run("listeners", func(t *testing.T) {
		b := setup(t, Config{})
		id := b.open(t, Patient{})
		for range maxSubscribers {
			if _, _, err := b.Subscribe(id); err != nil {
				t.Fatal(err)
			}
		}
		if _, _, err := b.Subscribe(id); !errors.Is(err, ErrBusy) {
			t.Errorf("got %v, want ErrBusy", err)
		}
	})
	t.Run("a listener that does not read", func(t *testing.T) {
		b := setup(t, Config{})
		id := b.open(t, Patient{})
		events, cancel, err := b.Subscribe(id)
		if err != nil {
			t.Fatal(err)
		}
		defer cancel() // harmless although the stream has ended
		for range watchBuffer + 1 {
			say(t, b.Simulator, id, "oi")
		}
		n := 0
		for range events {
			n++
		}
		if n != watchBuffer {
			t.Errorf("%d events before the end, want %d", n, watchBuffer)
		}
	})
}

func TestPersonaHasAValidCPF(t *testing.T) {
	for base, want := range map[int]string{
		529_982_247: "529.982.247-25",
		111_444_777: "111.444.777-35",
		0:           "000.000.001-91", // eleven equal digits are no CPF
	} {
		if got := inventCPF(base); got != want {
			t.Errorf("%d: got %s, want %s", base, got, want)
		}
	}
}
