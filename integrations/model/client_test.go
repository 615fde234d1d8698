package model

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"atende/integrations/outbound"
)

// echo answers with the last message of the request.
func echo(w http.ResponseWriter, r *http.Request) {
	var request struct {
		Messages []struct{ Content string }
	}
	if err := json.NewDecoder(r.Body).Decode(&request); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	says(request.Messages[len(request.Messages)-1].Content)(w, r)
}

// Everybody gets his own answer, and never more than allowed are asked for at once.
func TestManyCallers(t *testing.T) {
	const callers, atOnce = 200, 20
	var now atomic.Int32
	counts := make(chan int32, callers)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		counts <- now.Add(1)
		echo(w, r)
		now.Add(-1)
	}))
	defer server.Close()
	client := New(completed(Config{URL: server.URL, AtOnce: atOnce}))
	defer client.Close()
	var all sync.WaitGroup
	for i := range callers {
		all.Go(func() {
			text := fmt.Sprintf("mensagem %d", i)
			got, err := client.Complete(t.Context(), Request{Messages: []Message{{Role: User, Content: text}}})
			if err != nil || got.Text != text {
				t.Errorf("%q got %q, %v", text, got.Text, err)
			}
		})
	}
	all.Wait()
	close(counts)
	for n := range counts {
		if n > atOnce {
			t.Errorf("%d at once, more than %d", n, atOnce)
		}
	}
}

func TestTooManyWait(t *testing.T) {
	asked, release := make(chan struct{}), make(chan struct{})
	client, a, m := setup(t, Config{AtOnce: 1, Waiting: 1}, func(w http.ResponseWriter, r *http.Request) {
		asked <- struct{}{}
		<-release
		says("Oi")(w, r)
	})
	results := make(chan error, 3)
	ask := func() {
		_, err := client.Complete(t.Context(), hello())
		results <- err
	}
	go ask()
	<-asked
	go ask() // of these two one waits, the other hears that it is too much
	go ask()
	err := <-results
	if f := failed(t, err); f.Kind != outbound.NotSent || f.Cause != "too many calls wait" || counted(m, "model", "complete", "open") != 1 {
		t.Errorf("got %v", err)
	}
	close(release)
	<-asked
	for range 2 {
		if err := <-results; err != nil {
			t.Error(err)
		}
	}
	if len(a.seen()) != 2 {
		t.Errorf("%d calls", len(a.seen()))
	}
}

// A failed call gives its place back, whatever the failure.
func TestPlacesComeBack(t *testing.T) {
	client, _, _ := setup(t, Config{AtOnce: 1, Waiting: 1}, answer(400, ""), answer(200, "x"), answer(200, body(`{}`, `"length"`, "")), says("Oi"))
	broken := hello()
	broken.Tools = []Function{{Parameters: json.RawMessage("{")}}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	_, _ = client.Complete(t.Context(), broken)
	_, _ = client.Complete(ended, hello())
	var err error
	for range 4 {
		_, err = client.Complete(t.Context(), hello())
	}
	if err != nil {
		t.Error(err)
	}
}

// What a server says is an answer that can be sent back, or a failure, whatever it is.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{
		body(`{"content":"<think>a</think>Oi"}`, `"stop"`, counts),
		body(`{"content":[{"type":"text","text":"Oi"}]}`, `"length"`, ""),
		body(`{"tool_calls":[{"id":"a","function":{"name":"f","arguments":{"a":"\u0000"}}},{"id":"a","function":{"name":"f","arguments":"{\"a\":\"\\u0000\"}"}}]}`, `null`, `,"usage":null`),
		body(`{"function_call":{"name":"f","arguments":[1]}}`, `7`, `,"error":{"code":1}`),
		`{"choices":[]}`, `{}`, `[]`, ``, `<html>`, "\x00", `{"choices":[{"message":{"content":"\ud800"}}]}`,
	} {
		f.Add(seed)
	}
	r := conversation()
	known := idsOf(r)
	f.Fuzz(func(t *testing.T, wire string) {
		got, err := decode([]byte(wire), r)
		if err != nil {
			if failure := failed(t, err); failure.Cause == "" || got.Text != "" || got.Calls != nil {
				t.Errorf("%v beside %+v", err, got)
			}
			return
		}
		if strings.Contains(got.Text, "\x00") || len(got.Calls) > maxCalls || got.Usage.Prompt <= 0 || got.Usage.Completion < 0 {
			t.Errorf("got %+v", got)
		}
		ids := map[string]bool{}
		for _, c := range got.Calls {
			if ids[c.ID] || known[c.ID] || !usable(c.ID, maxID) || c.Arguments == "" || strings.Contains(c.Name+c.Arguments, "\x00") {
				t.Errorf("call %+v", c)
			}
			ids[c.ID] = true
			checkArguments(t, c.Arguments)
		}
		// What was answered can be sent back.
		next := Request{Messages: []Message{{Role: Assistant, Content: got.Text, Calls: got.Calls}}}
		if sent, err := request("small", next); err != nil || !json.Valid(sent) {
			t.Errorf("cannot be sent back: %s, %v", sent, err)
		}
	})
}

// checkArguments reads arguments as a tool would.
func checkArguments(t *testing.T, arguments string) {
	var value any
	if json.Unmarshal([]byte(arguments), &value) != nil {
		return // the model's business
	}
	again, err := json.Marshal(value)
	if err != nil || strings.Contains(string(again), `\u0000`) && !strings.Contains(string(again), `\\u0000`) {
		t.Errorf("U+0000 in %q", arguments)
	}
}

// BenchmarkComplete compares a completion with a call of net/http that does the least: encode, post, decode.
func BenchmarkComplete(b *testing.B) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		says("Temos estes horários: 1) terça-feira, 24/11, às 08:00.")(w, r)
	}))
	defer server.Close()
	r := conversation()
	b.Run("client", func(b *testing.B) {
		client := New(completed(Config{URL: server.URL}))
		defer client.Close()
		b.ReportAllocs()
		for b.Loop() {
			if _, err := client.Complete(b.Context(), r); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("bare", func(b *testing.B) {
		client := &http.Client{Transport: &http.Transport{}}
		defer client.CloseIdleConnections()
		b.ReportAllocs()
		for b.Loop() {
			if text := bare(b, client, server.URL+"/chat/completions", r); text == "" {
				b.Fatal("no text")
			}
		}
	})
}

// bare is a completion without anything around it.
func bare(b *testing.B, client *http.Client, url string, r Request) string {
	body, err := json.Marshal(r)
	if err != nil {
		b.Fatal(err)
	}
	post, err := http.NewRequestWithContext(b.Context(), http.MethodPost, url, strings.NewReader(string(body)))
	if err != nil {
		b.Fatal(err)
	}
	post.Header.Set("Content-Type", "application/json")
	answer, err := client.Do(post)
	if err != nil {
		b.Fatal(err)
	}
	defer answer.Body.Close()
	var wire reply
	if err := json.NewDecoder(answer.Body).Decode(&wire); err != nil {
		b.Fatal(err)
	}
	text, _ := content(wire.Choices[0].Message.Content)
	return text
}
