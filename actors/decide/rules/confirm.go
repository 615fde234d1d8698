package rules

import (
	"slices"
	"strings"
	"time"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/understand"
	"atende/actors/wording"
)

// yesBesideUnknown reports a yes to what was read back beside a question on which it may depend: one for the price, whether
// somebody else may come instead, or one that has no answer here.  It books nothing yet, unless the patient says so for the second time.
// "Pode marcar. Emite nota?" is a yes.
func (d *dialogue) yesBesideUnknown(h *heard) bool {
	if h.s.Asked != conversation.AskConfirm || h.s.Brief || !h.asked.asks() || !d.agreesToAll(h.s, h.reading) {
		return false
	}
	depends := h.whole.saysAny(say.Objects, say.Provided, say.OtherAudience, say.Online)
	instead := h.s.For == "" && h.whole.says(say.Exchanges) // "sim. posso levar minha mãe no lugar?"
	return instead || h.whole.says(say.PricesAsked) || depends && h.asked.noAnswer.Text != ""
}

// readBack reads the answer to what was read back, and notes objections.
func (d *dialogue) readBack(s *conversation.State, r reading) bool {
	if s.Closed != "" {
		return false
	}
	r = d.withoutYesNumber(s, r)
	objects := d.objectsTo(s, r)
	d.objected = d.objected || objects
	d.agreed = d.agreed && !objects
	known := !r.data() || r.agrees() || repeats(s, r)
	switch {
	case !known || s.Asked != conversation.AskChange && (s.Asked != conversation.AskConfirm || d.objected && r.data()):
		return false
	case s.Asked == conversation.AskChange && d.agreesToAll(s, r): // to nothing: it is read back again
		d.learned = true
	case s.Asked == conversation.AskChange:
		return false
	case !d.objected && d.agreesToAll(s, r):
		d.agreed, d.learned = true, true
	case d.objected && r.says(say.PutsRight), !d.objected && d.refusesAll(r):
		ask := wording.AskChange
		if s.Booked != nil { // there is another one
			ask = wording.AskChangeMore
		}
		d.askInstead(question{text: d.text(ask), asks: conversation.AskChange})
	default:
		return false
	}
	return true
}

// withoutYesNumber leaves the number of the answer out of a yes that begins with it: "1. sim".
func (d *dialogue) withoutYesNumber(s *conversation.State, r reading) reading {
	if s.Asked != conversation.AskConfirm || len(r.tokens) < 2 || r.tokens[0].Text != "1" || !r.apart(0) && !r.pauses(1) {
		return r
	}
	if rest := d.readAgain(s, strings.TrimLeft(r.text[r.tokens[0].End:], " .,-)")); d.agreesToAll(s, rest) {
		return rest
	}
	return r
}

// asksNoted reports a question for what was read back: "é bradesco ou particular que ficou?"
func asksNoted(h *heard) bool {
	if h.s.Closed != "" || !readingBack(h.s) || h.s.Choice == nil || !h.whole.saysAny(say.AsksNoted, say.AsksNotedPlan) {
		return false
	}
	asks := h.whole.Intent == understand.Question || strings.HasSuffix(strings.TrimSpace(h.whole.text), "?")
	return asks && !h.whole.identifies() && h.whole.wish().Empty()
}

// objectsTo reports words against what was read back, or against the time that is chosen.
func (d *dialogue) objectsTo(s *conversation.State, r reading) bool {
	return r.says(say.Objects) && !r.bare() && !d.agreesAmongOthers(s, r) || d.doubtsChosen(s, r)
}

// doubtsChosen reports that a text speaks against what the chosen time is for, without the words of an objection.
func (d *dialogue) doubtsChosen(s *conversation.State, r reading) bool {
	return (len(d.doubts) > 0 || d.refusesService(r)) && s.Choice != nil
}

