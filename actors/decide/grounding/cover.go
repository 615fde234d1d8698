package grounding

import (
	"slices"
	"strconv"
	"unicode"
	"unicode/utf8"

	"atende/actors/language"
	"atende/actors/understand"
)

// coverPlaceholders accounts for what stands for data: "[NOME 1]", "{ofertas}".
func (c *checker) coverPlaceholders() {
	for _, at := range placeholderFormat.FindAllStringIndex(c.text, -1) {
		from, to := c.tokensOf(at[0], at[1])
		c.cover(from, to)
		if c.text[at[0]:at[1]] == "{"+Chosen+"}" {
			c.chosen = append(c.chosen, from)
		}
	}
}

// coverFigures accounts for numbers that are no fact of this conversation.
func (c *checker) coverFigures() {
	for _, m := range c.matches {
		if m.Group == lex.Figures {
			c.cover(c.spans[m.From].from, c.spans[m.To-1].to)
		}
	}
	for _, s := range c.sentences {
		for i := s.from; i < s.to; i++ {
			if c.digits(i) && c.idle(i, s) {
				c.covered[i] = true
			}
		}
	}
}

// idle reports a number that is no fact of a booking: of minutes and questions, of a line in the list that is asked for,
// or in an example.
func (c *checker) idle(i int, s sentence) bool {
	const longest = 2
	switch {
	case c.inExample(s):
		return true
	case len(c.toks[i].Text) > longest:
		return false
	case c.is(i+1, "horarios", "opcoes"):
		return len(c.f.Offer) == 0 && !c.is(i+1, "horarios") || c.toks[i].Text == strconv.Itoa(len(c.f.Offer))
	case c.is(i+1, ":") && c.digits(i+2), c.is(i+1, "h", "/"), c.is(i-1, "/", "dia", "as", "das"):
		return false
	case c.in(i+1, lex.Count), c.in(i-1, lex.Count), c.has(s, lex.Count) && c.has(s, lex.Data) && !c.has(s, lex.Weekday, lex.Day):
		return !c.has(s, lex.Offer)
	default:
		number, _ := strconv.Atoi(c.toks[i].Text)
		offered := number >= 1 && number <= len(c.f.Offer)
		return offered && c.has(s, lex.Choose) && !c.has(s, lex.Weekday, lex.Day) && !c.lineBegins(i)
	}
}

// inExample reports a sentence that shows how data are written, or what they end with.
func (c *checker) inExample(s sentence) bool {
	if !c.has(s, lex.Example) || c.has(s, lex.Offer) {
		return false
	}
	year := c.f.Now.Format("2006")
	past := slices.ContainsFunc(c.toks[s.from:s.to], func(t language.Token) bool { return len(t.Text) == len(year) && t.Text < year })
	return past || c.has(s, lex.Data) && !c.has(s, lex.Weekday, lex.Day)
}

// person is a doctor's name in the text.
type person struct {
	from, to int // tokens
	agendas  []int
}

// coverDoctors accounts for doctors who may be named, and refuses others.
func (c *checker) coverDoctors() {
	if c.f.Clinic == nil {
		return
	}
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
		weekday := c.in(from, lex.Weekday) && to == from+1 && !c.in(from-1, lex.Titles) && !c.in(from-2, lex.Titles)
		if from == to || weekday || c.coveredBy(hits, hit) {
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
		c.cover(c.tokensOf(start+hit.Start, start+hit.End))
	}
	for i := s.from; i+1 < s.to; i++ {
		if to := c.strangerEnd(i, s); to > i {
			c.refuse("doctor", i, to)
		}
	}
}

// strangerEnd is the end of a doctor's name that begins at token i and is none that may be named, else i: "Dr. Marcos",
// "a cardiologista: Juliana", and "com Marcos Rocha" beside a time.
func (c *checker) strangerEnd(i int, s sentence) int {
	const most = 3 // signs and words between
	at := i + 1
	for at < s.to && at <= i+most && (c.is(at, ".", "(", ")", "a") && c.glued(at) || c.in(at, lex.BetweenNames)) {
		at++
	}
	if at >= s.to || c.covered[at] && !c.is(at, "[") || c.in(at, lex.NotNames) {
		return i
	}
	stranger := false
	switch {
	case c.in(i, lex.Titles):
		stranger = c.is(at, "[") || (c.capital(at) || c.personName(at)) && !c.in(at, lex.Roles)
	case c.in(i, lex.Roles):
		stranger = c.capital(at) && !c.in(at, lex.Titles)
	case c.is(i, "com"):
		stranger = c.capital(i+1) && c.personName(i+1) && c.capital(i+2) && c.has(s, lex.Weekday, lex.Day)
	}
	if !stranger {
		return i
	}
	return at + 1
}

// personName reports a word that people are called.
func (c *checker) personName(i int) bool {
	return c.toks[i].Kind == language.Letters && understand.PersonName(c.toks[i].Text)
}

// capital reports a word with a capital letter.
func (c *checker) capital(i int) bool {
	if i < 0 || i >= len(c.toks) || c.toks[i].Kind != language.Letters {
		return false
	}
	first, _ := utf8.DecodeRuneInString(c.toks[i].Raw)
	return unicode.IsUpper(first)
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
