package grounding

import (
	"slices"
	"strings"
	"time"

	"atende/actors/language"
	"atende/actors/understand"
)

// moment is a day, an hour, a part of the day or the number of an item in the text, in the order of the text.
type moment struct {
	kind     momentKind
	value    string // YYYY-MM-DD, HH:MM, a period of understand; "" for one that cannot be read
	number   int
	named    bool // "opção 3"
	bound    int  // an hour that others are behind (1) or before (-1): "depois das 14h"
	behind   bool // the number stands in brackets behind what it numbers
	from, to int  // tokens
}

type momentKind uint8

const (
	aDay momentKind = iota
	anHour
	aPart
	anItem
)

// findMoments finds all moments.  Where one stands is seen here; what it says is read by understand.
func (c *checker) findMoments() {
	for _, s := range c.sentences {
		for i := s.from; i < s.to; i++ {
			if c.covered[i] {
				continue
			}
			if to := c.durationEnd(i, s); to > i {
				c.cover(i, to)
				i = to - 1
				continue
			}
			m, ok := c.momentAt(i, s)
			if !ok {
				continue
			}
			m.from = i
			c.moments = append(c.moments, m)
			c.cover(i, m.to)
			i = m.to - 1
		}
	}
}

// momentAt is the moment that begins at token i.
func (c *checker) momentAt(i int, s sentence) (moment, bool) {
	if to, number := c.itemAt(i, s); to > i {
		named := c.is(i, "opcao", "numero")
		return moment{kind: anItem, number: number, named: named, behind: c.is(i-1, "("), to: to}, true
	}
	if number, ok := c.ordinal(i, s); ok {
		return moment{kind: anItem, number: number, to: i + 1}, true
	}
	if to := c.dayEnd(i, s.to); to > i {
		return moment{kind: aDay, value: c.dayOf(i, to), to: to}, true
	}
	if to := c.hourEnd(i, s.to); to > i {
		return moment{kind: anHour, value: c.hourOf(i, to), bound: c.boundBefore(i), to: to}, true
	}
	greets := c.is(i-1, "boa", "bom")
	if c.in(i, lex.Part) && !greets {
		return moment{kind: aPart, value: lex.Part.Value(c.toks[i].Text), to: i + 1}, true
	}
	return moment{}, false
}

// boundBefore tells on which side of the hour at token i those lie that are meant: behind (1), before (-1), or neither (0).
func (c *checker) boundBefore(i int) int {
	for i--; c.in(i, lex.LeadsHour) || c.is(i, "de"); i-- {
		if c.in(i, lex.Bounding) {
			break
		}
	}
	switch lex.Bounding.Value(c.textAt(i)) {
	case "after":
		return 1
	case "before":
		return -1
	default:
		return 0
	}
}

// durationEnd is the end of how long something takes that begins at token i, else i: "8 horas de jejum", "em 2 horas".
func (c *checker) durationEnd(i int, s sentence) int {
	if !c.digits(i) && !c.in(i, lex.Number) || !c.in(i+1, lex.Span) {
		return i
	}
	if c.digits(i+2) && c.glued(i+2) {
		return i // "8h30"
	}
	if hours := c.in(i+1, lex.HourWords); hours && !c.lasts(i) || !hours && c.has(s, lex.Offer) {
		return i
	}
	return i + 2
}