// refusesAll reports a plain no to what was read back, and not to its time.
func (d *dialogue) refusesAll(r reading) bool {
	return r.Intent == understand.Deny && !r.More && len(r.not) == 0 && !r.says(say.TakesBack)
}

// readingBack reports that what would be booked was read back, and may be changed.
func readingBack(s *conversation.State) bool {
	return s.Asked == conversation.AskConfirm || s.Asked == conversation.AskChange
}

// repeats reports a yes that says again what was read back: "sim, pela Unimed", "isso, terça às 9h30".
func repeats(s *conversation.State, r reading) bool {
	if r.Intent != understand.Confirm && r.Intent != understand.Book || r.Choice > 0 || len(r.not)+len(r.notPlans)+len(r.notDoctors) > 0 {
		return false
	}
	samePatient := (r.Name == "" || strings.EqualFold(r.Name, s.Patient.Name)) && !otherData(s.Patient, r)
	return s.Choice != nil && r.wish().Allows(*s.Choice) && samePatient && sameRequest(r.Mentions, s.Request)
}

// sameRequest reports that nothing is named but what is being booked, or a name that it shares with others.
func sameRequest(m conversation.Mentions, known conversation.Request) bool {
	return !slices.ContainsFunc(compare(m, known), func(c compared) bool {
		return len(c.named) > 0 && !slices.Contains(c.named, c.known)
	})
}

// readBackText is all that would be booked, said the n-th time, behind what the patient has booked already.
func (d *dialogue) readBackText(s *conversation.State, n int) wording.Words {
	procedure, _ := d.clinic.Procedure(s.Request.ProcedureID)
	plan := d.clinic.PlanText(s.Request.PlanID, wording.BackPlan, wording.BackPrivate)
	var twice wording.Words
	if made := s.Close(d.now()); made != nil {
		twice = d.text(wording.ConfirmClose, "name", made.Name, "procedure", d.clinic.ProcedureCalled(made.ProcedureID),
			"with", d.clinic.With(made.Slot.AgendaID), "day", d.day(made.Slot.Date), "hour", made.Slot.Hour)
	} else if made := s.Twice(d.now()); made != nil {
		twice = d.text(wording.ConfirmTwice, "name", made.Name, "procedure", lowered(procedure.Name),
			"with", d.clinic.With(made.Slot.AgendaID), "day", d.day(made.Slot.Date), "hour", made.Slot.Hour)
	}
	all := d.variant(wording.AskConfirm, min(n, 1),
		"name", s.Patient.Name, "last", lastOfCPF(s.Patient.CPF), "birth", written(s.Patient.BirthDate),
		"procedure", d.clinic.ProcedureCalled(s.Request.ProcedureID), "with", d.clinic.With(s.Request.AgendaID),
		"day", d.day(s.Choice.Date), "hour", s.Choice.Hour, "plan", plan.Text).With(plan)
	return wording.Lines(twice, all)
}

// agreesToAll reports a plain yes to what was read back.  A question is none ("sim?"), and neither is a yes with words
// beside it that may mean something for the appointment; names of what is being booked do not.
func (d *dialogue) agreesToAll(s *conversation.State, r reading) bool {
	if text := d.addressed(s, r.text); text != r.text {
		r = d.readAgain(s, text)
	}
	said := r.text[strings.LastIndex(r.text, "?")+1:] // "tudo bem? sim"
	if strings.TrimSpace(said) == "" || d.holdsOff(said) || d.busyThen(s, r) {
		return false
	}
	if who := d.patientOf(r); d.otherNumber(s, r) || who != "" && who != patientNow(s) {
		return false // "pode marcar pro meu pai"
	}
	if forMine(s, r) {
		return false
	}
	letters := slices.DeleteFunc(slices.Clone(d.parse(r.text).tokens), func(t language.Token) bool { return t.Kind != language.Letters })
	says := r.Intent == understand.Confirm || r.Intent == understand.Book && d.parse(said).quietly(say.BooksIt) || d.said(said, say.Agreeing) // but "consulta" only names it
	plain := says && (r.agrees() || len(letters) == 1 || d.wholeYes(s, r.text))
	return (plain || d.agreesAmongOthers(s, r)) && !d.onlyOfNext(s, r)
}

