package grounding

import "slices"

var (
	// lackingVerbs behind a negation say that there is nothing: "não tenho", "não atendemos".
	lackingVerbs = words(`tenho temos tem tera teremos ha havera existe existem consigo conseguimos atende atendemos atendem abre abrimos abrem funciona
		funcionamos funcionam trabalha trabalhamos encontrei encontramos achei achamos vi sobrou sobraram apareceu consta vejo localizei restam
		restou oferece oferecemos marcamos agendamos possuimos`)
	freeNouns = words("vaga vagas horario horarios agenda agendas disponibilidade disponibilidades atendimento atendimentos expediente data datas encaixe encaixes nada")
	noneWords = words("nenhum nenhuma sem nada")
	fullWords = words(`lotada lotado lotados lotadas esgotada esgotado esgotados esgotadas cheia cheio cheios fechada fechado fechados indisponivel indisponiveis
		ocupada ocupado ocupados ocupadas preenchida preenchido preenchidos acabaram acabou esgotaram esgotou`)
	noWords = words("nao nem nunca")
	// exceptions beside a negation say that there is something after all.
	exceptions = words("so somente apenas exceto salvo senao fora tirando alem afora menos sim que ser problema problemas duvida duvidas interesse impede como")
	// bounding before a day says something of the days on its other side.
	bounding = words("antes depois ate apos que desde partir")
	joining  = words("de da do das dos a o as os na no nas nos em dia para pra pro aos")
	leading  = words("para pra na no nas nos em a o as os aos dia de da do infelizmente ja mas e hoje")
)

// denied reports whether a day or an hour is named only to say that nothing is free then: "não temos horário no
// domingo", "tenho quinta? Não."
func (c *checker) denied(one *ref) bool {
	if c.bounded(one) || one.hour.before || one.hour.after {
		return false
	}
	s := c.sentences[one.sentence]
	if s.tone&asks != 0 {
		return c.answeredNo(one.sentence)
	}
	from, to := c.clauseStart(one.from, s), c.clauseEnd(one.to, s)
	if c.isMark(to, ",") && c.leads(from, to) {
		to = c.clauseEnd(to+1, s)
	}
	return c.deniesIn(from, to) && !(dated(one) && c.closesIn(from, to))
}

// dated reports whether a ref is a date and not a day of every week.
func dated(one *ref) bool { return len(one.days) > 0 && one.days[0].date != 0 }

var closing = words(`atende atendemos atendem abre abrimos abrem funciona funcionamos funcionam trabalha trabalhamos fechada fechado fechados expediente`)

// closesIn reports whether tokens speak of when the clinic is closed, which of a date its own words alone can say.
func (c *checker) closesIn(from, to int) bool {
	for i := from; i < to; i++ {
		if c.in(i, closing) {
			return true
		}
	}
	return false
}

// bounded reports whether a ref is the end of other days: "nada antes de quinta".
func (c *checker) bounded(one *ref) bool {
	k := one.from - 1
	for k > one.from-4 && c.in(k, joining) {
		k--
	}
	return c.in(k, bounding)
}

// clauseEnd is behind the last token of a clause that goes on at token i.
func (c *checker) clauseEnd(i int, s sentence) int {
	k := i
	for k < s.to && k-i < maxClause && !c.isMark(k, ",", ";", ":", "(", ")", ".", "!") && !c.in(k, adversative) && c.toks[k].kind != line {
		k++
	}
	return k
}

// leads reports whether a part of a sentence holds nothing but times and small words: "na quinta,".
func (c *checker) leads(from, to int) bool {
	for i := from; i < to; i++ {
		if c.toks[i].kind == word && !c.in(i, leading) && !c.inside(i) {
			return false
		}
	}
	return true
}

// deniesIn reports whether the tokens from one to before another say that there is nothing.
func (c *checker) deniesIn(from, to int) bool {
	denied := false
	for k := from; k < to; k++ {
		switch {
		case c.inside(k):
		case c.in(k, exceptions):
			return false
		case c.in(k, noWords):
			if c.in(k+1, fullWords) || c.in(k+2, fullWords) {
				return false // "não está lotada"
			}
			denied = denied || c.in(k+1, lackingVerbs) || c.in(k+2, lackingVerbs)
		case c.in(k, noneWords):
			denied = denied || c.in(k+1, freeNouns) || c.in(k, noneWords) && c.word(k) == "nada"
		case c.in(k, fullWords):
			denied = true
		}
	}
	return denied
}

