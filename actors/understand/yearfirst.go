package understand

import "time"

// yearFirst reads a date whose year stands before its day: "1972, 25 de outubro", "em 1950 no dia 2 de outubro",
// "outubro de 1972, dia 25", "ela é de 62, 3 de março", "ano 1980 mês 3 dia 12".  Where no birth is spoken of, nothing else may stand
// around it.
func (r *reader) yearFirst(i int) bool {
	at := r.skipAny(i, "em", "no", "ano")
	told := r.born || r.around(at, at, pt.YearOfBirth) || r.isAny(at-1, "de", "em") && r.at(at-2).taken // behind a CPF
	m, named := r.namedMonth(at, false)
	if !named {
		year, ok := r.year(at)
		if m.year, m.end = r.fullYear(year), year.end; !ok || year.digits != 4 && !told && year.value <= maxDay {
			return false
		}
	}
	if m.year < 1900 || m.year >= r.today.year() {
		return false
	}
	first := m.end
	if n, ok := r.number(first + 1); ok && !named && r.keys(first, "mes") && n.isMonth() {
		m.month, first = time.Month(n.value), n.end
	}
	first = r.skip(first, maxYearFill, pt.YearFill)
	n, end, ok := r.dayIn(first, &m.month)
	if !ok {
		return false
	}
	return (told || r.alone(i, end)) && r.reads(r.fullDate(at, end, m.year, int(m.month), n, 4))
}

// dayIn reads a day at token i, and behind it the month, where that is not known: "25 de outubro", "3/3".
func (r *reader) dayIn(i int, month *time.Month) (day, end int, ok bool) {
	known := *month != 0
	if r.keys(i+1, "/") && !known {
		n, isDay := r.number(i)
		m, isMonth := r.number(i + 2)
		*month = time.Month(m.value)
		return n.value, m.end, isDay && n.isDay() && isMonth && m.isMonth() && !r.keys(m.end, "/")
	}
	n, ok := r.dayNumber(i)
	if !ok || !n.isDay() {
		return 0, 0, false
	}
	if known {
		return n.value, n.end, true
	}
	m, ok := r.monthOfDay(n.end)
	*month = m.month
	return n.value, m.end, ok && m.month != 0 && m.year == 0
}

// maxDay is the greatest day of a month: what is more is a year of two digits.  maxYearFill is how many words may stand between a
// year and the day behind it.
const maxDay, maxYearFill = 31, 4

// fullYear is the year of a birth, which may be told in two digits: 62 is 1962, 12 is 2012.
func (r *reader) fullYear(n number) int {
	switch {
	case n.value >= 100:
		return n.value
	case n.value > r.today.year()%100:
		return 1900 + n.value
	default:
		return 2000 + n.value
	}
}
