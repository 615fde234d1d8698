package grounding

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"atende/actors/language"
	"atende/actors/understand"
)

// checkProse refuses every word that is none of the known ones, and every number, sum and address that nothing covers.
func (c *checker) checkProse() {
	own := language.NewClass(foldedWords(c.f.Clinic.Name))
	for i := range c.toks {
		if end := chunk(c.toks, i, len(c.toks)); end > i && !c.covered[i] {
			c.refuse("link", i, end)
		}
		if c.covered[i] {
			continue
		}
		switch t := c.toks[i]; {
		case t.Kind == language.Digits:
			c.refuse(c.figureReason(i), i, i+1)
		case t.Kind == language.Mark:
			if reason := signReason(t.Text); reason != "" {
				c.refuse(reason, i, i+1)
			}
		case c.in(i, lex.Money):
			c.refuse("price", i, i+1)
		case c.in(i, lex.Day), c.in(i, lex.Month) && !c.in(i, lex.Word):
			c.refuse("date", i, i+1)
		case c.done[i]:
			c.refuse("booking", i, i+1)
		case !c.spoken(i) && !own.Has(t.Text) && !c.addressed(i):
			c.refuse("wording", i, i+1)
		case c.in(i, lex.Number) && lex.Number.Value(c.toks[i].Text) == "" && !c.in(i, lex.Word):
			c.refuse("number", i, i+1)
		case c.label(i):
			c.refuse("number", i, i+1)
		case c.hidesDone(i):
			c.refuse("booking", i, i+2)
		}
	}
}

func foldedWords(text string) string {
	var b strings.Builder
	for _, t := range language.Tokenize(text) {
		b.WriteString(t.Text + " ")
	}
	return b.String()
}

// spoken reports whether a word is one of those that prose may have.
func (c *checker) spoken(i int) bool {
	return slices.ContainsFunc(prose, func(class *language.Class) bool { return c.in(i, class) })
}

// figureReason tells what a number that nothing covers looks like.
func (c *checker) figureReason(i int) string {
	const longest = 7 // digits of anything but a document or a telephone
	switch {
	case len(c.toks[i].Text) > longest, c.is(i+1, ".") && c.digits(i+2) && c.is(i+3, "."):
		return "identity"
	case figure(c.toks, i) == "$", figure(c.toks, i) == "%":
		return "price"
	case figure(c.toks, i) == "h":
		return "hour"
	default:
		return "number"
	}
}

func signReason(sign string) string {
	switch sign {
	case "$", "%":
		return "price"
	case "@", "+":
		return "link"
	case "{", "}", "&":
		return "wording"
	default:
		return ""
	}
}

// addressed reports a name by which the patient is spoken to: "Obrigada, Maria!"
func (c *checker) addressed(i int) bool {
	first, _ := utf8.DecodeRuneInString(c.toks[i].Raw)
	if !unicode.IsUpper(first) || !understand.PersonName(c.toks[i].Text) || i+1 < len(c.toks) && c.toks[i+1].Kind != language.Mark {
		return false
	}
	for k := c.sentences[c.sentenceOf(i)].from; k < i; k++ {
		if c.toks[k].Kind == language.Letters && !c.in(k, lex.Greet) {
			return false
		}
	}
	return true
}

// label reports a letter or a word that numbers an item: "a)", "opção b", "um -".
func (c *checker) label(i int) bool {
	lettered := len(c.toks[i].Text) == 1 || c.in(i, lex.Number)
	if c.is(i-1, "opcao") || c.is(i-1, "letra") {
		return lettered && !c.is(i, "e") && !c.is(i, "a") || lettered && c.is(i+1, ":")
	}
	if c.in(i, lex.Number) && (c.is(i+1, ":") || c.is(i+1, "-")) || c.in(i, lex.Number) && c.in(i+1, lex.Unit) {
		return true
	}
	return lettered && c.bullet(c.sentences[c.sentenceOf(i)], i) && c.in(i+1, separators)
}

// hidesDone reports that the word at token i and the next one are a form of what was done, broken in two.
func (c *checker) hidesDone(i int) bool {
	if i+1 >= len(c.toks) || c.toks[i+1].Kind != language.Letters {
		return false
	}
	if last := c.toks[i+1].Text; last[0] == 'd' && len(last) <= len("dos") && !c.in(i-1, lex.Carry) {
		return false // "a agenda da doutora"
	}
	return book.Occurs(lex.Spoken, []language.Word{book.Word(c.toks[i].Text + c.toks[i+1].Text)})
}

// checkSentences refuses who speaks of the appointment or of a time and leaves nothing open.
func (c *checker) checkSentences() {
	open, shown := false, map[string]struct{}{}
	for i := range c.sentences {
		s := &c.sentences[i]
		s.asks = s.question && (c.has(*s, lex.Ask) && !phrase(*s, lex.Farewell) || c.only(*s, lex.Tag))
		s.needs = c.has(*s, lex.Need) && c.has(*s, lex.Data)
		s.offers = (c.has(*s, lex.Offer) || phrase(*s, lex.Offering)) && !c.has(*s, lex.Yours) && !phrase(*s, lex.Owned)
		open = open || s.asks || s.needs
		for _, p := range s.pairs {
			shown[p.hour+" "+strings.Join(p.days, " ")] = struct{}{}
		}
	}
	for _, s := range c.sentences {
		c.checkSentence(s, open, len(shown) > 1)
	}
}

