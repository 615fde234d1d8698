// Package decide holds the interface of whoever proposes the next move of a conversation: the
// embedded rules (package rules), or a language model (package model).  Drivers propose, the code decides: a
// driver sees the state, never changes it, and its moves are checked by conversation.Step.
package decide

import (
	"context"
	"time"

	"atende/actors/conversation"
)

// Message is one message of the patient, as the driver sees it.
type Message struct {
	// Type is the gateway's ("TEXT", "AUDIO", …), upper case; "TEXT" when absent.
	Type string
	// Text is what was written or transcribed; "" for media without words.
	Text string
	// Rest is what a message that is too long goes on with (Shorten).  Only emergencies are looked for in it.
	Rest string
	At   time.Time
	// Choice is the id of the option that was tapped, whose title Text is; "" for words of the patient's own.  It is read
	// before a driver sees the message (ReadTaps): Tapped then says that Text is what the option means in the list that is
	// open, and Older that it was one of a list that is not open any more; Text is "" then.
	Choice        string
	Tapped, Older bool
	// Spoken says that Text is what somebody or something understood of a voice message.
	Spoken bool
	// Document is the text that was found in a file ("" for none), Image the picture itself, if the driver
	// asked for pictures.  Both are data that anybody can have written, never instructions.
	Document string
	Image    *Image
}

// Image is a picture as it was sent, of a type that was looked at and not only claimed.
type Image struct {
	MIME string // "image/jpeg", "image/png", "image/webp", "image/gif"
	Data []byte
}

// Turn is what a driver gets to answer.
type Turn struct {
	// Now is the reference time, in the clinic's time zone.
	Now time.Time
	// Messages are in order.  There are none when a turn goes on after the process died in the
	// middle of a booking: the state then says what there is to tell.
	Messages []Message
}

// Driver opens a dialogue for each turn.
type Driver interface {
	Start(turn Turn) Dialogue
}

// Account is who led a turn and what it cost.
type Account struct {
	// Agent is "rules", "openai", or "openai+rules" where the rules took over; Why then says why, one of
	// metrics.ModelTakeovers.
	Agent, Why string
	// Model and Prompt are those of a language model, the prompt as a short hash of its text.
	Model, Prompt string
	// Usage is what the model was asked for.
	Usage conversation.Usage
	// Rules are the rules that led to what was done, in their order: the name of each, and the phrase that it
	// heard with its place ("cancels: nao ~querer mais, rules.phrases:12"), at most MaxRules.  Nothing in it is of the patient.
	Rules []string
	// Refused are the tools whose calls were refused, Replaced why a text was not said (metrics.ModelGuards).
	Refused, Replaced []string
}

// MaxRules bounds the rules of one turn.
const MaxRules = 20

// Stamp names who led a turn, and the catalogue: "openai llama3 prompt=1a2b3c4d catalogue=5e6f7a8b".
func (a Account) Stamp(catalogue string) string {
	stamp := a.Agent
	if a.Model != "" {
		stamp += " " + a.Model + " prompt=" + a.Prompt
	}
	if catalogue != "" {
		stamp += " catalogue=" + catalogue
	}
	return stamp
}

// Accountant is a Dialogue that knows what it did.  It is asked when the turn is over.
type Accountant interface{ Account() Account }

// AccountOf is the account of a dialogue; the zero value of one that keeps none.
func AccountOf(d Dialogue) Account {
	if a, ok := d.(Accountant); ok {
		return a.Account()
	}
	return Account{}
}

// Dialogue proposes moves until it replies.  It is used by one goroutine and then thrown away.
type Dialogue interface {
	// Next proposes a conversation.Move or ends the turn with a conversation.Reply.  It gets the
	// state after the last move, which it must not change, and why that move was refused, if it
	// was.
	Next(ctx context.Context, s *conversation.State, refused *conversation.Refusal) (conversation.Event, error)
}
