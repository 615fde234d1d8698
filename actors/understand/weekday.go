package understand

import "atende/actors/language"

// weekdayWord reads the name of a weekday at i without judging whether a day is meant.
func (r *reader) weekdayWord(i int) (weekday, end int, long, ok bool) {
	t := r.at(i)
	switch {
	case t.Kind == language.Digits && len(t.Text) == 1 && "2" <= t.Text && t.Text <= "6" &&
		r.at(i+1).Text == "a" && r.at(i+1).Glued:
		weekday, end = int(t.Text[0]-'2'), i+2
	case t.Kind == language.Letters:
		var known bool
		weekday, known = numberOf(pt.Weekdays, t.key)
		if !known {
			if weekday, known = numberOf(pt.WeekdayShort, t.key); !known {
				return 0, i, false, false
			}
		}
		end = i + 1
	default:
		return 0, i, false, false
	}
	k := end
	if r.keys(k, "-") || r.keys(k, ".") {
		k++
	}
	if r.is(k, pt.Feira) {
		return weekday, k + 1, true, true
	}
	return weekday, end, len(t.key) > 7, true
}

// dayName reads a weekday.
func (r *reader) dayName(i int) (item, bool) {
	if r.is(i, pt.Habits) {
		end := i + 1
		if r.keys(end, "-") || r.is(end, pt.Feira) {
			end = r.skipAny(end, 2, "-", "feira", "feiras")
		}
		return saysNothing(i, end)
	}
	weekday, end, long, ok := r.weekdayWord(i)
	if !ok {
		return nothingRead, false
	}
	if r.noDay(i, end) {
		return saysNothing(i, end)
	}
	if !long && (r.counts(i, end) || r.short(i) && !r.company(i, end)) {
		return nothingRead, false
	}
	if next, coming := r.comes(end); coming && !r.keys(next, "semana") {
		end = next
	}
	k := r.skip(end, 1, pt.OfThe)
	if week, next, ok := r.weekAt(k); ok {
		return saysDay(i, next, weekdayIn(weekday, week))
	}
	return saysDay(i, end, r.weekdayExpr(weekday))
}

func (r *reader) short(i int) bool {
	return r.is(i, pt.WeekdayShort)
}

// noDay tells whether a weekday is past, a habit or a holiday.
func (r *reader) noDay(i, end int) bool {
	switch {
	case r.is(end, pt.Past), r.is(i-1, pt.Past), r.is(end, pt.Holidays):
		return true
	case r.is(i-1, pt.Every), r.is(i-2, pt.Every) && r.is(i-1, pt.Article):
		return true
	case r.isAny(end, "de", "da", "do") && r.is(end+1, pt.Holidays):
		return true
	}
	return false
}

// counts tells whether segunda … sexta, or 2ª … 6ª, is an ordinal here.
func (r *reader) counts(i, end int) bool {
	t := r.at(i)
	if t.key == "terca" || t.key == "sabado" || t.key == "domingo" || r.short(i) {
		return t.key == "terca" && r.isAny(end, "parte", "partes")
	}
	if r.is(end, pt.Counted) || r.is(end, pt.Choosers) || r.isAny(end, "quinzena", "semana") {
		return true
	}
	if r.keys(i-1, "opcao") || r.keys(i-1, "terceira") {
		return true
	}
	listed := r.keys(i-2, "e") && r.dayBefore(i-2)
	return r.articleBefore(i) && !r.is(i-2, pt.ToDay) && !listed && !r.endsDay(i-1)
}

// articleBefore tells whether the article "a" stands before i: not the preposition "à".
func (r *reader) articleBefore(i int) bool {
	return r.at(i-1).Text == "a" && !r.grave(i-1)
}

// endsDay tells whether a day was read right before token i.
func (r *reader) endsDay(i int) bool {
	n := len(r.items)
	return n > 0 && r.items[n-1].kind == itemDay && r.items[n-1].end == i
}

// company tells whether a short weekday is meant as one: it stands alone, or its neighbours speak of days or hours.
func (r *reader) company(i, end int) bool {
	if r.at(i-1).Kind == language.Digits || r.keys(i-1, "por") {
		return false
	}
	after := end
	if r.keys(after, ".") {
		after++
	}
	switch {
	case r.alone(i, after), r.leadsOn(after):
		return true
	case r.is(after, pt.DayConnectors) && r.isDayWord(after+1), r.is(i-1, pt.DayConnectors) && r.dayBefore(i-1):
		return true
	case r.isDayWord(after), r.endsDay(i), r.keys(i-1, ".") && r.endsDay(i-1):
		return true
	case r.keys(i, "ter") && (r.keys(i-1, "de") || r.keys(i-1, "para")):
		return r.ends(after) || r.is(after, pt.Commas)
	}
	return r.is(i-1, pt.ShortBefore)
}

// alone tells whether nothing but politeness and signs stands around the tokens from start to end.
func (r *reader) alone(start, end int) bool {
	if len(r.toks)-(end-start) > maxAround {
		return false
	}
	for k, t := range r.toks {
		if (k < start || k >= end) && t.Kind != language.Mark && !pt.AroundDay.Has(t.key) && !pt.PoliteWords.Has(t.key) {
			return false
		}
	}
	return true
}

// maxAround bounds the words and signs around something that stands alone.
const maxAround = 12

// leadsOn tells whether a time, a part of the day or a date begins at i.
func (r *reader) leadsOn(i int) bool {
	if r.isAny(i, "de", "a", "da") && pt.PartsOfDay.Has(r.at(i+1).key) {
		return true
	}
	if r.at(i).Kind == language.Digits {
		return !r.quantity(i + 1)
	}
	if r.keys(i, "que") {
		return r.keys(i+1, "vem")
	}
	if r.keys(i, "as") {
		_, ok := r.number(i + 1)
		return ok
	}
	return r.is(i, pt.ShortAfter)
}

func (r *reader) isDayWord(i int) bool {
	_, _, _, ok := r.weekdayWord(i)
	return ok
}

func (r *reader) dayBefore(i int) bool {
	for n := len(r.items) - 1; n >= 0 && r.items[n].end >= i-1; n-- {
		if r.items[n].kind == itemDay {
			return true
		}
	}
	return false
}
