package scripted

import (
	"encoding/json"
	"slices"
	"strings"
	"time"
)

// Brain decides what the model says.  It is called by many goroutines at once and must not change the Request.
type Brain interface {
	Answer(r Request) Reply
}

// Func is a Brain that is a function.
type Func func(Request) Reply

// Answer implements Brain.
func (f Func) Answer(r Request) Reply { return f(r) }

// The roles of messages.
const (
	System    = "system"
	User      = "user"
	Assistant = "assistant"
	ToolRole  = "tool"
)

// Request is a completion that is asked for.
type Request struct {
	Model     string
	Messages  []Message
	Tools     []Tool
	MaxTokens int
	// Number counts the requests of the server from 1, in the order in which they came.
	Number int
	// Hash is of the whole body, Repeat how often the very same one came before.
	Hash   uint64
	Repeat int
}

// Message is one message of a Request.
type Message struct {
	Role, Text string
	Images     int
	Calls      []Call // of the assistant
	CallID     string // which of them a tool message answers
}

// Tool is a function that may be called.
type Tool struct {
	Name, Description string
	Parameters        json.RawMessage
}

// Call is a tool call.  Arguments is sent as it stands, JSON or not.
type Call struct{ ID, Name, Arguments string }

// Calling is a Call with arguments that are written as JSON.
func Calling(name string, arguments any) Call {
	text, err := json.Marshal(arguments)
	if err != nil {
		return Call{Name: name, Arguments: err.Error()} // which is not JSON, and the test will see it
	}
	return Call{Name: name, Arguments: string(text)}
}

// Reply is what the model says, or how the server fails.
type Reply struct {
	Text string
	// Calls get an id where they have none.
	Calls []Call
	// Finish is finish_reason; "" for the usual one.
	Finish string
	// After is how long it takes.
	After time.Duration
	// Hang never answers, Cut breaks the connection off.
	Hang, Cut bool
	// Status and Raw take the place of the usual answer: a status alone is sent with an error body.
	// ContentType is of Raw, "" for JSON; RetryAfter is a header.
	Status                  int
	Raw                     []byte
	ContentType, RetryAfter string
}

// Turn are the patient's texts of this turn: the last messages of the user in a row.
func (r Request) Turn() []string {
	begin, end := r.turn()
	var texts []string
	for _, m := range r.Messages[begin:end] {
		texts = append(texts, m.Text)
	}
	return texts
}

// Steps are the messages after those of Turn: what was called, and what it gave.
func (r Request) Steps() []Message {
	_, end := r.turn()
	return r.Messages[end:]
}

// Before are the messages before those of Turn.
func (r Request) Before() []Message {
	begin, _ := r.turn()
	return r.Messages[:begin]
}

// turn is where the last messages of the user begin and end.
func (r Request) turn() (begin, end int) {
	for i, m := range slices.Backward(r.Messages) {
		if m.Role == User && !strings.HasPrefix(m.Text, notSent) {
			end = i + 1
			break
		}
	}
	for begin = end; begin > 0 && r.Messages[begin-1].Role == User; {
		begin--
	}
	return begin, end
}

// notSent begins what the agent says of a text of the model that it did not send.
const notSent = "[o sistema não enviou"

// Corrected reports that the last text was not sent.
func (r Request) Corrected() bool {
	last := len(r.Messages) - 1
	return last >= 0 && r.Messages[last].Role == User && strings.HasPrefix(r.Messages[last].Text, notSent)
}

// Offers reports whether a tool may be called.
func (r Request) Offers(tool string) bool {
	return slices.ContainsFunc(r.Tools, func(t Tool) bool { return t.Name == tool })
}
