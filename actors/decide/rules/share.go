package rules

import (
	"cmp"
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/understand"
	"atende/actors/wording"
)

// eachOwn reads who wants what, where several people want different things: "gineco pra minha esposa e dermato pra mim".
// The first is read on, the others are kept in mind.
func (d *dialogue) eachOwn(h *heard) {
	named := len(d.specialtiesToldOf(h.reading)) + len(d.services(h.reading)) + len(d.hits(h.text).Doctors)
	if slices.ContainsFunc(h.Procedures, d.isVisit) && len(h.Specialties) == 0 {
		named++ // "um eletro pra minha mãe e uma consulta comigo"
	}
	if h.s.Closed != "" || named < 2 {
		return
	}
	said := d.shares(h)
	own := slices.DeleteFunc(slices.Clone(said), func(one share) bool { return one.For == "" || !one.names() })
	if len(own) < 2 || own[0].For == own[1].For || !d.ownFirst(h, own) {
		return
	}
	for _, too := range minusText(d.relatives(d.readAgain(h.s, own[0].text)), own[0].For) { // "dermato pra dois dos meus filhos e gineco pra mim"
		if !waits(slices.Concat(h.s.Next, d.kept), too) {
			d.keep(conversation.Next{For: too})
		}
	}
	for _, other := range own[1:] {
		d.dropOther(h, other.Next)
		d.keep(other.Next)
		said = slices.DeleteFunc(said, func(one share) bool { return one.For == other.For })
	}
	h.reading = d.readAgain(h.s, strings.Join(each(said, func(one share) string { return one.text }), ", "))
	known, now := h.s.Request.SpecialtyID, d.specialtyOfAll([]int{own[0].ProcedureID})
	if known != 0 && now != 0 && known != now { // put right, and not only told of beside what is known
		h.Specialties, h.Intent, h.ownRight = []int{now}, understand.Book, true
		if d.isVisit(h.s.Request.ProcedureID) || !d.isVisit(own[0].ProcedureID) {
			h.Procedures = []int{own[0].ProcedureID}
		}
	}
}

// ownFirst puts first of several shares that of the patient, whose turn it is; false where nobody else's may be taken for it.
func (d *dialogue) ownFirst(h *heard, own []share) bool {
	patient := cmp.Or(h.s.For, conversation.ForWriter)
	at := slices.IndexFunc(own, func(one share) bool { return one.For == patient })
	if h.s.Request.AgendaID != 0 && (at < 0 || own[at].ProcedureID == 0) { // but "o do coração é pro meu marido e o do joelho é pro meu sogro"
		return false
	}
	opens := false
	if several := d.patientOf(h.whole); at < 0 && h.s.For == "" && several != conversation.ForWriter { // "pros meus avós, ele do coração e ela do joelho"
		at = slices.IndexFunc(own, func(one share) bool { return one.For == several })
		opens = true
	}
	if at > 0 && (len(h.s.Next) > 0 || opens) { // whose turn it is was said before: "a da minha vó é do coração, a minha é de pele"
		own[0], own[at] = own[at], own[0]
	}
	return true
}

// putsOwnRight goes on with what the patient wants where it was put right which is whose: "o do coração é pro meu marido e o do joelho é
// pro meu sogro".
func (d *dialogue) putsOwnRight(h *heard) bool {
	if !h.ownRight {
		return false
	}
	d.wanted(h.s, h.reading)
	d.identity(h.s, h.reading)
	return true
}

// dropOther forgets what was kept in mind for somebody of whom another thing is said now, unless they want that, too.
func (d *dialogue) dropOther(h *heard, now conversation.Next) {
	for _, known := range h.s.Next {
		if known.For == now.For && known.ProcedureID != 0 && !known.Same(now) && !h.says(say.Also) {
			d.moves = append(d.moves, conversation.Later{Next: known, Drop: true})
		}
	}
}

// specialtiesToldOf are the specialties of a text, with those that it names only by what somebody has: "meu neto com bolinhas na pele e
// eu do coração", "uma pra mim do coração e uma pra minha filha com o joelho ruim".
func (d *dialogue) specialtiesToldOf(r reading) []int {
	list := slices.Clone(r.Specialties)
	told := each(d.hits(r.text).Specialties, func(hit understand.Hit) int { return hit.ID })
	for _, id := range append(told, d.lay(r.parsed).Specialties...) {
		if !slices.Contains(list, id) {
			list = append(list, id)
		}
	}
	return list
}

// share is a part of a text, and what it says of who wants what.
type share struct {
	conversation.Next
	text string
}

