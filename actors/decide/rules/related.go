package rules

import (
	"cmp"
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/wording"
)

// besideAnswer is a text without what it says of people beside an answer and asks about them; "" where nothing else is left.
func (d *dialogue) besideAnswer(s *conversation.State, text string) string {
	for _, without := range []func(*conversation.State, string) string{d.answersWhoseName, d.withoutRelation, d.withoutThingOfNext} {
		if text = without(s, text); text == "" {
			return ""
		}
	}
	return text
}

// withoutRelation is an answer to the read-back without whose relative the patient is: "isso. é a esposa do Valdir hein rs".  That
// puts nothing right: the name in it is of somebody who is no patient.
func (d *dialogue) withoutRelation(s *conversation.State, text string) string {
	if d.literal || s.Closed != "" || !readingBack(s) {
		return text
	}
	p := d.parse(text)
	var cuts []place
	for _, m := range p.matches(say.RelationOf) {
		to := m.To
		for to < len(p.tokens) && (partOfName(p.tokens[to]) || to == m.To && capital(p.tokens[to])) {
			to++
		}
		own := slices.ContainsFunc(p.tokens[m.To:to], func(t language.Token) bool {
			return t.Text == firstName(s.Patient.Name) || waitsNamed(s.Next, t.Text)
		})
		if to == m.To || own || to < len(p.tokens) && say.NextToPatient.Has(p.tokens[to].Text) {
			continue
		}
		at := place{p.tokens[m.From].Start, p.tokens[to-1].End}
		if rest := d.restOfClause(p, to); !d.readAgain(s, p.text[at.end:rest]).data() {
			at.end = rest
		}
		cuts = append(cuts, at)
	}
	if len(cuts) == 0 {
		return text
	}
	left := strings.Trim(cutOut(text, cuts...), " ,.;!\n")
	if left == "" {
		d.learned, d.answeredAside = true, true
	}
	return left
}

// waitsNamed reports somebody whose turn comes who is called by a first name.
func waitsNamed(list []conversation.Next, name string) bool {
	return slices.ContainsFunc(list, func(next conversation.Next) bool {
		return cmp.Or(firstName(next.Patient.Name), firstName(next.Called)) == name
	})
}

// restOfClause is where the clause ends in which a token stands.
func (d *dialogue) restOfClause(p *parsed, from int) int {
	for i := from; i < len(p.tokens); i++ {
		if p.pauses(i) || say.JoinsRemarks.Has(p.tokens[i].Text) {
			return p.tokens[i].Start
		}
	}
	return len(p.text)
}

// namesRelated reports a text that names somebody of whom the patient is a relative, whose name is not the patient's.
func namesRelated(s *conversation.State, p *parsed) bool {
	return slices.ContainsFunc(nameRuns(strings.Fields(s.Patient.Name), p), func(r run) bool { return ofRelation(s.For, p, r) })
}

// asksOfRelated leaves out of what is put right a name that is of somebody to whom the patient is related, and reads all back again where
// nothing else is said: "isso, é minha esposa, eu sou o Valdir".
func (d *dialogue) asksOfRelated(h *heard, n *putRight) bool {
	if n.Name == "" || !namesRelated(h.s, h.whole.parsed) {
		return false
	}
	n.Name, n.sure = "", n.BirthDate+n.CPF != ""
	if n.sure || h.whole.data() || h.whole.says(say.Objects) {
		return false
	}
	d.askInstead(question{text: d.readBackText(h.s, 0), asks: conversation.AskConfirm})
	d.learned, d.told = true, true
	return true
}

// ofRelation reports a name behind whose relative somebody is said to be, "a esposa do Valdir", or behind what the writer is called, "eu
// sou o Valdir", where the patient, who is whose to the writer, is somebody else.
func ofRelation(whose string, p *parsed, r run) bool {
	at := r.from - 1
	for at >= 0 && say.Honour.Has(p.tokens[at].Text) {
		at--
	}
	if at < 1 || say.NameParticle.Has(p.tokens[r.from].Text) {
		at = min(at+1, r.from) // "do" is taken for a part of the name
	}
	if at < 1 {
		return false
	}
	behind, before := p.tokens[at].Text, p.tokens[at-1].Text
	switch {
	case belongs(behind):
		return say.ToldBack.Value(before) != ""
	case say.Article.Has(behind):
		return whose != "" && before == "sou"
	default:
		return whose != "" && behind == "sou"
	}
}

// belongs reports a word behind which it is said whose somebody is.
func belongs(word string) bool { return word == "do" || word == "da" || word == "de" }

