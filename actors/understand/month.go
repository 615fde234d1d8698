package understand

import (
	"strings"
	"time"

	"atende/actors/language"
)

// monthExpr is a month as said: a certain one, or one that comes again every year.
type monthExpr struct {
	month time.Month
	year  int // 0: every year
	// months is set where no month was said: this one, or one of those behind it when it is too late.
	months int
	end    int
}

// occurrence returns the year and month of the k-th time the month is, counted from the year of from; false when
// there is no such time.
func (m monthExpr) occurrence(from day, k int) (int, time.Month, bool) {
	switch {
	case m.months > 0:
		y, month, _ := makeDayInMonth(from, k).date()
		return y, month, k < m.months
	case m.year != 0:
		return m.year, m.month, k == 0
	}
	return from.year() + k, m.month, k < yearsAhead
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
	if !r.keys(i, "mes") {
		k := i
		if r.is(i, pt.NextOnes) || r.is(i, pt.These) {
			k++
		}
		return r.namedMonth(k, short)
	}
	if m, ok := r.namedMonth(r.skipAny(i+1, "de"), true); ok {
		return m, true
	}
	return monthExpr{months: 2, end: i + 1}, !r.is(i+1, pt.Past)
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
	if ok := pt.Months.Has(t.Text) || pt.MonthShort.Has(t.Text) || r.mendedMonth(i); !ok {
		return monthExpr{}, false
	}
	if short && r.keys(m.end, ".") && len(t.Text) == 3 {
		m.end++
	}
	if m.takeYear(r) {
		return m, true
	}
	m.end = r.past(m.end, pt.Coming)
	return m, true
}

// mendedMonth tells whether a word that is a month but for a typo is meant as one: "em agsto", and not "eu aposto".
func (r *reader) mendedMonth(i int) bool {
	stretched := language.Squeeze(r.at(i).Text, 2) == r.at(i).key
	return stretched || r.digitsAt(i-1) || r.around(i, i+1, pt.March) || r.says(i+1, pt.Coming) > 0
}

// isMarch tells "março" from the verb "marco" when the cedilla is missing.
func (r *reader) isMarch(i int) bool {
	if strings.ContainsAny(r.at(i).Raw, "çÇ\u0327") {
		return true
	}
	_, ofYear := r.year(i + 2)
	return !r.keys(i-2, "nome") && (ofYear && r.keys(i+1, "de") || r.around(i, i+1, pt.March)) // but "no nome de Marco"
}

// takeYear reads the year behind a month: a four-digit one, or "do ano que vem".
func (m *monthExpr) takeYear(r *reader) bool {
	k := r.skip(m.end, 1, pt.OfYear)
	n, ok := r.year(k)
	ok = ok && n.digits == 4
	if end := max(r.says(k, pt.ThisYear), r.says(m.end, pt.ThisYear)); end > 0 {
		n, ok = number{value: r.today.year(), end: end}, true
	}
	if end := r.says(k, pt.NextYear); end > 0 {
		n, ok = number{value: r.today.year() + 1, end: end}, true
	}
	if ok {
		m.year, m.end = n.value, n.end
	}
	return ok
}

// ofMonthAt reads "de março", "do mês que vem", "deste mês" at i.
func (r *reader) ofMonthAt(i int) (monthExpr, bool) {
	switch {
	case r.is(i, pt.These):
		return r.monthAt(i, true)
	case r.is(i, pt.OfMonth):
		return r.monthAt(i+1, true)
	}
	return monthExpr{}, false
}

// ordinalAt reads primeira, 1ª, última.
func (r *reader) ordinalAt(i int) (number, bool) {
	if n, ok := numberOf(pt.Ordinals, r.at(i).key); ok {
		return number{value: n, end: i + 1}, true
	}
	if !r.ordinalSign(i + 1) {
		return number{}, false
	}
	n, _ := r.number(i)
	n.end++
	return n, n.isShort() && n.value > 0
}