// forMine reports words of somebody else as the patient, whatever they are to the writer: "sim pro meu chefe", "sim, levar minha mãe no
// médico".
func forMine(s *conversation.State, r reading) bool {
	if s.For == "" && r.saysAny(say.BringsPatient, say.Exchanges) {
		return true
	}
	m, ok := r.match(say.ForMine)
	return ok && s.For == "" && !say.MineThing.Has(r.tokens[m.To-1].Text)
}

// agreesAmongOthers reports a yes that is a clause of its own, among others that say nothing of the appointment: "sim. me
// manda o comprovante", "pode marcar moça, a fila do posto me mata".
func (d *dialogue) agreesAmongOthers(s *conversation.State, r reading) bool {
	open := conditional(r) || spells(r) || r.saysAny(say.NoBooking, say.Sarcasm) || r.says(say.Objects) && !askedAgain(s)
	if s.Asked != conversation.AskConfirm || len(r.tokens) > maxBesideYes || open || d.callsAnother(s, r.parsed) {
		return false
	}
	said := d.inClauses(s, r.parsed)
	return !slices.ContainsFunc(said.clauses, func(c clause) bool {
		supposes := c.agrees && d.said(c.left, say.Supposes) && !d.said(c.left, say.Rejoices)
		return c.left != "" && (!d.find(c.text).Empty() || !d.idle(s, c.left) || supposes) // "sim, a Unimed venceu"
	}) && said.agrees()
}

// soundsYes reports that an answer to the read-back is rather a yes as a whole, by the examples, whatever its parts say: what
// has other words than a yes books where both the phrases and the examples take it for one.  Who was asked once more has
// said it twice.
func (d *dialogue) soundsYes(s *conversation.State, text string) bool {
	if s.Asked != conversation.AskConfirm || s.Choice == nil || d.literal || askedAgain(s) || d.wholeYes(s, text) {
		return true
	}
	kinds := []string{meansYes, meansMore}
	if d.besideIs == besideAsks {
		kinds = append(kinds, meansAsk)
	}
	return yesAnswers().Likely(marked(text, d.answerMarks(s, d.readAgain(s, text))), kinds...) >= ratherYes
}

// askWhetherSure asks once more, in short, for a yes that may be none.  Who reads only this sees a wrong name, too.
func (d *dialogue) askWhetherSure(s *conversation.State) {
	text := d.text(wording.ShortConfirmSure,
		"name", s.Patient.Name, "procedure", d.clinic.ProcedureCalled(s.Request.ProcedureID), "with", d.clinic.With(s.Request.AgendaID),
		"day", d.day(s.Choice.Date), "hour", s.Choice.Hour)
	d.askInstead(question{text: text, asks: conversation.AskConfirm, brief: true})
}

// spells reports a letter that a name is written with; "com o manto" has none.
func spells(r reading) bool {
	return slices.ContainsFunc(r.matches(say.Spells), func(m language.Match) bool { return spelling(r.parsed, m) })
}

// spelling reports words of a letter that are no others.
func spelling(p *parsed, m language.Match) bool {
	return m.To-m.From > 2 || !slices.Contains([]string{"a", "e", "o"}, p.tokens[m.To-1].Text)
}

// postpones reports that a text ends with words for a yes that comes later: "perfeito. te confirmo amanhã".
func (d *dialogue) postpones(text string) bool {
	sentences := besideSentenceFormat.Split(strings.TrimRight(text, " .!?;\n"), -1)
	return d.said(sentences[len(sentences)-1], say.Postpones)
}

