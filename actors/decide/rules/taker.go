package rules

import (
	"strings"
	"unicode"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/wording"
)

// withoutTaker is a text, of a booking that has begun, without clauses of who takes the patient there, comes along or pays: nobody of
// them is a patient, nor are their papers asked for.  Where it tells nothing else it has its answer, and is "".
func (d *dialogue) withoutTaker(s *conversation.State, text string) string {
	if d.literal || len(d.turn.Messages) == 0 || s.Closed != "" || s.Asked == conversation.AskNothing {
		return text
	}
	var left strings.Builder
	var takers []string
	for i, clause := range d.clauses(text) {
		taker, takes := d.takes(s, clause)
		if i%2 == 0 && takes {
			takers = append(takers, taker)
			continue
		}
		left.WriteString(clause)
	}
	rest := strings.TrimLeft(left.String(), " ,.;!")
	switch {
	case len(takers) == 0, d.wantsToo(rest):
		return text
	case d.saysMore(rest):
		return d.withoutOfTaker(rest, takers)
	}
	d.answerAside(d.text(wording.TalkNoProblem))
	d.learned, d.told = true, true
	return ""
}

// wantsToo reports words by which somebody who comes along wants an appointment, too.
func (d *dialogue) wantsToo(text string) bool {
	p := d.parse(text)
	return p.saysAny(say.AlsoThey, say.AsksToBook) || p.says(say.Also) && !strings.Contains(text, "?")
}

// saysMore reports words that say more than to ask whether something matters.
func (d *dialogue) saysMore(text string) bool {
	if len(strings.Fields(text)) <= maxMattering && d.parse(", "+text).saysAny(say.AsksNod, say.AsksProblem) {
		return false
	}
	return strings.ContainsFunc(text, unicode.IsLetter) || hasDigit(text)
}

// maxMattering is how many words ask at most whether something matters: "tem algum problema?"
const maxMattering = 3

// takes reports a clause of somebody who takes the patient there or pays, and who that is.  Whom a text calls so who is the patient stays
// one, and so does who is taken where nobody said yet whom it is for; who pays while the plan is open says that there is none.
func (d *dialogue) takes(s *conversation.State, clause string) (taker string, takes bool) {
	p := d.parse(clause)
	m, ok := p.match(say.TakesOrPays)
	if !ok || s.Request.PlanID == 0 && p.saysAny(say.Payer, say.NoPlan) || s.For == "" && p.says(say.BringsPatient) {
		return "", false
	}
	taker = d.toldBack(p, m)
	return taker, taker == "" || taker != s.For && !waits(s.Next, taker)
}

// withoutOfTaker is a text without whose something is, where it is theirs: "precisa do documento da minha mãe?"
func (d *dialogue) withoutOfTaker(text string, takers []string) string {
	p := d.parse(text)
	return cutOut(text, each(p.matches(say.OfTaker), func(m language.Match) place {
		for _, taker := range takers {
			if taker != "" && d.toldBack(p, m) == taker {
				return p.placeOf(m)
			}
		}
		return place{}
	})...)
}

// withoutHouse is a text in which somebody says for which house they write, "aqui é a Zulmira do Lar São José", without that: it is no
// surname.
func (d *dialogue) withoutHouse(text string) string {
	p := d.parse(text)
	m, ok := p.match(say.FromHouse)
	if !ok || d.literal || len(d.turn.Messages) == 0 {
		return text
	}
	for m.From < m.To-1 && !say.House.Has(p.tokens[m.From+1].Text) {
		m.From++
	}
	if p.pauses(m.To - 1) {
		m.To--
	}
	return cutOut(text, p.placeOf(m))
}
