package rules

import (
	"strings"

	"atende/actors/conversation"
)

// ofDelay reports an hour that is no wish for it is only that of a delay: "se passar de 17:40 vou no procon".  Of who says what they do
// then it is one where a time is chosen, not after that hour; else they may tell when they leave work.
func (d *dialogue) ofDelay(s *conversation.State, text string, t told) bool {
	hour := t.moments[len(t.moments)-1].Time
	if hour.From == "" {
		return false
	}
	if d.said(text[t.start:t.mention.start], say.LateAhead) {
		return true
	}
	return s.Choice != nil && max(hour.From, hour.To) > s.Choice.Hour && d.said(text[t.start:t.end], say.Threatens)
}

// namesFully reports words behind a time that tell a full name: "16h50 e eu sou o Wellington Souza Barros".
func (d *dialogue) namesFully(text string) bool {
	bare := strings.Trim(text, " ,.;")
	if name := d.facts("nome: " + bare).Name; strings.Contains(name, " ") && name == bare {
		return true
	}
	return strings.Contains(d.facts(text).Name, " ") && !d.parse(text).saysAny(say.Cannot, say.ToldBusy)
}
