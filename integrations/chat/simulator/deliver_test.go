package simulator

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"atende/integrations/chat/event"

	"github.com/google/go-cmp/cmp"
)

const webhook = "http://agent.example/webhook/message"

// virtual runs a test in virtual time, with an agent for the deliveries.
func virtual(t *testing.T, a *agent, cfg Config, test func(t *testing.T, s *Simulator, id string)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		a.calls = make(chan received, cap(a.calls)) // waiting on it must count as idle
		cfg.WebhookURL, cfg.Transport = webhook, a
		s := New(cfg)
		defer s.Close()
		id, err := s.Open(Patient{Phone: "5511999990000"})
		if err != nil {
			t.Fatal(err)
		}
		test(t, s, id)
	})
}

// say sends texts one after the other.
func say(t *testing.T, s *Simulator, id string, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if _, err := s.Say(id, text); err != nil {
			t.Fatal(err)
		}
	}
}

// arrivals says what the agent received until nothing was left to deliver.
func arrivals(t *testing.T, s *Simulator, a *agent) []string {
	t.Helper()
	if err := s.Drain(t.Context()); err != nil {
		t.Fatal(err)
	}
	close(a.calls)
	var got []string
	for r := range a.calls {
		got = append(got, r.text(t))
	}
	return got
}

func TestSilenceIsRetriedAfterTenSeconds(t *testing.T) {
	a := newAgent()
	var at []time.Duration
	var start time.Time
	a.answer = func(n int, r *http.Request) (*http.Response, error) {
		at = append(at, time.Since(start).Round(time.Second))
		if n == 1 {
			<-r.Context().Done() // never answers
			return nil, r.Context().Err()
		}
		return status(http.StatusAccepted), nil
	}
	virtual(t, a, Config{}, func(t *testing.T, s *Simulator, id string) {
		start = time.Now()
		say(t, s, id, "oi", "tudo bem?")
		got := arrivals(t, s, a)
		if diff := cmp.Diff([]string{"oi", "oi", "tudo bem?"}, got); diff != "" {
			t.Error(diff)
		}
		// Ten seconds of silence and one of pause; the second message waits for the first.
		if diff := cmp.Diff([]time.Duration{0, 11 * time.Second, 11 * time.Second}, at); diff != "" {
			t.Error(diff)
		}
	})
}

func TestRetriesSendTheSameBytes(t *testing.T) {
	a := newAgent()
	a.answer = func(n int, _ *http.Request) (*http.Response, error) {
		return status(map[bool]int{true: 503, false: 202}[n < 3]), nil
	}
	virtual(t, a, Config{}, func(t *testing.T, s *Simulator, id string) {
		say(t, s, id, "oi")
		first, second, third := a.next(t), a.next(t), a.next(t)
		if !bytes.Equal(first.body, second.body) || !bytes.Equal(second.body, third.body) {
			t.Error("the body changed between tries")
		}
	})
}

func TestPausesGrowAndEnd(t *testing.T) {
	a := newAgent()
	var at []int
	var start time.Time
	a.answer = func(n int, _ *http.Request) (*http.Response, error) {
		at = append(at, int(time.Since(start).Seconds()))
		response := status(http.StatusServiceUnavailable)
		switch n {
		case 3:
			response.Header.Set("Retry-After", "20")
		case 4:
			response.Header.Set("Retry-After", "86400")
		}
		return response, nil
	}
	virtual(t, a, Config{MaxTries: 6}, func(t *testing.T, s *Simulator, id string) {
		start = time.Now()
		say(t, s, id, "oi")
		if err := s.Drain(t.Context()); err != nil {
			t.Fatal(err)
		}
		// Pauses: 1, 2, 20 (asked for), 60 (the most that is granted), 16.
		if diff := cmp.Diff([]int{0, 1, 3, 23, 83, 99}, at); diff != "" {
			t.Error(diff)
		}
		shot, _ := s.Session(id)
		d := shot.Deliveries[0]
		if d.State != DeliveryFailed || d.Tries != 6 || d.Status != 503 || shot.Messages[0].Delivery != DeliveryFailed {
			t.Errorf("%+v", d)
		}
	})
}

func TestSessionsDoNotWaitForEachOther(t *testing.T) {
	a := newAgent()
	virtual(t, a, Config{}, func(t *testing.T, s *Simulator, slow string) {
		if err := s.Fail(OpDeliver, Fault{Session: slow, Delay: time.Minute}); err != nil {
			t.Fatal(err)
		}
		quick, err := s.Open(Patient{})
		if err != nil {
			t.Fatal(err)
		}
		say(t, s, slow, "slow")
		say(t, s, quick, "quick")
		if diff := cmp.Diff([]string{"quick", "slow"}, arrivals(t, s, a)); diff != "" {
			t.Error(diff)
		}
	})
}

func TestDeliveryQuirks(t *testing.T) {
	for _, c := range []struct {
		name  string
		fault Fault
		say   []string
		want  []string
	}{
		{"none keeps the order", Fault{Delay: time.Second}, []string{"1", "2", "3"}, []string{"1", "2", "3"}},
		{"duplicate", Fault{Duplicate: true}, []string{"1", "2"}, []string{"1", "1", "2"}},
		{"reorder", Fault{Reorder: true}, []string{"1", "2", "3"}, []string{"2", "1", "3"}},
		{"reorder with nothing behind", Fault{Reorder: true}, []string{"1"}, []string{"1"}},
		{"reorder all", Fault{Reorder: true, Count: -1}, []string{"1", "2", "3"}, []string{"2", "1", "3"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := newAgent()
			virtual(t, a, Config{}, func(t *testing.T, s *Simulator, id string) {
				if err := s.Fail(OpDeliver, c.fault); err != nil {
					t.Fatal(err)
				}
				say(t, s, id, c.say...)
				if diff := cmp.Diff(c.want, arrivals(t, s, a)); diff != "" {
					t.Error(diff)
				}
			})
		})
	}
}

