package grounding

import (
	"slices"
	"strings"

	"atende/actors/language"
)

// checkWords refuses numbers, sums, addresses and days that nothing covers, and words that are broken up.
func (c *checker) checkWords() {
	for i := range c.toks {
		if c.covered[i] {
			continue
		}
		if end := chunk(c.toks, i, len(c.toks)); end > i {
			c.refuse("link", i, end)
		}
		switch t := c.toks[i]; {
		case t.Kind == language.Digits:
			c.refuse(c.figureReason(i), i, i+1)
		case t.Kind == language.Mark:
			if reason := lex.Signs.Value(t.Text); reason != "" {
				c.refuse(reason, i, i+1)
			}
		case c.in(i, lex.Money):
			c.refuse("price", i, i+1)
		case c.in(i, lex.Day), c.in(i, lex.Month) && !c.is(i, "marco"):
			c.refuse("date", i, i+1)
		case c.in(i, lex.Number) && c.is(i+1, "e") && c.in(i+2, lex.Number): // "nove e quinze"
			c.refuse("hour", i, i+3)
		case c.in(i, lex.Streets) && c.streetName(i+1):
			c.refuse("link", i, i+2)
		case c.hidesDone(i):
			c.refuse("booking", i, i+2)
		}
	}
}

// streetName reports what follows the word for a street: "Rua Augusta", "R. das Acácias".
func (c *checker) streetName(i int) bool {
	for c.is(i, ".") || c.in(i, lex.Particle) {
		i++
	}
	return c.capital(i)
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

// maxPieces is in how many pieces a word may be broken.
const maxPieces = 4

// hidesDone reports that the words from token i on are a form of what was done, broken up: "mar-\ncado", "m a r c a d o".
func (c *checker) hidesDone(i int) bool {
	joined, pieces := "", 0
	for k := i; k < len(c.toks) && len(joined) < maxPieces*len("confirmado"); k++ {
		switch t := &c.toks[k]; {
		case t.Kind == language.Mark && c.is(k, "-", "\n", ".", "*", "_"):
			continue
		case t.Kind != language.Letters:
			return false
		case len(t.Text) > 1:
			if pieces++; pieces > maxPieces {
				return false
			}
			if pieces == 2 && c.in(k, lex.Particle) && !c.is(k-1, "-") {
				return false // "a agenda da doutora"
			}
		}
		joined += c.toks[k].Text
		if k > i && lex.book.Occurs(lex.Does, []language.Word{lex.book.Word(joined)}) {
			return true
		}
	}
	return false
}

// checkClaims refuses phrases that say what is not so, where nothing takes them back.
func (c *checker) checkClaims() {
	c.open = make([]bool, len(c.sentences)+1)
	for n := len(c.sentences) - 1; n >= 0; n-- {
		s := c.sentences[n]
		c.open[n] = c.open[n+1] || c.asksLeave(s) || c.has(s, lex.Need) && c.has(s, lex.Data)
	}
	for _, m := range c.matches {
		kind, claims := lex.claims[m.Group]
		if !claims {
			continue
		}
		n := c.sentenceOf(c.spans[m.From].from)
		if c.takenBack(m, kind, n) {
			continue
		}
		if c.f.Booked != nil && kind.reason == "booking" {
			c.sentences[n].tells = true
			continue
		}
		c.refuse(kind.reason, c.spans[m.From].from, c.spans[m.To-1].to)
	}
}

// asksLeave reports a question whether to book, or for what is missing.
func (c *checker) asksLeave(s sentence) bool {
	return s.question && !phrase(s, lex.Farewell) && (phrase(s, lex.Arranging) || c.has(s, lex.Leave, lex.Data))
}

// takenBack reports that what stands around a phrase makes it no claim.
func (c *checker) takenBack(m language.Match, kind claimKind, n int) bool {
	s := c.sentences[n]
	switch {
	case c.accounted(m, kind, s):
		return true
	case kind.reason == "person" && (c.f.HandsOver || c.has(s, lex.Invite)):
		return true
	case kind.unsought && (len(c.f.Slots) > 0 || !c.f.Wished.Empty()):
		return true
	case kind.timed && !c.speaksOfTime(s), kind.pending && c.open[n], kind.alone && c.goesOn():
		return true
	case kind.asked:
		return !s.question && c.negated(m, kind)
	case kind.reason == "date" && len(s.pairs) > 0, c.lifted(m, kind):
		return true
	case s.question && !c.tagged(m, s), c.negated(m, kind):
		return true
	default:
		return !kind.over && c.conditioned(m, kind, s)
	}
}

// accounted reports that a phrase of what no reply does is the clinic's own, or is none beside the words around it.
func (c *checker) accounted(m language.Match, kind claimKind, s sentence) bool {
	switch m.Group {
	case lex.Disowns:
		return m.From+1 < len(c.words) && c.words[m.From+1].Pause // "não, sou um robô"
	case lex.Poses:
		return s.quoted || c.isProgram(s)
	case lex.Finds:
		return s.quoted || c.sendsForHelp(s) || c.refers(s)
	case lex.Treats:
		return s.quoted || c.has(s, lex.AsksDoctor) || c.refers(s)
	default:
		return s.quoted && slices.Contains([]string{"health", "payment", "catalog"}, kind.reason)
	}
}

// goesOn reports that a text asks or offers anything.
func (c *checker) goesOn() bool {
	return c.open[0] || slices.ContainsFunc(c.sentences, func(s sentence) bool {
		return s.question && !phrase(s, lex.Farewell) || c.has(s, lex.Offer) && !c.denies(s) || c.has(s, lex.Need) || phrase(s, lex.Condition)
	})
}

// tagged reports that only a tag makes a question of a sentence: "está marcado, ok?"
func (c *checker) tagged(m language.Match, s sentence) bool {
	return c.near(lex.Tag, m.To, c.wordOf(s.to))
}

// matchesIn are the matches that begin at some words.
func (c *checker) matchesIn(from, to int) []language.Match {
	first, _ := slices.BinarySearchFunc(c.matches, from, func(m language.Match, from int) int { return m.From - from })
	last, _ := slices.BinarySearchFunc(c.matches, to, func(m language.Match, to int) int { return m.From - to })
	return c.matches[first:max(first, last)]
}

// near reports whether a phrase of a group begins at one of some words.
func (c *checker) near(g language.Group, from, to int) bool {
	return slices.ContainsFunc(c.matchesIn(from, to), func(m language.Match) bool { return m.Group == g })
}

// calms reports that what begins at a word only calms: "não se preocupe".
func (c *checker) calms(word int) bool {
	const longest = 4
	return slices.ContainsFunc(c.matchesIn(word-longest, word+1), func(m language.Match) bool { return m.Group == lex.Soothing && m.To > word })
}

// negated reports a negation in a phrase or right before it, but for one that only calms.
func (c *checker) negated(m language.Match, kind claimKind) bool {
	reach := 4
	switch {
	case kind.asked:
		reach = 1
	case kind.reason == "health", kind.reason == "human":
		reach = 8 // "não consigo dizer se o resultado está bom"
	case kind.over:
		reach = 2 // "não foi fácil, agendei"
	}
	from := m.From
	for from > max(0, m.From-reach) && !c.words[from].Breaks && !c.words[from].Pause {
		from--
	}
	return slices.ContainsFunc(c.matchesIn(from, m.To), func(n language.Match) bool {
		inside := n.From >= m.From && (n.From == m.From || kind.reason == "health" || kind.reason == "human")
		return n.Group == lex.Negation && !inside && !c.calms(n.From)
	})
}

// longestPhrase is how many words before a phrase another one may begin that holds it.
const longestPhrase = 20

// lifted reports that a phrase is part of one that says something else.
func (c *checker) lifted(m language.Match, kind claimKind) bool {
	return slices.ContainsFunc(c.matchesIn(m.From-longestPhrase, m.To), func(l language.Match) bool {
		always := l.Group == lex.Reported || l.Group == lex.Received
		lifts := always || lex.lifts[l.Group] && !kind.over && !kind.firm
		return lifts && l.To >= m.To && !c.calms(l.From)
	})
}

// conditioned reports that a condition governs a phrase: before it in its sentence, or behind it.
func (c *checker) conditioned(m language.Match, kind claimKind, s sentence) bool {
	const reach = 14
	to := m.To
	for to < len(c.words) && to < m.To+3 && !c.words[to].Breaks && !c.words[to].Pause {
		to++
	}
	if kind.pending {
		to = min(c.wordOf(s.to), m.To+longestPhrase)
	}
	return slices.ContainsFunc(c.matchesIn(max(c.wordOf(s.from), m.From-reach), to), func(one language.Match) bool {
		return one.Group == lex.Condition && !c.calms(one.From)
	})
}

// speaksOfTime reports a day, an hour or the place of the chosen time in a sentence.
func (c *checker) speaksOfTime(s sentence) bool {
	return len(s.moments) > 0 || slices.ContainsFunc(c.chosen, func(i int) bool { return i >= s.from && i < s.to })
}

// checkStanding refuses the one time of a text that neither offers nor asks anything: whoever reads only "Beleza, terça às
// 14:00!" believes that it is settled.
func (c *checker) checkStanding() {
	if c.f.Booked != nil || c.goesOn() || slices.ContainsFunc(c.sentences, func(s sentence) bool { return c.has(s, lex.Choosing) }) {
		return
	}
	shown := map[string]struct{}{}
	for _, s := range c.sentences {
		for _, p := range s.pairs {
			shown[p.hour+" "+strings.Join(p.days, " ")] = struct{}{}
		}
	}
	for _, s := range c.sentences {
		single := len(shown) == 1 && len(s.pairs) > 0 || len(shown) == 0 && len(s.moments) == 0 && c.speaksOfTime(s)
		if single && !s.said && !phrase(s, lex.Wish) && !c.has(s, lex.Deny) {
			c.refuse("booking", s.from, s.to)
		}
	}
}

// checkBooked holds the sentences that tell of the appointment against the one that there is.
func (c *checker) checkBooked() {
	if c.f.Booked == nil {
		return
	}
	slot := c.f.Booked.Slot
	for _, s := range c.sentences {
		if !s.tells && (s.question || c.has(s, lex.Offer)) {
			continue
		}
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
}
