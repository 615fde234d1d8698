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

// onlyDelay reports words beside a yes of which the only hour is that of a delay, and which ask nothing: "fala pro doutor que depois das
// 17:45 não espero mais".
func (d *dialogue) onlyDelay(s *conversation.State, beside string) bool {
	if strings.Contains(beside, "?") || !d.parse(beside).saysAny(say.LateAhead, say.Threatens) || len(d.mentioned(beside)) == 0 {
		return false
	}
	r := d.readAgain(s, beside)
	return !r.data() && len(r.not) == 0
}

// namesFully reports words behind a time that tell a full name: "16h50 e eu sou o Wellington Souza Barros".
func (d *dialogue) namesFully(text string) bool {
	bare := strings.Trim(text, " ,.;")
	if name := d.facts("nome: " + bare).Name; strings.Contains(name, " ") && name == bare {
		return true
	}
	return strings.Contains(d.facts(text).Name, " ") && !d.parse(text).saysAny(say.Cannot, say.ToldBusy)
}