func TestDrainGivesUpWithItsContext(t *testing.T) {
	a := newAgent()
	a.answer = func(int, *http.Request) (*http.Response, error) { return status(500), nil }
	virtual(t, a, Config{}, func(t *testing.T, s *Simulator, id string) {
		say(t, s, id, "oi")
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		if err := s.Drain(ctx); err == nil {
			t.Error("Drain ended although the message is undelivered")
		}
		if _, err := s.Say(id, "more"); !errors.Is(err, ErrClosed) {
			t.Errorf("Say after Drain: %v", err)
		}
	})
}

// S-6-1: the payload has every field of spec section 6, with nulls and further fields beside them,
// and the agent's own decoder reads the same message out of it.
func TestPayload(t *testing.T) {
	now := time.Date(2026, 11, 21, 13, 5, 8, 123456700, time.UTC)
	s := New(Config{Now: func() time.Time { return now }})
	defer s.Close()
	id, err := s.Open(Patient{Phone: "5511999990000"})
	if err != nil {
		t.Fatal(err)
	}
	file := map[string]any{
		"publicUrl": "https://f/1", "publicUrlDownload": "https://f/1/d", "mimeType": "audio/ogg", "name": "voz.ogg",
	}
	for _, c := range []struct {
		name string
		in   Incoming
		want event.Event
	}{
		{"text", Incoming{Text: "oi"}, event.Event{MessageType: "TEXT", Text: "oi"}},
		{"audio", Incoming{File: file}, event.Event{MessageType: "AUDIO", Files: []event.File{{
			URL: "https://f/1", DownloadURL: "https://f/1/d", MIMEType: "audio/ogg", Name: "voz.ogg",
		}}}},
		{"type alone", Incoming{Type: "location"}, event.Event{MessageType: "LOCATION"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			message, err := s.Send(id, c.in)
			if err != nil {
				t.Fatal(err)
			}
			session := s.sessions[id]
			body := session.payload(session.messages[len(session.messages)-1])
			got, err := event.Decode(body)
			if err != nil {
				t.Fatal(err)
			}
			want := c.want
			want.Type, want.Direction, want.SessionID, want.ID = "MESSAGE_RECEIVED", "FROM_HUB", id, message
			want.From, want.To, want.Timestamp, want.Fields = "5511999990000", "551133330000", now, got.Fields
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
			requireKeys(t, body)
		})
	}
}

// requireKeys checks what the decoder does not look at: the nulls of the real family.
func requireKeys(t *testing.T, body []byte) {
	t.Helper()
	var payload map[string]any
	if err := json.Unmarshal(body, &payload); err != nil {
		t.Fatal(err)
	}
	content := payload["content"].(map[string]any)
	details := content["details"].(map[string]any)
	got := fmt.Sprintln(payload["date"], payload["changeMetadata"], content["senderId"],
		content["templateId"], details["location"], details["contact"])
	if want := "2026-11-21T13:05:08.1234567Z <nil> <nil> <nil> <nil> <nil>\n"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if len(content) != 20 || len(details) != 7 {
		t.Errorf("%d fields in content, %d in details", len(content), len(details))
	}
}

func TestHumanMessagesAreNotFromHub(t *testing.T) {
	a := newAgent()
	virtual(t, a, Config{}, func(t *testing.T, s *Simulator, id string) {
		if _, err := s.Send(id, Incoming{Text: "Aqui é a Paula", Human: true}); err != nil {
			t.Fatal(err)
		}
		got, err := event.Decode(a.next(t).body)
		if err != nil || got.Direction != "TO_HUB" {
			t.Errorf("%+v, %v", got, err)
		}
	})
}

func TestDeliveriesAreSigned(t *testing.T) {
	a := newAgent()
	virtual(t, a, Config{WebhookToken: "t0", WebhookSecret: "key"}, func(t *testing.T, s *Simulator, id string) {
		say(t, s, id, "oi")
		r := a.next(t)
		if got := r.header.Get("Authorization"); got != "Bearer t0" {
			t.Error("Authorization", got)
		}
		if got := r.header.Get("X-Webhook-Signature"); got != sign("key", r.body) {
			t.Error("X-Webhook-Signature", got)
		}
		// The clock of this test began with 2000.
		if got := r.header.Get("X-Webhook-Timestamp"); got != "946684800" {
			t.Error("X-Webhook-Timestamp", got)
		}
		want := sign("key", append([]byte("946684800./webhook/message."), r.body...))
		if got := r.header.Get("X-Webhook-Timed-Signature"); got != want {
			t.Error("X-Webhook-Timed-Signature", got)
		}
	})
	// A proxy takes the head of a path away.
	if got := signTimed("key", "7", "/clinic/webhook/message", []byte("b")); got != sign("key", []byte("7./webhook/message.b")) {
		t.Error("with a path before it:", got)
	}
	// RFC 4231, test case 2.
	want := "sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
	if got := sign("Jefe", []byte("what do ya want for nothing?")); got != want {
		t.Error("sign is no HMAC-SHA256:", got)
	}
}

func TestWebhookURLIsCompleted(t *testing.T) {
	for raw, want := range map[string]string{
		"http://a:1":                 "http://a:1/webhook/message",
		"http://a:1/":                "http://a:1/webhook/message",
		"http://a:1/x":               "http://a:1/x",
		"http://a:1/webhook/message": "http://a:1/webhook/message",
		"":                           "",
	} {
		if got := completeURL(raw); got != want {
			t.Errorf("%q: got %q, want %q", raw, got, want)
		}
	}
}
