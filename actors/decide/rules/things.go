package rules

import (
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/understand"
)

// thing is what a text wants booked, and where it says so with the words that join it to what stands before.
type thing struct {
	place
	procedure int  // 0 for a visit of which it does not say to whom
	joined    bool // by a word, and not only by a mark
	unwanted  bool // what is said of it says so
}

// eachThing reads several things that are wanted one after the other, "passar no cardiologista e já bater o eletro", "teste
// ergométrico mais uma consulta na gineco": the first is read on, the others are kept in mind, but for those that are named
// because they are not wanted, "e eletro não precisa".
func (d *dialogue) eachThing(h *heard) {
	if h.s.Closed != "" || h.s.Request != (conversation.Request{}) || h.says(say.Or) {
		return
	}
	others := d.moreToBook(h.parsed)
	if len(others) == 0 {
		d.visitToo(h)
		return
	}
	first := d.readAgain(h.s, cutOut(h.text, each(others, func(one thing) place { return one.place })...))
	procedure, visit := d.thingOf(first), slices.ContainsFunc(first.Procedures, d.isVisit)
	if procedure == 0 && visit && len(first.Specialties)+len(first.Doctors) == 0 {
		procedure = d.visitOf(others[0].procedure) // "uma consulta e um eletro"
	}
	for i, other := range others {
		if other.procedure == 0 {
			others[i].procedure = d.visitOf(procedure)
		}
		if id := others[i].procedure; procedure == 0 || id == 0 || id == procedure {
			return
		}
	}
	for _, other := range others {
		if !other.unwanted {
			d.keep(conversation.Next{ProcedureID: other.procedure})
		}
	}
	h.reading = first
	h.Procedures = append([]int{procedure}, minus(d.services(first), []int{procedure})...)
	if visit && !d.isVisit(procedure) { // "e depois ele quer me ver numa consulta"
		h.Procedures = append(h.Procedures, d.visitOf(procedure))
	}
}

// visitToo keeps the consultation in mind that is wanted beside an exam: "um eletro, e aproveitar e consultar com ele".
func (d *dialogue) visitToo(h *heard) {
	exams := d.services(h.reading)
	if len(exams) != 1 || !h.says(say.VisitToo) || d.visitOf(exams[0]) == 0 {
		return
	}
	d.keep(conversation.Next{ProcedureID: d.visitOf(exams[0])})
}

// thingOf is the only thing that a text names, or the consultation with its only doctor; 0 for none or several.
func (d *dialogue) thingOf(r reading) int {
	id := d.onlyThing(r)
	if id == 0 && len(r.Doctors) == 1 {
		id = d.consultationOf(d.specialtyOf(r.Doctors[0]))
	}
	return id
}

// isVisit reports the consultation of a specialty.
func (d *dialogue) isVisit(id int) bool {
	procedure, _ := d.clinic.Procedure(id)
	return isConsultation(procedure)
}

// visitOf is the consultation of the specialty that an exam belongs to, 0 for none.
func (d *dialogue) visitOf(id int) int {
	return d.consultationOf(d.specialtyOfThing(id))
}

// moreToBook are the things that a text names behind the first one: each begins behind a word that joins, or behind a mark in
// a list that ends with one.
func (d *dialogue) moreToBook(p *parsed) []thing {
	var list []thing
	for i := range p.seams(joinsThing) {
		one, ok := d.thingAt(p, i)
		if before := p.text[:p.tokens[i].Start]; ok && len(list) == 0 && d.find(before).Empty() && len(d.abbreviated(before)) == 0 {
			continue // "oi, quero um eletro" is the first one
		}
		if ok && (len(list) == 0 || one.start >= list[len(list)-1].end) {
			list = append(list, one)
		}
	}
	for len(list) > 0 && !list[len(list)-1].joined {
		list = list[:len(list)-1]
	}
	return list
}

// joinsThing reports a word that joins one more thing; "é" joins none: "teste da esteira, é do coração".
func joinsThing(t language.Token) bool { return say.JoinsThing.Has(t.Text) && !isIs(t) }

func isIs(t language.Token) bool { return strings.EqualFold(t.Raw, "é") }

// thingAt is what a text names behind a seam, which must begin there and is no question: "e eletro vocês fazem?"
func (d *dialogue) thingAt(p *parsed, seam int) (one thing, ok bool) {
	at := seam
	for at < len(p.tokens) && (at == seam || say.LeadsThing.Has(p.tokens[at].Text) && !isIs(p.tokens[at])) {
		one.joined = one.joined || joinsThing(p.tokens[at])
		at++
	}
	if at == len(p.tokens) {
		return one, false
	}
	rest := p.text[p.tokens[at].Start:]
	said := d.clauses(rest)[0]
	if strings.HasPrefix(rest[len(said):], "?") {
		return one, false
	}
	named := 0
	for n := 1; n <= maxNamed && at+n <= len(p.tokens); n++ {
		end := p.tokens[at+n-1].End
		procedure, more := d.thingNamed(p.text[p.tokens[at].Start:end])
		if more > named {
			one.place, one.procedure, named = place{p.tokens[seam].Start, end}, procedure, more
		}
	}
	if clause := p.tokens[at].Start + len(said); named > 0 && clause > one.end && d.said(p.text[one.end:clause], say.Unwanted) {
		one.unwanted, one.end = true, clause
	}
	return one, named > 0
}

// maxNamed is how many words name a thing at most: "consulta com a dra Beatriz".
const maxNamed = 4

// thingNamed is what some words name that begin with it, and how much of it: a visit, and whose.
func (d *dialogue) thingNamed(text string) (procedure, known int) {
	if first, _, _ := strings.Cut(text, " "); !d.begins(text) && len(d.abbreviated(first)) == 0 && !d.layThing(first) {
		return 0, 0
	}
	r := d.readAgain(&conversation.State{}, text)
	switch procedure = d.thingOf(r); {
	case procedure != 0:
		return procedure, 2
	case slices.ContainsFunc(r.Procedures, d.isVisit):
		return 0, 1
	default:
		return 0, 0
	}
}

// begins reports a text that begins with the name of a service.
func (d *dialogue) begins(text string) bool {
	hits := d.hits(text)
	return slices.ContainsFunc(slices.Concat(hits.Procedures, hits.Specialties), func(hit understand.Hit) bool { return hit.Start == 0 })
}

// namesNext reports the name of what comes next as a yes to it: "agora o dele, ortopedista".
func (d *dialogue) namesNext(h *heard) bool {
	next, ok := d.clinic.Procedure(h.s.Next[0].ProcedureID)
	return ok && (slices.Contains(h.Specialties, next.SpecialtyID) || slices.Contains(h.Procedures, next.ID))
}
