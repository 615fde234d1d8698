package grounding

import (
	"slices"
	"strconv"

	"atende/actors/language"
	"atende/actors/understand"
)

// coverPlaceholders accounts for what stands for data: "[NOME 1]", "{ofertas}".
func (c *checker) coverPlaceholders() {
	for _, at := range placeholder.FindAllStringIndex(c.text, -1) {
		from, to := c.tokensOf(at[0], at[1])
		c.cover(from, to)
		if c.text[at[0]:at[1]] == "{"+Chosen+"}" {
			c.chosen = append(c.chosen, from)
		}
	}
}

// coverFigures accounts for numbers that are no fact of this conversation, and for forms of what was done where they are
// denied, or asked leave for.
func (c *checker) coverFigures() {
	for _, m := range c.matches {
		if m.Group == lex.Figures || m.Group == lex.Undone || m.Group == lex.Received || m.Group == lex.Leave && c.leaveAsked(m) {
			c.cover(m.From, m.To)
		}
	}
	for _, s := range c.sentences {
		for i := s.from; i < s.to; i++ {
			if c.digits(i) && c.idle(i, s) {
				c.covered[i] = true
			}
		}
	}
	for i := range c.toks {
		if c.f.Booked != nil && (c.done[i] || c.in(i, lex.After)) {
			c.covered[i] = true
		}
	}
}

// leaveAsked reports that a sentence asks leave, or what is needed first.
func (c *checker) leaveAsked(m language.Match) bool {
	s := c.sentences[c.sentenceOf(m.From)]
	return s.question || c.has(s, lex.Need) && c.has(s, lex.Data)
}

// idle reports a number that is no fact of a booking: of minutes and questions, of a line in the list that is asked for,
// or in an example.
func (c *checker) idle(i int, s sentence) bool {
	const longest = 2
	switch {
	case c.has(s, lex.Example):
		year := c.f.Now.Format("2006")
		return c.has(s, lex.Data) && slices.ContainsFunc(c.toks[s.from:s.to], func(t language.Token) bool { return len(t.Text) == len(year) && t.Text < year })
	case len(c.toks[i].Text) > longest:
		return false
	case c.in(i+1, lex.Count):
		return !c.has(s, lex.Offer)
	case c.is(i+1, "horarios") || c.is(i+1, "opcoes"):
		return len(c.f.Offer) == 0 && !c.is(i+1, "horarios") || c.toks[i].Text == strconv.Itoa(len(c.f.Offer))
	case c.is(i+1, ":"), c.is(i+1, "h"), c.is(i+1, "/"), c.is(i-1, "/"), c.is(i-1, "dia"), c.is(i-1, "as"), c.is(i-1, "das"):
		return false
	default:
		number, _ := strconv.Atoi(c.toks[i].Text)
		return number >= 1 && number <= len(c.f.Offer) && c.has(s, lex.Ask, lex.Need) && c.has(s, lex.Choose) && !c.has(s, lex.Weekday, lex.Day) && !c.lineBegins(i)
	}
}

// person is a doctor's name in the text.
type person struct {
	from, to int // tokens
	agendas  []int
}

// coverDoctors accounts for doctors who may be named, and refuses others.
func (c *checker) coverDoctors() {
	for _, s := range c.sentences {
		c.coverNames(s)
	}
	slices.SortFunc(c.people, func(a, b person) int { return a.from - b.from })
	for i := 1; i < len(c.people); i++ { // "Ana Lima", of Ana Souza and Bruno Lima
		if c.people[i].from == c.people[i-1].to {
			c.refuse("doctor", c.people[i-1].from, c.people[i].to)
		}
	}
}

// coverNames accounts for the names of the catalogue in a sentence.
func (c *checker) coverNames(s sentence) {
	start := c.toks[s.from].Start
	found := c.f.Clinic.Hits(c.between(s.from, s.to))
	hits := found.Doctors
	for _, hit := range hits {
		from, to := c.tokensOf(start+hit.Start, start+hit.End)
		if from == to || c.coveredBy(hits, hit) {
			continue
		}
		if !slices.Contains(c.f.Doctors, hit.ID) {
			if !c.sharesName(hits, hit) {
				c.refuse("doctor", from, to)
			}
			continue
		}
		c.people = append(c.people, person{from: from, to: to, agendas: []int{hit.ID}})
		c.cover(from, to)
		if c.is(to, "[") || c.is(to, "nome") && c.digits(to+1) { // the name of another doctor, once it is filled in
			c.refuse("doctor", from, to)
		}
	}
	for _, hit := range slices.Concat(found.Specialties, found.Procedures, found.Plans) {
		if from, to := c.tokensOf(start+hit.Start, start+hit.End); !slices.Contains(c.done[from:to], true) {
			c.cover(from, to)
		}
	}
	for i := s.from; i+1 < s.to; i++ {
		if (c.is(i, "dr") || c.is(i, "dra")) && (c.is(i+1, "[") || c.is(i+1, ".") && c.is(i+2, "[")) {
			c.refuse("doctor", i, i+2)
		}
	}
}

// coveredBy reports that a longer hit holds a hit: "Ana" in "Ana Paula Reis".
func (c *checker) coveredBy(hits []understand.Hit, one understand.Hit) bool {
	return slices.ContainsFunc(hits, func(h understand.Hit) bool {
		return h.Start <= one.Start && h.End >= one.End && h.End-h.Start > one.End-one.Start
	})
}

// sharesName reports that a doctor who may be named has the same name here: "Ana".
func (c *checker) sharesName(hits []understand.Hit, one understand.Hit) bool {
	return slices.ContainsFunc(hits, func(h understand.Hit) bool {
		return h.Start <= one.Start && h.End >= one.End && slices.Contains(c.f.Doctors, h.ID)
	})
}

// tokensOf are the tokens between two bytes.
func (c *checker) tokensOf(start, end int) (from, to int) {
	from, _ = slices.BinarySearchFunc(c.toks, start, func(t language.Token, at int) int { return t.Start - at })
	to, _ = slices.BinarySearchFunc(c.toks, end, func(t language.Token, at int) int { return t.Start - at })
	return from, to
}
