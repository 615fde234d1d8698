package grounding

import (
	"slices"
	"strings"
)

// phraseClaims are the phrases that say that there is an appointment, or that it was moved.
func (c *checker) phraseClaims() []claim {
	var list []claim
	for _, f := range told.find(c) {
		if f.traits == hands {
			c.checkHands(f)
			continue
		}
		s := c.sentences[f.sentence]
		if c.phraseStates(f, s) {
			list = append(list, claim{from: f.from, to: f.to, sentence: f.sentence, cancels: f.traits == moves})
		}
	}
	return append(append(list, c.ticked()...), c.standing()...)
}

// standing is the one time of a text that neither offers nor asks anything: whoever reads only "Beleza, terça às 14:00!"
// believes that it is settled.
func (c *checker) standing() []claim {
	at := c.onlyHour()
	if at < 0 || len(c.items) > 0 || c.pending(0) || slices.ContainsFunc(c.sentences, c.opened) {
		return nil
	}
	one := &c.refs[c.pairs[at].hour]
	if !c.hasHour(one.hour) || c.saidHour(one, c.pairs[at]) || c.toneOf(one)&(available|offers) != 0 {
		return nil
	}
	return []claim{{from: one.from, to: one.to, sentence: one.sentence}}
}

// onlyHour is the pair of the one hour of a text, -1 for none, for several and for ranges.
func (c *checker) onlyHour() int {
	at := -1
	for i, p := range c.pairs {
		one := &c.refs[p.hour]
		if one.sort != anHour || c.denied(one) {
			continue
		}
		if at >= 0 || one.hour.until >= 0 || one.hour.after || one.hour.before {
			return -1
		}
		at = i
	}
	return at
}

// choosing beside a time makes it one of several.
var choosing = words(`primeiro primeira segundo ultimo ultima terceiro cedo proximo proxima perto lista opcao opcoes ou so somente apenas talvez
	preferir cpf nome nascimento dados escolha escolheu escolhido selecionado selecionou anotei entendi reservo`)

// opened reports whether a sentence asks, offers, denies or speaks of what may be, of what is looked for or missing.
func (c *checker) opened(s sentence) bool {
	if c.farewell(s) || c.greets(s) {
		return false
	}
	if s.tone&asks != 0 || s.tone&(available|offers) != 0 && !s.tone.denied() || s.tone&(searches|echoes|proposes) != 0 {
		return true
	}
	for i := s.from; i < s.to; i++ {
		if c.in(i, choosing) && !(c.word(i) == "dados" && c.oneOf(i+1, "da", "do")) || c.in(i, conditions) && c.isCondition(i) && !c.oneOf(i+1, "precisar", "tiver", "quiser", "ja") {
			return true
		}
	}
	return false
}

// greets reports a question that only greets: "tudo bem?"
func (c *checker) greets(s sentence) bool {
	const most = 8 // tokens
	if s.tone&asks == 0 || s.to-s.from > most || c.whenIn(s) {
		return false
	}
	for i := s.from; i < s.to; i++ {
		if c.oneOf(i, "tudo", "como") && c.oneOf(i+1, "bem", "bom", "joia", "vai", "esta", "certo") {
			return true
		}
	}
	return false
}

// ticked is the one time of a text, where nothing but a tick stands beside it and the text offers and asks nothing.
func (c *checker) ticked() []claim {
	if !strings.ContainsAny(c.text, "✅✔☑") || slices.ContainsFunc(c.sentences, c.offersOrAsks) {
		return nil
	}
	var list []claim
	for i := range c.refs {
		if one := &c.refs[i]; one.sort == anHour && c.labelled(c.sentences[one.sentence]) {
			list = append(list, claim{from: one.from, to: one.to, sentence: one.sentence})
		}
	}
	if len(list) > 1 {
		return nil
	}
	return list
}

func (c *checker) offersOrAsks(s sentence) bool {
	return s.tone&asks != 0 && !c.farewell(s) && c.hasOpen(s) || s.tone&(available|offers) != 0 && !s.tone.denied()
}

// hasOpen reports whether a question waits for something about the booking.
func (c *checker) hasOpen(s sentence) bool {
	return s.tone&(proposes|waits|booking) != 0 || c.whenIn(s) || c.asksLeaveIn(s)
}

// phraseStates reports whether nothing takes a phrase back.
func (c *checker) phraseStates(f found, s sentence) bool {
	start := c.clauseStart(f.from, s)
	switch {
	case f.traits == grants:
		return true
	case c.asked(f.to-1, s, f.traits != leans && f.traits != picks), c.negated(f.from, f.from, start), c.conditioned(f.from, start, holds), c.instructed(f.from):
		return false
	case c.word(f.from) == "ate" && c.word(f.from+1) != "la" && c.partsOnly(f):
		return false
	case c.habitual(f, s), c.vagueMeeting(f, s), f.traits == owns && !c.whenIn(s), c.closes(f, s), c.opensThen(f, s):
		return false
	}
	switch f.traits {
	case leans:
		return !c.asksLeave(f.sentence) && !c.prospect(f.from, s)
	case picks, visits:
		return (f.traits == picks || c.whenIn(s)) && !c.asksLeave(f.sentence) && !c.prospect(f.from, s) && !c.pending(f.from)
	case settles:
		return c.settled(f.sentence)
	default:
		return true
	}
}

// partsOnly reports an "até amanhã", which people say without an appointment.
func (c *checker) partsOnly(f found) bool {
	at := c.refAtToken(f.from + 1)
	if at < 0 || c.refs[at].sort != aDay {
		return true
	}
	d := c.refs[at].days[0]
	return !d.first.IsZero()
}

