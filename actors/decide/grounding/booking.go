package grounding

import "slices"

// claim is something that a text says of an appointment.
type claim struct {
	from, to int
	sentence int
	cancels  bool
}

// checkBookings looks for appointments that a text tells of and that are not there.
func (c *checker) checkBookings() {
	list := append(c.verbClaims(), c.phraseClaims()...)
	for _, one := range list {
		if c.booked == nil || one.cancels || !c.toldRight(one) {
			c.add("booking", one.from, one.to)
		}
	}
}

// verbClaims are the words that say it, where nothing takes them back.
func (c *checker) verbClaims() []claim {
	var list []claim
	for n, s := range c.sentences {
		for i := s.from; i < s.to; i++ {
			f := c.toks[i].claim
			if f != nil && f.mood != harmless && c.states(i, s, f) {
				list = append(list, claim{from: i, to: i + 1, sentence: n, cancels: f.topic == cancels})
			}
		}
	}
	return list
}

// states reports whether a form of a verb states that something was done.
func (c *checker) states(i int, s sentence, f *form) bool {
	if c.presumes(i, s, f) {
		return true
	}
	start := c.clauseStart(i, s)
	verb := i
	if aux := c.auxiliary(i, s); f.mood == participle && aux >= 0 {
		verb = aux
	}
	if c.instructed(i) || f.topic == confirms && c.ofData(i, s) || c.negated(i, verb, start) {
		return false
	}
	switch f.mood {
	case participle:
		return c.participleStates(i, start, s)
	case past:
		return !c.asked(i, s, true) && !c.conditioned(i, start, over)
	case present:
		return c.presentStates(i, s, f)
	case going:
		return f.topic == confirms && c.whenIn(s) && s.tone&(booking|asks) == booking && !c.prospect(i, s) || c.underWay(i, s, f)
	case harmless:
	}
	return false
}

var (
	// between an auxiliary and its participle these may stand.
	skipped = words(`ja entao agora tudo bem tambem sim devidamente oficialmente ainda so somente apenas aqui ai pra voce vc te lhe me consulta horario
		agendamento atendimento vaga exame retorno reserva o a os seu sua esse essa este sido mesmo logo certinho tao totalmente muito um uma isso`)
	wereDone    = words("esta ta tao estao foi foram ficou ficaram deixei deixamos tem temos tenho consta constam segue encontra havia estava teve is are was been")
	done        = words("foi foram ficou ficaram deixei deixamos teve was been")
	becomes     = words("fica ficam ficara ficarao sera serao estara estarao deixo deixarei deixaremos fico tera teremos teras will")
	unreal      = words("seja sejam fique fiquem esteja estejam for forem estiver estiverem ficasse fosse tiver tivesse deixe deixem deixemos ficaria ficariam seria seriam estaria deixaria teria fossem tenha tenham haja")
	auxiliaries = words("ser estar ficar deixar ter haver be")
	intends     = words("vou vamos vai vao irei iremos ira irao")
	aims        = words("para pra sem antes apos depois posso podemos pode quer quero gostaria deseja prefere precisa preciso consigo falta ao")
	asserts     = words("acabou acaba acabei acabo acabamos deve devem considerar")
)

// participleStates judges "marcado" by the verb it goes with.
func (c *checker) participleStates(i, start int, s sentence) bool {
	if c.always(i-1) && !c.whenIn(s) && c.habit(i, start) {
		return false
	}
	aux := c.auxiliary(i, s)
	switch w := c.word(aux); {
	case unreal.has(w):
		return c.glad(aux, start)
	case becomes.has(w):
		return !c.asked(i, s, false) && !c.prospect(i, s)
	case auxiliaries.has(w):
		return c.intended(aux, start, s)
	case wereDone.has(w):
		how := holds
		if done.has(w) {
			how = over
		}
		return !c.conditioned(i, start, how) && !c.general(i, s) && !c.anyOf(aux) && (!c.asked(i, s, true) || c.whenIn(s) && !c.oneOf(aux, "tem", "temos", "deixei"))
	}
	return !c.conditioned(i, start, bare) && !c.general(i, s) && (!c.asked(i, s, true) || c.presupposed(i, s)) && !c.coordinates(i, s)
}

var (
	doing  = words("estou to estamos tamos")
	beside = words("ja aqui agora te lhe o a")
	whose  = words("sua seu suas seus para pra")
)

