package rules

import (
	"slices"
	"strconv"

	"atende/actors/conversation"
	"atende/actors/language"
)

// withNumberFor is an answer to a list, or behind a choice from it, that refuses a number and wants another one, "19 n da... quero a 17",
// as the rules read it: with the wanted number of the list alone, or with both as days where the list has no such number.
func (d *dialogue) withNumberFor(s *conversation.State, text string) string {
	open := s.Closed == "" && s.OfferRead() && len(s.Offer) > 1 && (s.Asked == conversation.AskSlot || s.Choice != nil)
	p := d.parse(text)
	m, ok := p.match(say.NumberForNumber)
	if !open || d.literal || !ok || m.To < len(p.tokens) && endsHour(p.tokens[m.To]) {
		return text
	}
	numbers := p.numbersIn(m)
	if len(numbers) != 2 || numbers[0] == numbers[1] {
		return text
	}
	from := m.From
	for from > 0 && slices.Contains([]string{"o", "a", "dia", "opcao", "numero"}, p.tokens[from-1].Text) {
		from--
	}
	days := m.To > 1 && p.tokens[m.To-2].Text == "dia"
	put := "quero a " + strconv.Itoa(numbers[1])
	if days || numbers[1] > len(s.Offer) {
		put = "quero dia " + strconv.Itoa(numbers[1])
		if numbers[0] > len(s.Offer) || from < m.From && p.tokens[from].Text == "dia" {
			put = "dia " + strconv.Itoa(numbers[0]) + " não posso, " + put
		}
	}
	return text[:p.tokens[from].Start] + put + text[p.tokens[m.To-1].End:]
}

// numbersIn are the numbers of a phrase that was found.
func (p *parsed) numbersIn(m language.Match) (list []int) {
	for _, t := range p.tokens[m.From:m.To] {
		if t.Kind == language.Digits {
			list = append(list, numberOf(t.Text))
		}
	}
	return list
}

// endsHour reports a word behind a number that makes it an hour, or a date: "10h", "8:30", "17/12".
func endsHour(t language.Token) bool {
	return slices.Contains([]string{"h", "hs", "hr", "hrs", "hora", "horas", ":", "/", "e", "da", "min"}, t.Text)
}
