package rules

import (
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/understand"
	"atende/actors/wording"
)

// withoutHarmless is an answer to the read-back without what stands beside a yes and changes nothing: that somebody comes a
// little earlier, "confirma. Chego 16h55, ok?", that we are told if something comes between, "se ele der pra trás eu aviso",
// that it is the first visit, what is to be done in it, a wish that is given up at once, since what or because of whom they come, whose
// the phone is, how they come and who comes along or pays, and why something is asked.  An hour after the one that was read back stays, and so does a condition.
func (d *dialogue) withoutHarmless(s *conversation.State, text string) string {
	if s.Asked != conversation.AskConfirm || s.Choice == nil || s.Closed != "" || d.literal {
		return text
	}
	p := d.parse(text)
	harmless := append(p.tellsLater(), d.givenUp(s, p)...)
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
		brings := d.tellsComing(c, text[c.end:])
		if at = c.beside(); !brings && !d.forVisit(s, c) && !d.harmless(s, c.left) && !d.tellsContact(s, clauses, i) && !d.tellsWhyAsked(s, p, clauses, i) {
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

// tellsComing reports a clause of who brings the patient or comes along, or of how they come, where what stands behind it makes nobody
// else a patient.
func (d *dialogue) tellsComing(c clause, behind string) bool {
	if c.asks {
		return false
	}
	return d.said(c.text, say.WhoBrings) || d.said(c.left, say.ComesAlong) && !d.parse(behind).saysAny(say.Also, say.AlsoThey)
}

// tellsLater is where a text says that we are told if something comes between; "se eu passar mal antes eu ligo pra quem?" asks.
func (p *parsed) tellsLater() []place {
	if p.says(say.Worsens) {
		return nil
	}
	return each(p.matches(say.TellsLater), p.placeOf)
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

// tellsWhyAsked reports a clause of why what stands before it asks something, or somebody comes along, with no hour but one long after
// what was read back: "qto tempo demora pq as 14:30 preciso pegar meu neto", "tem rampa? meu pai usa cadeira de rodas".
func (d *dialogue) tellsWhyAsked(s *conversation.State, p *parsed, clauses []clause, i int) bool {
	c := clauses[i]
	if i == 0 || c.asks || c.agrees {
		return false
	}
	left := d.withoutPhrase(d.withoutPhrase(c.text, say.TellsAccess), say.TellsAccess) // "vou de uber que não posso dirigir"
	if left == c.text && !d.said(p.text[clauses[i-1].end:c.end], say.BecauseAsked) {
		return false
	}
	at := i - 1
	for at > max(0, i-maxReasons) && d.said(clauses[at].text, say.TellsAccess) { // of several reasons
		at--
	}
	before := clauses[at]
	tells := before.asks && !before.agrees && !d.asksNod(s, before) || d.said(before.left, say.ComesAlong) // "minha filha vai comigo porque não enxergo"
	if !tells && !d.inquire(s, before.text).asks() {
		return false
	}
	r := d.readAgain(s, left)
	soon := slices.ContainsFunc(d.mentioned(left), func(m understand.Moment) bool {
		return m.Day.From != "" || m.Period != "" || m.Time.From < minutesLater(s.Choice.Hour, longAfter)
	})
	wants := conditional(r) || r.identifies() || r.saysAny(say.ToBook, say.Also, say.OneMore, say.Objects, say.PutsRight, say.Changes, say.Provided)
	return !soon && !wants && d.find(left).Empty()
}

// maxReasons is how many reasons may stand behind a question.
const maxReasons = 4

// longAfter is how many minutes after an appointment it changes nothing that something else is to be done.
const longAfter = 120

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

// remarksReason keeps what was read back, or chosen, where it is only said of it what the visit is for, and whether that makes a difference: "isso! mas
// é pré-natal tá, não é consulta normal. faz diferença?"  It is read back again, for a yes that knows the answer.
func (d *dialogue) remarksReason(h *heard) bool {
	s, r := h.s, h.whole
	asks := r.says(say.AsksDifference)
	open := !d.literal && s.Closed == "" && s.Choice != nil && (readingBack(s) || asksIdentity(s.Asked))
	if !open || !asks && !r.says(say.NotPlainVisit) || !r.saysAny(say.VisitIs, say.NotPlainVisit) {
		return false
	}
	left := d.readAgain(s, d.withoutPhrase(d.withoutPhrase(r.text, say.AsksDifference), say.NotPlainVisit))
	wants := left.identifies() || !left.wish().Empty() || left.saysAny(say.Also, say.AnotherOne, say.Changes)
	if wants || d.returns(r) || len(d.kinIn(r.parsed)) > 0 {
		return false
	}
	if named := d.find(left.text); namesOther(s.Request, named) {
		return false
	}
	procedure, _ := d.clinic.Procedure(s.Request.ProcedureID)
	if asks {
		d.answerAside(d.text(wording.AnswerReasonSame, "what", procedure.Name))
	} else {
		d.answerAside(d.text(wording.TalkReasonSame, "what", procedure.Name))
	}
	d.objected, d.agreed = true, false
	if readingBack(s) {
		d.askInstead(question{text: d.readBackText(s, 0), asks: conversation.AskConfirm})
	}
	return true
}

// earliest is how many minutes before their time somebody comes who has no other one in mind.
const earliest = 60
