package understand

import "atende/actors/language"

// weekdayName is the name of a weekday at some place of a text.
type weekdayName struct {
	weekday int
	end     int
	long    bool // it can be nothing else: "terça-feira"
}

// weekdayWord reads the name of a weekday at i without judging whether a day is meant.
func (r *reader) weekdayWord(i int) (weekdayName, bool) {
	t := r.at(i)
	name := weekdayName{end: i + 1, long: len(t.key) > 7}
	ok := t.Kind == language.Letters
	switch {
	case len(t.Text) == 1 && "2" <= t.Text && t.Text <= "6" && r.ordinalSign(i+1) && r.at(i+1).Text == "a":
		name, ok = weekdayName{weekday: int(t.Text[0] - '2'), end: i + 2}, true
	case ok:
		name.weekday, ok = numberOf(pt.WeekdayNames, t.key)
	}
	if end := r.says(r.skipAny(name.end, "-", "."), pt.FeiraWords); end > 0 {
		name.end, name.long = end, true
	}
	return name, ok
}

// dayName reads a weekday.
func (r *reader) dayName(i int) bool {
	if end := r.says(i, pt.HabitDays); end > 0 {
		return r.saysNothing(i, end)
	}
	name, ok := r.weekdayWord(i)
	switch {
	case !ok:
		return false
	case r.around(i, name.end, pt.NoDay), r.around(i, name.end, pt.Repeated):
		return r.saysNothing(i, name.end)
	case r.asksWhich(i, name.end), !name.long && (r.counts(i, name.end) || r.is(i, pt.WeekdayShort) && !r.company(i, name.end)):
		return false
	}
	end := name.end
	if next := r.says(end, pt.Coming); next > 0 && !r.keys(next, "semana") {
		end = next
	}
	k := r.skip(end, 1, pt.OfThe)
	if next := r.says(k, pt.NextWeek); next > 0 {
		return r.saysDay(i, next, weekdayIn(name.weekday, r.today+7))
	}
	if next := r.says(k, pt.ThisWeek); next > 0 {
		return r.saysDay(i, next, weekdayIn(name.weekday, r.today))
	}
	if n, ok := r.numberOfWeekday(end, name.weekday); ok {
		return r.saysDay(i, n.end, numberExpr(n.value))
	}
	return r.saysDay(i, end, r.weekdayExpr(name.weekday))
}

// lateHour is an hour so late that a bare number behind a weekday is rather its day of the month.
const lateHour = 19

// soonDays is within how many days a weekday that is not the coming one and a number from noon on, which fit each other, are rather
// a date, "sábado 12": six weeks.
const soonDays = 42

// numberOfWeekday reads the day of the month behind a weekday, "sexta 21 às 15h": the next such day is that weekday, and
// an hour or a part of the day stands behind it, or it can hardly be an hour itself.  In words, where "vinte e trinta" and
// "vinte e cinco para as nove" are hours, it is one that no hour can be.
func (r *reader) numberOfWeekday(i, weekday int) (number, bool) {
	k := r.skipAny(i, ",")
	n, ok := r.listedDay(k)
	if !ok || r.hourSign(n.end) {
		return n, false
	}
	late := lateHour
	if n.words() {
		if _, to := r.minutesTo(k); to || r.keys(n.end, "e") || n.value == 1 {
			return n, false // "terça, um às 13h e o outro 13:30"
		}
		late = 24
	}
	if morning := r.is(n.end+1, pt.Mornings) && clock(n.value*60) >= noon; r.partFollows(n.end) && !morning {
		return n, false // "sexta 13 da tarde" is an hour, "sexta 13 de manhã" is none
	}
	days := numberExpr(n.value)
	next, ok := days.next(r.today)
	fits := ok && next.from.weekday() == weekday
	ahead := next.from - r.today
	_, dated := r.monthOfDay(n.end) // "sábado, 12 de maio"
	soon := 7 < ahead && ahead <= soonDays && !dated
	bare := !n.words() && clock(n.value*60) >= noon
	return n, fits && (n.value >= late || soon && bare || r.around(i, n.end, pt.HourBehind))
}

// counts tells whether segunda … sexta, or 2ª … 6ª, is an ordinal here.
func (r *reader) counts(i, end int) bool {
	switch {
	case !r.is(i, pt.Ordinals) && !r.digitsAt(i):
		return r.says(i, pt.Thirds) > 0
	case r.around(i, end, pt.ToldDay): // "a quarta é meu dia livre"
		return false
	case r.around(i, end, pt.Counting):
		return true
	}
	if r.around(i, end, pt.HourBehind) && !r.is(end, pt.Commas) && !r.partFollows(end) {
		return false // "fico com a quinta 13h30"
	}
	listed := r.keys(i-2, "e") && r.dayBefore(i-2)
	return r.at(i-1).Text == "a" && !r.grave(i-1) && !r.is(i-2, pt.ToDay) && !listed && !r.endsDay(i-1)
}

// endsDay tells whether a day was read right before token i.
func (r *reader) endsDay(i int) bool {
	n := len(r.items)
	return n > 0 && r.items[n-1].kind == itemDay && r.items[n-1].end == i
}

// company tells whether a short weekday is meant as one: it stands alone, or its neighbours speak of days or hours.
func (r *reader) company(i, end int) bool {
	after := r.skipAny(end, ".")
	switch {
	case r.digitsAt(i - 1), r.keys(i-1, "por"), r.keys(i, "ter") && r.isAny(i-1, "vai", "pode", "deve"): // "depois das 18h não vai ter?"
		return false
	case r.alone(i, after), r.digitsAt(after) && !r.quantity(after+1), r.around(i, end, pt.Company):
		return true
	case r.is(i-1, pt.DayConnectors) && r.dayBefore(i-1), r.endsDay(i), r.keys(i-1, ".") && r.endsDay(i-1):
		return true
	case r.keys(i, "ter") && r.isAny(i-1, "de", "para"):
		return r.ends(after) || r.is(after, pt.Commas)
	}
	return r.is(i-1, pt.ShortBefore)
}

// alone tells whether nothing but politeness and signs stands around the tokens from start to end.
func (r *reader) alone(start, end int) bool {
	return r.onlyAround(start, end, func(k int) bool { return r.toks[k].Kind == language.Mark || r.is(k, pt.AroundDay) })
}

// onlyAround tells whether few tokens stand around those from start to end, and all are polite or fit.
func (r *reader) onlyAround(start, end int, fits func(k int) bool) bool {
	if len(r.toks)-(end-start) > maxAround {
		return false
	}
	for k := range r.toks {
		if (k < start || k >= end) && !r.is(k, pt.PoliteWords) && !fits(k) {
			return false
		}
	}
	return true
}

// maxAround bounds the words and signs around something that stands alone.
const maxAround = 12

// dayBefore tells whether a day was read that ends before token i.
func (r *reader) dayBefore(i int) bool {
	for n := len(r.items) - 1; n >= 0 && r.items[n].end >= i-1; n-- {
		if r.items[n].kind == itemDay {
			return true
		}
	}
	return false
}

// asksWhich reports "qui", as "que" is written by ear, before what is asked for: "qui dia tem vaga", and not "qui dia 26".
func (r *reader) asksWhich(i, end int) bool {
	return r.toks[i].Text == "qui" && r.isAny(end, "dia", "dias") && r.at(end+1).Kind == language.Letters
}
