package chat

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"atende/integrations/outbound"
)

// operation is one of the five, with what it must look like on the wire.
type operation struct {
	name string
	do   func(context.Context, *Client) (json.RawMessage, error)
	want request
}

var operations = []operation{
	{"S-C-3 session read", func(ctx context.Context, c *Client) (json.RawMessage, error) {
		s, err := c.Session(ctx, "0b6c-4f")
		return s.Raw, err
	}, request{method: "GET", uri: "/base/chat/v2/session/0b6c-4f"}},
	{"S-C-4 send by phone", func(ctx context.Context, c *Client) (json.RawMessage, error) {
		return c.SendByPhone(ctx, "5511987654321", "Olá, <Ana> & \"cia\"")
	}, request{method: "POST", uri: "/base/chat/v1/message/send",
		body: `{"phoneNumber":"5511987654321","message":"Olá, <Ana> & \"cia\"","channelId":"channel-1"}`}},
	{"S-C-5 send in session", func(ctx context.Context, c *Client) (json.RawMessage, error) {
		return c.SendInSession(ctx, "0b6c-4f", "Olá\n*até*")
	}, request{method: "POST", uri: "/base/chat/v1/session/0b6c-4f/message/sync", body: `{"message":"Olá\n*até*"}`}},
	{"S-C-6 transfer", func(ctx context.Context, c *Client) (json.RawMessage, error) {
		return c.Transfer(ctx, "0b6c-4f")
	}, request{method: "PUT", uri: "/base/chat/v2/session/0b6c-4f/partial", body: `{"departmentId":"people"}`}},
	{"S-C-7 tags", func(ctx context.Context, c *Client) (json.RawMessage, error) {
		return c.Tag(ctx, "5511987654321", "agendado", "sem_interesse")
	}, request{method: "POST", uri: "/base/core/v1/contact/phonenumber/5511987654321/tags", body: `{"tags":["agendado","sem_interesse"]}`}},
}

// S-C-1, S-C-2: both headers on every call, and the JSON of a success handed back.
func TestOperationsOnTheWire(t *testing.T) {
	for _, o := range operations {
		t.Run(o.name, func(t *testing.T) {
			c, g := setup(t, answer(http.StatusOK, `{"id":"m1","status":"SENT"}`))
			back, err := o.do(t.Context(), c)
			if err != nil || string(back) != `{"id":"m1","status":"SENT"}` {
				t.Fatalf("got %s, %v", back, err)
			}
			seen := g.seen()
			if len(seen) != 1 {
				t.Fatalf("%d requests", len(seen))
			}
			got := seen[0]
			if got.method != o.want.method || got.uri != o.want.uri || got.body != o.want.body {
				t.Errorf("sent %s %s %s", got.method, got.uri, got.body)
			}
			if diff := cmp.Diff([]string{"Bearer s3cret"}, got.header["Authorization"]); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff([]string{"application/json"}, got.header["Content-Type"]); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// S-C-8: of all operations only the v2 partial changes a session.
func TestOldTransferIsNeverUsed(t *testing.T) {
	c, g := setup(t, answer(http.StatusNotFound, ``))
	for _, o := range operations {
		_, _ = o.do(t.Context(), c)
	}
	for _, r := range g.seen() {
		if strings.HasPrefix(r.uri, "/base/chat/v1/") && strings.Contains(r.uri, "transfer") {
			t.Errorf("%s %s", r.method, r.uri)
		}
	}
}

// S-C-2: a non-2xx is a failure, whatever its body; a success may have any body, but a send's that is no JSON.
func TestAnswers(t *testing.T) {
	cases := []struct {
		name   string
		answer http.HandlerFunc
		failed bool
		back   string
	}{
		{"created", answer(201, `{"a":1}`), false, `{"a":1}`},
		{"a list", answer(200, `[1]`), false, `[1]`},
		{"no content", answer(204, ``), false, ``},
		{"empty", answer(200, ``), false, ``},
		{"breaks off", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "100")
			_, _ = io.WriteString(w, `{"a":1}`)
		}, false, ``},
		{"redirect", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/", http.StatusFound) }, true, ``},
		{"not found, with JSON", answer(404, `{"ok":true}`), true, ``},
		{"server error", answer(500, `{"ok":true}`), true, ``},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			for _, o := range operations[1:] { // the session read needs a record
				client, _ := setup(t, c.answer)
				back, err := o.do(t.Context(), client)
				if (err != nil) != c.failed || string(back) != c.back {
					t.Errorf("%s: got %q, %v", o.name, back, err)
				}
			}
		})
	}
}

// A transfer or a tag is not doubted because of its body.
func TestPageAfterATransfer(t *testing.T) {
	for _, o := range operations[3:] {
		client, _ := setup(t, answer(200, `<html>ok</html>`))
		if back, err := o.do(t.Context(), client); err != nil || back != nil {
			t.Errorf("%s: got %q, %v", o.name, back, err)
		}
	}
}

// S-C-1: each call has 30 seconds, no more and no less.
func TestTimeout(t *testing.T) {
	for _, o := range operations {
		synctest.Test(t, func(t *testing.T) {
			client := New(Config{URL: "http://gateway.test", Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
				<-r.Context().Done()
				return nil, r.Context().Err()
			})})
			began := time.Now()
			if _, err := o.do(t.Context(), client); err == nil {
				t.Error("no error")
			}
			if took := time.Since(began); took != 30*time.Second {
				t.Errorf("%s: gave up after %v", o.name, took)
			}
		})
	}
}

