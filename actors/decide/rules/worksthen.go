package rules

import (
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/understand"
)

// withWorksThen is a text that asks, or is resigned about, whether the doctor works at some hours at all, as the wish for these: "e às 20h,
// depois do serviço, ela atende?", "só de manhã cedo ele não atende de manhã", "até que horas ela atende?"  It is of no day, whichever was
// wished before, and a list answers it.
func (d *dialogue) withWorksThen(s *conversation.State, text string) string {
	if d.literal || s.Closed != "" || s.Request.AgendaID == 0 || readingBack(s) || asksIdentity(s.Asked) {
		return text
	}
	left := d.withoutPhrase(text, say.NotAsked)
	p := d.parse(left)
	if m, ok := p.match(say.UntilWhen); ok {
		at := p.placeOf(m)
		d.asksWorks, d.shown = true, nil
		return strings.TrimSpace(left[:at.start] + "qual o último horário dela" + left[at.end:])
	}
	m, ok := p.match(say.WorksThen)
	someDay := p.saysAny(say.SomeDay, say.LastOfAll)
	if !ok && !someDay || len(d.find(left).Plans) > 0 {
		return text
	}
	times := d.mentioned(left)
	ofDay := func(m understand.Moment) bool { return m.Day.From != "" }
	if !someDay && len(times) == 0 || slices.ContainsFunc(times, ofDay) {
		return text
	}
	d.asksWorks, d.shown = true, nil
	if !ok {
		return text
	}
	at := p.placeOf(m)
	asked := strings.TrimSpace(left[:at.start] + ", tem" + left[at.end:])
	return strings.TrimRight(strings.TrimLeft(asked, " ,"), " .!?") + "?"
}