// holdsOff reports that a text books nothing yet, whatever else it says: for what, that it is later, whether it was done, "então ficou
// tudo certo né", or that it is no plain yes.
func (d *dialogue) holdsOff(text string) bool {
	p := d.parse(text)
	return d.onlyAims(text) || d.postpones(text) || d.noPlainYes(text) || p.says(say.Whether) && p.says(say.EndsNe)
}

// noPlainYes reports a yes with a sign or words that make it none: "sim ❌", "quase sim", "SIM!!! brincadeira".
func (d *dialogue) noPlainYes(text string) bool {
	return d.said(text, say.NoPlainYes) || strings.ContainsAny(text, noSigns)
}

// noSigns are signs that say no whatever stands beside them, and those that turn the order of letters around.
const noSigns = "❌👎🚫⛔✖🙅✋\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"

// onlyAims reports words of booking that tell when or for what, and no yes beside them: "antes de marcar", "só pra confirmar".
// "É pra marcar" says to book.
func (d *dialogue) onlyAims(text string) bool {
	p := d.parse(text)
	aims := slices.DeleteFunc(p.matches(say.Aims), func(m language.Match) bool {
		return m.From > 0 && slices.Contains([]string{"e", "eh", "era"}, p.tokens[m.From-1].Text)
	})
	return len(aims) > 0 && !d.said(cutOut(text, each(aims, p.placeOf)...), say.Agreeing)
}

// maxBesideYes is how long a text is, in words and signs, in which a yes is looked for; who writes more has more to say.
const maxBesideYes = 40

// idle reports a clause that says nothing of the appointment: no data, nothing of the catalogue, no condition, no doubt, no
// no.  Who was asked before and says yes again may deny what has nothing to do with it: "sim, não aguento mais essa dor".
func (d *dialogue) idle(s *conversation.State, clause string) bool {
	r := d.readAgain(s, clause)
	if !d.literal && !askedAgain(s) && unheardOf(s, r.parsed) {
		return false
	}
	if !r.NameStated && !understand.PersonName(firstName(r.Name)) {
		r.Name = "" // "criatura de Deus"
	}
	if r.data() || r.More || len(r.not)+len(r.notServices) > 0 || hasDigit(clause) || r.patientSaid() {
		return false
	}
	again := askedAgain(s)
	switch r.Intent {
	case understand.Other, understand.Thanks, understand.Greet, understand.Confirm:
	case understand.Deny, understand.Decline:
		if !again || len(strings.Fields(clause)) < minAsked { // "não"
			return false
		}
	default:
		return false
	}
	return (again || !r.says(say.DeniesBeside)) && !r.saysAny(say.Unsettles, say.Provided, say.OtherVisit, say.PutsRight, say.TakesBack, say.WrongData, say.Amends, say.NotMine,
		say.AboutName, say.AboutCPF, say.AboutBirth, say.Insured, say.OtherPlans, say.AnotherNow, say.NotThat, say.Complains, say.Changes)
}

// askedAgain reports that a yes to the same was asked for before.
func askedAgain(s *conversation.State) bool { return s.Misses > 0 || s.Brief }

// conditional reports a "se" that may be a condition, "sim se o meu chefe liberar", and words that take something back;
// "se Deus quiser" is none.
func conditional(r reading) bool {
	r.scan()
	for i, t := range r.tokens {
		if t.Text == "se" && (i+1 == len(r.tokens) || r.tokens[i+1].Text != "deus") {
			return true
		}
	}
	return r.says(say.TakesSome)
}

// patientSaid reports words of whom the appointment is for.
func (r reading) patientSaid() bool {
	return r.saysAny(say.Others, say.NotMyself, say.ForRelative, say.Both, say.Own)
}

// onlyOfNext reports a yes that is not to what was read back, but to the next one: "pode marcar o dele".
func (d *dialogue) onlyOfNext(s *conversation.State, r reading) bool {
	if len(s.Next) == 0 || r.saysAny(say.Both, say.Also, say.AnotherNow) {
		return false
	}
	whom := d.owner(alone(s, r), r)
	return whom != "" && whom != patientNow(s)
}

