package rules

import (
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/understand"
)

// withoutFormer is an answer to offered times, or to what follows a choice, without what it says of the former doctor, where it turns to
// another one, or to another specialty: "sexta 8h é isso? na verdade prefiro o dr Carlos, sexta com ele tem?" asks for Friday with him,
// and chooses nothing.
func (d *dialogue) withoutFormer(s *conversation.State, text string) string {
	if d.literal || s.Closed != "" || len(s.Offer) == 0 {
		return text
	}
	other, ok := d.otherNamed(s, text)
	if !ok || d.besidesFormer(text, other) {
		return text
	}
	p := d.parse(text)
	turn := place{}
	for _, m := range slices.Concat(p.matches(say.ButThen), p.matches(say.TurnsTo)) {
		at := p.placeOf(m)
		if leads := at.start < other.name.start; (leads || m.To == len(p.tokens)) && at.end > turn.end { // "queria o Carlos na verdade"
			turn = at
		}
	}
	before, from := text[:min(turn.start, other.clause.start)], min(turn.end, other.clause.start)
	if !d.ofFormer(before) {
		return text
	}
	behind := d.wishedIn(text[from:other.clause.start], text, other)
	if d.tellsOfPatient(before) {
		return d.withoutTimeClauses(before) + " " + behind
	}
	return strings.TrimLeft(d.timesKept(before, behind)+" "+behind, " ,.;!?\n")
}

// besidesFormer reports that another doctor is named and not wanted instead: for somebody else, "mas minha mãe vai com o dr Carlos", as who
// sends one here, or as who is not wanted.
func (d *dialogue) besidesFormer(text string, other namedAt) bool {
	p, clause := d.parse(text), d.parse(text[other.clause.start:other.clause.end])
	if p.saysAny(say.ForRelative, say.AnotherNow, say.Also, say.ForSomebody, say.Others, say.SendsHere, say.ToldByDoctor) {
		return true
	}
	behind := slices.IndexFunc(p.tokens, func(t language.Token) bool { return t.Start >= other.name.end })
	if clause.says(say.NotDoctor) || behind > 0 && say.Denial.Has(p.tokens[behind].Text) { // "o dr Carlos não"
		return true
	}
	return slices.ContainsFunc(d.kinIn(clause), func(kin kinWord) bool {
		return kin.at+1 < len(clause.tokens) && say.IsOrGoes.Has(clause.tokens[kin.at+1].Text)
	})
}

// namedAt is where a text names a doctor or a specialty, and the clause around it.
type namedAt struct {
	name, clause place
	doctor       bool
}

// wishedIn is what a text says from where it names another doctor on, with the name as a wish where the clause only tells why: "minha
// irmã falou muito bem da dra Ana. Tem com ela na quinta?"
func (d *dialogue) wishedIn(lead, text string, other namedAt) string {
	clause := text[other.clause.start:other.clause.end]
	rest, asks := strings.CutPrefix(text[other.clause.end:], "?")
	if !other.doctor || asks && !d.said(clause, say.TagNe) || len(d.mentioned(clause)) > 0 {
		return lead + text[other.clause.start:]
	}
	if asks {
		rest = "." + rest
	}
	return lead + " prefiro com " + text[other.name.start:other.name.end] + " " + rest
}

// otherNamed is where a text first names a doctor, with the title, or a specialty, that is none of those which the offered times are of.
func (d *dialogue) otherNamed(s *conversation.State, text string) (first namedAt, ok bool) {
	hits, open := d.hits(text), openAgendas(s)
	note := func(hit understand.Hit, doctor bool) {
		if !ok || hit.Start < first.name.start {
			first, ok = namedAt{name: place{hit.Start, hit.End}, doctor: doctor}, true
		}
	}
	for _, hit := range hits.Doctors {
		same := func(of understand.Hit) bool { return of.Start == hit.Start && slices.Contains(open, of.ID) }
		if len(open) > 1 || !slices.ContainsFunc(hits.Doctors, same) {
			note(hit, true)
		}
	}
	for _, hit := range hits.Specialties {
		if hit.ID != s.Request.SpecialtyID && d.byName(text, hit) {
			note(hit, false)
		}
	}
	if !ok {
		return first, false
	}
	p := d.parse(text)
	p.scan()
	for at := p.tokenAt(first.name.start); at > 0 && say.DoctorTitle.Has(p.tokens[at-1].Text); at-- {
		first.name.start = p.tokens[at-1].Start
	}
	from := 0
	for _, clause := range d.clauses(text) {
		if from <= first.name.start && first.name.start < from+len(clause) {
			first.clause = place{from, from + len(clause)}
		}
		from += len(clause)
	}
	return first, true
}

// ofFormer reports a part of a text that names a time, or takes one, which is the former doctor's.
func (d *dialogue) ofFormer(part string) bool {
	f := d.facts(part)
	return len(d.mentioned(part)) > 0 || f.Choice > 0 || f.Intent == understand.Confirm || len(d.find(part).Doctors) > 0 || d.said(part, say.Earliest)
}

// tellsOfPatient reports a part of a text that says who the patient is, or of what plan.
func (d *dialogue) tellsOfPatient(part string) bool {
	f := d.facts(part)
	return f.Name+f.CPF+f.BirthDate != "" || len(d.find(part).Plans) > 0
}

// withoutTimeClauses is a part of a text without its clauses that name a time, or a doctor.
func (d *dialogue) withoutTimeClauses(part string) string {
	var left strings.Builder
	for _, clause := range d.clauses(part) {
		if len(d.mentioned(clause))+len(d.find(clause).Doctors) == 0 || d.tellsOfPatient(clause) {
			left.WriteString(clause)
		}
	}
	return left.String()
}

// timesKept are the times of what was said of the former doctor that are wished with the other one, too: those that nothing takes back, where
// none is named anew: "sexta 8h, mas com o Carlos".
func (d *dialogue) timesKept(before, behind string) string {
	list := d.mentioned(before)
	if len(list) == 0 || len(d.mentioned(behind)) > 0 || denies(reading{parsed: d.parse(before)}) || strings.Contains(behind, "?") {
		return ""
	}
	return strings.Join(each(list, func(m understand.Moment) string { return before[m.Start:m.End] }), " ")
}
