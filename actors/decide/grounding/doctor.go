package grounding

import (
	"strings"

	"atende/actors/conversation"
)

// mention is a doctor who is named.
type mention struct {
	from, to int
	name     int   // the token where the name begins
	agendas  []int // those it may be; none is a stranger
	sentence int
}

var (
	titles = words("dr dra drs doutor doutora medico medica")
	// notNames may stand behind a title without being a name.
	notNames = words(`que tem atende esta estao e ja vai pode podem na no nas nos da do de das dos para pra as os a o um uma com sem em disponivel disponiveis
		especialista responsavel cardiologista dermatologista ginecologista ortopedista pediatra clinico geral plantonista ou mais so ainda nao tambem
		fica ficou vem sai sera foi quem qual quais voce se seu sua dele dela ira precisa costuma faz fazem pede pediu orienta indica explica avalia
		solicita vao tera escolhido escolhida desejado desejada preferido preferida prefere favorito nesse neste nessa nesta por entre hoje amanha
		quando onde ate tinha temos tenho ha livre livres horario horarios agenda te lhe vera examina decide passa passou disse falou assistente
		aqui ali la particular veterinario veterinaria assistentes nosso nossa conosco dia dias segunda terca quarta quinta sexta sabado domingo
		oferece trabalha realiza recebe possui mesmo mesma novo nova especializado especializada sim certo ok obrigado obrigada gostaria quer quero
		deseja como porque pois mas porem entao assim logo agora depois antes apos durante sobre`)
	inNames = words("de da do dos das e")
)

// maxName bounds the words of a name.
const maxName = 6

// roster are the words of the names of the clinic's doctors, with who bears them.
type roster struct {
	names  map[string][]int // word → agendas
	things set
}

func rosterOf(clinic *conversation.Clinic) roster {
	r := roster{map[string][]int{}, thingsOf(clinic)}
	if clinic == nil {
		return r
	}
	for _, d := range clinic.Doctors {
		for _, name := range append([]string{d.Name}, d.Aliases...) {
			for _, t := range tokenize(name) {
				if t.kind == word && !titles.has(t.text) && !inNames.has(t.text) && !contains(r.names[t.text], d.AgendaID) {
					r.names[t.text] = append(r.names[t.text], d.AgendaID)
				}
			}
		}
	}
	return r
}

// bearers are the agendas whose names hold a word; one slip in a longer word is forgiven.
func (r roster) bearers(w string) []int {
	if ids, ok := r.names[w]; ok {
		return ids
	}
	if len(w) < minSlip || len(w) > maxForm {
		return nil
	}
	var ids []int
	for name, bear := range r.names {
		if len(name) >= minSlip-1 && name[0] == w[0] && near(len(name), len(w)) && oneSlip(w, name) {
			ids = append(ids, bear...)
		}
	}
	return ids
}

func near(a, b int) bool { return a-b <= 1 && b-a <= 1 }

// findDoctors finds who is named: with a title, or in full.
func (c *checker) findDoctors() {
	people := rosterOf(c.f.Clinic)
	for n, s := range c.sentences {
		for i := s.from; i < s.to; {
			m, ok := c.doctorAt(i, s, people)
			if !ok {
				i++
				continue
			}
			m.sentence = n
			c.joinPatient(&m)
			c.doctors = append(c.doctors, m)
			i = m.to
		}
	}
}

func (c *checker) doctorAt(i int, s sentence, people roster) (mention, bool) {
	if c.in(i, titles) {
		return c.titled(i, s.to, people)
	}
	if c.in(i, roles) {
		if m, ok := c.playing(i, s.to, people); ok {
			return m, ok
		}
	}
	if m, ok := c.untitled(i, s.to, people); ok {
		return m, ok
	}
	return c.accompanied(i, s, people)
}

// joinPatient makes a stranger of a doctor with the name of a patient: "Dra. Ana [NOME 1]".
func (c *checker) joinPatient(m *mention) {
	if c.placeholder(m.to) {
		m.to, m.agendas = m.to+2, nil
	}
}

// placeholder reports whether token i begins the placeholder of a patient's name.
func (c *checker) placeholder(i int) bool { return c.isMark(i, "[") && c.word(i+1) == "nome" }

// titled reads the name behind a title.
func (c *checker) titled(i, end int, people roster) (mention, bool) {
	at := i + 1
	for at < end && at < i+3 && (c.isMark(at, ".", "(", ")", "/") || c.toks[at].is("a") && c.glued(at)) {
		at++
	}
	generic := !c.oneOf(i, "dr", "dra", "drs")
	from := at
	var ids []int
	for at < end && at < from+maxName && c.toks[at].kind == word && c.nameWord(at, from, generic, people) {
		if !inNames.has(c.toks[at].text) {
			bearers := people.bearers(c.toks[at].text)
			if at == from {
				ids = bearers
			} else {
				ids = common(ids, bearers)
			}
		}
		at++
	}
	for at > from && inNames.has(c.toks[at-1].text) {
		at--
	}
	return mention{from: i, name: from, to: max(at, i+1), agendas: ids}, at > from || !generic && c.placeholder(from)
}