// answeredNo reports whether a question is answered with a no: "Tenho quinta? Não."
func (c *checker) answeredNo(sentence int) bool {
	if sentence+1 >= len(c.sentences) {
		return false
	}
	s := c.sentences[sentence+1]
	i := s.from
	if c.word(i) == "infelizmente" {
		i += 1 + boolInt(c.isMark(i+1, ","))
	}
	return c.word(i) == "nao" && s.tone&asks == 0 && (i+1 >= s.to || c.toks[i+1].kind != word || c.in(i+1, lackingVerbs))
}

// checkDenials looks for what is said not to be free and is on offer.
func (c *checker) checkDenials() {
	if len(c.offer) == 0 {
		return
	}
	offersNothing := !c.offersTimes()
	for n, s := range c.sentences {
		switch {
		case c.qualified(s):
		case c.firstRef(s.from) < len(c.refs) && c.refs[c.firstRef(s.from)].from < s.to:
			c.checkDeniedTimes(n)
		case offersNothing && s.tone&asks == 0 && c.deniesFree(s) && c.wishMet():
			c.add("slot", s.from, s.to)
		}
	}
}

// qualifying beside a denial restrict what is denied.
var qualifying = words(`mais outro outros outra outras alem cedo proximo proxima proximos perto antes depois ainda quando se caso esse essa este esta esses
	essas por com particular preferencia pedido gratis gratuito estacionamento`)

// qualified reports whether a sentence denies only something special.
func (c *checker) qualified(s sentence) bool {
	for i := s.from; i < s.to; i++ {
		if c.in(i, qualifying) && !(c.oneOf(i, "esta", "se") && c.in(i+1, fullWords)) {
			return true
		}
	}
	first, _ := slices.BinarySearchFunc(c.doctors, s.from, func(m mention, from int) int { return m.from - from })
	return first < len(c.doctors) && c.doctors[first].from < s.to
}

// deniesFree reports whether a sentence says that no times are free.
func (c *checker) deniesFree(s sentence) bool {
	named := false
	for i := s.from; i < s.to; i++ {
		if c.oneOf(i, "consigo", "conseguimos") {
			return false // "não consigo segurar o horário"
		}
		named = named || c.in(i, freeNouns) && c.word(i) != "nada" && !c.oneOf(i, "atendimento", "atendimentos", "data", "datas", "expediente")
	}
	return named && c.deniesIn(s.from, s.to)
}

// offersTimes reports whether a text names an hour that is on offer.
func (c *checker) offersTimes() bool {
	return slices.ContainsFunc(c.refs, func(one ref) bool {
		return one.sort == anHour && slices.ContainsFunc(c.offer, func(s slot) bool { return one.hour.is(s.minute) }) && !c.denied(&one)
	})
}

// wishMet reports whether some time on offer is one that was wished.
func (c *checker) wishMet() bool {
	w := &c.f.Wished
	if len(w.Dates) == 0 && len(w.Weekdays) == 0 && len(w.Times) == 0 && w.Period == "" {
		return true
	}
	return slices.ContainsFunc(c.offer, func(s slot) bool {
		y, m, d := s.day.Date()
		onDay := len(w.Dates) == 0 && len(w.Weekdays) == 0 || c.wish.day(day{year: y, month: int(m), date: d}) || slices.Contains(w.Weekdays, s.day.Weekday())
		at := exactly(s.minute)
		return onDay && (len(w.Times) == 0 || c.wish.hour(at)) && (w.Period == "" || periodAround(s.minute) == w.Period)
	})
}

// checkDeniedTimes looks at the days and hours that a sentence denies.
func (c *checker) checkDeniedTimes(sentence int) {
	s := c.sentences[sentence]
	var days, times []*ref
	for i := c.firstRef(s.from); i < len(c.refs) && c.refs[i].from < s.to; i++ {
		one := &c.refs[i]
		switch {
		case !c.denied(one):
			return
		case one.sort == aDay:
			days = append(days, one)
		default:
			times = append(times, one)
		}
	}
	if len(days) > 1 || len(times) > 1 || len(days) == 0 || c.wishful(days[0]) && !c.wishMet() {
		return
	}
	for _, slot := range c.offer {
		if days[0].days[0].is(slot.day) && (len(times) == 0 || times[0].hour.is(slot.minute)) {
			c.add("slot", days[0].from, days[0].to)
			return
		}
	}
}
