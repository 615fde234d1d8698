package rules

import (
	"slices"

	"atende/actors/conversation"
	"atende/actors/language"
)

// withDayOnce is a text without a day that its clause has named already, as people come back to it: "quarta tenho prova na quarta de
// manhã", "dia 25 eu viajo dia 25".  Of two mentions the later one would look like a wish.
func (d *dialogue) withDayOnce(_ *conversation.State, text string) string {
	p := d.parse(text)
	p.scan()
	var again []place
	for i := range p.tokens {
		day := p.dayAt(i)
		if day == "" {
			continue
		}
		apart := func(k int) bool { // "sexta de tarde porque sexta de manhã eu trabalho"
			return p.pauses(k) || say.ListsTimes.Has(p.tokens[k].Text) || say.LeadsClause.Has(p.tokens[k].Text)
		}
		for k := i - 1; k > 0 && !apart(k); k-- {
			if p.dayAt(k-1) != day || !p.tellsBetween(k, i) {
				continue
			}
			to := i + 1
			if to < len(p.tokens) && p.tokens[to].Text == "feira" {
				to++
			}
			again = append(again, withLead(p, place{p.tokens[i].Start, p.tokens[to-1].End}))
			break
		}
	}
	return cutOut(text, again...)
}

// dayAt is the day that a word names, or a number behind "dia"; "" for none.
func (p *parsed) dayAt(i int) string {
	t := p.tokens[i]
	if number := say.Weekday.Value(t.Text) + say.Weekdays.Value(t.Text); number != "" {
		return number
	}
	if t.Kind == language.Digits && i > 0 && p.tokens[i-1].Text == "dia" {
		return "dia " + t.Text
	}
	return ""
}

// tellsBetween reports that between two words something is said, and not only which of two days: "quarta sim quarta não".
func (p *parsed) tellsBetween(from, to int) bool {
	between := slices.DeleteFunc(slices.Clone(p.tokens[from:to]), func(t language.Token) bool {
		return say.BetweenTimes.Has(t.Text) || say.BeforeTime.Has(t.Text) || t.Text == "feira"
	})
	return len(between) > 1
}