// nameWord reports whether the word at token at belongs to a name that begins at token from.
func (c *checker) nameWord(at, from int, generic bool, people roster) bool {
	t := &c.toks[at]
	if _, known := people.names[t.text]; known {
		return true
	}
	switch {
	case at > from && inNames.has(t.text) && t.text != "e":
		return at+1 < len(c.toks) && c.toks[at+1].kind == word && c.toks[at+1].upper && !notNames.has(c.toks[at+1].text)
	case notNames.has(t.text), inNames.has(t.text), toneOf[t.text]&(offers|opens|booking) != 0, t.claim != nil, c.refAtToken(at) >= 0:
		return false
	case at == from && !generic:
		return len(t.text) > 1
	}
	return t.upper
}

// untitled reads a full name without a title, or a first name behind "com".
func (c *checker) untitled(i, end int, people roster) (mention, bool) {
	ids, ok := people.names[c.word(i)]
	if !ok || !c.toks[i].upper {
		return mention{}, false
	}
	at, count := i+1, 1
	for at < end && at < i+maxName {
		if inNames.has(c.word(at)) {
			at++
			continue
		}
		more := common(ids, people.names[c.word(at)])
		if len(more) == 0 {
			break
		}
		ids = more
		at++
		count++
	}
	for at > i+1 && inNames.has(c.word(at-1)) {
		at--
	}
	with := c.word(i-1) == "com" || c.oneOf(i-1, "a", "o") && c.word(i-2) == "com"
	return mention{from: i, name: i, to: at, agendas: ids}, count > 1 || with
}

func common(a, b []int) []int {
	var list []int
	for _, id := range a {
		if contains(b, id) {
			list = append(list, id)
		}
	}
	return list
}

// checkDoctors looks for doctors whom nothing named, and for those who do not have the times that are said of them.
func (c *checker) checkDoctors() {
	for _, m := range c.doctors {
		if len(common(m.agendas, c.f.Doctors)) == 0 && !c.saidName(m) {
			c.add("doctor", m.from, m.to)
		}
	}
	next, heading := 0, []int(nil)
	for _, p := range c.pairs {
		one := &c.refs[p.hour]
		for next < len(c.doctors) && c.doctors[next].sentence < one.sentence {
			heading = c.headed(next, heading)
			next++
		}
		if who := c.whose(one, next, heading); one.sort == anHour && len(who) > 0 && !c.toneOf(one).denied() {
			c.checkAgenda(p, who)
		}
	}
}

// headed adds a mention to those that later sentences mean; one of a sentence that denies is not.
func (c *checker) headed(n int, heading []int) []int {
	m := c.doctors[n]
	switch {
	case c.sentences[m.sentence].tone.denied():
		return heading
	case n > 0 && c.doctors[n-1].sentence == m.sentence:
		return append(heading[:len(heading):len(heading)], m.agendas...)
	}
	return m.agendas
}

// whose are the agendas of the doctor to whom an hour belongs: named before it in its sentence, behind it, or in
// a sentence before.
func (c *checker) whose(one *ref, next int, heading []int) []int {
	var who []int
	for i := next; i < len(c.doctors) && i < next+maxName && c.doctors[i].sentence == one.sentence; i++ {
		m := c.doctors[i]
		if m.from > one.from && who != nil {
			break
		}
		if m.from < one.from && i > next && c.word(m.from-1) != "e" && c.word(m.from-1) != "ou" && !c.oneOf(m.from-1, "a", "o") {
			who = nil
		}
		who = append(who, m.agendas...)
	}
	if who == nil {
		return heading
	}
	return who
}

// checkAgenda looks whether the time of a pair is one of those agendas.
func (c *checker) checkAgenda(p pair, who []int) {
	one := &c.refs[p.hour]
	if len(p.days) == 0 {
		if c.hasHour(one.hour) && !c.has(day{}, one.hour, who) {
			c.add("doctor", one.from, one.to)
		}
		return
	}
	for _, i := range p.days {
		for _, d := range c.refs[i].days {
			if c.has(d, one.hour, nil) && !c.has(d, one.hour, who) {
				c.add("doctor", one.from, one.to)
				return
			}
		}
	}
}

// saidName reports whether the clinic's own words name that doctor.
func (c *checker) saidName(m mention) bool {
	name := strings.ToLower(c.text[c.toks[m.name].start:c.toks[m.to-1].end])
	for _, s := range c.f.Sayings {
		if strings.Contains(strings.ToLower(s), name) {
			return true
		}
	}
	return false
}
