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

// first returns the first stretch that pick makes of the month and that ends on or after from.
func (m monthExpr) first(from day, pick func(y int, m time.Month) (stretch, bool)) (stretch, bool) {
	for k := 0; ; k++ {
		y, month, more := m.occurrence(from, k)
		if !more {
			return stretch{}, false
		}
		if s, ok := pick(y, month); ok && s.to >= from {
			return s, true
		}
	}
}

// on is a day of the month.
func (m monthExpr) on(n int) dayExpr {
	return dayExpr{class: dayDated, number: n, next: func(from day) (stretch, bool) {
		return m.first(from, func(y int, month time.Month) (stretch, bool) {
			d, ok := newDay(y, int(month), n)
			return one(d), ok
		})
	}}
}

// part is the days a to b of the month; b beyond its end is its last day.  A negative a counts from there and reaches
// to it.
func (m monthExpr) part(a, b int) dayExpr {
	return dayExpr{class: dayMonth, next: func(from day) (stretch, bool) {
		return m.first(from, func(y int, month time.Month) (stretch, bool) {
			all := monthOf(y, month)
			if a < 0 {
				return stretch{all.to + day(a) + 1, all.to}, true
			}
			return stretch{all.from + day(a-1), min(all.to, all.from+day(b-1))}, true
		})
	}}
}

// nth is the n-th such weekday of the month; the last one for -1.
func (m monthExpr) nth(n, weekday int) dayExpr {
	return dayExpr{class: dayDated, next: func(from day) (stretch, bool) {
		return m.first(from, func(y int, month time.Month) (stretch, bool) {
			all := monthOf(y, month)
			if n < 0 {
				return one(all.to - day((all.to.weekday()-weekday+7)%7)), true
			}
			d := all.from + day((weekday-all.from.weekday()+7)%7+7*(n-1))
			return one(d), d <= all.to
		})
	}}
}

// relativeMonth is the month n months from now.
func (r *reader) relativeMonth(n, end int) monthExpr {
	y, m, _ := makeDayInMonth(r.today, n).date()
	return monthExpr{month: m, year: y, end: end}
}

