package understand

import (
	"strings"
	"time"

	"atende/actors/language"
)

// monthExpr is a month as said: a certain one, or one that comes again every year.
type monthExpr struct {
	month time.Month
	year  int  // 0: every year
	plain bool // "do mês" alone: this month, or the next one when it is too late
	end   int
}

// occurrence returns the year and month of the k-th time the month is, counted from the year of from; false when
// there is no such time.
func (m monthExpr) occurrence(from day, k int) (int, time.Month, bool) {
	switch {
	case m.plain:
		y, month, _ := makeDayInMonth(from, k).date()
		return y, month, k < 2
	case m.year != 0:
		return m.year, m.month, k == 0
	}
	y, _, _ := from.date()
	return y + k, m.month, k < yearsAhead
}

// yearsAhead reaches the next leap year from anywhere.
const yearsAhead = 9

// days is the first stretch that pick makes of the month and that ends on or after a day.
func (m monthExpr) days(class dayClass, number int, pick func(all stretch) (stretch, bool)) dayExpr {
	return dayExpr{class: class, number: number, next: func(from day) (stretch, bool) {
		for k := 0; ; k++ {
			y, month, more := m.occurrence(from, k)
			if !more {
				return stretch{}, false
			}
			if s, ok := pick(monthOf(y, month)); ok && s.to >= from {
				return s, true
			}
		}
	}}
}

// on is a day of the month.
func (m monthExpr) on(n int) dayExpr {
	return m.days(dayDated, n, func(all stretch) (stretch, bool) {
		y, month, _ := all.from.date()
		d, ok := newDay(y, int(month), n)
		return one(d), ok
	})
}

// part is the days a to b of the month; b beyond its end is its last day.  A negative a counts from there and reaches
// to it.
func (m monthExpr) part(a, b int) dayExpr {
	return m.days(dayMonth, 0, func(all stretch) (stretch, bool) {
		if a < 0 {
			return stretch{all.to + day(a) + 1, all.to}, true
		}
		return stretch{all.from + day(a-1), min(all.to, all.from+day(b-1))}, true
	})
}

// nth is the n-th such weekday of the month; the last one for -1.
func (m monthExpr) nth(n, weekday int) dayExpr {
	return m.days(dayDated, 0, func(all stretch) (stretch, bool) {
		if n < 0 {
			return one(all.to - day((all.to.weekday()-weekday+7)%7)), true
		}
		d := all.from + day((weekday-all.from.weekday()+7)%7+7*(n-1))
		return one(d), d <= all.to
	})
}

// relativeMonth is the month n months from now.
func (r *reader) relativeMonth(n, end int) monthExpr {
	y, m, _ := makeDayInMonth(r.today, n).date()
	return monthExpr{month: m, year: y, end: end}
}

// monthAt reads a month at i: "mês que vem", "este mês", "março", "março de 2027", "julho do ano que vem". Short names
// (mar) count only where a date is certain.
func (r *reader) monthAt(i int, short bool) (monthExpr, bool) {
	if end := r.says(i, pt.NextMonth); end > 0 {
		return r.relativeMonth(1, end), true
	}
	if end := r.says(i, pt.ThisMonth); end > 0 {
		return r.relativeMonth(0, end), true
	}
	switch {
	case r.keys(i, "mes"):
		if r.is(i+1, pt.Past) {
			return monthExpr{}, false
		}
		if m, ok := r.namedMonth(r.skipAny(i+1, 1, "de"), true); ok {
			return m, true
		}
		return monthExpr{plain: true, end: i + 1}, true
	case r.is(i, pt.NextOnes) || r.is(i, pt.These):
		return r.namedMonth(i+1, short)
	}
	return r.namedMonth(i, short)
}

func (r *reader) namedMonth(i int, short bool) (monthExpr, bool) {
	t := r.at(i)
	month, ok := numberOf(pt.Months, t.key)
	if !ok && short {
		month, ok = numberOf(pt.MonthShort, t.Text)
	}
	if !ok || t.key == "marco" && !short && !r.isMarch(i) {
		return monthExpr{}, false
	}
	m := monthExpr{month: time.Month(month), end: i + 1}
	if short && r.keys(m.end, ".") && len(t.Text) == 3 {
		m.end++
	}
	if year, end, ok := r.yearAfter(m.end); ok {
		m.year, m.end = year, end
	} else if end, ok := r.comes(m.end); ok {
		m.end = end
	}
	return m, true
}

// isMarch tells "março" from the verb "marco" when the cedilla is missing.
func (r *reader) isMarch(i int) bool {
	if strings.ContainsAny(r.at(i).Raw, "çÇ\u0327") {
		return true
	}
	if r.keys(i-2, "nome") { // "no nome de Marco"
		return false
	}
	if r.isAny(i-1, "entre") || r.is(i-1, pt.DayConnectors) && r.monthName(i-2) || r.is(i+1, pt.DayConnectors) && r.monthName(i+2) {
		return true
	}
	if _, ok := r.year(i + 2); ok && r.keys(i+1, "de") {
		return true
	}
	n, ok := r.number(i + 1)
	dayFollows := ok && (n.digits > 0 || n.value > 1) // "marco uma consulta"
	return dayFollows || r.is(i-1, pt.BeforeMarch) ||
		i == 0 && len(r.toks) == 1
}