// speaksOfPeople are the parts of a yes that speak of whom it is for: of the patient by no name, "pode marcar o dele", and
// of those whose turn comes, "marca os dois".
func (d *dialogue) speaksOfPeople(s *conversation.State, p *parsed) []language.Match {
	var list []language.Match
	h := &heard{s: s, reading: reading{parsed: p}}
	if s.For != "" && p.says(say.TheirTurn) && d.thirdPerson(h, p) == s.For {
		list = p.matches(say.TheirTurn)
	}
	switch {
	case len(s.Next) > 0:
		list = append(list, p.matches(say.NextToo)...)
	case len(s.Appointments()) > 0: // and the one before: "isso, os dois certinho"
		list = append(list, p.matches(say.ThePair)...)
	}
	return list
}

// namesOfAll are the words of the names of the patient and of those whose turn comes, and what these are called.
func namesOfAll(s *conversation.State) []language.Token {
	list := language.Tokenize(s.Patient.Name)
	for _, next := range s.Next {
		list = append(list, language.Tokenize(next.Patient.Name+" "+next.For)...)
	}
	return append(list, language.Tokenize(s.For)...)
}

// namedSo reports a word of some names.
func namedSo(names []language.Token, t language.Token) bool {
	return slices.ContainsFunc(names, func(of language.Token) bool { return of.Text == t.Text })
}

// shortFor reports a short form of a first name, "Manu" and "Manuzinha" for Manuela, which is no name that others have: not
// "Maria" for Mariana.
func shortFor(name string, t language.Token) bool {
	first := language.Fold(firstName(name))
	short := t.Text
	for _, end := range []string{"zinha", "zinho", "inha", "inho"} {
		if stem, ok := strings.CutSuffix(short, end); ok {
			short = stem
			break
		}
	}
	own := len(short) > maxShort || everyday().Has(short)
	return len(short) >= minNickname && len(short) < len(first) && !own && strings.HasPrefix(first, short)
}

// maxShort is how many letters a short form has at most.
const maxShort = 4

// callsAnother reports a clause beside a yes that is only a name, and none of those at hand: "sim, a Malu, pode" for Manuela.
func (d *dialogue) callsAnother(s *conversation.State, p *parsed) bool {
	return slices.ContainsFunc(d.inClauses(s, p).clauses, func(c clause) bool {
		text, names := d.standIns(d.parse(c.left), strings.Join(patientNames(s), " "))
		short := func(t language.Token) bool { return shortFor(s.Patient.Name, t) }
		return len(names) == 1 && d.said(text, say.OnlyName) && !slices.ContainsFunc(language.Tokenize(c.left), short)
	})
}

// yesCallsAnother asks once more for such a yes.
func (d *dialogue) yesCallsAnother(h *heard) bool {
	if d.literal || h.s.Asked != conversation.AskConfirm || h.s.Choice == nil || h.whole.data() {
		return false
	}
	if !d.callsAnother(h.s, h.whole.parsed) || !d.inClauses(h.s, h.whole.parsed).agrees() {
		return false
	}
	d.askWhetherSure(h.s)
	return true
}

// otherNumber reports a number that was not read back, and no hour of it, "o certo é 1951", or a time that was not: "17 tá ótimo".
func (d *dialogue) otherNumber(s *conversation.State, r reading) bool {
	if wish := r.wish(); s.Choice != nil && !wish.Empty() {
		return !wish.Allows(*s.Choice)
	}
	if s.Choice == nil || r.Choice > 0 {
		return false
	}
	known := language.Tokenize(d.readBackText(s, 0).Text)
	p := d.parse(r.text)
	return slices.ContainsFunc(p.tokens, func(t language.Token) bool {
		first := t.Start == p.tokens[0].Start && t.Text == "1" // "1 sim"
		return t.Kind == language.Digits && !first && !slices.ContainsFunc(known, func(of language.Token) bool {
			return of.Kind == language.Digits && numberOf(of.Text) == numberOf(t.Text)
		})
	})
}