// S-C-11: nothing waits between two parts.
func TestPartsFollowAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var sent []string
		client := New(Config{URL: "http://gateway.test", Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
			body, err := io.ReadAll(r.Body)
			sent = append(sent, string(body))
			return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: http.NoBody}, err
		})})
		began := time.Now()
		for _, part := range Split("um\n\ndois\n\ntrês") {
			if _, err := client.SendInSession(t.Context(), "s", part); err != nil {
				t.Fatal(err)
			}
		}
		if took := time.Since(began); took != 0 {
			t.Errorf("took %v", took)
		}
		if diff := cmp.Diff([]string{`{"message":"um"}`, `{"message":"dois"}`, `{"message":"três"}`}, sent); diff != "" {
			t.Error(diff)
		}
	})
}

// roundTrip is a transport without sockets.
type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// S-C-9: failures tell a part that certainly did not arrive, and may go by phone, from one that may
// have; the client itself repeats only where that is harmless.
func TestFailures(t *testing.T) {
	const inSession, transfer, tags, session = 2, 3, 4, 0
	ok := answer(200, `{"status":"Pendente"}`)
	cases := []struct {
		name      string
		operation int
		answers   []http.HandlerFunc
		kind      outbound.Kind
		good      bool
		requests  int
	}{
		{"send refused", inSession, []http.HandlerFunc{answer(400, ``)}, outbound.Refused, false, 1},
		{"send to a closed session", inSession, []http.HandlerFunc{answer(409, `{"text":"COMPLETED"}`)}, outbound.Refused, false, 1},
		{"send reported as FAILED", inSession, []http.HandlerFunc{answer(200, `{"status":"FAILED","failedReason":"x"}`)}, outbound.Refused, false, 1},
		{"send by phone reported as FAILED", 1, []http.HandlerFunc{answer(200, `{"status":"FAILED"}`)}, outbound.Refused, false, 1},
		{"send with another status", inSession, []http.HandlerFunc{answer(200, `{"status":"QUEUED"}`)}, 0, true, 1},
		{"send with a strange status", inSession, []http.HandlerFunc{answer(200, `{"status":{"FAILED":true}}`)}, 0, true, 1},
		{"send dropped", inSession, []http.HandlerFunc{drop, ok}, outbound.Unknown, false, 1},
		{"send by phone dropped", 1, []http.HandlerFunc{drop, ok}, outbound.Unknown, false, 1},
		{"send with a server error", inSession, []http.HandlerFunc{answer(502, ``), ok}, outbound.Unknown, false, 1},
		{"send while busy", inSession, []http.HandlerFunc{answer(429, ``), ok}, outbound.Unknown, false, 1},
		{"transfer dropped", transfer, []http.HandlerFunc{drop, ok}, 0, true, 2},
		{"transfer with server errors", transfer, []http.HandlerFunc{answer(500, ``)}, outbound.Unknown, false, 3},
		{"transfer refused", transfer, []http.HandlerFunc{answer(403, ``), ok}, outbound.Refused, false, 1},
		{"session read dropped", session, []http.HandlerFunc{drop, answer(503, ``), ok}, 0, true, 3},
		{"session read of a page of HTML", session, []http.HandlerFunc{answer(200, `<html>`), ok}, 0, true, 2},
		{"session read of something else", session, []http.HandlerFunc{answer(200, `{"ok":true}`), ok}, 0, true, 2},
		{"send answered by a page", inSession, []http.HandlerFunc{answer(200, `<html>Login</html>`), ok}, outbound.Unknown, false, 1},
		{"send by phone answered by a page", 1, []http.HandlerFunc{answer(200, `ok`), ok}, outbound.Unknown, false, 1},
		{"send with an empty answer", inSession, []http.HandlerFunc{answer(200, ` `)}, 0, true, 1},
		{"send with no content", inSession, []http.HandlerFunc{answer(204, ``)}, 0, true, 1},
		{"send with a list", inSession, []http.HandlerFunc{answer(201, `[]`)}, 0, true, 1},
		{"send with a text", 1, []http.HandlerFunc{answer(200, `"m1"`)}, 0, true, 1},
		{"send with null", inSession, []http.HandlerFunc{answer(200, `null`)}, 0, true, 1},
		{"session unknown", session, []http.HandlerFunc{answer(404, ``), ok}, outbound.Refused, false, 1},
		{"tags dropped", tags, []http.HandlerFunc{drop, ok}, 0, true, 2},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			client, g := setup(t, c.answers...)
			_, err := operations[c.operation].do(t.Context(), client)
			if (err == nil) != c.good || err != nil && outbound.KindOf(err) != c.kind {
				t.Errorf("got %v, want %v", err, c.kind)
			}
			if n := len(g.seen()); n != c.requests {
				t.Errorf("%d requests, want %d", n, c.requests)
			}
		})
	}
}

