package model

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"atende/integrations/outbound"
	"atende/metrics"
)

// cut ends the connection without an answer, by a reset if abrupt.
func cut(abrupt bool) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			panic(err)
		}
		if tcp, ok := conn.(*net.TCPConn); ok && abrupt {
			_ = tcp.SetLinger(0)
		}
		_ = conn.Close()
	}
}

// breakOff announces more than it sends.
func breakOff(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Length", "1000")
	_, _ = io.WriteString(w, `{"choices":`)
}

// endless sends white space until nobody reads any more, or one byte and then nothing.
func endless(fast bool) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		piece := bytes.Repeat([]byte(" "), 32<<10)
		for {
			if _, err := w.Write(piece); err != nil {
				return
			}
			w.(http.Flusher).Flush()
			if !fast {
				<-r.Context().Done()
				return
			}
		}
	}
}

// Everything that a server can do instead of answering; the text of every error is one that may be logged.
func TestFailures(t *testing.T) {
	const secret = "Maria 529.982.247-25"
	filtered := body(`{"content":null}`, `"content_filter"`, counts)
	cases := []struct {
		name   string
		step   http.HandlerFunc
		tries  int
		error  string // after "model complete: "
		result string
	}{
		{"no choices", answer(200, `{"choices":[]}`), 2, "unknown: status 200: no choice in the answer", "failed"},
		{"choices null", answer(200, `{"choices":null}`), 2, "unknown: status 200: no choice in the answer", "failed"},
		{"an empty object", answer(200, `{}`), 2, "unknown: status 200: no choice in the answer", "failed"},
		{"an error that says 200", answer(200, `{"error":{"message":"`+secret+`","code":500}}`), 2, "unknown: status 200: an error in place of an answer", "failed"},
		{"an error as the end of an answer", answer(200, body(`{"content":"`+secret+`"}`, `"error"`, "")), 2, "unknown: status 200: an error in place of an answer", "failed"},
		{"cut off at the bound", answer(200, body(`{"content":"`+secret+`"}`, `"length"`, counts)), 1, "refused: status 200: answer cut off", "refused"},
		{"a call that is cut off", answer(200, body(`{"tool_calls":[{"function":{"name":"f","arguments":"{\"nome\":\"Ma"}}]}`, `"length"`, counts)), 1, "refused: status 200: answer cut off", "refused"},
		{"filtered", answer(200, filtered), 1, "refused: status 200: answer filtered", "refused"},
		{"a call in the text", answer(200, body(`{"content":"<tool_call>{\"name\":\"f\"}</tool_call>"}`, `"stop"`, counts)), 1, "refused: status 200: tool call in the text", "refused"},
		{"no JSON", answer(200, secret), 2, "unknown: status 200: unreadable answer", "failed"},
		{"nothing", answer(200, ""), 2, "unknown: status 200: unreadable answer", "failed"},
		{"half of a JSON", answer(200, `{"choices":[{"message":{"content":"`+secret), 2, "unknown: status 200: unreadable answer", "failed"},
		{"two answers", answer(200, `{"choices":[{"message":{"content":"a"}}]}{}`), 2, "unknown: status 200: unreadable answer", "failed"},
		{"a stream of events", answer(200, "data: {\"choices\":[]}\n\ndata: [DONE]\n\n"), 2, "unknown: status 200: unreadable answer", "failed"},
		{"a page", answer(200, "<!doctype html><p>"+secret, "Content-Type", "text/html"), 2, "unknown: status 200: unreadable answer", "failed"},
		{"a list", answer(200, `[]`), 2, "unknown: status 200: unreadable answer", "failed"},
		{"a content that is a number", answer(200, body(`{"content":1}`, `"stop"`, "")), 2, "unknown: status 200: unreadable answer", "failed"},
		{"calls that are no list", answer(200, body(`{"tool_calls":{"name":"f"}}`, `"stop"`, "")), 2, "unknown: status 200: unreadable answer", "failed"},
		{"too deep", answer(200, strings.Repeat(`{"choices":[`, 20_000)), 2, "unknown: status 200: unreadable answer", "failed"},
		{"too large", answer(200, strings.Repeat(" ", maxAnswer+1)), 2, "unknown: status 200: answer too large", "failed"},
		{"without an end, fast", endless(true), 2, "unknown: status 200: answer too large", "failed"},
		{"broken off", breakOff, 2, "unknown: status 200: connection closed", "failed"},
		{"closed", cut(false), 2, "unknown: connection closed", "failed"},
		{"reset", cut(true), 2, "unknown: connection reset", "failed"},
		{"400", answer(400, `{"error":{"message":"`+secret+`"}}`), 1, "refused: status 400", "refused"},
		{"401", answer(401, secret), 1, "refused: status 401", "refused"},
		{"404", answer(404, secret), 1, "refused: status 404", "refused"},
		{"408", answer(408, secret), 2, "unknown: status 408", "failed"},
		{"429", answer(429, secret), 2, "unknown: status 429", "failed"},
		{"500", answer(500, secret), 2, "unknown: status 500", "failed"},
		{"503", answer(503, secret), 2, "unknown: status 503", "failed"},
		{"elsewhere", answer(307, "", "Location", "http://127.0.0.1:1/"), 2, "unknown: status 307", "failed"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel() // they pause between their tries
			var log bytes.Buffer
			config := Config{Key: "sk-secret", Log: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))}
			client, a, m := setup(t, config, c.step)
			r := hello()
			r.Messages[1].Content = secret
			got, err := client.Complete(t.Context(), r)
			if err == nil || err.Error() != "model complete: "+c.error {
				t.Fatalf("got %v, want %s", err, c.error)
			}
			if len(a.seen()) != c.tries || counted(m, "model", "complete", c.result) != c.tries {
				t.Errorf("%d tries, %d counted as %s; want %d", len(a.seen()), counted(m, "model", "complete", c.result), c.result, c.tries)
			}
			if got.Text != "" || got.Calls != nil {
				t.Errorf("an answer beside the error: %+v", got)
			}
			if cost := (Usage{Prompt: 100, Completion: 20}); strings.HasPrefix(c.error, "refused: status 200") && got.Usage != cost {
				t.Errorf("usage %+v", got.Usage)
			}
			said := fmt.Sprintf("%v %+v %#v %s", err, failed(t, err), failed(t, err), &log)
			for _, private := range []string{"sk-secret", "Maria", "529.982", "http://", "127.0.0.1", "<p>"} {
				if strings.Contains(said, private) {
					t.Errorf("%q is in an error or in the log: %s", private, said)
				}
			}
		})
	}
}

