// Package model talks to servers that speak the OpenAI API: chat completions with tools, and the transcription
// of voice messages.  It knows nothing of conversations; what a model may do is decided by who calls it.
package model

import (
	"context"
	"encoding/json"
)

// Role is who a message is from.
type Role string

// The roles of the API.
const (
	System    Role = "system"
	User      Role = "user"
	Assistant Role = "assistant"
	Tool      Role = "tool"
)

// Message is one message of a request.
type Message struct {
	Role    Role
	Content string
	// Images go with a message of the User, for models that see.
	Images []Image
	// Calls are what the Assistant called; CallID is which of them a Tool message answers.
	Calls  []Call
	CallID string
}

// Image is a picture; it is sent inside the request.
type Image struct {
	MIME string
	Data []byte
}

// Function is a tool that the model may call.
type Function struct {
	Name, Description string
	// Parameters is a strict JSON schema: every property required, no others.
	Parameters json.RawMessage
}

// Call is a tool call of the model.  Arguments is what the model wrote, which need not be JSON.
type Call struct{ ID, Name, Arguments string }

// Request is one question to the model.
type Request struct {
	// Model is its name; "" for the one of the client's Config.
	Model    string
	Messages []Message
	Tools    []Function
	// MaxTokens bounds the answer; 0: the server's own bound.
	MaxTokens int
}

// Answer is what the model said.  Text and Calls may both be empty: servers do that.
type Answer struct {
	Text  string
	Calls []Call
	Usage Usage
}

// Usage is what a call cost.
type Usage struct {
	Prompt, Completion int   // tokens as the server counts them, estimated where it does not
	Micros             int64 // cost in millionths, by the configured price
}

// Completer is a language model.  The error is an *outbound.Error without any text of the request or the
// answer.
type Completer interface {
	Complete(ctx context.Context, r Request) (Answer, error)
}

// Audio is a voice message.
type Audio struct {
	MIME string // by content: "audio/ogg", "audio/mpeg", "audio/mp4", …
	Data []byte
}

// Transcriber turns a voice message into text.  Errors as of Completer.
type Transcriber interface {
	Transcribe(ctx context.Context, a Audio) (string, error)
}
