package understand

// otherDay reads a weekday of the week after the next one of its name: "a outra quinta", "quinta da outra semana", and
// where that weekday was refused "a próxima quinta", or "a outra" alone.
func (r *reader) otherDay(i int) bool {
	if r.is(i, pt.OtherOnes) && r.around(i, i+1, pt.OtherOne) {
		refused := r.refusedDay(i)
		return refused != nil && r.saysLater(i, i+1, refused.days, refused)
	}
	name, ok := r.weekdayWord(i)
	switch {
	case !ok, r.is(i, pt.WeekdayShort) && !r.company(i, name.end):
		return false
	case r.around(i, name.end, pt.NoDay), r.around(i, name.end, pt.Counting), r.around(i, name.end, pt.Repeated):
		return false
	}
	days := r.weekdayExpr(name.weekday)
	if start, end, ok := pt.grammar.Around(pt.OtherWeek, r.words, i, name.end); ok {
		relative := r.keys(name.end, "seguinte") && r.otherBefore(name.weekday)
		return !relative && r.saysLater(start, end, days, nil)
	}
	start, end, ok := pt.grammar.Around(pt.AfterRefused, r.words, i, name.end)
	if !ok {
		return false
	}
	refused := r.refusedDay(i)
	return refused != nil && refused.days.weekday == name.weekday && r.saysLater(start, end, days, refused)
}

// saysLater notes the day a week after the next of a weekday, in place of the one refused, if any.
func (r *reader) saysLater(start, end int, days dayExpr, refused *item) bool {
	if refused != nil {
		refused.dropped = true
	}
	next, _ := days.next(r.today)
	later := fixed(dayOfWeek, one(next.from+7))
	if r.saidBefore(next.from + 7) {
		later = fixed(dayOfWeek, one(next.from+14)) // "quinta 3/12 ou na outra quinta"
	}
	later.weekday = days.weekday
	if r.keys(end-1, "semana") {
		later.class = dayInWeek // "terça ou quinta da outra semana"
	}
	return r.saysDay(start, end, later)
}

// refusedDay returns the last weekday before token i, where that is refused or "não essa" stands behind it.
func (r *reader) refusedDay(i int) *item {
	refused := false
	for n := len(r.items) - 1; n >= 0 && i-r.items[n].end <= maxAround; n-- {
		it := &r.items[n]
		refused = refused || r.denied(n) || r.around(i, i, pt.NotThis)
		if it.kind == itemDay {
			weekday := it.days.class == dayOfWeek || it.days.class == dayInWeek
			if !refused || !weekday {
				return nil
			}
			return it
		}
	}
	return nil
}

// otherBefore tells whether the last day read is none of that weekday: "terça ou a quinta seguinte".
func (r *reader) otherBefore(weekday int) bool {
	for n := len(r.items) - 1; n >= 0; n-- {
		if it := r.items[n]; it.kind == itemDay {
			return it.days.class != dayOfWeek || it.days.weekday != weekday
		}
	}
	return false
}

// saidBefore tells whether the last day read is a certain one, by its date.
func (r *reader) saidBefore(d day) bool {
	for n := len(r.items) - 1; n >= 0; n-- {
		if it := r.items[n]; it.kind == itemDay {
			s, ok := it.days.next(r.today)
			return ok && it.days.dated() && s == one(d)
		}
	}
	return false
}