func TestTimeout(t *testing.T) {
	for name, step := range map[string]http.HandlerFunc{"no answer": hang, "an answer that never ends": endless(false)} {
		t.Run(name, func(t *testing.T) {
			client, a, m := setup(t, Config{Timeout: 50 * time.Millisecond}, step)
			_, err := client.Complete(t.Context(), hello())
			if f := failed(t, err); f.Kind != outbound.Unknown || f.Cause != "timeout" {
				t.Errorf("got %v", err)
			}
			if len(a.seen()) != 1 || counted(m, "model", "complete", "timeout") != 1 {
				t.Errorf("%d tries: who waited for all of the time does not wait again", len(a.seen()))
			}
		})
	}
}

func TestNobodyListens(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_ = listener.Close()
	client := New(completed(Config{URL: "http://" + listener.Addr().String() + "/v1"}))
	defer client.Close()
	_, err = client.Complete(t.Context(), hello())
	if err == nil || err.Error() != "model complete: not sent: connection refused" {
		t.Errorf("got %v", err)
	}
}

// The caller's reason to give up does not get into the error either.
func TestCallerGivesUp(t *testing.T) {
	asked := make(chan struct{})
	client, _, m := setup(t, Config{}, func(w http.ResponseWriter, r *http.Request) {
		close(asked)
		hang(w, r)
	})
	ctx, cancel := context.WithCancelCause(t.Context())
	go func() {
		<-asked
		cancel(errors.New("Maria wrote again"))
	}()
	_, err := client.Complete(ctx, hello())
	if f := failed(t, err); f.Kind != outbound.Canceled || err.Error() != "model complete: canceled: canceled" {
		t.Errorf("got %v", err)
	}
	if counted(m, "model", "complete", "canceled") != 1 {
		t.Error("not counted as canceled")
	}
}

