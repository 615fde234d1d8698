package model

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atende/metrics/tracing/tracingtest"
)

// A completion is a span with the model and its tokens, around the call; nothing of what was said is in either.
func TestSpanOfACompletion(t *testing.T) {
	client, _, _ := setup(t, Config{Model: "small"}, says("Oi, Maria"), answer(400, "Maria"))
	ctx, end := tracingtest.Turn(t)
	asked := Request{Messages: []Message{{Role: User, Content: "sou a Maria, 529.982.247-25"}}}
	if _, err := client.Complete(ctx, asked); err != nil {
		t.Fatal(err)
	}
	if _, err := client.Complete(ctx, asked); err == nil {
		t.Fatal("a 400 is no answer")
	}
	spans, raw := end()
	completions, calls := tracingtest.Named(spans, "model completion"), tracingtest.Named(spans, "model complete")
	if len(completions) != 2 || len(calls) != 2 || calls[0].Parent != completions[0].ID || completions[0].Parent != spans[0].ID {
		t.Fatalf("%+v", spans)
	}
	if diff := cmp.Diff(map[string]string{"model": "small", "prompt_tokens": "10", "completion_tokens": "5", "tool_calls": "0"}, completions[0].Attributes); diff != "" || completions[0].Failed != "" {
		t.Errorf("%s %s", completions[0].Failed, diff)
	}
	if completions[1].Failed != "refused" || calls[1].Attributes["status"] != "400" {
		t.Errorf("%+v", completions[1])
	}
	if bytes.Contains(raw, []byte("Maria")) || bytes.Contains(raw, []byte("247")) {
		t.Error("what was said is in a span")
	}
}

func TestSpanOfATranscription(t *testing.T) {
	client, _, _ := hear(t, Config{Model: "whisper"}, answer(200, `{"text":"sou a Maria"}`), answer(400, ""))
	ctx, end := tracingtest.Turn(t)
	voice := Audio{MIME: "audio/ogg", Data: []byte("OggS")}
	if _, err := client.Transcribe(ctx, voice); err != nil {
		t.Fatal(err)
	}
	if _, err := client.Transcribe(ctx, voice); err == nil {
		t.Fatal("a 400 is no answer")
	}
	spans, raw := end()
	heard := tracingtest.Named(spans, "transcription")
	if len(heard) != 2 || heard[0].Attributes["model"] != "whisper" || heard[0].Attributes["bytes"] != "4" || heard[0].Failed != "" || heard[1].Failed != "refused" {
		t.Errorf("%+v", heard)
	}
	if calls := tracingtest.Named(spans, "transcription transcribe"); len(calls) != 2 || calls[0].Parent != heard[0].ID {
		t.Errorf("%+v", calls)
	}
	if bytes.Contains(raw, []byte("Maria")) {
		t.Error("what was said is in a span")
	}
}
