package rules

import "atende/actors/conversation"

// withEventsDay writes the day of what else happens for it, where somebody wants to come before or after: "antes da formatura, que é dia
// 18" is before the 18th.
func (d *dialogue) withEventsDay(_ *conversation.State, text string) string {
	p := d.parse(text)
	day := rewriting{text: text}
	for _, m := range p.matches(say.AroundEvent) {
		at := p.placeOf(m)
		day.put(at.start, at.end, p.tokens[m.From].Text+" do dia")
	}
	return day.whole()
}

// takenUp reports a time that words say is taken up: it is busy, or something else is that day, "a cirurgia é dia 18".
func (d *dialogue) takenUp(text string, t told, before *parsed) bool {
	return d.hectic(text, t) || sortOf(t.moments[0]) == "dia" && before.says(say.EventOn)
}