// shares are the parts of a text; one that names only whom is read together with one that names only what.
func (d *dialogue) shares(h *heard) []share {
	var list []share
	specialty := h.s.Request.SpecialtyID
	if len(h.Specialties) == 1 {
		specialty = h.Specialties[0]
	} else if specialty == 0 {
		specialty = d.specialtyOfAll(d.services(h.reading))
	}
	for _, text := range d.partsOfShares(h) {
		r := d.readAgain(h.s, text)
		one, known := share{conversation.Next{For: d.owner(h, r), ProcedureID: d.thingTold(r)}, text}, specialty
		doctors := slices.DeleteFunc(d.find(text).Doctors, func(id int) bool { return d.onlyCalledSo(h, r, id) })
		if fit := slices.DeleteFunc(slices.Clone(doctors), func(id int) bool { return d.specialtyOf(id) != specialty }); len(doctors) > 1 {
			doctors = fit
		}
		if len(doctors) == 1 && !(one.For != "" && d.othersName(r, doctors[0], one.ProcedureID)) {
			one.AgendaID, known = doctors[0], d.specialtyOf(doctors[0])
		}
		if one.ProcedureID == 0 && one.For != "" && len(r.Procedures) > 0 {
			one.ProcedureID = d.consultationOf(known) // "e meu filho faz consulta"
		}
		if d.everybodys(list, one) {
			one.AgendaID = 0 // as the doctor of the first, and so of those behind
		}
		if n := d.beforeData(list); n >= 0 && list[n].For != "" && list[n].lacks(one) {
			list[n].ProcedureID, list[n].AgendaID = one.ProcedureID, one.AgendaID
			one.Next = conversation.Next{For: list[n].For}
		}
		if n := len(list) - 1; n >= 0 && list[n].lacks(one) {
			one = share{conversation.Next{
				For: list[n].For + one.For, ProcedureID: list[n].ProcedureID + one.ProcedureID, AgendaID: list[n].AgendaID + one.AgendaID,
			}, list[n].text + ", " + text}
			list = list[:n]
		}
		list = append(list, one)
	}
	return list
}

// onlyCalledSo reports a doctor of another specialty than the one that a text names, whose first name is all of one of its parts: "dermato
// pros meus dois filhos, Pedro e Laura".
func (d *dialogue) onlyCalledSo(h *heard, part reading, doctor int) bool {
	other := len(h.Specialties) == 1 && h.Specialties[0] != d.specialtyOf(doctor)
	return other && len(strings.Fields(part.text)) == 1
}

// beforeData is the last of some shares before those that only give data, "meu avô Sebastião Prado, cpf …, cardiologista"; -1 for none.
func (d *dialogue) beforeData(list []share) int {
	n := len(list) - 1
	for n >= 0 && list[n].For == "" && !list[n].names() && d.givesIdentity(list[n].text) {
		n--
	}
	if n == len(list)-1 {
		return -1
	}
	return n
}

// everybodys reports a doctor, named with nothing else to book, whom who came before can see, too: "cardiologista pra mim e pra
// minha filha, com a dra. Ana".
func (d *dialogue) everybodys(before []share, one share) bool {
	return one.ProcedureID == 0 && one.AgendaID != 0 && slices.ContainsFunc(before, func(earlier share) bool {
		procedure, _ := d.clinic.Procedure(earlier.ProcedureID)
		return earlier.For != "" && earlier.AgendaID == 0 && procedure.SpecialtyID == d.specialtyOf(one.AgendaID)
	})
}

// names reports that a share names what is wanted, or with whom.
func (s share) names() bool { return s.ProcedureID != 0 || s.AgendaID != 0 }

// lacks reports that one names only whom and the other only what.
func (s share) lacks(other share) bool {
	whom := func(one share) bool { return one.For != "" && !one.names() }
	what := func(one share) bool { return one.For == "" && one.names() }
	return whom(s) && what(other) || what(s) && whom(other)
}

// parts are the parts of a text between "e" and marks.
func (d *dialogue) parts(p *parsed) []string {
	var list []string
	from := 0
	for i, t := range p.tokens {
		if i > 0 && (strings.EqualFold(t.Raw, "e") || p.pauses(i) && !(t.Text == "." && say.DoctorTitle.Has(p.tokens[i-1].Text))) {
			list, from = append(list, strings.TrimSpace(p.text[from:t.Start])), t.End
		}
	}
	return append(list, strings.TrimSpace(p.text[from:]))
}