// underWay reports that an appointment is just being made: "estou reservando", "agendando a sua consulta"; not before
// a question about what is missing.
func (c *checker) underWay(i int, s sentence, f *form) bool {
	if f.topic == cancels || s.tone&asks != 0 || c.prospect(i, s) || c.pending(i) {
		return false
	}
	k := i - 1
	for k >= s.from && c.in(k, beside) {
		k--
	}
	if c.in(k, doing) {
		return f.topic == books || !c.ofData(i, s)
	}
	if k >= s.from && c.toks[k].kind == word {
		return false
	}
	return f.topic == books && (c.in(i+1, whose) || c.in(i+2, whose) || c.whenIn(s))
}

var (
	gladly   = words("feliz bom contente prazer otimo alegria alegre maravilha satisfeita satisfeito")
	definite = words("a sua da na o seu do no essa esse")
)

// glad reports that somebody is happy about something, which is then a fact: "fico feliz que esteja marcada".
func (c *checker) glad(aux, start int) bool {
	for k := start; k < aux; k++ {
		if c.in(k, gladly) {
			return true
		}
	}
	return false
}

// presupposed reports a question that takes the appointment for granted: "alguma dúvida sobre a consulta marcada para
// terça?"
func (c *checker) presupposed(i int, s sentence) bool {
	return c.in(i-1, bookingNouns) && c.in(i-2, definite) && c.whenIn(s)
}

// always reports an "é" or "são", which makes of a participle what is always so: "consultas são marcadas por aqui".
func (c *checker) always(i int) bool {
	return c.word(i) == "sao" || c.word(i) == "e" && c.toks[i].accent
}

var (
	possessive = words("sua seu tua teu suas seus essa esse ja")
	habits     = words("por pelo pela em com so sempre apenas somente no na de diretamente")
)

// habit reports whether what stands around a participle at token i makes it what is always so, and not of one
// appointment.
func (c *checker) habit(i, start int) bool {
	for k := start; k < i; k++ {
		if c.in(k, possessive) {
			return false
		}
	}
	return c.in(i+1, habits)
}

// auxiliary is the token of the verb before a participle, -1 for none.
func (c *checker) auxiliary(i int, s sentence) int {
	const reach = 7
	for k := i - 1; k >= s.from && k >= i-reach; k-- {
		w := c.word(k)
		if unreal.has(w) || becomes.has(w) || auxiliaries.has(w) || wereDone.has(w) && !c.demonstrative(k) {
			return k
		}
		if !skipped.has(w) && !wereDone.has(w) {
			return -1
		}
	}
	return -1
}

// demonstrative reports whether an "esta" is "this" and not "is".
func (c *checker) demonstrative(k int) bool {
	return c.word(k) == "esta" && !c.toks[k].accent && (c.in(k+1, bookingNouns) || c.oneOf(k-1, "para", "com", "em", "a"))
}

// intended judges an infinitive ("ficar marcado") by what governs it: only what is under way or done counts.
func (c *checker) intended(aux, start int, s sentence) bool {
	const reach = 6
	for k := aux - 1; k >= start && k >= aux-reach; k-- {
		switch w := c.word(k); {
		case asserts.has(w):
			return true
		case intends.has(w):
			return !c.asked(aux, s, false) && !c.prospect(aux, s)
		case aims.has(w):
			return false
		}
	}
	return c.word(aux) == "ter" && !c.asked(aux, s, true)
}

// coordinates reports whether a participle only goes on a list whose verb takes it back: "não está marcada nem
// confirmada", "quando estiver marcada e confirmada".
func (c *checker) coordinates(i int, s sentence) bool {
	if !c.oneOf(i-1, "e", "ou", "nem") || i-2 < s.from {
		return false
	}
	f := c.toks[i-2].claim
	return f != nil && f.mood == participle && !c.participleStates(i-2, c.clauseStart(i-2, s), s)
}

var (
	indefinite = words("uma alguma qualquer outra nenhuma um algum outro as os de sobre")
	having     = words("tem tenho temos existe consta ha possui com vi encontrei localizei achei sua seu")
	plurals    = words("consultas exames horarios atendimentos sessoes retornos procedimentos")
)