func TestNobodyListens(t *testing.T) {
	client := New(Config{URL: nobody(t)})
	defer client.Close()
	for _, o := range operations {
		if _, err := o.do(t.Context(), client); outbound.KindOf(err) != outbound.NotSent {
			t.Errorf("%s: got %v, want not sent", o.name, err)
		}
	}
}

// S-C-14: however tags fail, the health of the gateway is not judged by them; without tags there is no
// call.
func TestTagsAreOptional(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		status, calls := http.StatusInternalServerError, 0
		c := New(Config{URL: "http://gateway.test", Transport: roundTrip(func(*http.Request) (*http.Response, error) {
			calls++
			return &http.Response{StatusCode: status, Header: http.Header{}, Body: http.NoBody}, nil
		})})
		for range 10 {
			if _, err := c.Tag(t.Context(), "5511987654321", "agendado"); err == nil {
				t.Fatal("no error")
			}
		}
		status, calls = http.StatusOK, 0
		if _, err := c.SendInSession(t.Context(), "s", "oi"); err != nil {
			t.Errorf("a part after failed tags: %v", err)
		}
		if _, err := c.Tag(t.Context(), "5511987654321"); err != nil || calls != 1 {
			t.Errorf("no tags: %v, %d calls", err, calls)
		}
	})
}

// S-C-7: ids and phones stay one segment of the path.
func TestPathsAreEscaped(t *testing.T) {
	c, g := setup(t, answer(200, `{"status":"Pendente"}`))
	_, _ = c.Session(t.Context(), "..")
	_, _ = c.Transfer(t.Context(), "a/b+c?d")
	_, _ = c.SendInSession(t.Context(), "a b", "oi")
	_, _ = c.Tag(t.Context(), "+55|11 98765-4321/../x", "agendado")
	_, _ = c.SendByPhone(t.Context(), "+55|11987654321", "oi")
	var got []string
	for _, r := range g.seen() {
		got = append(got, strings.TrimPrefix(r.uri, "/base"))
	}
	want := []string{
		"/chat/v2/session/%2E%2E", "/chat/v2/session/a%2Fb%2Bc%3Fd/partial",
		"/chat/v1/session/a%20b/message/sync", "/core/v1/contact/phonenumber/5511987654321/tags", "/chat/v1/message/send",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if body := g.seen()[4].body; body != `{"phoneNumber":"5511987654321","message":"oi","channelId":"channel-1"}` {
		t.Error(body)
	}
}

func TestNobodyToCall(t *testing.T) {
	c, g := setup(t, answer(200, `{}`))
	for _, call := range []func() error{
		func() error { _, err := c.Session(t.Context(), ""); return err },
		func() error { _, err := c.SendInSession(t.Context(), "", "oi"); return err },
		func() error { _, err := c.Transfer(t.Context(), ""); return err },
		func() error { _, err := c.SendByPhone(t.Context(), "+", "oi"); return err },
		func() error { _, err := c.Tag(t.Context(), "", "agendado"); return err },
	} {
		if err := call(); err == nil || outbound.KindOf(err) != outbound.Refused {
			t.Errorf("got %v, want refused", err)
		}
	}
	if len(g.seen()) != 0 {
		t.Error("something was called")
	}
}