// lasts reports that what stands around the number at token i and its unit makes them how long something takes.
func (c *checker) lasts(i int) bool {
	before, after := i-1, i+2
	if c.is(before, "de", "ate", "a") && !c.in(before, lex.Lasting) {
		before--
	}
	if c.is(after, "de") {
		after++
	}
	return c.in(before, lex.Lasting) || c.in(after, lex.Behind)
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

// dayEnd is the end of a day that begins at token i: all that says one day, "terça-feira, dia 24/11".
func (c *checker) dayEnd(i, to int) int {
	end := c.oneDay(i, to)
	if end == i {
		return i
	}
	for {
		next := end
		for next < to && (c.in(next, lex.BetweenDays) || c.is(next, "dia")) {
			next++
		}
		more := c.oneDay(next, to)
		if more == next || c.in(next, lex.Weekday) && c.in(i, lex.Weekday) || c.digits(next) && c.digits(i) {
			return end
		}
		if end = more; c.is(end, ")") {
			end++
		}
	}
}

// oneDay is the end of one word for a day.
func (c *checker) oneDay(i, to int) int {
	switch {
	case i >= to || c.covered[i]:
		return i
	case c.in(i, lex.Weekday) && c.isWeekday(i):
		end := i + 1
		if c.is(end, "-") && strings.HasPrefix(c.textAt(end+1), "feira") {
			return end + 2
		}
		if strings.HasPrefix(c.textAt(end), "feira") {
			return end + 1
		}
		return end
	case c.is(i, "depois") && c.is(i+1, "de") && c.is(i+2, "amanha"):
		return i + 3
	case c.in(i, lex.Day):
		return i + 1
	case c.is(i, "dia") && c.digits(i+1):
		return max(c.dateEnd(i+1, to), i+2)
	default:
		return c.dateEnd(i, to)
	}
}

// isWeekday reports that a short word is a weekday and not a verb: "ter. 24/11".
func (c *checker) isWeekday(i int) bool {
	const short = 3
	return len(c.toks[i].Text) > short || c.digits(i+1) || c.is(i+1, ".", ",", "-", "(") || c.is(i-1, ",", "-", "(", ":")
}

// dateEnd is the end of a date in digits, "24/11/2026" or "24 de novembro", else i.
func (c *checker) dateEnd(i, to int) int {
	end := i
	switch {
	case !c.digits(i) && (!c.is(i, "o") || !c.is(i-1, "1") || !c.glued(i)) || len(c.toks[i].Text) > 2:
	case c.is(i+1, "/") && c.digits(i+2) && c.glued(i+2):
		if end = i + 3; c.is(end, "/") && c.digits(end+1) && c.glued(end+1) {
			end += 2
		}
	case c.is(i+1, "o") && c.glued(i+1) && c.is(i, "1") && c.is(i+2, "/", "de"):
		return max(c.dateEnd(i+1, to), i)
	case c.is(i+1, "de") && c.in(i+2, lex.Month):
		if end = i + 3; c.is(end, "de") && c.digits(end+1) {
			end += 2
		}
	}
	return min(end, max(to, i))
}

func (c *checker) textAt(i int) string {
	if i < 0 || i >= len(c.toks) {
		return ""
	}
	return c.toks[i].Text
}

// dayOf is the day that tokens say, "" unless all of them say the same.
func (c *checker) dayOf(from, to int) string {
	dates := understand.Read(c.between(from, to), c.f.Now).Dates
	if len(dates) != 1 || dates[0].From != dates[0].To {
		return ""
	}
	day, err := time.Parse(time.DateOnly, dates[0].From)
	if err != nil {
		return ""
	}
	for i := from; i < to; i++ {
		if c.in(i, lex.Weekday) && lex.Weekday.Value(c.toks[i].Text) != string('0'+rune(day.Weekday())) {
			return ""
		}
		if c.in(i, lex.Day) && (!c.is(i-1, "de") || !c.is(i-2, "depois")) {
			if one := understand.Read(c.toks[i].Raw, c.f.Now).Dates; len(one) != 1 || one[0] != dates[0] {
				return ""
			}
		}
	}
	return dates[0].From
}

// hourEnd is the end of an hour that begins at token i, else i.
func (c *checker) hourEnd(i, to int) int {
	end := i
	switch {
	case c.is(i, "meio") && c.is(i+1, "dia"), c.in(i, lex.Number) && c.spokenHour(i):
		end = i + 1 + boolInt(c.is(i+1, "dia"))
	case c.is(i, "meio") && c.is(i+1, "-") && c.is(i+2, "dia"):
		return i + 3
	case c.digits(i):
		end = c.writtenHour(i)
	}
	if end == i {
		return i
	}
	return min(c.hourTail(end, to), to)
}

// writtenHour is the end of an hour in digits: "8:00", "8h30", "8 horas", "às 8", "às 8.30", "às 0830", "8 e meia".
func (c *checker) writtenHour(i int) int {
	long, led := len(c.toks[i].Text), c.in(i-1, lex.LeadsHour)
	switch {
	case c.is(i+1, ":") && c.digits(i+2) && c.glued(i+2):
		return i + 3
	case c.in(i+1, lex.HourWords):
		end := i + 2
		if c.digits(end) && (c.glued(end) || len(c.toks[end].Text) == 2 && !c.is(end+1, "/", ":", "h")) {
			end++
		}
		return end + boolInt(c.is(end, "min"))
	case long <= 2 && led && !c.is(i-1, "a"):
		if c.is(i+1, ".") && c.glued(i+1) && c.glued(i+2) && c.digits(i+2) {
			return i + 3
		}
		return i + 1
	case long == 4 && led, c.is(i+1, "e") && c.is(i+2, "meia"):
		return i + 1
	default:
		return i
	}
}

func boolInt(is bool) int {
	if is {
		return 1
	}
	return 0
}

// spokenHour reports whether a number in words is an hour: "às duas", "nove e meia", "três da tarde", "onze horas".
func (c *checker) spokenHour(i int) bool {
	switch {
	case c.in(i-1, lex.LeadsHour) && !c.is(i-1, "a", "ao"):
		return true
	case c.in(i+1, lex.HourWords), c.is(i+1, "e") && c.in(i+2, lex.Number):
		return true
	default:
		return c.is(i+1, "da", "em") && (c.in(i+2, lex.Part) || c.is(i+2, "ponto"))
	}
}

// hourTail goes on behind an hour: "e meia", "da tarde", "horas", "h".
func (c *checker) hourTail(end, to int) int {
	for end < to {
		switch {
		case c.in(end, lex.HourWords):
			end++
		case c.is(end, "e") && (c.in(end+1, lex.Number) || c.digits(end+1)) && !c.is(end+2, ":") && !c.in(end+2, lex.HourWords):
			end += 2
		case c.in(end, lex.BeforePart) && c.in(end+1, lex.Part):
			end += 2
		case c.is(end, "em") && c.is(end+1, "ponto"):
			end += 2
		default:
			return end
		}
	}
	return end
}

// hourOf is the hour that tokens say, "" if it cannot be read as one.
func (c *checker) hourOf(from, to int) string {
	text := c.between(from, to)
	times := understand.Read(text, c.f.Now).Times
	if len(times) == 0 {
		times = understand.Read("às "+text, c.f.Now).Times
	}
	if len(times) != 1 || times[0].From != times[0].To {
		return ""
	}
	return times[0].From
}

// itemAt is the end of the number of an item that begins at token i, else i: "1 -", "*2*", "3)", "opção 4", "5️⃣".
func (c *checker) itemAt(i int, s sentence) (to, number int) {
	at, named := i, c.is(i, "opcao", "numero", "letra")
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
	if !named && !c.toks[at].Keycap && !c.numbersItem(i, s) {
		return i, 0
	}
	for _, d := range c.toks[at].Text {
		number = 10*number + int(d-'0')
	}
	return at + 1, number
}

// numbersItem reports that what stands around the number at token i makes it that of an item: a sign, or the begin of the
// line and a day or an hour.
func (c *checker) numbersItem(i int, s sentence) bool {
	if c.separated(i+1) && c.inList(i, s) {
		return true
	}
	if c.is(i-1, "o", "a") && c.is(i+1, ",", ":") && !c.glued(i+2) || c.is(i+1, "para") && c.dayEnd(i+2, s.to) > i+2 {
		return len(c.f.Offer) > 0
	}
	return c.bullet(s, i) && i+1 < s.to && (c.dayEnd(i+1, s.to) > i+1 || c.hourEnd(i+1, s.to) > i+1)
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