// checkSentence looks at one sentence of a text that leaves something open, or shows several times.
func (c *checker) checkSentence(s sentence, open, several bool) {
	leaves := c.leaves(s)
	if c.has(s, lex.Staff) && !c.f.HandsOver && !s.question && !s.said && !c.has(s, lex.Invite) {
		c.refuse("person", s.from, s.to)
	}
	if c.f.Booked != nil {
		c.checkBooked(s, leaves)
		return
	}
	switch {
	case phrase(s, lex.Claim) && !s.asks && !(open && !c.speaksOfTime(s)) && !(s.question && c.has(s, lex.Data)):
		c.refuse("booking", s.from, s.to)
	case c.has(s, lex.Cheer) && !leaves && !phrase(s, lex.Received) && !(open && c.in(c.firstWord(s), lex.Cheer)):
		c.refuse("booking", s.from, s.to)
	case c.speaksOfTime(s) && !leaves && !several && !(open && c.only(s, lex.Echo)):
		c.refuse("booking", s.from, s.to)
	case !open && !leaves && c.has(s, lex.State) && !s.question && !s.said && !c.has(s, lex.Permit, lex.Deny):
		c.refuse("booking", s.from, s.to)
	case c.has(s, lex.Cost) && !s.question && !s.said && !phrase(s, lex.Unable):
		c.refuse("price", s.from, s.to)
	case c.has(s, lex.Appointment) && !c.leavesOpen(s, open):
		c.refuse("booking", s.from, s.to)
	case s.offers && !s.question && c.has(s, lex.Unit):
		c.refuse("date", s.from, s.to)
	}
}

// leaves reports that a sentence leaves the booking open.  Beside a time that takes more: a question must propose it, and
// what is needed or offered must be all that is said.
func (c *checker) leaves(s sentence) bool {
	switch {
	case phrase(s, lex.Undone), phrase(s, lex.Wish):
		return true
	case !c.speaksOfTime(s):
		return s.asks || s.needs || s.offers
	case s.asks:
		return !c.has(s, lex.Appointment) || c.has(s, lex.Propose)
	case s.needs:
		return c.only(s, lex.Request)
	default:
		return s.offers && c.only(s, lex.Frame)
	}
}

// speaksOfTime reports a day, an hour or the place of the chosen time in a sentence.
func (c *checker) speaksOfTime(s sentence) bool {
	return len(s.moments) > 0 || slices.ContainsFunc(c.chosen, func(i int) bool { return i >= s.from && i < s.to })
}

// leavesOpen reports that a sentence may speak of the appointment: it asks, needs something, offers, denies or allows.
func (c *checker) leavesOpen(s sentence, open bool) bool {
	if s.asks || s.needs && c.only(s, lex.Request) || s.offers && c.only(s, lex.Frame) || s.said || phrase(s, lex.Unable) || phrase(s, lex.Undone) || phrase(s, lex.Ahead) && len(s.moments) == 0 {
		return true
	}
	return !c.has(s, lex.Yours) && (phrase(s, lex.General) || c.has(s, lex.Permit) || open && c.only(s, lex.Echo) || c.saidByClinic(s))
}

// saidByClinic reports that all of a sentence is accounted for.
func (c *checker) saidByClinic(s sentence) bool {
	for i := s.from; i < s.to; i++ {
		if c.toks[i].Kind != language.Mark && !c.covered[i] {
			return false
		}
	}
	return true
}

func (c *checker) firstWord(s sentence) int {
	i := s.from
	for i < s.to && c.toks[i].Kind == language.Mark {
		i++
	}
	return i
}

// only reports a sentence whose words are all of a class, but for what is accounted for.
func (c *checker) only(s sentence, class *language.Class) bool {
	for i := s.from; i < s.to; i++ {
		if c.toks[i].Kind == language.Letters && (!c.covered[i] || c.in(i, lex.Appointment)) && !c.in(i, class) {
			return false
		}
	}
	return true
}

// checkBooked holds a sentence against the appointment that there is: who neither asks nor offers speaks of it.
func (c *checker) checkBooked(s sentence, leaves bool) {
	if leaves && !slices.ContainsFunc(c.toks[s.from:s.to], func(t language.Token) bool { return lex.After.Has(t.Text) }) && !phrase(s, lex.Spoken) {
		return
	}
	slot := c.f.Booked.Slot
	for _, m := range s.moments {
		if m.kind == aDay && m.value != slot.Date || m.kind == anHour && m.value != slot.Hour {
			c.refuse("booking", m.from, m.to)
		}
	}
	for _, p := range c.people {
		if p.from >= s.from && p.to <= s.to && !slices.Contains(p.agendas, slot.AgendaID) {
			c.refuse("booking", p.from, p.to)
		}
	}
}
