package rules

import (
	"slices"
	"strings"
	"unicode"

	"atende/actors/conversation"
	"atende/actors/language"
)

// answer is a text in the light of what was read back: its clauses, and what of each is a yes.
type answer struct {
	*parsed
	clauses []clause
}

// clause is a clause of an answer.
type clause struct {
	place // without the sign or the word that ends it
	text  string
	asks  bool // a question mark ends it
	// agrees is set where it is a yes, or begins or ends with one; left is what else it says: "até que enfim pode marcar".
	agrees bool
	left   string
}

// inClauses parts a text in clauses.
func (d *dialogue) inClauses(s *conversation.State, p *parsed) answer {
	return answer{p, each(d.remarkPlaces(p), func(at place) clause {
		c := clause{place: at, text: p.text[at.start:at.end], asks: strings.HasPrefix(p.text[at.end:], "?")}
		if c.agrees, c.left = d.yesIn(s, c.text); d.whenNext(s, c.text) {
			c.agrees, c.left = false, c.text
		}
		return c
	})}
}

// whenNext reports a clause of another time than was read back, where somebody waits whose time it may be: "o outro pode ser na
// quinta".
func (d *dialogue) whenNext(s *conversation.State, clause string) bool {
	if len(s.Next) == 0 || s.Choice == nil {
		return false
	}
	wish := wishOf(d.facts(clause))
	return !wish.Empty() && !wish.Allows(*s.Choice)
}

// agrees reports a yes in any clause.
func (a answer) agrees() bool {
	return slices.ContainsFunc(a.clauses, func(c clause) bool { return c.agrees })
}

// besides is what the clauses say that is no yes.
func (a answer) besides() string {
	left := each(a.clauses, func(c clause) string { return c.left })
	return strings.Join(slices.DeleteFunc(left, func(text string) bool { return text == "" }), ", ")
}

// begins reports clauses with a yes at the begin, and what stands behind them: "isso mesmo, pode marcar".
func (a answer) begins() (yes bool, behind string) {
	at := slices.IndexFunc(a.clauses, func(c clause) bool { return !c.agrees })
	if at < 0 {
		return len(a.clauses) > 0, ""
	}
	return at > 0, a.text[a.clauses[at].start:]
}

// part parts the first clauses that are a yes, or begin or end with one, from the rest; two empty texts where there is none.
func (a answer) part() (yes, rest string) {
	from, to := -1, 0
	for _, c := range a.clauses {
		said, ok := c.yes()
		if from >= 0 && (!ok || said.start > c.start) { // something else begins
			break
		}
		if !ok {
			continue
		}
		if from < 0 {
			from = said.start
		}
		if to = said.end; to < c.end {
			break
		}
	}
	if from < 0 {
		return "", ""
	}
	return strings.TrimSpace(a.text[from:to]), strings.Trim(cutOut(a.text, place{from, to}), " ,.;:!-\n")
}

// yesAndRest parts what is a yes to what was read back from what else a text says.
func (d *dialogue) yesAndRest(s *conversation.State, text string) (yes, rest string) {
	return d.inClauses(s, d.parse(d.addressed(s, text))).part()
}

// beside is where in a clause stands what is no yes; all of it where there is nothing else.
func (c clause) beside() place {
	if !c.agrees || c.left == "" {
		return c.place
	}
	from := c.start + strings.Index(c.text, c.left)
	return place{from, from + len(c.left)}
}

// yes is where in a clause a yes stands, at its begin or its end.
func (c clause) yes() (said place, ok bool) {
	switch {
	case !c.agrees, c.asks:
		return c.place, false
	case c.left != "" && strings.HasPrefix(c.text, c.left):
		yes := c.text[len(c.left):]
		return place{c.start + len(c.left), c.end}, strings.Contains(strings.TrimSpace(yes), " ") // "resolver isso" has none
	default:
		return place{c.start, c.end - len(c.left)}, true
	}
}

// yesIn parts a clause that begins or ends with a yes from the rest of it: "até que enfim pode marcar".
func (d *dialogue) yesIn(s *conversation.State, clause string) (yes bool, rest string) {
	if d.onlyAims(clause) || len(d.turn.Messages) > 0 && d.said(clause, say.AnotherNow) { // "agora quero marcar uma pra mim"
		return false, clause
	}
	if d.wholeYes(s, clause) {
		return d.said(clause, say.Agreeing), ""
	}
	p := d.parse(clause)
	p.scan()
	says := func(t language.Token) bool { return t.Kind != language.Letters || say.YesWord.Has(t.Text) }
	from, to := 0, len(p.tokens)
	for from < to && says(p.tokens[from]) {
		from++
	}
	for to > from && says(p.tokens[to-1]) {
		to--
	}
	for _, m := range p.matches(say.Agreeing) { // of words that are none alone, "com certeza"
		if m.From <= from && m.To > from {
			from = m.To
		}
		if m.To >= to && m.From < to {
			to = m.From
		}
	}
	if from >= to { // "sim 12:"
		return false, clause
	}
	head, tail := p.text[:p.tokens[from].Start], p.text[p.tokens[to-1].End:]
	switch {
	case d.said(head, say.Agreeing):
		return !goesOn(p.tokens, from), p.text[len(head):]
	case d.said(tail, say.Agreeing):
		return true, p.text[:p.tokens[to-1].End]
	}
	return false, clause
}

// goesOn reports that what looks like a yes is the begin of something else, by the word behind it: "pode mandar o endereço",
// "confirmar valor", "perfeito estado de saúde".  More than one word of it is a yes, "pode marcar eu dou um jeito", unless
// the last wants an object, "pode agendar um eletro".
func goesOn(tokens []language.Token, from int) bool {
	words := slices.DeleteFunc(slices.Clone(tokens[:from]), func(t language.Token) bool { return t.Kind != language.Letters })
	behind, further := tokens[from], tokens[from+1:]
	if len(words) == 0 || behind.Kind != language.Letters {
		return false
	}
	last := words[len(words)-1].Text
	if say.TakesObject.Has(last) && say.LeadsObject.Has(behind.Text) {
		return true
	}
	alone := !slices.ContainsFunc(words, func(t language.Token) bool { return t.Text != last })
	does := say.DoesIt.Has(behind.Text) && (len(further) == 0 || say.AsSaid.Has(further[0].Text))
	return alone && say.HalfYes.Has(last) && !does && !say.AfterYes.Has(behind.Text)
}

// remarks are the clauses of a text, between signs and words that join them.
func (d *dialogue) remarks(p *parsed) []string {
	return each(d.remarkPlaces(p), func(at place) string { return p.text[at.start:at.end] })
}

// remarkPlaces are the places of the clauses of a text.
func (d *dialogue) remarkPlaces(p *parsed) []place {
	var list []place
	from := 0
	add := func(to int) {
		clause := p.text[from:to]
		start := from + len(clause) - len(strings.TrimLeftFunc(clause, unicode.IsSpace))
		if clause = strings.TrimSpace(clause); clause != "" {
			list = append(list, place{start, start + len(clause)})
		}
	}
	p.scan()
	for i, t := range p.tokens {
		titled := i > 0 && t.Text == "." && say.DoctorTitle.Has(p.tokens[i-1].Text) // "a dra. Ana"
		joins := say.JoinsRemarks.Has(t.Text) && strings.EqualFold(t.Text, t.Raw)
		if i > 0 && (p.pauses(i) && !titled || joins) {
			add(t.Start)
			from = t.End
		}
	}
	add(len(p.text))
	return list
}