// withTheirs is a text in which the writer is told not to be the patient by what was called theirs, as one that says so: "meu não, do meu
// pai", "não é meu, é do meu pai".
func (d *dialogue) withTheirs(s *conversation.State, text string) string {
	if d.literal || s.Closed != "" || !mayBeWriter(s) || !asksIdentity(s.Asked) && s.Asked != conversation.AskPlan {
		return text
	}
	p := d.parse(text)
	m, ok := p.match(say.TheirsNotMine)
	if !ok {
		return text
	}
	at := p.placeOf(m)
	last := p.tokens[m.To-1]
	whom := "pra " + last.Raw
	switch its := p.tokens[m.To-2]; {
	case last.Text == "dele", last.Text == "dela":
		whom = "pra " + strings.TrimPrefix(last.Text, "d")
	case say.Our.Has(its.Text):
		whom = "pra " + its.Raw + " " + last.Raw
	}
	return text[:at.start] + "não é pra mim, é " + whom + text[at.end:]
}

// withoutUnsure is a text without the doubt whether somebody needs what it names: "a menina eu não sei se é ortopedista".
func (d *dialogue) withoutUnsure(_ *conversation.State, text string) string {
	p := d.parse(text)
	m, ok := p.match(say.UnsureOfKin)
	if d.literal || !ok {
		return text
	}
	for m.From < m.To && say.ToldBack.Value(p.tokens[m.From].Text) == "" {
		m.From++
	}
	m.From++ // the relative stays
	m.To--   // and the verb
	return cutOut(text, p.placeOf(m))
}

// whichKin puts right what kin those are for whom something is booked, "são meus netos, não é filha", and that nothing is for the
// writer, "pra mim não é nada".  What else the text says is read with that.
func (d *dialogue) whichKin(s *conversation.State, text string) bool {
	if d.literal || s.Closed != "" {
		return false
	}
	p := d.parse(text)
	kin, areKin := p.match(say.TheyAreKin)
	mine, notMine := p.match(say.NothingForMe)
	if notMine = notMine && (s.For != "" || waits(s.Next, conversation.ForWriter)); !notMine && (!areKin || s.For == "" && len(s.Next) == 0) {
		return false
	}
	var cuts []place
	changed := false
	if areKin {
		changed = d.calledAsKin(s, say.KinPair.Value(p.tokens[kin.To-1].Text))
		cuts = append(cuts, each(slices.Concat(p.matches(say.TheyAreKin), p.matches(say.NotThatKin)), p.placeOf)...)
	}
	if notMine {
		changed = true
		d.forgets(s, conversation.ForWriter)
		cuts = append(cuts, p.placeOf(mine))
	}
	if !changed {
		return false
	}
	rest := strings.Trim(cutOut(text, cuts...), " ,.;!\n")
	d.notes = slices.Insert(d.notes, 0, d.text(wording.TalkConfused))
	d.learned, d.told = true, true
	if left := d.readAgain(s, rest); left.data() {
		d.readNext(rest)
	}
	return true
}

// withKinOfChildren is a text in which a boy and a girl are called what they are to the writer, where it or the talk says so: "crio dois
// netos … a menina reclama de dor no pé" is of a granddaughter.
func (d *dialogue) withKinOfChildren(s *conversation.State, text string) string {
	p := d.parse(text)
	p.scan()
	boy := kinOfChildren(s, p)
	if d.literal || boy == "" {
		return text
	}
	called := rewriting{text: text}
	for i, t := range p.tokens {
		if !say.AnyChild.Has(t.Text) || i+1 < len(p.tokens) && belongs(p.tokens[i+1].Text) { // "a menina da recepção"
			continue
		}
		switch spaced(say.ToldBack.Value(t.Text)) {
		case "o seu filho":
			called.put(t.Start, t.End, boy)
		case "a sua filha":
			called.put(t.Start, t.End, girlOf(boy))
		}
	}
	return called.whole()
}

// girlOf is what a girl is whose brother is called so: "neta" of "neto".
func girlOf(boy string) string { return strings.TrimSuffix(boy, "o") + "a" }

// kinOfChildren is what a boy is to the writer of whom a text, or else the talk, tells as no son; "" for neither.
func kinOfChildren(s *conversation.State, p *parsed) string {
	for _, t := range p.tokens {
		if boy := say.KinPair.Value(t.Text); boy != "" && boy != "filho" {
			return boy
		}
	}
	for _, call := range append([]string{s.For}, each(s.Next, func(next conversation.Next) string { return next.For })...) {
		if boy := say.KinPair.Value(lastWord(call) + "s"); boy != "" && boy != "filho" {
			return boy
		}
	}
	return ""
}

// calledAsKin calls each child for whom something is booked as what they are to the writer, with the word for a boy; it reports that one
// was called otherwise.
func (d *dialogue) calledAsKin(s *conversation.State, boy string) (changed bool) {
	girl := girlOf(boy)
	right := func(call string) string {
		p := d.parse(call)
		p.scan()
		switch n := len(p.tokens); {
		case n == 0, byName(call), !say.ChildKin.Has(p.tokens[n-1].Text):
			return call
		case p.tokens[0].Text == "a":
			return strings.Replace(spaced(say.ToldBack.Value(girl)), "a sua ", call[:strings.LastIndex(call, " ")+1], 1)
		default:
			return strings.Replace(spaced(say.ToldBack.Value(boy)), "o seu ", call[:strings.LastIndex(call, " ")+1], 1)
		}
	}
	if call := right(s.For); call != s.For {
		d.propose(conversation.Identify{For: call})
		changed = true
	}
	for _, next := range s.Next {
		if call := right(next.For); call != next.For {
			d.moves = append(d.moves, conversation.Later{Next: next, Drop: true})
			next.For = call
			d.keepAsked(next)
			changed = true
		}
	}
	return changed
}

