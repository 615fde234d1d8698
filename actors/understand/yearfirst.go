package understand

// yearFirst reads a date whose year stands before its day: "1972, 25 de outubro", "em 1950 no dia 2 de outubro",
// "outubro de 1972, dia 25".  Where no birth is spoken of, nothing else may stand around it.
func (r *reader) yearFirst(i int) bool {
	at := r.skipAny(i, "em", "no")
	m, named := r.namedMonth(at, false)
	if !named {
		year, ok := r.year(at)
		if !ok || year.digits != 4 {
			return false
		}
		m = monthExpr{year: year.value, end: year.end}
	}
	n, ok := r.dayNumber(r.skip(m.end, 4, pt.YearFill))
	if !ok || !n.isDay() || m.year < 1900 || m.year >= r.today.year() {
		return false
	}
	end := n.end
	if !named {
		month, ok := r.monthOfDay(n.end)
		if !ok || month.month == 0 || month.year != 0 {
			return false
		}
		m.month, end = month.month, month.end
	}
	return (r.born || r.alone(i, end)) && r.reads(r.fullDate(i, end, m.year, int(m.month), n.value, 4))
}
