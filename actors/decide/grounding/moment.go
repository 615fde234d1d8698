package grounding

import (
	"slices"
	"time"

	"atende/actors/language"
	"atende/actors/understand"
)

// moment is a day, an hour, a part of the day or the number of an item in the text, in the order of the text.
type moment struct {
	kind     momentKind
	value    string // YYYY-MM-DD, HH:MM, a period of understand; "" for one that cannot be read
	number   int
	named    bool   // "opção 3"
	until    string // the end of a range: "de terça a sexta"
	bound    int    // an hour that others are behind (1) or before (-1): "depois das 14h"
	behind   bool   // the number stands in brackets behind what it numbers
	from, to int    // tokens
}

type momentKind uint8

const (
	aDay momentKind = iota
	anHour
	aPart
	anItem
)

// findMoments finds all moments.  Days and hours are read by package understand, as what patients write is.
func (c *checker) findMoments() {
	for _, s := range c.sentences {
		times := c.timesOf(s)
		for i := s.from; i < s.to; i++ {
			if c.covered[i] {
				continue
			}
			m, ok := c.momentAt(i, s, times)
			if !ok {
				continue
			}
			m.from = i
			if n := len(c.moments); n > 0 && c.sameDay(c.moments[n-1], m) { // "amanhã, 24/11"
				if c.moments[n-1].to = m.to; c.moments[n-1].value != m.value {
					c.moments[n-1].value = ""
				}
			} else {
				c.moments = append(c.moments, m)
			}
			c.cover(i, m.to)
			i = m.to - 1
		}
	}
}

// momentAt is the moment that begins at token i.
func (c *checker) momentAt(i int, s sentence, times map[int]moment) (moment, bool) {
	if to, number := c.itemAt(i, s, times); to > i {
		return moment{kind: anItem, number: number, named: c.in(i, lex.Numbering), behind: c.is(i-1, "("), to: to}, true
	}
	if number, ok := c.ordinal(i, s); ok {
		return moment{kind: anItem, number: number, to: i + 1}, true
	}
	for _, number := range []int{i, i + 1} { // "8 horas", "em 10 dias"
		if c.lasts(number, s) && (number == i || c.in(i, lex.Lasting)) {
			c.cover(i, number+2)
			return moment{}, false
		}
	}
	m, ok := times[i]
	return m, ok
}

// sameDay reports that a day is said a second time behind a word for it: "amanhã, 24/11".
func (c *checker) sameDay(a, b moment) bool {
	for i := a.to; i < b.from; i++ {
		if c.toks[i].Kind != language.Mark || c.ends(i) {
			return false
		}
	}
	return a.kind == aDay && b.kind == aDay && c.in(a.from, lex.Day)
}

// timesOf are the days, hours and parts of the day of a sentence, by the tokens where they begin.  The number of an item
// is not part of one: "2 - 09:30".
func (c *checker) timesOf(s sentence) map[int]moment {
	times := map[int]moment{}
	from := s.from
	for i := s.from; i <= s.to; i++ {
		to := i
		if i < s.to {
			to, _ = c.itemAt(i, s, nil)
		}
		if i < s.to && to == i {
			continue
		}
		c.readTimes(from, i, times)
		from = max(to, i+1)
		i = from - 1
	}
	for i := s.from; i < s.to; i++ {
		if _, read := times[i]; !read && !c.covered[i] && c.in(i, lex.Weekday) && len(c.toks[i].Text) > len("seg") && !inside(times, i) {
			c.readTimes(i, i+1, times)
			if _, read = times[i]; !read {
				times[i] = moment{kind: aDay, to: i + 1} // "aos sábados"
			}
		}
	}
	return times
}

// inside reports whether a moment that begins a few tokens before holds a token.
func inside(times map[int]moment, i int) bool {
	const longest = 12
	for from := i - longest; from < i; from++ {
		if m, ok := times[from]; ok && m.to > i {
			return true
		}
	}
	return false
}

// saysTime reports a token without which there is no day and no hour.
func saysTime(t language.Token) bool {
	words := []*language.Class{lex.Weekday, lex.Day, lex.Month, lex.Number, lex.Part}
	return t.Kind == language.Digits || slices.ContainsFunc(words, func(class *language.Class) bool { return class.Has(t.Text) })
}

// readTimes reads the tokens from one up to another.
func (c *checker) readTimes(from, to int, times map[int]moment) {
	if from >= to || !slices.ContainsFunc(c.toks[from:to], saysTime) {
		return
	}
	start := c.toks[from].Start
	for _, one := range understand.Moments(c.between(from, to), c.f.Now) {
		from, to := c.tokensOf(start+one.Start, start+one.End)
		if m, ok := c.momentOf(one, from, to); ok && to > from {
			times[from] = m
		}
	}
}

// momentOf is what understand read from one token to another; false for vague ones: "semana que vem", "bom dia".
func (c *checker) momentOf(one understand.Moment, from, to int) (moment, bool) {
	switch {
	case one.Period != "":
		return moment{kind: aPart, value: string(one.Period), to: to}, !c.in(from-1, lex.Wishing)
	case one.Day.From != "":
		return c.dayOf(one, from, to)
	case one.Time.From == one.Time.To:
		return moment{kind: anHour, value: one.Time.From, to: to}, true
	case one.Time.To == lastMinute:
		return moment{kind: anHour, value: one.Time.From, bound: 1, to: to}, true
	case one.Time.From == "00:00":
		return moment{kind: anHour, value: one.Time.To, bound: -1, to: to}, true
	default:
		return moment{kind: anHour, value: one.Time.From, until: one.Time.To, to: to}, true
	}
}

