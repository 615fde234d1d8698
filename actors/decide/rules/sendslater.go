package rules

import (
	"strings"
	"unicode"

	"atende/actors/conversation"
	"atende/actors/wording"
)

// withoutSentLater is a text without when what was asked of the patient will be sent, which is no time for the appointment, "o CPF só
// mais tarde, tem problema?", and without the question whether that matters: what is missing is said instead of asked.
func (d *dialogue) withoutSentLater(s *conversation.State, text string) string {
	if s.Closed != "" || s.Choice == nil || !asksIdentity(s.Asked) || d.literal {
		return text
	}
	p := d.parse(text)
	m, ok := p.match(say.SentLater)
	if !ok || m.To < len(p.tokens) && say.BoundsHour.Has(p.tokens[m.To].Text) { // "depois das 14h"
		return text
	}
	at := p.placeOf(m)
	when, ok := d.parse(text[at.start:at.end]).place(say.LaterWords)
	if !ok {
		return text
	}
	before, rest := text[:at.start+when.start]+text[at.start+when.end:at.end], text[at.end:]
	if tail := strings.TrimSpace(rest); strings.HasSuffix(tail, "?") && len(strings.Fields(tail)) <= maxNod && !d.mayAnswer(tail) {
		rest = ""
	}
	d.sendsLater = true
	if text = before + rest; strings.ContainsFunc(text, unicode.IsLetter) || hasDigit(text) {
		return text
	}
	d.askInstead(question{text: d.sentLaterText(s, s.Asked), asks: s.Asked, options: s.Options})
	return ""
}

// maxNod is how many words ask whether something matters: "seria um problema?"
const maxNod = 4

// sentLaterText says to who sends something later that it can be booked then.
func (d *dialogue) sentLaterText(s *conversation.State, missing conversation.Question) wording.Words {
	if missing == conversation.AskCPF && s.Patient.CPF == "" {
		return d.text(wording.NoCPF)
	}
	return d.text(wording.TalkWhenThere)
}
