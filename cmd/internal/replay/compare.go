package replay

import (
	"cmp"
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/session/history"
)

// comparison is a Report under way.
type comparison struct {
	report    Report
	ends      map[[2]string]int
	sentences map[[2]string]*Sentence
}

func newComparison() *comparison {
	return &comparison{ends: map[[2]string]int{}, sentences: map[[2]string]*Sentence{}}
}

// maxDistinct bounds the pairs of sentences that are counted; a candidate that says more than that in another way
// is another agent.
const maxDistinct = 10_000

// add compares the two tellings of a conversation.
func (c *comparison) add(recorded Conversation, people *cast, before, after telling) {
	r := &c.report
	r.Conversations++
	r.Turns += len(recorded.Turns)
	if recorded.modeled() {
		r.Modeled++
	}
	if recorded.Turns[0].Turn > 1 {
		r.Partial++
	}
	if before.end.last() == recordedEnd(recorded) {
		r.Faithful++
	}
	reworded := c.words(recorded, people, before, after)
	if before.same(after) {
		switch {
		case after.followed:
			r.Followed++
		case reworded:
			r.Reworded++
		}
		return
	}
	r.Changed++
	if before.end.last() != after.end.last() {
		c.ends[[2]string{before.end.last(), after.end.last()}]++
	}
	if len(r.Changes) < MaxChanges {
		r.Changes = append(r.Changes, changeOf(recorded, people, before, after))
	}
}

// same reports that two tellings end alike.  Who was asked something else comes there another way: in other turns, and after a
// search more or less.
func (t telling) same(other telling) bool {
	alike := t.end.last() == other.end.last() && t.end.Stage == other.end.Stage && slices.Equal(t.end.Reasons, other.end.Reasons)
	return alike && (other.followed || t.end.same(other.end)) && slices.EqualFunc(t.booked, other.booked, appointment.of)
}

// recordedEnd is the last outcome of a recording.
func recordedEnd(recorded Conversation) string {
	for _, turn := range slices.Backward(recorded.Turns) {
		if transfers(turn) {
			return string(conversation.OutcomeTransferred)
		}
		if n := len(turn.Outcomes); n > 0 && !strings.HasPrefix(turn.Outcomes[n-1], "IGNORADO") {
			return turn.Outcomes[n-1]
		}
	}
	return ""
}

// parting is the first turn that goes another way, -1 for none: moves, what came of them, or the turn itself.
func parting(before, after telling) int {
	for i := range max(len(before.turns), len(after.turns)) {
		if i >= len(before.turns) || i >= len(after.turns) || !alike(before.turns[i], after.turns[i]) {
			return i
		}
	}
	return -1
}

// astray is the recorded number of the first turn after which what the patient of the recording says next may mean something else:
// another question is open, or another list; 0 for none.
func astray(before, after telling) int {
	for i := range min(len(before.turns), len(after.turns)) {
		if a, b := before.turns[i], after.turns[i]; !alike(a, b) || !slices.Equal(a.choices, b.choices) {
			return b.turn
		}
	}
	return 0
}

func alike(a, b told) bool { return a.turn == b.turn && slices.Equal(a.moves, b.moves) }

// words takes note of what is said in another way up to where the two part, and reports whether anything is.
func (c *comparison) words(recorded Conversation, people *cast, before, after telling) bool {
	end := parting(before, after)
	if end < 0 {
		end = len(before.turns)
	}
	differs := false
	for i := range end {
		for _, pair := range pairs(before.turns[i].said, after.turns[i].said) {
			differs = true
			c.sentence(recorded.Session, before.turns[i].turn, people.hide(pair[0]), people.hide(pair[1]))
		}
	}
	return differs
}

// pairs are the parts of two replies that differ, one by one where there are as many on both sides.
func pairs(before, after []string) (list [][2]string) {
	if len(before) != len(after) {
		return [][2]string{{strings.Join(before, "\n\n"), strings.Join(after, "\n\n")}}
	}
	for i := range before {
		if before[i] != after[i] {
			list = append(list, [2]string{before[i], after[i]})
		}
	}
	return list
}

func (c *comparison) sentence(session string, turn int, before, after string) {
	key := [2]string{before, after}
	if c.sentences[key] == nil && len(c.sentences) < maxDistinct {
		c.sentences[key] = &Sentence{Before: before, After: after, Session: session, Turn: turn}
	}
	if s := c.sentences[key]; s != nil {
		s.Count++
	}
}

// changeOf describes where the two tellings part.
func changeOf(recorded Conversation, people *cast, before, after telling) Change {
	change := Change{Session: recorded.Session, Model: recorded.modeled(), Before: before.end, After: after.end}
	i := parting(before, after)
	said := func(t telling) (parts []string) {
		if i >= 0 && i < len(t.turns) {
			change.Turn = t.turns[i].turn
			for _, part := range t.turns[i].said {
				parts = append(parts, people.hide(part))
			}
		}
		return parts
	}
	change.SaidAfter = said(after)
	change.SaidBefore = said(before)
	at := slices.IndexFunc(recorded.Turns, func(t history.Entry) bool { return t.Turn == change.Turn })
	if at >= 0 {
		for _, heard := range recorded.Turns[at].Heard {
			change.Heard = append(change.Heard, heard.Text)
		}
	}
	return change
}

// done completes the report.
func (c *comparison) done(unreadable int) Report {
	r := c.report
	r.Unreadable = unreadable
	r.Ends, r.Sentences = []Shift{}, []Sentence{}
	if r.Changes == nil {
		r.Changes = []Change{}
	}
	for pair, count := range c.ends {
		r.Ends = append(r.Ends, Shift{Before: pair[0], After: pair[1], Count: count})
	}
	slices.SortFunc(r.Ends, func(a, b Shift) int {
		return cmp.Or(b.Count-a.Count, cmp.Compare(a.Before, b.Before), cmp.Compare(a.After, b.After))
	})
	for _, s := range c.sentences {
		r.Sentences = append(r.Sentences, *s)
	}
	slices.SortFunc(r.Sentences, func(a, b Sentence) int {
		return cmp.Or(b.Count-a.Count, cmp.Compare(a.Before, b.Before), cmp.Compare(a.After, b.After))
	})
	r.Sentences = r.Sentences[:min(len(r.Sentences), MaxSentences)]
	return r
}