func TestSecondTry(t *testing.T) {
	client, a, m := setup(t, Config{Prices: Prices{Prompt: 1_000_000}}, answer(500, "sorry"), says("Oi"))
	got, err := client.Complete(t.Context(), hello())
	if err != nil || got.Text != "Oi" || got.Usage.Micros != 10 {
		t.Errorf("got %+v, %v", got, err)
	}
	first, second := a.seen()[0], a.seen()[1]
	if !bytes.Equal(first.body, second.body) || len(first.body) == 0 {
		t.Errorf("another body: %q, %q", first.body, second.body)
	}
	if counted(m, "model", "complete", "failed") != 1 || counted(m, "model", "complete", "ok") != 1 {
		t.Error("not counted")
	}
}

// trip answers without sockets, for virtual time.
type trip func(*http.Request) (*http.Response, error)

func (f trip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// reacts is a party that answers with statuses in turn and then with a text, and counts.
func reacts(calls *int, header http.Header, statuses ...int) trip {
	return func(*http.Request) (*http.Response, error) {
		*calls++
		status, text := http.StatusOK, body(`{"content":"Oi"}`, `"stop"`, "")
		if *calls <= len(statuses) {
			status = statuses[*calls-1]
		}
		return &http.Response{StatusCode: status, Header: header, Body: io.NopCloser(strings.NewReader(text))}, nil
	}
}

func TestRetryAfter(t *testing.T) {
	cases := []struct {
		name     string
		asked    string
		patience time.Duration
		tries    int
		waited   time.Duration
	}{
		{"is waited for", "3", time.Minute, 2, 3 * time.Second},
		{"is too long for a patient", "30", time.Minute, 1, 0},
		{"outlasts the turn", "3", 2 * time.Second, 1, 0},
	}
	for _, c := range cases {
		synctest.Test(t, func(t *testing.T) {
			calls := 0
			client := New(completed(Config{URL: "http://x.test/v1", Transport: reacts(&calls, http.Header{"Retry-After": {c.asked}}, 429)}))
			ctx, cancel := context.WithTimeout(t.Context(), c.patience)
			defer cancel()
			began := time.Now()
			_, err := client.Complete(ctx, hello())
			if calls != c.tries || time.Since(began) != c.waited || (err == nil) != (c.tries == 2) {
				t.Errorf("%s: %d tries in %v: %v", c.name, calls, time.Since(began), err)
			}
		})
	}
}

// Contract, "Breakers".
func TestBreaker(t *testing.T) {
	t.Run("opens after ten failures and recovers", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			calls := 0
			transport := reacts(&calls, nil, slices.Repeat([]int{500}, 10)...)
			registry := prometheus.NewRegistry()
			client := New(Config{URL: "http://x.test/v1", Transport: transport, Metrics: metrics.New(registry).Clients})
			for range 5 { // of two tries each
				_, _ = client.Complete(t.Context(), hello())
			}
			_, err := client.Complete(t.Context(), hello())
			if err == nil || err.Error() != "model complete: not sent: breaker open" || calls != 10 || state(t, registry) != 2 {
				t.Fatalf("%v after %d calls, state %v", err, calls, state(t, registry))
			}
			time.Sleep(11 * time.Second)
			for range 3 {
				if _, err := client.Complete(t.Context(), hello()); err != nil {
					t.Fatal(err)
				}
			}
			if state(t, registry) != 0 {
				t.Errorf("state %v", state(t, registry))
			}
		})
	})
	t.Run("a no does not open it, neither does an answer that is useless", func(t *testing.T) {
		for _, step := range []http.HandlerFunc{answer(400, "{}"), answer(200, body(`{}`, `"length"`, ""))} {
			registry := prometheus.NewRegistry()
			client, a, _ := setup(t, Config{Metrics: metrics.New(registry).Clients}, step)
			for range 30 {
				_, _ = client.Complete(t.Context(), hello())
			}
			if len(a.seen()) != 30 || state(t, registry) != 0 {
				t.Errorf("%d calls, state %v", len(a.seen()), state(t, registry))
			}
		}
	})
}

// state is that of the model's breaker: 0 closed, 2 open.
func state(t *testing.T, registry *prometheus.Registry) float64 {
	t.Helper()
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		if f.GetName() == "atende_breaker_state" {
			for _, m := range f.GetMetric() {
				if m.GetLabel()[0].GetValue() == "model" {
					return m.GetGauge().GetValue()
				}
			}
		}
	}
	t.Fatal("no atende_breaker_state")
	return 0
}
