package rules

import (
	"cmp"
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/understand"
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
	for _, too := range minus(d.relatives(d.readAgain(h.s, own[0].text)), []string{own[0].For}) { // "dermato pra dois dos meus filhos e gineco pra mim"
		if !waits(d.queue(h.s), too) {
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
	d.ownerFirst(h, own[0])
}

// ownerFirst takes for the patient who is first of several who want different things, "meu pai no cardiologista e minha mãe no ortopedista".
// What is told of the others says nothing of that.
func (d *dialogue) ownerFirst(h *heard, first share) {
	who := d.patientOf(h.reading)
	told := who != "" && who != conversation.ForWriter && !h.ownRight // other rules read that
	if !mayBeWriter(h.s) || first.For == conversation.ForWriter || told {
		return
	}
	d.propose(conversation.Identify{For: first.For})
	h.whom = d.readAgain(h.s, first.text)
}

// ownFirst puts first of several shares that of the patient, whose turn it is; false where nobody else's may be taken for it.
func (d *dialogue) ownFirst(h *heard, own []share) bool {
	patient := patientNow(h.s)
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
	for _, r := range d.partsOfPeople(h, h.parsed) {
		one, known := share{conversation.Next{For: d.owner(h, r), ProcedureID: d.thingTold(r)}, r.text}, specialty
		doctors := slices.DeleteFunc(d.find(r.text).Doctors, func(id int) bool { return d.onlyCalledSo(h, r, id) })
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
			}, list[n].text + ", " + r.text}
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
		return earlier.For != "" && earlier.AgendaID == 0 && d.specialtyOfThing(earlier.ProcedureID) == d.specialtyOf(one.AgendaID)
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

// thingTold is the only thing that a part of a text names, also one that would be only told of where something else is booked: "o do
// joelho é pro meu sogro".
func (d *dialogue) thingTold(r reading) int {
	return cmp.Or(d.onlyThing(r), d.onlyThing(d.readAgain(&conversation.State{}, r.text)))
}
