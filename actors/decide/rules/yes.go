package rules

import (
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/understand"
)

// addsToYes reports a yes, or the wish to book, that does not stand alone: "pode marcar, é retorno".  Beside data that
// complete a booking it is none to what was there before, and all of it is read back.
func (d *dialogue) addsToYes(s *conversation.State, r reading) bool {
	if s.Choice == nil || r.identifies() || r.Choice > 0 {
		return false
	}
	says := r.Intent == understand.Confirm || r.Intent == understand.Book || r.says(say.BeginsYes)
	return says && !r.says(say.Agrees) && !d.wholeYes(s, r.text)
}

// wholeYes reports that a text has no other words than a yes may have, and names nothing of the catalogue but what is
// being booked.
func (d *dialogue) wholeYes(s *conversation.State, text string) bool {
	hits, known := d.hits(text), s.Request
	rest := []byte(text)
	for _, of := range []struct {
		hits []understand.Hit
		id   int
	}{{hits.Doctors, known.AgendaID}, {hits.Specialties, known.SpecialtyID}, {hits.Procedures, known.ProcedureID}, {hits.Plans, known.PlanID}} {
		for _, hit := range of.hits {
			if hit.ID == of.id {
				copy(rest[hit.Start:hit.End], strings.Repeat(" ", hit.End-hit.Start))
			}
		}
	}
	p := d.passage(string(rest))
	allowed := p.matches(say.BesideYes)
	for i := range p.tokens {
		if p.tokens[i].Kind == language.Letters && !slices.ContainsFunc(allowed, func(m language.Match) bool { return m.From == i }) {
			return false
		}
	}
	return true
}

// refusesService reports a specialty or a procedure with a "não" behind it.
func (d *dialogue) refusesService(r reading) bool {
	left := d.withoutRefused(r.text)
	if left == r.text {
		return false
	}
	wanted := d.find(left)
	return len(wanted.Specialties) < len(r.Specialties) || len(wanted.Procedures) < len(r.Procedures)
}

// returns reports a return visit where the catalogue has none.
func (d *dialogue) returns(r reading) bool {
	return r.says(say.OtherVisit) && len(d.services(r)) == 0 && d.said(d.withoutPhrase(r.text, say.Awaits), say.OtherVisit)
}
