package understand

import (
	"slices"

	"atende/actors/language"
)

// aheadDays is how far "a partir de" reaches.
const aheadDays = 90

// relate combines neighbours: weekday and date, week and weekday, the two ends of a range, bounds.
func (r *reader) relate() {
	r.mergeDays()
	r.weeksBehind()
	r.spreadWeeks()
	r.joinRanges()
	r.openBounds()
	r.resolveDays()
	r.boundWeeks()
	r.joinBounds()
}

// link is how one day leads to the next.
type link uint8

const (
	linkNone link = iota
	linkBare      // nothing, or a comma
	linkList
	linkRange
)

// linkBetween tells how item a leads to b.
func (r *reader) linkBetween(a, b item) link {
	found := linkBare
	if b.start-a.end > 5 || b.start < a.end {
		return linkNone
	}
	for k := a.end; k < b.start; k++ {
		// A dash joins the ends of a range where it is glued to both, or both are said in the same way.
		dash := r.keys(k, "-") && (r.at(k).Glued && r.at(k+1).Glued || a.days.class == b.days.class)
		switch {
		case r.is(k, pt.ListLinks), r.keys(k, "e") && !r.around(a.start, a.start, pt.Between):
			found = linkList
		case r.is(k, pt.RangeLinks), found == linkBare && (dash || pt.RangeArticles.Has(r.at(k).Text)):
			found = linkRange
		case !dash && !r.is(k, pt.LinkFill) && !pt.RangeArticles.Has(r.at(k).Text):
			return linkNone
		}
	}
	return found
}

// eachPair calls f for every two live items of a kind that follow each other; between two days nothing else is read.
func (r *reader) eachPair(kind itemKind, f func(a, b *item)) {
	var last *item
	for i := range r.items {
		it := &r.items[i]
		if it.dropped {
			continue
		}
		switch {
		case it.kind != kind && kind == itemDay:
			last = nil
			continue
		case it.kind != kind:
			continue
		case last != nil:
			f(last, it)
		}
		if !it.dropped {
			last = it
		}
	}
}

// mergeDays lets the date win over the weekday that is said with it, and puts a weekday or a day number into the week
// or month beside it.
func (r *reader) mergeDays() {
	r.eachPair(itemDay, func(a, b *item) {
		wa, wb := a.days, b.days
		isThe := r.keys(a.end, "que", "e") && b.start <= a.end+4 // "segunda que é dia 5"
		switch {
		case wa.class == dayWeek && wb.class == dayOfWeek && b.start-a.end <= 5 && r.skip(a.end, 5, pt.Preferring) >= b.start:
			r.dayOfTheWeek(a, b)
		case !isThe && r.linkBetween(*a, *b) != linkBare, r.moves(*a, *b), r.around(a.start, a.start, pt.InsteadOf):
		case wa.class == dayOfWeek && wb.dated():
			b.start, a.dropped = a.start, true
		case wb.class == dayOfWeek && wa.dated():
			a.end, b.dropped = b.end, true
		case wb.class == dayOfWeek && wa.class == dayRelative, wa.class == dayOfWeek && wb.class == dayRelative:
			r.mergeRelative(a, b)
		case wa.class == dayMonth && wb.class == dayNumber:
			r.numberInMonth(a, b, wb.number)
		case wb.class == dayMonth && wa.class == dayNumber:
			r.numberInMonth(b, a, wa.number)
			a.end = b.end
		}
	})
}

// dayOfTheWeek puts weekday b into week a.
func (r *reader) dayOfTheWeek(a, b *item) {
	if week, ok := a.days.next(r.today); ok && week.to-week.from == 6 {
		b.days, b.start, a.dropped = weekdayIn(b.days.weekday, week.from), a.start, true
	}
}

// mergeRelative drops the weekday that only repeats "amanhã".
func (r *reader) mergeRelative(a, b *item) {
	weekday, relative := a, b
	if a.days.class == dayRelative {
		weekday, relative = b, a
	}
	s, _ := relative.days.next(r.today)
	if weekday == a && s.from == r.today && r.deniedAfter(b.end) { // "segunda que vem, que hoje não dá"
		return
	}
	if s.from == s.to && s.from.weekday() == weekday.days.weekday {
		relative.start, relative.end = a.start, b.end
		weekday.dropped = true
	}
}