// partsOfShares are those, and the parts that begin with nothing between where one before says whom and what: "uma pra mim do coração
// outra pra minha filha da pele".
func (d *dialogue) partsOfShares(h *heard) []string {
	var list []string
	for _, text := range d.parts(h.parsed) {
		p, from := d.parse(text), 0
		for _, m := range p.matches(say.BeginsShare) {
			at := p.tokens[m.From].Start
			if at <= from {
				continue
			}
			before := d.readAgain(h.s, strings.TrimSpace(text[from:at]))
			if d.thingTold(before) != 0 && d.owner(h, before) != "" {
				list, from = append(list, before.text), at
			}
		}
		list = append(list, strings.TrimSpace(text[from:]))
	}
	return list
}

// thingTold is the only thing that a part of a text names, also one that would be only told of where something else is booked: "o do
// joelho é pro meu sogro".
func (d *dialogue) thingTold(r reading) int {
	return cmp.Or(d.onlyThing(r), d.onlyThing(d.readAgain(&conversation.State{}, r.text)))
}

// owner is whom a part of a text speaks of: conversation.ForWriter, one of the family, or "" for nobody.
func (d *dialogue) owner(h *heard, part reading) string {
	if whom := d.calledByName(h, part); whom != "" {
		return whom
	}
	p := d.parse(d.withoutPhrase(part.text, say.InPassing))
	m, ok := p.match(say.Owner)
	if !ok {
		several, _ := p.match(say.ForRelative) // "pra dois dos meus filhos"
		return cmp.Or(d.toldBack(p, several), oneOfTwo(d, h.whole, p), d.ownThing(p), d.namedOwner(h, part))
	}
	m.To = min(m.To+1, len(p.tokens)) // "o meu", and behind it "filho"
	if call := d.toldBack(p, m); call != "" {
		return call
	}
	if p.says(say.ThirdPerson) {
		return d.thirdPerson(h, p)
	}
	return conversation.ForWriter
}

// namedOwner is whom a part of a text speaks of by a name that nobody has who is known, "dermato pra Lara", "o seu Onofre é do coração";
// "" for nobody, or several.
func (d *dialogue) namedOwner(h *heard, part reading) string {
	called := d.calledPatients(part)
	if len(called) == 0 {
		called = d.namedBy(part, say.NamedFirst)
	}
	if len(called) != 1 {
		return ""
	}
	name := language.Fold(lastWord(called[0]))
	for _, call := range d.relatives(h.whole) { // "meus dois filhos, Pedro e Laura"
		if language.Fold(d.calledBehind(call)) == name {
			return call
		}
	}
	at := slices.IndexFunc(h.whole.tokens, func(t language.Token) bool { return t.Text == name })
	return cmp.Or(relativeBehind(h.whole.parsed, at+1), called[0]) // "pro Jorge, meu marido"
}

// calledByName is whose first name a part of a text has, of those who are known; "" for none or several.
func (d *dialogue) calledByName(h *heard, part reading) string {
	called := ""
	for _, one := range append(slices.Concat(h.s.Next, d.kept), conversation.Next{For: cmp.Or(h.s.For, conversation.ForWriter), Patient: h.s.Patient}) {
		name := cmp.Or(firstName(one.Patient.Name), firstName(one.Called))
		if name == "" && byName(one.For) {
			name = language.Fold(lastWord(one.For))
		}
		part.scan()
		if name == "" || one.For == "" || !slices.ContainsFunc(part.tokens, func(t language.Token) bool { return t.Text == name }) {
			continue
		}
		if called != "" && called != one.For {
			return ""
		}
		called = one.For
	}
	return called
}

// ownThing is the writer where a text calls a service theirs, "o meu preventivo"; "" where it does not.
func (d *dialogue) ownThing(p *parsed) string {
	hits := d.hits(p.text)
	for _, hit := range slices.Concat(hits.Procedures, hits.Specialties) {
		at := p.tokenAt(hit.Start)
		if at > 0 && say.Our.Has(p.tokens[at-1].Text) {
			return conversation.ForWriter
		}
	}
	return ""
}

// thirdPerson is whom "ele" and "dela" mean: the one who was named and fits, "" for nobody or several.
func (d *dialogue) thirdPerson(h *heard, p *parsed) string {
	at, ok := p.match(say.ThirdPerson)
	if !ok {
		return ""
	}
	article := "o "
	if strings.HasSuffix(p.tokens[at.To-1].Text, "a") {
		article = "a "
	}
	var list []string
	for _, whom := range append(append(d.relatives(h.reading), h.s.For), each(slices.Concat(h.s.Next, d.kept), forOf)...) {
		fits := strings.HasPrefix(whom, article) || whom == d.text(wording.NextOther).Text
		if fits && !slices.Contains(list, whom) {
			list = append(list, whom)
		}
	}
	if len(list) != 1 {
		return ""
	}
	return list[0]
}

// forOf is for whom something is that was kept in mind.
func forOf(next conversation.Next) string { return next.For }
