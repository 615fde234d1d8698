// Package replay leads recorded conversations once more, with another catalogue or other texts, and says whose
// end changes: a change of the clinic's files is tried on last month's patients before it meets
// tomorrow's.
//
// A recording is the masked history of a session (history.Entry).  Each conversation is led twice by the rules
// agent in pure code, with the present files and with the candidates, and only the two are compared, so what
// the recording lacks is lacking on both sides.  The clock is that of the recording, and invented persons stand
// behind its placeholders.  The scheduling API answers as it did then: the times that were offered, that there were
// none, what became of a registration or an appointment.  Where the recording does not tell, there are the times of
// an invented timetable, the same ones every time.
//
// Where the two part and end otherwise, the patient of the recording would go on answering questions that the candidate does not
// ask.  So the candidate is led once more, and from that turn on the patient reads what is asked now and answers from what the
// recording tells (follow): a further question, another order or a list with other numbers is answered, and what nobody ever said is
// not.  Only who then still ends otherwise, or with another appointment, is a change.
package replay

import (
	"context"
	"errors"
	"io"

	"atende/actors/conversation"
)

// Side is one of the two that are compared: what the agent knows of the clinic.
type Side struct{ Clinic *conversation.Clinic }

// Report is what the candidate changes.
type Report struct {
	Conversations int `json:"conversations"`
	Turns         int `json:"turns"` // recorded
	// Modeled were led by a language model when they were recorded; here the rules led them.
	Modeled int `json:"led_by_model"`
	// Partial begin in the middle: what came before is no longer recorded.
	Partial int `json:"partial"`
	// Faithful end in the replay with the present files as they were recorded: the more of them, the more the
	// comparison is worth.
	Faithful int `json:"faithful"`
	// Changed have another end with the candidate, Reworded the same end in other words.
	Changed  int `json:"changed"`
	Reworded int `json:"reworded"`
	// Followed end as before, with the same appointments, although the candidate asks something else or in another order.
	Followed int `json:"followed"`
	// Ends are pairs of last outcomes that differ, by how often they occur.
	Ends []Shift `json:"ends"`
	// Changes are the conversations whose end changed, in the order of the recording, at most MaxChanges.
	Changes []Change `json:"changes"`
	// Sentences are what is said in another way, most often first, at most MaxSentences.
	Sentences []Sentence `json:"sentences"`
	// Unreadable are lines of the recording that could not be read.
	Unreadable int `json:"unreadable"`
}

// Bounds of a Report's lists; beyond them only the counts go on.
const (
	MaxChanges   = 1000
	MaxSentences = 200
)

// Shift is how often one last outcome became another; "" is none.
type Shift struct {
	Before string `json:"before"`
	After  string `json:"after"`
	Count  int    `json:"count"`
}

// Change is a conversation whose end changed.
type Change struct {
	Session string `json:"session"`
	// Model says that a language model led it when it was recorded.
	Model  bool `json:"led_by_model,omitempty"`
	Before End  `json:"before"`
	After  End  `json:"after"`
	// Turn is the recorded number of the turn where the two part; Heard is what the patient says there, Said
	// what either side answers.  All of it is masked.
	Turn       int      `json:"turn"`
	Heard      []string `json:"heard"`
	SaidBefore []string `json:"said_before"`
	SaidAfter  []string `json:"said_after"`
}

// Sentence is a part of a reply that the candidate says in another way at the same place of a conversation.
type Sentence struct {
	Before  string `json:"before"`
	After   string `json:"after"`
	Count   int    `json:"count"`
	Session string `json:"session"` // where it was met first
	Turn    int    `json:"turn"`
}

// Run leads every conversation of the recording with both sides, until ctx ends.
func Run(ctx context.Context, recording *Reader, present, candidate Side) (Report, error) {
	c := newComparison()
	same, ids := translate(present.Clinic, present.Clinic), translate(candidate.Clinic, present.Clinic)
	for {
		if ctx.Err() != nil {
			return c.done(recording.Unreadable), ctx.Err()
		}
		recorded, err := recording.Next()
		if errors.Is(err, io.EOF) {
			return c.done(recording.Unreadable), nil
		}
		if err != nil {
			return c.done(recording.Unreadable), err
		}
		people := newCast(present.Clinic, candidate.Clinic)
		before, after := lead(recorded, people, present.Clinic, same), lead(recorded, people, candidate.Clinic, ids)
		if at := astray(before, after); at > 0 && !before.same(after) {
			after = follow(recorded, people, candidate.Clinic, ids, before, at)
		}
		c.add(recorded, people, before, after)
	}
}
