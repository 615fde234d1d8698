package rules

import (
	"slices"

	"atende/actors/conversation"
	"atende/actors/understand"
)

// forVisit reports a clause beside a yes of what is to be done or looked at in the visit itself, or how long somebody waits there: "é pra
// tirar a pressão também", "fala pro doutor que depois das 17h45 não espero mais".  It is no wish for one more appointment, and an hour
// in it is none for this one, unless the appointment would be over by then.
func (d *dialogue) forVisit(s *conversation.State, c clause) bool {
	p := d.parse(c.left)
	waits := p.says(say.WaitsThere) && p.says(say.Threatens)
	if c.asks || !waits && !p.says(say.InVisit) {
		return false
	}
	r := d.readAgain(s, c.left)
	timed := slices.ContainsFunc(d.mentioned(c.left), func(m understand.Moment) bool {
		return !waits || m.Day.From != "" || m.Period != "" || m.Time.From <= s.Choice.Hour
	})
	left := d.readAgain(s, d.withoutPhrase(d.withoutPhrase(c.left, say.InVisit), say.Threatens)) // "também" is of what is done
	wants := conditional(r) || r.identifies() || left.saysAny(say.ToBook, say.AnotherNow, say.OneMore, say.Objects, say.PutsRight, say.Provided, say.Changes, say.OtherVisit)
	who := func(kin kinWord) bool { return kin.call != s.For }
	other := slices.ContainsFunc(d.kinIn(p), who) || d.namesElse(s, r) || namesOther(s.Request, r.Mentions) || left.saysAny(say.ForSomebody, say.ForMine)
	return !timed && !wants && !other
}

// givenUp is where a text wishes for another time or doctor and gives that up in the same sentence: "se desse 11h era melhor mas blz".
func (d *dialogue) givenUp(s *conversation.State, p *parsed) []place {
	return slices.DeleteFunc(each(p.matches(say.GivesUpWish), p.placeOf), func(at place) bool {
		r := d.readAgain(s, p.text[at.start:at.end])
		data := r.identifies() || len(r.Plans)+len(r.notPlans) > 0 || r.saysAny(say.AboutName, say.AboutCPF, say.AboutBirth, say.WrongData, say.PutsRight)
		return data || d.namesElse(s, r) || len(d.kinIn(r.parsed)) > 0 || r.saysAny(say.ForSomebody, say.ToBook, say.AnotherNow, say.OtherVisit)
	})
}