// habitual reports what is always so: "O agendamento é feito por aqui."
func (c *checker) habitual(f found, s sentence) bool {
	return c.in(f.to-1, lists["@made"]) && c.always(f.to-2) && !c.whenIn(s)
}

var vaguely = words("breve logo aqui")

// vagueMeeting reports "nos vemos em breve".
func (c *checker) vagueMeeting(f found, s sentence) bool {
	if !c.oneOf(f.to-1, "vemos", "vejo", "ve", "you") {
		return false
	}
	const behindIt = 2
	for k := f.to; k < s.to && k < f.to+behindIt; k++ {
		if c.in(k, vaguely) {
			return true
		}
	}
	return false
}

// closes reports a "fechamos às 18h" that the clinic's own words hold.
func (c *checker) closes(f found, s sentence) bool {
	if c.word(f.from) != "fechamos" {
		return false
	}
	for i := c.firstRef(s.from); i < len(c.refs) && c.refs[i].from < s.to; i++ {
		if c.refs[i].sort == anHour && c.sayings.hour(c.refs[i].hour) {
			return true
		}
	}
	return false
}

var (
	coming = words("venha procure ligue apareca va chegue")
	// missing in a question is what an appointment still needs.
	missing = words("cpf nome nascimento dados especialidade convenio plano medico medica doutor doutora procedimento periodo turno data preferencia")
)

// opensThen reports a "venha das 8h às 18h" that the clinic's own words hold.
func (c *checker) opensThen(f found, s sentence) bool {
	if !c.in(f.from, coming) {
		return false
	}
	for i := c.firstRef(s.from); i < len(c.refs) && c.refs[i].from < s.to; i++ {
		one := &c.refs[i]
		if one.sort == anHour && !c.sayings.hour(one.hour) || one.sort == aDay && !c.sayings.day(one.days[0]) {
			return false
		}
	}
	return true
}

// pending reports whether the text says, at token i or behind it, what an appointment still needs.
func (c *checker) pending(i int) bool {
	const ahead = 12
	first := c.sentenceOf(i)
	for n := first; n < len(c.sentences) && n <= first+ahead; n++ {
		if g := c.gistOf(n); g.missing || g.sending > i {
			return true
		}
	}
	return false
}

// near reports whether one of the words stands right behind token k.
func (c *checker) near(k int, list set) bool {
	const reach = 5
	for n := k + 1; n <= k+reach; n++ {
		if c.in(n, list) {
			return true
		}
	}
	return false
}

var leave = words("marcar agendar confirmar confirma certo correto serve ok pode posso podemos reservar prefere confirmo concorda correta certa")

// asksLeave reports whether a sentence behind another asks whether to book.
func (c *checker) asksLeave(sentence int) bool {
	const ahead = 12
	for n := sentence; n < len(c.sentences) && n <= sentence+ahead; n++ {
		if g := c.gistOf(n); c.sentences[n].tone&asks != 0 && !g.farewell && g.leave {
			return true
		}
	}
	return false
}

func (c *checker) asksLeaveIn(s sentence) bool {
	for i := s.from; i < s.to; i++ {
		if c.in(i, leave) {
			return true
		}
	}
	return false
}

var (
	anythingElse = words("mais algo alguma outra else")
	helping      = words("ajudar ajudo ajuda alguma coisa algo help duvida precisa deseja")
)

// farewell reports a question that only asks whether there is anything else.
func (c *checker) farewell(s sentence) bool {
	more, help := false, false
	for i := s.from; i < s.to; i++ {
		more = more || c.in(i, anythingElse)
		help = help || c.in(i, helping)
	}
	return more && help && s.tone&asks != 0 && !c.whenIn(s)
}

// maxSettled is how many sentences a text has at most that says nothing but that all is done.
const maxSettled = 4

// settled reports whether a word of completion stands for an appointment: times alone follow it, or nothing that
// asks or offers anything.
func (c *checker) settled(sentence int) bool {
	if n := sentence + 1; n < len(c.sentences) && c.gistOf(n).summary && !c.asksLeave(sentence) {
		return true
	}
	count := 0
	for n := sentence; n < len(c.sentences); n++ {
		g := c.gistOf(n)
		if g.farewell {
			continue
		}
		if c.sentences[n].tone&(asks|waits|echoes|offers) != 0 || g.words && len(c.items) > 0 {
			return false
		}
		if count += boolInt(g.words); count > maxSettled {
			return false
		}
	}
	return true
}

// summary reports whether a sentence is an appointment without a verb: "Terça, 24/11, às 14:00, com a Dra. Ana".
func (c *checker) summary(s sentence) bool {
	return (c.whenIn(s) || s.tone&booking != 0 && !c.whenIn(s)) && c.labelled(s) && c.itemAt(s.from) == 0
}

func (c *checker) hasWords(s sentence) bool {
	for i := s.from; i < s.to; i++ {
		if c.toks[i].kind == word {
			return true
		}
	}
	return false
}

var inviting = words(`posso podemos quer queira prefere prefira preferir gostaria se caso quando precisar precise desejar deseje quiser escreva digite podera podem pode
	deseja poderia`)

// checkHands looks at a promise that a person takes over.
func (c *checker) checkHands(f found) {
	s := c.sentences[f.sentence]
	if c.f.HandsOver || c.asked(f.to-1, s, false) || c.negated(f.from, f.from, c.clauseStart(f.from, s)) {
		return
	}
	const reach = 20
	for k := max(s.from, f.from-reach); k < s.to && k < f.to+reach; k++ {
		if c.in(k, inviting) && (!c.in(k, conditions) || c.isCondition(k)) {
			return
		}
	}
	c.add("person", f.from, f.to)
}
