package pii

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/understand"
)

const (
	// bornReach is how many words a word of birth reaches forward.
	bornReach = 8
	// longAgo is after how many years a date is nobody's visit any more, whatever stands beside it.
	longAgo = 5
	// yearsAhead is how far appointments lie ahead.
	yearsAhead = 2
)

// date is three numbers that are written like a day; only their ranges are checked.
type date struct {
	y, m, d int
	whole   bool // the year has four digits
}

// iso is the date as YYYY-MM-DD; a year of two digits is not more than yearsAhead.
func (t date) iso(now time.Time) string {
	if !t.whole {
		if t.y += now.Year() / 100 * 100; t.y > now.Year()+yearsAhead {
			t.y -= 100
		}
	}
	return fmt.Sprintf("%04d-%02d-%02d", t.y, t.m, t.d)
}

// dateAt reads three groups, or one of six or eight digits, as day, month and year, in either order.
func (s *source) dateAt(g ...int) (t date, ok bool) {
	all := s.digits(g)
	first, second := 2, 4 // where the parts end
	if len(g) == 3 {
		first, second = s.size(g[0]), s.size(g[0])+s.size(g[1])
	}
	d, m, y := all[:first], all[first:second], all[second:]
	if len(d) == 4 {
		d, y = y, d
	}
	t.whole = len(y) == 4
	if len(d) > 2 || len(m) > 2 || !t.whole && len(y) != 2 {
		return t, false
	}
	t.d, _ = strconv.Atoi(d)
	t.m, _ = strconv.Atoi(m)
	t.y, _ = strconv.Atoi(y)
	return t, 1 <= t.d && t.d <= 31 && 1 <= t.m && t.m <= 31
}

// anyones tells whether somebody may be born on a date; where the year is whole, day and month may be the other way
// round.
func (t date) anyones() bool {
	if t.whole {
		return min(t.d, t.m) <= 12 && 1900 <= t.y && t.y <= 2100
	}
	return t.m <= 12
}

// behind tells whether a word of a class stands not far before a token.
func (r *reader) behind(i int, class *language.Class) bool {
	return slices.ContainsFunc(r.toks[max(0, i-bornReach):i], func(t token) bool { return class.Has(t.text) })
}

// bornAt tells whether a date at a token is said, or was asked for, as one of birth, and not as an earlier visit's.
func (r *reader) bornAt(i int) bool {
	return r.o.Asked == conversation.AskBirthDate && !r.behind(i, words.Visit) || r.behind(i, words.BirthDateWord)
}

// birthOf reads a date as one of birth; "" when it is rather an appointment's.
func (r *reader) birthOf(text string, born bool) string {
	if born {
		text = "nascimento " + text
	}
	return understand.Read(strings.Join(strings.Fields(text), " "), r.o.Now).BirthDate
}

// numericDate reads a date of three groups, or of six or eight digits; a date that is none of birth is passed, and so
// are an hour (14:00) and a day without a year (24/11).
func (r *reader) numericDate(g []int, i int) finding {
	count, size := 0, r.size(g[i])
	switch {
	case i+8 <= len(g) && r.spacedDate(g[i:i+8]):
		count = 8
	case i+2 < len(g) && r.free(g[i], g[i+2]+1) && r.dateSigns(g[i:i+3], len(g) == 3):
		count = 3
	case size == 8 && !r.answersCPF(g[i]), size == 6 && len(g) == 1 && r.bornAt(g[i]):
		count = 1
	}
	if count > 0 {
		if t, ok := r.dateAt(g[i : i+count]...); ok && t.anyones() {
			return r.dated(g[i], count, t)
		}
	}
	if i+1 == len(g) || r.taken(g[i+1]) || size > 2 || r.size(g[i+1]) > 2 {
		return finding{}
	}
	if sign := r.signs(g[i], g[i+1]); sign == ":" && r.size(g[i+1]) == 2 || sign == "/" {
		return finding{2, passed, ""}
	}
	return finding{}
}

// spacedDate tells whether eight digits one by one have the signs of a date: "1 2 / 0 3 / 1 9 8 5".
func (r *reader) spacedDate(g []int) bool {
	for n := 1; n < len(g); n++ {
		sign := r.signs(g[n-1], g[n])
		if parts := n == 2 || n == 4; parts == (sign == "") || parts && !slices.Contains([]string{"/", "-", ".", "–"}, sign) {
			return false
		}
	}
	return len(r.digits(g)) == len(g) && r.free(g[0], g[len(g)-1]+1)
}

// dateSigns tells whether the signs between three groups are those of a date: / - . or, with a whole year, spaces.
// Alone and as a birth date the year may be short.
func (r *reader) dateSigns(g []int, alone bool) bool {
	sign := r.signs(g[0], g[1])
	if sign != r.signs(g[1], g[2]) {
		return false
	}
	whole := r.size(g[0]) == 4 || r.size(g[2]) == 4
	switch sign {
	case "/":
		return true
	case "-", ".", "–":
		return whole || r.bornAt(g[0])
	case "", "|", "\\", "_", ",":
		return whole || alone && r.bornAt(g[0])
	}
	return false
}

// dated tells a birth date from the date of an appointment.
func (r *reader) dated(tok, count int, t date) finding {
	born, day := r.bornAt(tok), t.iso(r.o.Now)
	read := r.birthOf(fmt.Sprintf("%02d/%02d/%d", t.d, t.m, t.y), born)
	switch {
	case !born && r.behind(tok, words.Visit) && t.y > r.o.Now.Year()-longAgo:
		return finding{count, passed, ""}
	case t.m > 12 && t.y > r.o.Now.Year():
		return finding{}
	case read != "":
		return finding{count, birth, read}
	case day < r.o.Now.Format(time.DateOnly), born && count == len(r.toks):
		return finding{count, birth, day}
	}
	return finding{count, passed, ""}
}

// wordedDates finds birth dates with a month in words: "5 de março de 1980".
func (r *reader) wordedDates() {
	for i, t := range r.toks {
		if !r.number(i, 1, 2) || r.taken(i) {
			continue
		}
		j, born := r.wordedEnd(i), r.bornAt(i)
		if j == i || !r.free(i, j) || !born && r.behind(i, words.Visit) {
			continue
		}
		text := r.raw(i, j)
		if r.number(i + 1) {
			text = t.text + "/" + r.toks[i+1].text + "/" + r.toks[j-1].text
		}
		if day := r.birthOf(text, born); day != "" {
			r.take(i, j, birth, day)
		}
	}
}

// wordedEnd is the index after the year of a date whose day is at i: "5 de março de 1980", "05/03 de 1980"; i for none.
func (r *reader) wordedEnd(i int) int {
	if r.number(i+1, 1, 2) && r.signs(i, i+1) == "/" && r.is(i+2, words.BeforeMonth) && r.number(i+3, 4) {
		return i + 4
	}
	month := r.skip(i+1, 1, words.BeforeMonth)
	year := r.skip(month+1, 1, words.BeforeMonth)
	if r.is(month, words.Month) && r.number(year, 2, 4) {
		return year + 1
	}
	return i
}