// general reports whether a participle speaks of appointments in general: "uma consulta já marcada", "só com hora
// marcada".
func (c *checker) general(i int, s sentence) bool {
	noun := i - 1
	if c.word(noun) == "ja" || c.word(noun) == "previamente" {
		noun--
	}
	if c.whenIn(s) || noun < s.from {
		return false
	}
	switch {
	case c.word(noun) == "hora":
		return true
	case c.in(noun, plurals):
		return !c.oneOf(noun-1, "suas", "minhas") && !c.haves(noun)
	case c.word(noun) == "horario":
		return c.oneOf(noun-1, "com", "por")
	}
	return c.in(noun, bookingNouns) && c.in(noun-1, indefinite) && !c.haves(noun)
}

// anyOf reports whether the verb at token aux is that of "uma consulta que já está marcada".
func (c *checker) anyOf(aux int) bool {
	que := aux - 1
	if c.word(que) == "ja" {
		que--
	}
	return c.word(que) == "que" && c.in(que-1, bookingNouns) && c.in(que-2, indefinite) && !c.haves(que-1)
}

// haves reports whether somebody is said to have the thing at token noun.
func (c *checker) haves(noun int) bool {
	const reach = 3
	for k := noun - 1; k >= noun-reach; k-- {
		if c.in(k, having) {
			return true
		}
	}
	return false
}

// presentStates judges "confirmo", "marcamos": a promise is none where it depends on something.
func (c *checker) presentStates(i int, s sentence, f *form) bool {
	t := &c.toks[i]
	if t.accent || t.is("marco") && c.named(i) || c.in(i-1, titles) || c.isMark(i-1, ".") && c.in(i-2, titles) {
		return false // March, or a man of that name
	}
	if c.in(i+1, plurals) || c.oneOf(i-1, "o", "do", "ao", "um", "meu", "seu") || c.asked(i, s, false) || c.prospect(i, s) || c.oneOf(i-1, "quer", "que") {
		return false
	}
	return s.tone&booking != 0 || c.whenIn(s) && f.topic != cancels
}

// named reports whether the word at token i is written as a first name: a capital and small letters, before
// another one.
func (c *checker) named(i int) bool {
	t := &c.toks[i]
	small := t.end-t.start > 1 && 'a' <= c.text[t.start+1] && c.text[t.start+1] <= 'z'
	return t.upper && small && i+1 < len(c.toks) && c.toks[i+1].kind == word && c.toks[i+1].upper && !c.in(i+1, titles)
}

// toldRight reports whether the days and hours that are told with an appointment are those of the one that was
// made: in the sentence that tells it and in those behind it that hold nothing else.
func (c *checker) toldRight(one claim) bool {
	const ahead = 12
	for n := one.sentence; n < len(c.sentences) && n <= one.sentence+ahead; n++ {
		s := c.sentences[n]
		if n > one.sentence && !c.labelled(s) {
			return true
		}
		if !c.tellsBooked(s) {
			return false
		}
	}
	return true
}

// tellsBooked reports whether all that a sentence names of times is the appointment that was made.
func (c *checker) tellsBooked(s sentence) bool {
	for i := c.firstRef(s.from); i < len(c.refs) && c.refs[i].from < s.to; i++ {
		one := &c.refs[i]
		if one.sort == anHour && one.hour.until < 0 && !one.hour.is(c.booked.minute) && !c.saidHour(one, pair{hour: i}) {
			return false
		}
		if one.sort == aDay && !c.idle(one) && !one.days[0].is(c.booked.day) {
			return false
		}
	}
	first, _ := slices.BinarySearchFunc(c.doctors, s.from, func(m mention, from int) int { return m.from - from })
	for _, m := range c.doctors[first:] {
		if m.from >= s.to {
			break
		}
		if !contains(m.agendas, c.booked.AgendaID) {
			return false
		}
	}
	return true
}

// labels are words that stand beside a time without making a sentence of it.
var labels = words(`data dia hora horario horarios as com na no em medico medica doutor doutora dr dra local especialidade consulta procedimento paciente convenio
	quando quem onde e de do da a o para profissional plano particular exame resumo detalhes agendamento nome h`)

// labelled reports whether a sentence holds nothing but times, names and their labels.
func (c *checker) labelled(s sentence) bool {
	plain := 0
	for i := s.from; i < s.to; i++ {
		t := &c.toks[i]
		if t.kind == word && !labels.has(t.text) && !t.upper && c.refAtToken(i) < 0 && !c.inside(i) {
			plain++
		}
	}
	return plain == 0 && c.itemAt(s.from) == 0 && s.tone&asks == 0
}
