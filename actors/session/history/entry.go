// Package history tells what happened in a session, turn by turn, for operators and for replays.  It promises that
// nothing in an entry identifies the patient, whoever said it; it knows words, moves and results, and neither the
// journal that keeps an entry nor the turn that makes one.
package history

import (
	"encoding/json"
	"time"
)

// Entry is what the history of a session keeps of one turn, as JSON in journal.Entry: masked, for the timeline
// of operators, with where each reply comes from, and enough to lead the conversation
// once more with another catalogue or other texts.
//
// A turn has one entry, written with its commit.  What becomes of its outbox later (a transfer that the gateway
// confirmed or refused, a reply that was given up or dropped) is another one, with the same Turn, the outcome,
// what the patient is told of it, and nothing else.
//
// Nothing in it identifies the patient: words are redacted (package pii, and every word that is on no list of
// known ones), numbers of identity are never there, states are codes.
type Entry struct {
	Turn int       `json:"turn"`
	At   time.Time `json:"at"` // when the turn began
	// Traces are those of the messages that it answers (tracing.ID), at most 20.
	Traces []string `json:"traces,omitempty"`
	Heard  []Heard  `json:"heard,omitempty"`
	Steps  []Step   `json:"steps,omitempty"`
	Said   []Said   `json:"said,omitempty"`
	// Outcomes and Stages were counted with the turn.
	Outcomes []string `json:"outcomes,omitempty"`
	Stages   []string `json:"stages,omitempty"`
	// Result is one of metrics.TurnResults, "" for what Said says.
	Result string `json:"result,omitempty"`
	// Asked is the question that is open after the turn, "" for none.
	Asked string `json:"asked,omitempty"`
	// Led says who led it, with which prompt and catalogue (decide.Account.Stamp).
	Led string `json:"led,omitempty"`
	// Rules are the rules that led to it (decide.Account.Rules).
	Rules []string `json:"rules,omitempty"`
	// Seconds is how long it thought.
	Seconds float64 `json:"seconds"`
}

// Heard is one message of the patient.
type Heard struct {
	At   time.Time `json:"at"`
	Type string    `json:"type"` // the gateway's, upper case
	// Text is masked; "" for media without words, and where the session is not ours to answer.
	Text string `json:"text,omitempty"`
	// Spoken says that Text was understood of a voice message.
	Spoken bool `json:"spoken,omitempty"`
}

// Step is a move of the driver and what came of it, or a call of the scheduling API and its result.
type Step struct {
	// Name is the move's tool ("consultar_horarios"), or A1, A2, A3, A4; "reminder" for a patient who stayed
	// silent, "taken" where a person was given the session from outside (Result is by whom), "handed_back" where
	// the agent was given it again.
	Name string `json:"name"`
	// With are ids of the catalogue and codes: "specialty", "agenda", "procedure", "plan", "from", "to", "slot"
	// ("2026-11-23 09:00"), "number", "n" (of the booking), "wish" (parts of the week, "6 morning, 1", Sunday is
	// 0), "reason", "more", "renew", "name", "cpf", "birth_date", "other", "agreed" ("yes": it was given or is so).
	With map[string]string `json:"with,omitempty"`
	// Result is a code: "ok", "refused: not_offered", "refused: missing plan", "failed", "found", "differs: name
	// birth_date" (the record, see conversation.Identity.Differs), "missing", "none", "12" (slots); of A4 "made", "refused", "pending", "uncertain", "made, texts lost", "left to a person".
	Result string `json:"result,omitempty"`
}

// What an item of an outbox does.
const (
	Part     = "part"     // says Text
	Transfer = "transfer" // hands the session over; Text is the reason
	Tag      = "tag"      // tags the contact with Text
)

// Said is one item of the outbox.
type Said struct {
	// Kind is Part, Transfer or Tag.
	Kind string `json:"kind"`
	// Text of a part is masked; of a transfer it is the reason, of a tag its name.
	Text string `json:"text,omitempty"`
	// From names what the words come from, in order: "text:ask_plan" (a line of texts.yaml or of the
	// clinic's), "catalog:answers.address" (a line of the clinic's file), "tool:consultar_horarios" (a result of
	// the scheduling API), "clinic:a4" (the words of A4), "model:llama3.1 prompt=1a2b3c4d" (a language model).
	From []string `json:"from,omitempty"`
}

// Encode is an entry as the journal keeps it, nil for none.
func (e *Entry) Encode() []byte {
	if e == nil {
		return nil
	}
	data, err := json.Marshal(e)
	if err != nil {
		panic("history: entry does not encode")
	}
	return data
}