// partOfWeek reads "começo da semana que vem", "meio da semana", "fim dessa semana", which, unlike "fim de semana", begins on Thursday.
func (r *reader) partOfWeek(i int) bool {
	third, ok := numberOf(pt.MonthThirds, r.at(i).key)
	k := r.skipAny(i+1, "da", "na")
	end, week := r.says(k, pt.ThisWeek), r.today.monday()
	if next := max(r.says(k, pt.NextWeek), r.says(k, pt.AnotherWeek)); next > 0 {
		end, week = next, week+7
	} else if end == 0 && k > i+1 && r.keys(k, "semana") && !r.isAny(k+1, "do", "de") {
		end = k + 1
	}
	if !ok || end == 0 || r.is(end, pt.Past) {
		return false
	}
	part := map[int]stretch{1: {0, 2}, 11: {1, 3}, 21: {3, 6}}[third]
	if week+part.to < r.today {
		week += 7
	}
	return r.saysDay(i, end, fixed(dayWeek, stretch{week + part.from, week + part.to}))
}

// partOfMonth reads "começo do mês", "segunda quinzena de maio", "última semana do mês", "primeira sexta de julho".
func (r *reader) partOfMonth(i int) bool {
	if first, ok := numberOf(pt.MonthThirds, r.at(i).key); ok {
		last := first + 9
		if first > 20 {
			last = 31
		}
		m, named := r.ofMonthAt(i + 1)
		return named && r.is(i+1, pt.OfMonth) && r.saysDay(i, m.end, m.part(first, last))
	}
	num, ok := r.ordinalAt(i)
	if !ok {
		return false
	}
	n, k := num.value, num.end
	name, isWeekday := r.weekdayWord(k)
	if !isWeekday {
		name.end = k + 1
	}
	m, named := r.ofMonthAt(name.end)
	switch {
	case r.keys(k, "quinzena") && (n == 1 || n == 2):
		if !named {
			m = monthExpr{months: 2, end: k + 1}
		}
		return r.saysDay(i, m.end, m.part(1+15*(n-1), 15+16*(n-1)))
	case !named:
		return false
	case r.keys(k, "semana") && n < 0:
		return r.saysDay(i, m.end, m.part(-7, 0))
	case r.keys(k, "semana") && n <= 4:
		return r.saysDay(i, m.end, m.part(7*n-6, 7*n))
	case r.keys(k, "dia") && n <= 10:
		return r.saysDay(i, m.end, m.part(n, n))
	}
	return isWeekday && n <= 5 && r.saysDay(i, m.end, m.nth(n, name.weekday))
}

// wholeMonth reads a month or a year without a day.
func (r *reader) wholeMonth(i int) bool {
	if end := r.says(i, pt.PastUnits); end > 0 {
		return r.saysNothing(i, end)
	}
	if month, ok := numberOf(pt.MonthShort, r.at(i).Text); ok { // "set 2026"
		if m := (monthExpr{month: time.Month(month), end: i + 1}); m.takeYear(r) {
			return r.saysDay(i, m.end, m.part(1, 31))
		}
	} else if r.numberedYear(i) {
		return true
	}
	m, ok := r.monthAt(i, r.isAny(i-1, "em") && !r.isAny(i, "dez", "mar"))
	return ok && m.months == 0 && !r.is(m.end, pt.Past) && r.saysDay(i, m.end, m.part(1, 31))
}

// numberedYear reads "em 2027", "ano de 2027".
func (r *reader) numberedYear(i int) bool {
	k := r.says(i, pt.YearWords)
	n, ok := r.year(k)
	switch {
	case k == 0, !ok, n.digits != 4, r.at(n.end).Glued && r.is(n.end, pt.DateSigns) && r.digitsAt(n.end+1):
		return false
	case r.bornAt(i):
		return r.saysNothing(i, n.end)
	}
	return r.saysDay(i, n.end, wholeYear(n.value))
}

func wholeYear(y int) dayExpr {
	return fixed(dayMonth, stretch{makeDay(y, 1, 1), makeDay(y, 12, 31)})
}
