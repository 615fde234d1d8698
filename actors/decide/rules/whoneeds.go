package rules

import (
	"strings"

	"atende/actors/conversation"
	"atende/actors/understand"
)

// withWhoNeeds is a first message with whom it speaks of in the place of the pronoun of who needs something: "cuido da minha tia, ela tá
// precisando de cardiologista".  Of several it stays open whom the pronoun means.
func (d *dialogue) withWhoNeeds(s *conversation.State, text string) string {
	if d.literal || len(d.turn.Messages) == 0 || s.For != "" || !opens(s) {
		return text
	}
	p := d.parse(text)
	m, ok := p.match(say.TheyNeed)
	if !ok || p.saysAny(say.Myself, say.AndThem, say.Both) {
		return text
	}
	p.scan()
	for !pronoun(p.tokens[m.From].Text) && m.From+1 < m.To {
		m.From++
	}
	at := p.placeOf(m)
	who := d.onlyOneTold(text[:at.start], p.tokens[m.From].Text == "ela")
	asks := strings.Contains(text[at.end:], "?") || strings.HasPrefix(strings.TrimSpace(text[at.end:]), "saber ")
	if who == "" || asks || !d.asksForSomething(text[at.end:]) {
		return text
	}
	d.needed = true
	return text[:at.start] + who + " precisa" + text[at.end:]
}

// pronoun reports "ela" or "ele".
func pronoun(word string) bool { return word == "ela" || word == "ele" }

// asksForSomething reports words that name a thing to be booked.
func (d *dialogue) asksForSomething(rest string) bool {
	r := d.readAgain(&conversation.State{}, rest)
	return len(r.Specialties)+len(r.Doctors)+len(d.services(r)) > 0 || r.Intent == understand.Book || r.says(say.SomeExam)
}

// onlyOneTold is the one woman, or else man, whom words speak of, as their writer calls them: a name that stands alone, "a dona Célia", or
// else a relative, "minha tia"; "" for none and for several.
func (d *dialogue) onlyOneTold(before string, woman bool) string {
	fits := func(call string) bool { return articleAhead(call) == "a" == woman }
	p := d.parse(before)
	var found []string
	add := func(who string) {
		if len(found) == 0 || found[len(found)-1] != who {
			found = append(found, who)
		}
	}
	if d.onlyKin(p) == "" {
		if _, calls := d.standIns(p, ""); len(calls) > 0 && fits(calls[len(calls)-1]) {
			return calls[len(calls)-1]
		}
	}
	for _, kin := range d.kinIn(p) {
		if fits(kin.call) && kin.at > 0 && say.Our.Has(p.tokens[kin.at-1].Text) {
			add(p.tokens[kin.at-1].Raw + " " + p.tokens[kin.at].Raw)
		}
	}
	if len(found) != 1 {
		return ""
	}
	return found[0]
}
