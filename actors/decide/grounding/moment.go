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
		named := c.is(i, "opcao") || c.is(i, "numero")
		return moment{kind: anItem, number: number, named: named, behind: c.is(i-1, "("), to: to}, true
	}
	if number, ok := c.ordinal(i, s); ok {
		return moment{kind: anItem, number: number, to: i + 1}, true
	}
	if to := c.dayEnd(i, s.to); to > i {
		return moment{kind: aDay, value: c.dayOf(i, to), to: to}, true
	}
	if to := c.hourEnd(i, s.to); to > i {
		return moment{kind: anHour, value: c.hourOf(i, to), to: to}, true
	}
	greets := c.is(i-1, "boa") || c.is(i-1, "bom")
	if c.in(i, lex.Part) && !greets {
		return moment{kind: aPart, value: lex.Part.Value(c.toks[i].Text), to: i + 1}, true
	}
	return moment{}, false
}

// ordinal is the number of a time in the offer that is told by its place: "o primeiro horário", "a segunda opção".
func (c *checker) ordinal(i int, s sentence) (number int, ok bool) {
	ranked := c.is(i+1, "opcao") || c.is(i+1, "pergunta") || c.is(i+1, "via") || c.is(i+1, "vez")
	switch {
	case ranked && c.in(i, lex.Weekday):
		number = int(lex.Weekday.Value(c.toks[i].Text)[0] - '0')
		return number + 1, true
	case !c.in(i, lex.Ordinal) || !c.has(s, lex.Weekday, lex.Day) && !c.timed(s):
		return 0, false
	}
	if value := lex.Ordinal.Value(c.toks[i].Text); value != "" {
		return int(value[0] - '0'), true
	}
	return len(c.f.Offer), true
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
		for next < to && (c.in(next, betweenDays) || c.is(next, "dia")) {
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
	case c.in(i, lex.Weekday):
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

// dateEnd is the end of a date in digits, "24/11/2026" or "24 de novembro", else i.
func (c *checker) dateEnd(i, to int) int {
	end := i
	switch {
	case !c.digits(i) || len(c.toks[i].Text) > 2:
	case c.is(i+1, "/") && c.digits(i+2) && c.glued(i+2):
		if end = i + 3; c.is(end, "/") && c.digits(end+1) && c.glued(end+1) {
			end += 2
		}
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

var (
	hourWords = language.NewClass("h hs hrs hora horas hr")
	leadsHour = language.NewClass("as das pelas ate a umas ao")
	halves    = language.NewClass("e de da")
	// betweenDays are signs inside of what says one day, separators those behind the number of an item.
	betweenDays = language.NewClass(", ( ) - * _")
	separators  = language.NewClass(") - . : * | _ ] º °")
)

// hourEnd is the end of an hour that begins at token i, else i.
func (c *checker) hourEnd(i, to int) int {
	var end int
	switch {
	case c.digits(i) && c.is(i+1, ":") && c.digits(i+2) && c.glued(i+2):
		end = i + 3
	case c.digits(i) && c.in(i+1, hourWords):
		if end = i + 2; c.digits(end) && c.glued(end) {
			end++
		}
		if c.is(end, "min") {
			end++
		}
	case c.digits(i) && len(c.toks[i].Text) <= 2 && c.in(i-1, leadsHour) && !c.is(i-1, "a"), c.is(i, "meio"):
		if end = i + 1; c.is(end, "-") {
			end++
		}
		if c.is(end, "dia") {
			return end + 1
		}
	case c.in(i, lex.Number) && c.spokenHour(i):
		end = i + 1
	default:
		return i
	}
	return min(c.hourTail(end, to), to)
}

// spokenHour reports whether a number in words is an hour: "às duas", "nove e meia", "três da tarde", "onze horas".
func (c *checker) spokenHour(i int) bool {
	return c.in(i-1, leadsHour) && !c.is(i-1, "a") && !c.is(i-1, "ao") || c.in(i+1, hourWords) || c.is(i+1, "e") && c.in(i+2, lex.Number) ||
		(c.is(i+1, "da") || c.is(i+1, "em")) && (c.in(i+2, lex.Part) || c.is(i+2, "ponto"))
}

// hourTail goes on behind an hour: "e meia", "da tarde", "horas", "h".
func (c *checker) hourTail(end, to int) int {
	for end < to {
		switch {
		case c.in(end, hourWords):
			end++
		case c.is(end, "e") && (c.in(end+1, lex.Number) || c.digits(end+1)) && !c.is(end+2, ":") && !c.in(end+2, hourWords):
			end += 2
		case c.in(end, halves) && c.in(end+1, lex.Part):
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
	named := c.is(i, "opcao") || c.is(i, "numero")
	at := i
	if named {
		at++
	}
	if !named && c.glued(i) && !c.is(i-1, "\n") && !c.is(i-1, "(") && !c.is(i-1, "*") && !c.is(i-1, "|") {
		return i, 0
	}
	if !c.digits(at) || len(c.toks[at].Text) > 2 || at >= s.to {
		return i, 0
	}
	for _, d := range c.toks[at].Text {
		number = 10*number + int(d-'0')
	}
	next := at + 1
	separated := c.in(next, separators) && !(c.is(next, ":") && c.digits(next+1) && c.glued(next+1))
	inList := c.bullet(s, i) || c.is(i-1, "*") || c.is(i-1, ",") || c.is(i-1, ":") || c.is(i-1, "|") || c.is(i-1, "(") || c.is(next, ")") && !c.is(i-1, "/")
	switch {
	case named, c.toks[at].Keycap:
		return next, number
	case separated && inList:
		return next, number
	case c.bullet(s, i) && next < s.to && (c.dayEnd(next, s.to) > next || c.hourEnd(next, s.to) > next):
		return next, number
	default:
		return i, 0
	}
}
