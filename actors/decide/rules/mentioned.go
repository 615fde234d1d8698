package rules

import (
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/understand"
)

// dropMentioned drops specialties that a text only mentions, by a part of the body in what it tells, where it names another one:
// "dermato, tenho coceira atrás do joelho".
func (d *dialogue) dropMentioned(r *reading) {
	if d.literal || len(r.Specialties) < 2 || r.says(say.Or) {
		return
	}
	hits, also := d.hits(r.text).Specialties, r.says(say.Also) // "dá uma dor nas costas também"
	told := func(id int) bool {
		of := func(hit understand.Hit) bool { return hit.ID == id }
		return slices.ContainsFunc(hits, of) && !slices.ContainsFunc(hits, func(hit understand.Hit) bool {
			return of(hit) && (d.byName(r.text, hit) || !r.aches(hit) && (also || !r.partOfBody(hit)))
		})
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

// aches reports a part of the body that something is wrong with, and nothing is wanted for: "dor nas costas", "coceira atrás do
// joelho".
func (p *parsed) aches(hit understand.Hit) bool {
	at := slices.IndexFunc(p.tokens, func(t language.Token) bool { return t.Start == hit.Start })
	if at < 1 || profession(p.text[hit.Start:hit.End]) || !say.BeforeBody.Has(p.tokens[at-1].Text) {
		return false
	}
	for k := at - 1; k >= max(0, at-nearBody); k-- {
		switch t := p.tokens[k]; {
		case say.Aches.Has(t.Text):
			return true
		case t.Kind == language.Letters && t.Text != "e" && say.LeadsService.Has(t.Text):
			return false // "dor nas costas, e queria ver o joelho"
		}
	}
	return false
}

// nearBody is how many words before a part of the body tell what is wrong with it.
const nearBody = 8

// profession reports the name of a doctor of some kind: "cardiologista", "psiquiatra".
func profession(word string) bool {
	word = strings.TrimSuffix(language.Fold(word), "s")
	return say.ProfessionEnd.Has(word[max(0, len(word)-professionEnd):])
}

// professionEnd is how much of such a name tells so.
const professionEnd = 4

// layBeside reads what patients call a procedure where another one, or the specialty, is known or named: "o eletro e o da esteira",
// "o exame do coração na esteira".
func (d *dialogue) layBeside(s *conversation.State, r *reading) {
	open := s.Request.SpecialtyID != 0 && s.Closed == "" && !asksIdentity(s.Asked)
	known := len(r.Procedures) > 0 || open
	for _, id := range d.lay(r.parsed).Procedures {
		if !slices.Contains(r.Procedures, id) && (known || slices.Contains(r.Specialties, d.specialtyOfThing(id))) {
			r.Procedures = append(slices.Clip(r.Procedures), id)
		}
	}
}

// layThing reports that patients call a thing so that can be wanted beside another one: "e palpitação" only tells why.
func (d *dialogue) layThing(word string) bool {
	lay := d.clinic.Lay(word)
	return len(lay.Procedures) > 0 || len(lay.Specialties) > 0 && profession(word)
}
