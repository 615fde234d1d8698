package rules

import (
	"slices"
	"strings"

	"atende/actors/language"
	"atende/actors/understand"
)

// dropMentioned drops specialties that a text only mentions, by a part of the body in what it tells, where it names another one:
// "dermato, tenho coceira atrás do joelho".
func (d *dialogue) dropMentioned(r *reading) {
	if d.literal || len(r.Specialties) < 2 || r.saysAny(say.Also, say.Or) {
		return
	}
	hits := d.hits(r.text).Specialties
	told := func(id int) bool {
		of := func(hit understand.Hit) bool { return hit.ID == id }
		return slices.ContainsFunc(hits, of) && !slices.ContainsFunc(hits, func(hit understand.Hit) bool { return of(hit) && (d.byName(r.text, hit) || !r.partOfBody(hit)) })
	}
	if left := slices.DeleteFunc(slices.Clone(r.Specialties), told); len(left) > 0 {
		r.Specialties = left
	}
}

// names reports that a text names a specialty as one, and not by a part of the body: "dermatologista", and not "pele".
func (d *dialogue) names(text string, specialty int) bool {
	return slices.Contains(d.abbreviated(text), specialty) || slices.ContainsFunc(d.hits(text).Specialties, func(hit understand.Hit) bool {
		return hit.ID == specialty && (d.byName(text, hit) || profession(text[hit.Start:hit.End]))
	})
}

// byName reports a specialty that is named as the clinic calls it, in short too: "derma", and not "pele".
func (d *dialogue) byName(text string, hit understand.Hit) bool {
	specialty, _ := d.clinic.Specialty(hit.ID)
	begin := language.Fold(specialty.Name)
	return strings.HasPrefix(language.Fold(text[hit.Start:hit.End]), begin[:min(len(begin), minAbbreviation)])
}

// partOfBody reports words that name a part of the body in what is told, and neither who sees to it nor one more thing that is
// wanted: "dor no joelho", and not "cardio e o do joelho".
func (p *parsed) partOfBody(hit understand.Hit) bool {
	at := slices.IndexFunc(p.tokens, func(t language.Token) bool { return t.Start == hit.Start })
	if at < 2 || profession(p.text[hit.Start:hit.End]) || !say.BeforeBody.Has(p.tokens[at-1].Text) {
		return false
	}
	for at > 0 && say.BeforeBody.Has(p.tokens[at-1].Text) { // "de minha pele"
		at--
	}
	return at > 0 && !say.LeadsService.Has(p.tokens[at-1].Text) && !say.LeadsThing.Has(p.tokens[at-1].Text)
}

// profession reports the name of a doctor of some kind: "cardiologista", "psiquiatra".
func profession(word string) bool {
	word = strings.TrimSuffix(language.Fold(word), "s")
	return say.ProfessionEnd.Has(word[max(0, len(word)-professionEnd):])
}

// professionEnd is how much of such a name tells so.
const professionEnd = 4

// layThing reports that patients call a thing so that can be wanted beside another one: "e palpitação" only tells why.
func (d *dialogue) layThing(word string) bool {
	lay := d.clinic.Lay(word)
	return len(lay.Procedures) > 0 || len(lay.Specialties) > 0 && profession(word)
}
