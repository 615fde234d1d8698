package simulator

import (
	"bufio"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// stream opens the events of a session and returns a function that reads the next one; false at
// the end.
func (b *bundle) stream(t *testing.T, id string) func() (Event, bool) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), "GET", b.server.URL+"/sim/sessions/"+id+"/events", nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = response.Body.Close() })
	if got := response.Header.Get("Content-Type"); response.StatusCode != 200 || got != "text/event-stream" {
		t.Fatalf("%d %s", response.StatusCode, got)
	}
	lines := bufio.NewScanner(response.Body)
	lines.Buffer(nil, 1<<20)
	return func() (e Event, ok bool) {
		for lines.Scan() {
			if data, found := strings.CutPrefix(lines.Text(), "data: "); found {
				return e, json.Unmarshal([]byte(data), &e) == nil
			}
		}
		return e, false
	}
}

func TestEventsOfATurn(t *testing.T) {
	a := newAgent()
	b := setup(t, Config{WebhookURL: webhook, Transport: a})
	id := b.open(t, Patient{})
	next := b.stream(t, id)
	if e, ok := next(); !ok || e.Kind != KindSnapshot || e.Snapshot["id"] != id {
		t.Fatalf("first event %+v", e)
	}
	say(t, b.Simulator, id, "oi")
	got := []string{}
	read := func(n int) {
		for range n {
			e, ok := next()
			if !ok {
				t.Fatal("the stream ended")
			}
			got = append(got, describe(e))
		}
	}
	read(4)
	b.call(t, "POST", "/chat/v1/session/"+id+"/message/sync", `{"message":"olá"}`)
	read(3)
	b.call(t, "PUT", "/chat/v2/session/"+id+"/partial", `{"departmentId":"d"}`)
	read(2)
	want := []string{
		"message in oi", "delivery pending", "delivery delivered", "typing true",
		"message out olá", "typing false", "call send_in_session",
		"session Em atendimento", "call transfer",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	b.Close()
	if e, ok := next(); ok {
		t.Errorf("after Close: %+v", e)
	}
}

func describe(e Event) string {
	switch e.Kind {
	case KindMessage:
		return "message " + e.Message.Direction + " " + e.Message.Text
	case KindDelivery:
		return "delivery " + string(e.Delivery.State)
	case KindCall:
		return "call " + e.Call.Operation
	case KindTyping:
		return map[bool]string{true: "typing true", false: "typing false"}[*e.Typing]
	case KindSession:
		status, _ := e.Session["status"].(string)
		return "session " + status
	}
	return e.Kind
}

func TestTypingIsDerived(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(Config{WebhookURL: webhook, Transport: newAgent()})
		defer s.Close()
		id, err := s.Open(Patient{})
		if err != nil {
			t.Fatal(err)
		}
		typing := func() bool {
			synctest.Wait()
			shot, _ := s.Session(id)
			until, written := shot.Record["typingUntil"].(time.Time)
			if written && until.IsZero() {
				t.Error("a time is written although the agent never typed")
			}
			return time.Now().Before(until)
		}
		if typing() {
			t.Error("typing before any message")
		}
		say(t, s, id, "oi")
		if !typing() {
			t.Error("not typing after an accepted message")
		}
		time.Sleep(typingFor)
		if typing() {
			t.Error("typing for ever")
		}
		if err := s.Patch(id, map[string]any{"status": statusHuman}); err != nil {
			t.Fatal(err)
		}
		say(t, s, id, "oi")
		if typing() {
			t.Error("typing although a person is in charge")
		}
	})
}

func TestCloseIsFinal(t *testing.T) {
	s := New(Config{})
	id, err := s.Open(Patient{})
	if err != nil {
		t.Fatal(err)
	}
	events, _, err := s.Subscribe(id)
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	s.Close()
	await(t, events, func(e Event) bool { return e.Kind == KindSnapshot })
	if _, open := <-events; open {
		t.Error("the stream goes on")
	}
	if _, err := s.Say(id, "oi"); !errors.Is(err, ErrClosed) {
		t.Errorf("Say: %v", err)
	}
	if _, err := s.Open(Patient{}); !errors.Is(err, ErrClosed) {
		t.Errorf("Open: %v", err)
	}
	if _, _, err := s.Subscribe(id); !errors.Is(err, ErrClosed) {
		t.Errorf("Subscribe: %v", err)
	}
}
