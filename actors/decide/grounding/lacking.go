package grounding

import (
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/language"
)

// checkLacking refuses that the clinic has not, or takes not, a plan, specialty or procedure of its catalogue: "não atendemos
// Unimed", "cardiologia a gente não tem".  That there are no times for it is another matter, and what a doctor does is not
// known.
func (c *checker) checkLacking() {
	if c.f.Clinic == nil {
		return
	}
	for _, s := range c.sentences {
		if len(s.moments) > 0 || c.has(s, lex.Times, lex.Weekday, lex.Day) {
			continue
		}
		if slices.ContainsFunc(c.namesOf(s), func(name span) bool { return c.deniedAhead(name.from, s) || c.deniedBehind(name.to, s) }) {
			c.refuse("catalog", s.from, s.to)
		}
	}
}

// namesOf are the plans, specialties and procedures of the catalogue in a sentence; none where it is about a doctor.
func (c *checker) namesOf(s sentence) (names []span) {
	start := c.toks[s.from].Start
	found := c.f.Clinic.Hits(c.between(s.from, s.to))
	if len(found.Doctors) > 0 {
		return nil
	}
	for _, hit := range slices.Concat(found.Specialties, found.Procedures, found.Plans) {
		from, to := c.tokensOf(start+hit.Start, start+hit.End)
		visit := to == from+1 && c.is(from, "consulta", "consultas", "exame", "exames", "retorno", "avaliacao") // "não há consulta marcada"
		if from < to && !visit {
			names = append(names, span{from, to})
		}
	}
	for i := s.from; i < s.to; i++ {
		if c.in(i, lex.Roles) && c.practised(c.toks[i].Text) {
			names = append(names, span{i, i + 1})
		}
	}
	return names
}

// practised reports that the clinic has the specialty of a role: Cardiologia of "cardiologista".
func (c *checker) practised(role string) bool {
	const ending, shortest = 4, 5
	stem := role[:min(len(role), max(shortest, len(role)-ending))]
	return slices.ContainsFunc(c.f.Clinic.Specialties, func(s conversation.Service) bool { return strings.HasPrefix(language.Fold(s.Name), stem) })
}

// deniedAhead reports that what the clinic does not do leads to the name at token i: "não trabalhamos com o plano".
func (c *checker) deniedAhead(i int, s sentence) bool {
	i--
	for i >= s.from && c.in(i, lex.LeadsToName) {
		i--
	}
	if i < s.from || !c.in(i, lex.WeServe) && (s.question && !c.is(i, "ha", "existe") || !c.in(i, lex.ItServes)) {
		return false
	}
	return c.is(i-1, "nao", "nunca", "nem") || c.is(i-2, "nao") && c.is(i-1, "mais", "se")
}

// unlisted reports what follows in "não está na nossa lista" and "não faz parte"; i is at the verb that was gone over, if any.
func (c *checker) unlisted(i int) bool {
	return c.is(i, "esta", "sao") && c.is(i+1, "no", "na", "nos", "nas", "entre") || c.is(i+1, "faz", "fazem") && c.is(i+2, "parte")
}

// deniedBehind reports that behind the name that ends at token i the clinic says that it does not do it: "a Unimed nós não
// aceitamos".
func (c *checker) deniedBehind(i int, s sentence) bool {
	for i < s.to && c.in(i, lex.BehindName) {
		i++
	}
	if !c.is(i, "nao") {
		return false
	}
	if c.is(i+1, "e", "eh", "esta", "sao", "foi") {
		i++
	}
	ends := i+2 >= s.to || c.is(i+2, ",", "aqui", "mais")
	does := ends && !s.question && (c.in(i+1, lex.ItServes) || c.is(i+1, "entra", "entram"))
	return i+1 < s.to && (c.in(i+1, lex.Served) || c.unlisted(i) || does)
}
