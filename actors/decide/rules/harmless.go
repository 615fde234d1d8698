package rules

import (
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/understand"
)

// withoutHarmless is an answer to the read-back without what stands beside a yes and changes nothing: that somebody comes a
// little earlier, "confirma. Chego 16h55, ok?", that we are told if something comes between, "se ele der pra trás eu aviso",
// that it is the first visit, since what or because of whom they come, and whose the phone is.  An hour after the one that was
// read back stays, and so does a condition.
func (d *dialogue) withoutHarmless(s *conversation.State, text string) string {
	if s.Asked != conversation.AskConfirm || s.Choice == nil || s.Closed != "" || d.literal {
		return text
	}
	p := d.parse(text)
	if !p.namesContact() && !p.saysAny(say.TellsLater, say.ArrivesEarly, say.NeverBeen, say.ToldCause) {
		return text
	}
	harmless := each(p.matches(say.TellsLater), p.placeOf)
	clauses := d.inClauses(s, p).clauses
	for i, c := range clauses {
		at := c.place
		inside := func(of place) bool { return of.start < at.end && at.start < of.end }
		if told := slices.IndexFunc(harmless, inside); told >= 0 {
			if begun := max(at.start, harmless[told].end); begun < at.end { // "… eu aviso com antecedência"
				harmless = append(harmless, place{begun, at.end})
			}
			continue
		}
		if at = c.beside(); !d.harmless(s, c.left) && !d.tellsContact(s, clauses, i) {
			continue
		}
		if !c.agrees && i > 0 { // with what joins it, and not the sign that ends what stands before it
			at.start = clauses[i-1].end + 1
		}
		if strings.HasPrefix(text[at.end:], "?") {
			at.end++
		}
		harmless = append(harmless, at)
		if i+1 < len(clauses) && d.asksNod(s, clauses[i+1]) {
			harmless = append(harmless, place{clauses[i+1].start, clauses[i+1].end + 1})
		}
	}
	rest := strings.TrimSpace(cutOut(text, harmless...))
	if len(harmless) == 0 || !d.inClauses(s, d.parse(rest)).agrees() {
		return text
	}
	return rest
}

// namesContact reports a word for a phone.
func (p *parsed) namesContact() bool {
	p.scan()
	return slices.ContainsFunc(p.tokens, func(t language.Token) bool { return say.Contact.Has(t.Text) })
}

// tellsContact reports a clause of whose the phone is, or beside that of who writes for the patient: "o telefone é meu, mãe dela".
func (d *dialogue) tellsContact(s *conversation.State, clauses []clause, i int) bool {
	contact := func(i int) bool {
		if i < 0 || i >= len(clauses) || clauses[i].agrees || clauses[i].asks || !d.said(clauses[i].text, say.WhoseContact) {
			return false
		}
		return s.For != "" || len(d.kinIn(d.parse(clauses[i].text))) == 0 // of whom the next clause may speak
	}
	if contact(i) || s.For == "" || clauses[i].agrees || clauses[i].asks {
		return contact(i)
	}
	return d.said(clauses[i].text, say.WhoWrites) && (contact(i-1) || contact(i+1))
}

// asksNod reports a clause that only asks for a nod: "ok?", "tudo bem?"
func (d *dialogue) asksNod(s *conversation.State, c clause) bool {
	return c.asks && (d.wholeYes(s, c.text) || d.said(c.text+"?", say.TagNe))
}

// harmless reports a clause that says when somebody is there, not after the time that was read back, or that they never were.
func (d *dialogue) harmless(s *conversation.State, clause string) bool {
	if clause == "" {
		return false
	}
	tells := d.parse(clause).saysAny(say.ToldCause, say.NeverBeen)
	for _, told := range []language.Group{say.ToldCause, say.ToldSince, say.NeverBeen} { // "desde que" is no condition there
		clause = d.withoutPhrase(clause, told)
	}
	p := d.parse(clause)
	facts, found := d.facts(clause), d.find(clause)
	wish := wishOf(facts)
	if len(wish.Dates) > 0 || wish.Period != "" || facts.CPF+facts.BirthDate != "" || p.saysAny(say.Objects, say.PutsRight, say.Provided) {
		return false
	}
	if tells {
		wants := p.saysAny(say.ToBook, say.Also, say.AnotherNow, say.OneMore, say.ForRelative, say.OtherVisit, say.Unsettles, say.DeniesBeside, say.Changes)
		wants = wants || facts.Intent != understand.Other && facts.Intent != understand.Confirm
		wants = wants || slices.ContainsFunc(d.kinIn(p), func(kin kinWord) bool { return kin.call != s.For })
		return !wants && len(wish.Times)+len(facts.Not)+len(found.Plans)+len(found.Doctors) == 0
	}
	late := slices.ContainsFunc(wish.Times, func(span conversation.Span) bool {
		return span.From > s.Choice.Hour || span.From < minutesLater(s.Choice.Hour, -earliest)
	})
	return p.says(say.ArrivesEarly) && !late && found.Empty() && (len(wish.Times) > 0 || p.says(say.EarlyBy))
}

// earliest is how many minutes before their time somebody comes who has no other one in mind.
const earliest = 60