// wholeYes reports that a text has no other words than a yes may have, and names nothing of the catalogue but what is
// being booked.
func (d *dialogue) wholeYes(s *conversation.State, text string) bool {
	_, other := d.beyondYes(s, text)
	return !slices.Contains(other, true)
}

// beyondYes tells which words of a text, without what it names of what is being booked, are none that stands beside a yes.
func (d *dialogue) beyondYes(s *conversation.State, text string) (p *parsed, other []bool) {
	hits, known := d.hits(text), s.Request
	var named []place
	for _, of := range []struct {
		hits []understand.Hit
		id   int
	}{{hits.Doctors, known.AgendaID}, {hits.Specialties, known.SpecialtyID}, {hits.Procedures, known.ProcedureID}, {hits.Plans, known.PlanID}} {
		for _, hit := range of.hits {
			if hit.ID == of.id {
				named = append(named, place{hit.Start, hit.End})
			}
		}
	}
	p = d.parse(cutOut(text, named...))
	p.scan()
	allowed, name := slices.Concat(p.matches(say.BesideYes), p.matches(say.Agreeing), d.speaksOfPeople(s, p)), namesOfAll(s)
	other = make([]bool, len(p.tokens))
	for i, t := range p.tokens {
		other[i] = t.Kind == language.Letters && !namedSo(name, t) && !shortFor(s.Patient.Name, t)
	}
	for _, m := range allowed {
		clear(other[m.From:m.To])
	}
	return p, other
}

// addressed is a text without "minha filha", "meu filho", where somebody old speaks to the clinic so, or thanks it: "sim,
// obrigada minha filha"; behind "pra" and the like it is a patient.
func (d *dialogue) addressed(s *conversation.State, text string) string {
	born, err := time.Parse(time.DateOnly, s.Patient.BirthDate)
	old := err == nil && s.For == "" && !born.AddDate(ageOfAddress, 0, 0).After(d.turn.Now)
	p := d.parse(text)
	calls := slices.DeleteFunc(p.matches(say.CallsChild), func(m language.Match) bool {
		thanked := m.From > 0 && say.Thanked.Has(p.tokens[m.From-1].Text) && m.To == len(p.tokens)
		patient := m.From > 0 && say.BeforeKin.Has(p.tokens[m.From-1].Text) || m.To < len(p.tokens) && say.KinDoes.Has(p.tokens[m.To].Text)
		return !thanked && (!old || patient)
	})
	return cutOut(text, each(calls, p.placeOf)...)
}

// withoutAddress is a text without "minha filha", "meu filho" at the end of what is said, or before words that begin anew:
// "o primeiro minha filha", "pode ser minha filha eu levo".  In the answer to whom it is for, that is the patient, and a yes
// has a rule of its own.
func (d *dialogue) withoutAddress(s *conversation.State, text string) string {
	patientAsked := s.Asked == conversation.AskConfirm || s.Asked == conversation.AskSame
	p := d.parse(text)
	calls := slices.DeleteFunc(p.matches(say.CallsChild), func(m language.Match) bool {
		anew := m.To < len(p.tokens) && (d.said(p.text[p.tokens[m.To].Start:], say.AfterAddress) || p.answersCalled(m))
		ends := m.From > 0 && (m.To == len(p.tokens) || p.tokens[m.To].Kind == language.Mark)
		patient := patientAsked || m.From > 0 && say.BeforeKin.Has(p.tokens[m.From-1].Text) // "e pro meu filho, vc consegue?"
		apart := m.From > 0 && p.tokens[m.From-1].Kind == language.Mark
		goesOn := m.To+1 < len(p.tokens) && p.tokens[m.To].Kind == language.Mark && say.OpensTalk.Has(p.tokens[m.To+1].Text)
		if p.calledBefore(m) && d.said(p.text[p.tokens[m.To].Start:], say.ForRelative) { // "não, minha filha, é pro meu marido"
			return false
		}
		patient = patient && !(ends && p.calledInYes(m))
		return patient || apart && !goesOn || !anew && !ends // "boa tarde. minha filha, queria marcar"
	})
	if len(p.tokens) < minAddressed {
		return text
	}
	if !patientAsked {
		calls = append(calls, p.callsFriend()...)
	}
	return cutOut(text, each(calls, p.placeOf)...)
}