// numberInMonth moves a bare day number into a month said beside it.
func (r *reader) numberInMonth(month, number *item, n int) {
	s, ok := month.days.next(r.today)
	if !ok || s.to-s.from > 30 {
		return
	}
	y, m, _ := s.from.date()
	number.days = monthExpr{month: m, year: y}.on(n)
	month.dropped = true
}

// weeksBehind puts a weekday into the week that is said behind it and its hours: "terça de manhã, da outra semana", "quinta depois das
// nove da outra semana".
func (r *reader) weeksBehind() {
	for n := 2; n < len(r.items); n++ {
		a, hours, b := &r.items[n-2], &r.items[n-1], &r.items[n]
		kinds := a.kind == itemDay && hours.kind != itemDay && b.kind == itemDay
		if near := !a.dropped && !b.dropped && b.start-hours.end <= 3; !kinds || !near {
			continue
		}
		if a.days.class != dayOfWeek || b.days.class != dayWeek || !r.is(b.start-1, pt.OfThe) {
			continue
		}
		if week, ok := b.days.next(r.today); ok && week.to-week.from == 6 {
			a.days, b.dropped = weekdayIn(a.days.weekday, week.from), true
			if hours.kind == itemPeriod {
				hours.end = b.end
			}
		}
	}
}

// spreadWeeks gives the week of one weekday to the others joined to it: "segunda ou terça da semana que vem", "semana
// que vem terça ou quinta".
func (r *reader) spreadWeeks() {
	spread := func(a, b, of, to *item) {
		if of.days.class == dayInWeek && to.days.class == dayOfWeek && r.linkBetween(*a, *b) != linkNone {
			s, _ := of.days.next(r.today - 7)
			to.days = weekdayIn(to.days.weekday, s.from)
		}
	}
	r.eachPair(itemDay, func(a, b *item) { spread(a, b, a, b) })
	for i := len(r.items) - 1; i > 0; i-- {
		if a, b := &r.items[i-1], &r.items[i]; a.kind == itemDay && b.kind == itemDay {
			spread(a, b, b, a)
		}
	}
}

// joinRanges makes one item of the two ends of a range.
func (r *reader) joinRanges() {
	r.eachPair(itemDay, func(a, b *item) {
		within := a.days.class == dayWeek && b.days.class == dayOfWeek // boundWeeks
		if within || r.linkBetween(*a, *b) != linkRange || r.moves(*a, *b) {
			return
		}
		first, last := a.days, b.days
		b.days = dayExpr{class: dayDated, next: func(from day) (stretch, bool) {
			start, ok := first.next(from)
			if !ok {
				return start, false
			}
			end, ok := last.next(start.to + 1)
			return stretch{start.from, end.to}, ok
		}}
		b.start, a.dropped, b.list = a.start, true, true
	})
}

// openBounds finds "a partir de", "depois de", "até", "antes de" before days and times, and "em diante" behind them.
func (r *reader) openBounds() {
	groups := [...]language.Group{from: pt.From, after: pt.After, until: pt.Until, before: pt.Before}
	for n := range r.items {
		it := &r.items[n]
		if it.dropped || it.kind != itemDay && it.kind != itemClock {
			continue
		}
		for open := from; open <= before && it.open == closed && !it.list; open++ {
			if begin, _, ok := pt.grammar.Around(groups[open], r.words, it.start, it.end); ok && !(open == after && r.thenDay(n)) {
				it.open, it.bound = open, begin
			}
		}
		if r.around(it.start, it.end, pt.AfterThat) {
			it.open, it.bound = after, it.start
		}
		it.aside = r.around(it.start, it.start, pt.Aside)
		if r.around(it.start, it.start, pt.OnlyBack) || r.around(it.start, it.end, pt.Onwards) {
			it.open, it.bound = from, it.start
		}
		if it.kind == itemClock {
			r.openHours(it)
		}
	}
	r.halvesOfShift()
}

