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

// goesInstead notes that somebody else is the patient than who was named: "não é o Davi, quem vai é a Helena".
func (d *dialogue) goesInstead(s *conversation.State, r reading) bool {
	name, _, _ := strings.Cut(s.Patient.Name, " ")
	first := language.Fold(name)
	if first == "" || s.Closed != "" || !deniesPerson(r.tokens, first) {
		return false
	}
	other := personNamed(r.tokens, first)
	who := d.patientOf(r)
	if other == "" && who == "" {
		return false
	}
	if who == s.For {
		who = ""
	}
	d.propose(conversation.Identify{For: cmp.Or(who, d.text(wording.NextOther).Text), Other: true, Identity: conversation.Identity{Name: other}})
	d.learned = true
	return true
}

// deniesPerson reports "não é o Davi", "o Davi não", "e não o Davi" of a first name.
func deniesPerson(tokens []language.Token, first string) bool {
	const before = 4 // "não é mais o"
	for i, t := range tokens {
		if t.Text != first || i == 0 || !say.Article.Has(tokens[i-1].Text) {
			continue
		}
		denied := slices.ContainsFunc(tokens[max(0, i-before):i], func(t language.Token) bool { return say.Denial.Has(t.Text) })
		if denied || i+1 < len(tokens) && say.Denial.Has(tokens[i+1].Text) {
			return true
		}
	}
	return false
}

// personNamed is a name behind an article and a verb of being or going that is not that first name: "quem vai é a Helena".
func personNamed(tokens []language.Token, first string) string {
	for i := 2; i < len(tokens); i++ {
		if t := tokens[i]; say.Article.Has(tokens[i-1].Text) && say.IsOrGoes.Has(tokens[i-2].Text) && t.Text != first && understand.PersonName(t.Text) {
			return capitalised(t.Text)
		}
	}
	return ""
}