// callsFriend are the words "amiga", "amigo" that are a form of address, behind the first word of an answer, "não amiga, 14h eu
// trabalho", or at the end of a clause, "esse não dá amigo".
func (p *parsed) callsFriend() (list []language.Match) {
	for i, t := range p.tokens {
		if i == 0 || !say.CallsFriend.Has(t.Text) || say.OfFriend.Has(p.tokens[i-1].Text) {
			continue
		}
		ends := i+1 == len(p.tokens) || p.tokens[i+1].Kind == language.Mark
		before := i - 1
		apart := p.tokens[before].Kind == language.Mark
		if apart && before > 0 {
			before--
		}
		first := before == 0 && say.BeforeFriend.Has(p.tokens[before].Text)
		goesOn := !ends && !apart && !p.doesKin(i) && !say.OfFriend.Has(p.tokens[i+1].Text)
		if first && (ends || goesOn) || ends && !apart {
			list = append(list, language.Match{From: i, To: i + 1})
		}
	}
	return list
}

// calledInYes reports an address of one word behind a yes: "isso mesmo filha, pode".
func (p *parsed) calledInYes(m language.Match) bool {
	return m.To-m.From == 1 && m.From > 0 && say.YesWord.Has(p.tokens[m.From-1].Text)
}

// answersCalled reports an address behind the first word of an answer, "não minha filha, de manhã eu não posso", and nothing
// that a child does.
func (p *parsed) answersCalled(m language.Match) bool {
	return m.From == 1 && say.AnswersFirst.Has(p.tokens[0].Text) && !p.doesKin(m.To-1) && p.tokens[m.To].Text != "nao"
}

// calledBefore reports an address between two marks behind the first word of an answer.
func (p *parsed) calledBefore(m language.Match) bool {
	between := m.From == 2 && m.To < len(p.tokens) && p.tokens[1].Kind == language.Mark && p.tokens[m.To].Kind == language.Mark
	return between && say.AnswersFirst.Has(p.tokens[0].Text)
}

// minAddressed is how many words and signs a text has in which somebody is addressed; "é minha filha" says who the patient is.
const minAddressed = 4

// ageOfAddress is from how many years on "minha filha" is taken for whoever answers.
const ageOfAddress = 55

// refusesService reports a specialty or a procedure with a "não" behind it.
func (d *dialogue) refusesService(r reading) bool {
	left := d.withoutRefused(r.text)
	if left == r.text {
		return false
	}
	wanted := d.find(left)
	return len(wanted.Specialties) < len(r.Specialties) || len(wanted.Procedures) < len(r.Procedures)
}

// returns reports a return visit where the catalogue has none.
func (d *dialogue) returns(r reading) bool {
	return r.says(say.OtherVisit) && len(d.services(r)) == 0 && d.said(d.withoutPhrase(d.withoutPhrase(r.text, say.Awaits), say.NoReturn), say.OtherVisit)
}

// wantsReturn reports, once a talk has begun, that a return visit is wanted and no consultation: only people book it.
func wantsReturn(d *dialogue, h *heard) bool {
	return !opens(h.s) && !d.literal && h.whole.says(say.WantsReturn) && d.returns(h.whole) && !endsAsking(h.whole)
}

// agrees reports a yes to what was read back, and nothing else.
func (r reading) agrees() bool { return r.says(say.Agrees) && !r.says(say.CutShort) }