// monthAt reads a month at i: "mês que vem", "este mês", "março", "março de 2027", "julho do ano que vem".  Short
// names (mar) count only where a date is certain.
func (r *reader) monthAt(i int, short bool) (monthExpr, bool) {
	switch {
	case r.is(i, pt.NextOnes) && r.keys(i+1, "mes"):
		return r.relativeMonth(1, i+2), true
	case r.is(i, pt.These) && r.keys(i+1, "mes"):
		if end, ok := r.comes(i + 2); ok {
			return r.relativeMonth(1, end), true
		}
		return r.relativeMonth(0, i+2), true
	case r.keys(i, "mes"):
		if end, ok := r.comes(i + 1); ok {
			return r.relativeMonth(1, end), true
		}
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
	switch {
	case r.keys(k, "ano"):
		if end, next := r.comes(k + 1); next {
			return y + 1, end, true
		}
		return y, k + 1, k > i && r.isAny(k-1, "deste", "desse")
	case r.is(k, pt.NextOnes) && r.keys(k+1, "ano"):
		return y + 1, k + 2, true
	case r.is(k, pt.These) && r.keys(k+1, "ano"):
		return y, k + 2, true
	}
	n, ok := r.year(k)
	return n.value, n.end, ok && n.digits == 4
}

// partOfMonth reads "começo do mês", "segunda quinzena de maio", "última semana do mês".
func (r *reader) partOfMonth(i int) (item, bool) {
	var a, b int
	k := i + 1
	switch {
	case r.is(i, pt.MonthStarts):
		a, b = 1, 10
	case r.is(i, pt.MonthMiddle):
		a, b = 11, 20
	case r.is(i, pt.MonthEnds):
		a, b = 21, 31
	default:
		return r.ordinalOfMonth(i)
	}
	if !r.is(k, pt.OfMonth) {
		return nothingRead, false
	}
	m, ok := r.ofMonthAt(k)
	if !ok {
		return nothingRead, false
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

// ordinalOfMonth reads fortnights, the n-th week and the n-th weekday of a month.
func (r *reader) ordinalOfMonth(i int) (item, bool) {
	n, k, ok := r.ordinalAt(i)
	if !ok {
		return nothingRead, false
	}
	if r.keys(k, "quinzena") && (n == 1 || n == 2) {
		m, ok := r.ofMonthAt(k + 1)
		if !ok {
			m = monthExpr{plain: true, end: k + 1}
		}
		return saysDay(i, m.end, m.part(1+15*(n-1), 15+16*(n-1)))
	}
	if r.keys(k, "semana") {
		m, ok := r.ofMonthAt(k + 1)
		switch {
		case !ok || n > 4:
			return nothingRead, false
		case n < 0:
			return saysDay(i, m.end, m.part(-7, 0))
		}
		return saysDay(i, m.end, m.part(7*n-6, 7*n))
	}
	if r.keys(k, "dia") {
		m, ok := r.ofMonthAt(k + 1)
		if !ok || n > 10 {
			return nothingRead, false
		}
		return saysDay(i, m.end, m.part(n, n))
	}
	weekday, end, _, ok := r.weekdayWord(k)
	if !ok || n > 5 {
		return nothingRead, false
	}
	m, ok := r.ofMonthAt(end)
	if !ok {
		return nothingRead, false
	}
	return saysDay(i, m.end, m.nth(n, weekday))
}

// wholeMonth reads a month or a year without a day.
func (r *reader) wholeMonth(i int) (item, bool) {
	y, _, _ := r.today.date()
	switch {
	case r.is(i, pt.Past) && r.anyUnit(i+1), r.keys(i, "mes") && r.is(i+1, pt.Past), r.keys(i, "ano") && r.is(i+1, pt.Past):
		return saysNothing(i, i+2)
	case r.is(i, pt.NextOnes) && r.keys(i+1, "ano"):
		return saysDay(i, i+2, wholeYear(y+1))
	case r.keys(i, "ano"):
		if end, ok := r.comes(i + 1); ok {
			return saysDay(i, end, wholeYear(y+1))
		}
	case r.is(i, pt.These) && r.keys(i+1, "ano"):
		return saysDay(i, i+2, wholeYear(y))
	case r.isAny(i, "resto", "restante") && r.is(i+1, pt.OfThis):
		return r.restOf(i)
	}
	if it, ok := r.numberedYear(i); ok {
		return it, true
	}
	m, ok := r.monthAt(i, r.isAny(i-1, "em") && !r.keys(i, "dez") && !r.keys(i, "mar"))
	if !ok || m.plain || r.is(m.end, pt.Past) {
		return nothingRead, false
	}
	return saysDay(i, m.end, m.part(1, 31))
}

// restOf reads "resto da semana", "restante do mês".
func (r *reader) restOf(i int) (item, bool) {
	switch k := i + 2; {
	case r.keys(k, "semana"):
		monday := r.today.monday()
		return saysDay(i, k+1, fixed(dayWeek, stretch{monday, monday + 6}))
	case r.keys(k, "mes"):
		m := r.relativeMonth(0, k+1)
		return saysDay(i, k+1, m.part(1, 31))
	}
	return nothingRead, false
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
		return nothingRead, false
	}
	n, ok := r.year(k)
	if !ok || n.digits != 4 || r.at(n.end).Glued && r.is(n.end, pt.DateSigns) && r.at(n.end+1).Kind == language.Digits {
		return nothingRead, false
	}
	if r.bornAt(i) {
		return saysNothing(i, n.end)
	}
	return saysDay(i, n.end, wholeYear(n.value))
}

func wholeYear(y int) dayExpr {
	return fixed(dayMonth, stretch{makeDay(y, 1, 1), makeDay(y, 12, 31)})
}