// lastMinute ends an hour that is open to what comes behind it.
const lastMinute = "23:59"

// dayOf is the day that tokens say, also where it is the bound of others ("a partir de quarta"), or the first and the last
// one.  Its value is "" unless all words say the same: "quarta, 24/11".
func (c *checker) dayOf(one understand.Moment, from, to int) (moment, bool) {
	m := moment{kind: aDay, to: to}
	if one.Day.From != one.Day.To { // without what stands before it
		if alone := understand.Moments(c.between(from, to), c.f.Now); len(alone) == 1 {
			one = alone[0]
		}
	}
	words := sentence{from: from, to: to}
	exact := c.has(words, lex.Weekday, lex.Day) || c.timed(words)
	if one.Day.From != one.Day.To {
		m.value, m.until = one.Day.From, one.Day.To
		return m, exact
	}
	m.value = one.Day.From
	day, err := time.Parse(time.DateOnly, m.value)
	for i := from; i < to; i++ {
		if c.in(i, lex.Weekday) && (err != nil || lex.Weekday.Value(c.toks[i].Text) != string('0'+rune(day.Weekday()))) {
			m.value = ""
		}
	}
	return m, true
}

// lasts reports a number that says how long something takes, or how many: "8 horas de jejum", "em 2 dias".
func (c *checker) lasts(i int, s sentence) bool {
	if !c.digits(i) && !c.in(i, lex.Number) || !c.in(i+1, lex.Span) || c.digits(i+2) && c.glued(i+2) {
		return false
	}
	if c.in(i+1, lex.HourWords) {
		return c.in(i-1, lex.Lasting)
	}
	return !c.has(s, lex.Offer)
}

// ordinal is the number of a time in the offer that is told by its place: "a segunda opção", "a primeira é às 8h".  Which
// one "o primeiro horário de quarta" is depends on more than the offer's order.
func (c *checker) ordinal(i int, s sentence) (number int, ok bool) {
	if !c.in(i, lex.Ordinal) && !c.in(i, lex.Weekday) || !c.ranks(i, s) {
		return 0, false
	}
	value := lex.Ordinal.Value(c.toks[i].Text)
	switch {
	case !c.in(i, lex.Ordinal): // "segunda" is the second, and the weekday number 1
		return int(lex.Weekday.Value(c.toks[i].Text)[0]-'0') + 1, true
	case value == "":
		return len(c.f.Offer), true
	default:
		return int(value[0] - '0'), true
	}
}

// ranks reports that an ordinal, or a weekday that may be one, tells a place in a list.
func (c *checker) ranks(i int, s sentence) bool {
	const reach = 12
	switch {
	case c.in(i+1, lex.Ranked), c.is(i+1, "da") && c.is(i+2, "lista"):
		return true
	case c.in(i, lex.Ordinal) && c.is(i+1, "e", "seria", ":"):
		return !c.has(sentence{from: s.from, to: i}, lex.Weekday, lex.Day)
	case !c.is(i-1, "a"):
		return false
	case c.is(i+1, "e") && c.is(i+2, "as"):
		return true
	default: // "a primeira ou a segunda"
		return slices.ContainsFunc(c.toks[max(s.from, i-reach):i], func(t language.Token) bool { return t.Text == "primeira" })
	}
}

// timed reports digits in a sentence.
func (c *checker) timed(s sentence) bool {
	return slices.ContainsFunc(c.toks[s.from:s.to], func(t language.Token) bool { return t.Kind == language.Digits })
}

func (c *checker) textAt(i int) string {
	if i < 0 || i >= len(c.toks) {
		return ""
	}
	return c.toks[i].Text
}

// itemAt is the end of the number of an item that begins at token i, else i: "1 -", "*2*", "3)", "opção 4", "5️⃣".
func (c *checker) itemAt(i int, s sentence, times map[int]moment) (to, number int) {
	at, named := i, c.in(i, lex.Numbering)
	if named {
		at++
	}
	if !named && c.glued(i) && !c.is(i-1, "\n", "(", "*", "|") {
		return i, 0
	}
	if value := lex.Letters.Value(c.textAt(at)); value != "" && (named && !c.is(at, "a", "e") || c.separated(at+1) && c.bullet(s, i)) {
		return at + 1, int(value[0] - '0')
	}
	if !c.digits(at) || len(c.toks[at].Text) > 2 || at >= s.to {
		return i, 0
	}
	if !named && !c.toks[at].Keycap && !c.numbersItem(i, s, times) {
		return i, 0
	}
	for _, d := range c.toks[at].Text {
		number = 10*number + int(d-'0')
	}
	return at + 1, number
}

// numbersItem reports that what stands around the number at token i makes it that of an item: a sign, or the begin of the
// line and a day or an hour.
func (c *checker) numbersItem(i int, s sentence, times map[int]moment) bool {
	if c.separated(i+1) && c.inList(i, s) {
		return true
	}
	if c.is(i-1, "o", "a") && c.is(i+1, ",", ":") && !c.glued(i+2) || c.is(i+1, "para") && times[i+2].to > 0 {
		return len(c.f.Offer) > 0
	}
	return c.bullet(s, i) && times[i+1].to > 0
}

// separated reports a sign at token i that parts a number from its item; the colon of "8:00" does not.
func (c *checker) separated(i int) bool {
	hour := c.is(i, ":") && c.digits(i+1) && c.glued(i+1)
	return c.in(i, lex.Separators) && !hour
}

// inList reports that the number at token i stands where the items of a list begin.
func (c *checker) inList(i int, s sentence) bool {
	return c.bullet(s, i) || c.is(i-1, "*", ",", ":", "|", "(") || c.is(i+1, ")") && !c.is(i-1, "/")
}