// yearAfter reads the year after a month name: a four-digit one, or "do ano que vem".
func (r *reader) yearAfter(i int) (year, end int, ok bool) {
	k := r.skip(i, 1, pt.OfYear)
	y, _, _ := r.today.date()
	if end := r.says(k, pt.NextYear); end > 0 {
		return y + 1, end, true
	}
	if end := r.says(k, pt.ThisYear); end > 0 {
		return y, end, true
	}
	if r.keys(k, "ano") {
		return y, k + 1, k > i && r.isAny(k-1, "deste", "desse")
	}
	n, ok := r.year(k)
	return n.value, n.end, ok && n.digits == 4
}

// partOfMonth reads "começo do mês", "segunda quinzena de maio", "última semana do mês".
func (r *reader) partOfMonth(i int) (item, bool) {
	a, b := 1, 10
	switch {
	case r.is(i, pt.MonthStarts):
	case r.is(i, pt.MonthMiddle):
		a, b = 11, 20
	case r.is(i, pt.MonthEnds):
		a, b = 21, 31
	default:
		return r.ordinalOfMonth(i)
	}
	m, ok := r.ofMonthAt(i + 1)
	if !ok || !r.is(i+1, pt.OfMonth) {
		return item{}, false
	}
	return saysDay(i, m.end, m.part(a, b))
}

// ofMonthAt reads "de março", "do mês que vem", "deste mês" at i.
func (r *reader) ofMonthAt(i int) (monthExpr, bool) {
	if r.is(i, pt.These) {
		return r.monthAt(i, true)
	}
	if !r.is(i, pt.OfMonth) {
		return monthExpr{}, false
	}
	return r.monthAt(i+1, true)
}

// ordinalAt reads primeira, 1ª, última.
func (r *reader) ordinalAt(i int) (n, end int, ok bool) {
	t := r.at(i)
	if n, ok := numberOf(pt.Ordinals, t.key); ok {
		return n, i + 1, true
	}
	sign := r.at(i + 1)
	if t.Kind == language.Digits && len(t.Text) <= 2 && sign.Glued && (sign.Text == "a" || sign.Text == "o") {
		num, _ := r.number(i)
		return num.value, i + 2, num.value > 0
	}
	return 0, i, false
}

// ordinalOfMonth reads fortnights, the n-th week, day and weekday of a month.
func (r *reader) ordinalOfMonth(i int) (item, bool) {
	n, k, ok := r.ordinalAt(i)
	if !ok {
		return item{}, false
	}
	weekday, end, _, isWeekday := r.weekdayWord(k)
	if !isWeekday {
		end = k + 1
	}
	m, named := r.ofMonthAt(end)
	if r.keys(k, "quinzena") && (n == 1 || n == 2) {
		if !named {
			m = monthExpr{plain: true, end: end}
		}
		return saysDay(i, m.end, m.part(1+15*(n-1), 15+16*(n-1)))
	}
	switch {
	case !named:
	case r.keys(k, "semana") && n < 0:
		return saysDay(i, m.end, m.part(-7, 0))
	case r.keys(k, "semana") && n <= 4:
		return saysDay(i, m.end, m.part(7*n-6, 7*n))
	case r.keys(k, "dia") && n <= 10:
		return saysDay(i, m.end, m.part(n, n))
	case isWeekday && n <= 5:
		return saysDay(i, m.end, m.nth(n, weekday))
	}
	return item{}, false
}

// wholeMonth reads a month or a year without a day.
func (r *reader) wholeMonth(i int) (item, bool) {
	y, _, _ := r.today.date()
	if r.is(i, pt.Past) && r.anyUnit(i+1) || r.isAny(i, "mes", "ano") && r.is(i+1, pt.Past) {
		return saysNothing(i, i+2)
	}
	if end := r.says(i, pt.RestOfMonth); end > 0 {
		return saysDay(i, end, r.relativeMonth(0, end).part(1, 31))
	}
	if end := r.says(i, pt.NextYear); end > 0 {
		return saysDay(i, end, wholeYear(y+1))
	}
	if end := r.says(i, pt.ThisYear); end > 0 {
		return saysDay(i, end, wholeYear(y))
	}
	if it, ok := r.numberedYear(i); ok {
		return it, true
	}
	m, ok := r.monthAt(i, r.isAny(i-1, "em") && !r.keys(i, "dez") && !r.keys(i, "mar"))
	if !ok || m.plain || r.is(m.end, pt.Past) {
		return item{}, false
	}
	return saysDay(i, m.end, m.part(1, 31))
}

// numberedYear reads "em 2027", "ano de 2027", and a short month before a year: "set 2026".
func (r *reader) numberedYear(i int) (item, bool) {
	if month, ok := numberOf(pt.MonthShort, r.at(i).Text); ok {
		year, end, ok := r.yearAfter(i + 1)
		m := monthExpr{month: time.Month(month), year: year, end: end}
		it, _ := saysDay(i, end, m.part(1, 31))
		return it, ok
	}
	k := i + 1
	if r.keys(i, "ano") {
		k = r.skipAny(k, 1, "de")
	} else if !r.keys(i, "em") {
		return item{}, false
	}
	n, ok := r.year(k)
	if !ok || n.digits != 4 || r.at(n.end).Glued && r.is(n.end, pt.DateSigns) && r.digitsAt(n.end+1) {
		return item{}, false
	}
	if r.bornAt(i) {
		return saysNothing(i, n.end)
	}
	return saysDay(i, n.end, wholeYear(n.value))
}

func wholeYear(y int) dayExpr {
	return fixed(dayMonth, stretch{makeDay(y, 1, 1), makeDay(y, 12, 31)})
}