// thenDay tells whether a day is the next of two, "quinta e depois só dia 7": without one before it, and "na" that no bound has,
// it may be a bound in few words.
func (r *reader) thenDay(n int) bool {
	it := &r.items[n]
	switch {
	case it.kind != itemDay || !r.around(it.start, it.start, pt.ThenDay):
		return false
	case r.around(it.start, it.start, pt.ThenOn):
		return true
	}
	return slices.ContainsFunc(r.items[:n], func(last item) bool { return last.kind == itemDay })
}

// openHours bounds hours of somebody's work, and gives a single hour with a bound the rest of the day to its open side:
// "saio às 17h", "depois das 15h".
func (r *reader) openHours(it *item) {
	r.workHours(it)
	if it.clock.from == it.clock.to {
		if it.open.lower() {
			it.clock.to = dayEnd
		} else if it.open.upper() {
			it.clock.from = 0
		}
	}
}

// resolveDays turns what was said into days, never before today.
func (r *reader) resolveDays() {
	for n := range r.items {
		it := &r.items[n]
		if it.kind != itemDay || it.dropped {
			continue
		}
		s, ok := it.days.next(r.today)
		if !ok {
			it.kind = itemNothing
			continue
		}
		if r.around(it.start, it.start, pt.WeekOf) && s.from == s.to {
			s = stretch{s.from.monday(), s.from.monday() + 6}
		}
		switch it.open {
		case from:
			s.to = max(s.from, r.today) + aheadDays
		case after:
			s = stretch{s.to + 1, s.to + 1 + aheadDays}
		case until:
			s.from = r.today
		case before:
			s = stretch{r.today, s.from - 1}
		case closed:
		}
		it.span = stretch{max(s.from, r.today), s.to}
		if it.span.to < it.span.from {
			it.kind = itemNothing
		}
	}
}

// boundWeeks keeps the part of a week that is said behind it: "semana que vem, só depois de quarta".
func (r *reader) boundWeeks() {
	r.eachPair(itemDay, func(a, b *item) {
		near := a.days.class == dayWeek && a.open == closed && b.start-a.end <= 5
		if !near || b.days.class != dayOfWeek || b.open == closed {
			return
		}
		day, ok := weekdayIn(b.days.weekday, a.span.from).next(a.span.from)
		if !ok {
			return
		}
		part := a.span
		switch b.open {
		case from:
			part.from = day.from
		case after:
			part.from = day.to + 1
		case until:
			part.to = day.to
		case before:
			part.to = day.from - 1
		case closed:
		}
		if part.from <= part.to {
			b.span, b.start, b.open, a.dropped = part, a.start, closed, true
		}
	})
}

// joinBounds makes one range of "depois do dia 20 e antes do dia 25", "depois das 9 e antes das 11".
func (r *reader) joinBounds() {
	join := func(a, b *item) {
		bounds := a.open.lower() && b.open.upper() && b.start-a.end <= 5 && !r.keys(a.end, "ou")
		if bounds && (a.clock.from < b.clock.to || a.kind == itemDay && a.span.from <= b.span.to) {
			b.clock.from, b.span.from = a.clock.from, a.span.from
			b.start, b.open, a.dropped = a.start, closed, true
		}
	}
	r.eachPair(itemDay, join)
	r.eachPair(itemClock, join)
}

// narrow makes one of hours that stand side by side, one within the other or both open: "na hora do almoço, entre 12h e
// 13h30", "depois das 15h, chego 15h30".  Those of two days, and those that are joined by "ou", are each for itself.
func (r *reader) narrow() {
	var last *item
	for n := range r.items {
		it := &r.items[n]
		switch {
		case it.dropped:
			continue
		case it.kind == itemDay:
			last = nil
			continue
		case it.kind != itemClock:
			continue
		}
		if last != nil && !it.list && !r.either(last.end, it.start) {
			both := clockSpan{max(last.clock.from, it.clock.from), min(last.clock.to, it.clock.to)}
			if ranges := last.clock.from < last.clock.to || it.clock.from < it.clock.to; ranges && both.from <= both.to {
				it.clock, last.dropped = both, true
			}
		}
		last = it
	}
}

// either tells whether "ou" stands between two places.
func (r *reader) either(from, to int) bool {
	for k := from; k < to; k++ {
		if r.is(k, pt.ListLinks) {
			return true
		}
	}
	return false
}