// withoutThingOfNext keeps in mind what somebody whose turn comes is said to need, beside an answer to the read-back, which is read
// without that: "pode marcar a do Enzo. a Lorena é ortopedista".
func (d *dialogue) withoutThingOfNext(s *conversation.State, text string) string {
	if d.literal || s.Closed != "" || !readingBack(s) || len(s.Next) == 0 {
		return text
	}
	p := d.parse(text)
	for _, at := range d.remarkPlaces(p) {
		next, ok := d.waitingIn(s, text[at.start:at.end])
		part := place{at.start, max(sentenceAround(text, at).end, at.end)}
		if !ok {
			continue
		}
		r := d.readAgain(s, strings.TrimSpace(text[part.start:part.end]))
		thing := d.thingTold(r)
		if thing == 0 || r.CPF+r.BirthDate != "" || !r.wish().Empty() || len(r.Plans) > 0 || strings.Contains(r.text, "?") {
			continue
		}
		left := leftBeside(text, part)
		if d.readAgain(s, left).data() { // of which it may be told apart: "o do joelho é pro meu marido e o do coração pro meu sogro"
			return text
		}
		if next.ProcedureID != thing {
			d.forgets(s, next.For)
			next.ProcedureID, next.AgendaID = thing, 0
			d.keepAsked(next)
		}
		if left == "" {
			d.learned, d.answeredAside = true, true
		}
		return left
	}
	return text
}

// leftBeside is what stands around a part of a text, without the words that join it.
func leftBeside(text string, part place) string {
	left := strings.TrimRight(text[:part.start], " ,;")
	for _, joins := range []string{" mas", " só que", " so que", " e"} {
		left = strings.TrimRight(strings.TrimSuffix(left, joins), " ,;")
	}
	return strings.TrimSpace(left + " " + text[part.end:])
}

// waitingIn is the one of those whose turn comes of whom a part of a text speaks, and of nobody else.
func (d *dialogue) waitingIn(s *conversation.State, part string) (next conversation.Next, ok bool) {
	r := d.readAgain(s, part)
	whom := cmp.Or(d.calledByName(alone(s, r), r), d.onlyKin(r.parsed))
	if at := turnOf(s.Next, whom); at >= 0 && whom != s.For {
		return s.Next[at], true
	}
	_, calls := d.standIns(r.parsed, strings.Join(patientNames(s), " "))
	if len(s.Next) == 1 && len(calls) == 1 && nameless(s.Next[0]) && articleAhead(calls[0]) == articleAhead(s.Next[0].For) {
		next = s.Next[0]
		next.Called = lastWord(calls[0])
		return next, true // "a Lorena", of a granddaughter whose name nobody said
	}
	return next, false
}

// articleAhead is the first word of how somebody is called: "a" of "a sua neta".
func articleAhead(call string) string {
	article, _, _ := strings.Cut(call, " ")
	return article
}

// answersWhoseName answers in whose name the appointment is, who asks whether it is the patient's or that of who has the plan: "esse
// amil é da minha mãe, é o nome dela que vai no cadastro?"  It is a yes to nothing; data beside it are read.
func (d *dialogue) answersWhoseName(s *conversation.State, text string) (left string) {
	at, ok := d.parse(text).place(say.AsksWhoseName)
	if d.literal || !ok || afterBooking(s) {
		return text
	}
	d.answerAside(d.text(wording.AnswerWhoseName))
	left = strings.TrimSpace(cutOut(text, sentenceAround(text, at)))
	if rest := d.readAgain(s, left); readingBack(s) || !rest.identifies() {
		return ""
	}
	return left
}

// besideMade reads, after a booking, who says that it is not that one but a further one: "não essa, outra pra semana que vem, retorno".  A
// return visit is for people; where it may be the one that was made at another time, it is asked which way.
func (d *dialogue) besideMade(h *heard) bool {
	if d.literal || !afterBooking(h.s) || h.s.Asked == conversation.AskNext || h.whole.says(say.Hypothetical) {
		return false
	}
	m, beside := h.whole.match(say.BesideMade)
	other := h.whole.says(say.AnotherThen)
	switch {
	case (beside || other) && h.whole.says(say.SaysReturn), h.whole.says(say.ComesBack) && (h.whole.says(say.ToBook) || !h.whole.wish().Empty()):
		handOver(reasonReturn)(d, h)
	case beside && !d.ofSomebodyElse(h):
		h.whole = d.readAgain(h.s, strings.Trim(h.whole.text[h.whole.placeOf(m).end:], " ,.;"))
		h.reading, h.meant = h.whole, meansNew
		d.beginsAnother(h)
	case other && !d.ofSomebodyElse(h):
		d.asksWhichWay(h)
	default:
		return false
	}
	return true
}
