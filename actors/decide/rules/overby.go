package rules

import (
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/understand"
)

// overBy answers who asks whether the appointment is over by an hour, which is one of their day and no wish, nor a choice of those before
// it: "e dá tempo de sair antes do meio dia?"  What is said in the clauses ahead of it is left.
func (d *dialogue) overBy(s *conversation.State, sentence string) (one inquiry, ok bool) {
	m, asks := d.parse(sentence).place(say.AsksOverBy)
	timed := slices.ContainsFunc(d.mentioned(sentence), func(m understand.Moment) bool { return m.Time.From != "" })
	if !asks || !timed || d.said(sentence, say.LeavesBy) {
		return inquiry{}, false
	}
	var ahead strings.Builder
	for _, clause := range d.clauses(sentence) {
		if ahead.Len()+len(clause) > m.start {
			break
		}
		ahead.WriteString(clause)
	}
	one = d.ofTopic(s, sentence, "duração")
	one.rest = ahead.String()
	return one, one.asks()
}
