package understand

import "slices"

// workHour tells what an hour is in the day of somebody who works.
type workHour uint8

const (
	noWork workHour = iota
	getsIn
	getsOff
)

// fetching is how long before noon somebody gets off who leaves little of a morning behind, but who may have to be fetched
// then.
const fetching = 60

// workHours makes bounds of the hours between which somebody works or is at school: "saio 18h", "entro às 13h".
func (r *reader) workHours(it *item) {
	if it.kind != itemClock || it.open != closed || it.clock.from != it.clock.to {
		return
	}
	switch {
	case r.around(it.start, it.end, pt.GetsIn):
		it.work, it.open, it.bound = getsIn, before, it.start
	case r.around(it.start, it.end, pt.RideComes):
		it.work, it.open, it.bound = getsOff, from, it.start
		if at := r.bareHour(it); at >= earliestRide && it.clock.from == at+halfDay+it.clock.from%60 {
			it.clock.from, it.clock.to = it.clock.from-halfDay, it.clock.to-halfDay
		}
	case r.around(it.start, it.end, pt.GetsOff):
		it.work, it.open, it.bound = getsOff, from, it.start
		if r.part == Morning && it.clock.from > noon-fetching && it.clock.from <= noon {
			it.open = until // "de manhã, porque as crianças saem 11:40"
		}
	}
}

// halvesOfShift fixes the half of the day of two hours between which somebody works, where only their numbers were said: it ends
// after it begins, "pego às 5 e largo às 13".
func (r *reader) halvesOfShift() {
	for n := 1; n < len(r.items); n++ {
		in, off := &r.items[n-1], &r.items[n]
		switch shift := in.work == getsIn && off.work == getsOff; {
		case !shift || in.clock.to <= off.clock.from:
		case r.bareHour(in) >= earliestRide && r.bareHour(in)+halfDay <= in.clock.to:
			in.clock.to -= halfDay
		case r.bareHour(off) > 0 && off.clock.from+halfDay > in.clock.to && off.clock.from < noon:
			off.clock.from += halfDay
		}
	}
}

// earliestRide is the earliest hour that is one before noon where only the number is said of a way or of work: "o trem passa 4h10".
const earliestRide clock = 4 * 60

// bareHour is the hour with which an item begins, as it is said, 0 where a part of the day stands in it.
func (r *reader) bareHour(it *item) clock {
	n, ok := r.number(it.start)
	for i := it.start; i < it.end; i++ {
		ok = ok && !r.is(i, pt.PartsOfDay) && !r.is(i, pt.Meridiem)
	}
	if !ok || r.part == Afternoon || r.part == Evening || n.value > 23 {
		return 0
	}
	return clock(n.value) * 60
}

// dropShift drops the hours of a shift, "7h entro, 19h saio", where a part of the day or another hour is wished: it may
// lie at night; and those beside an hour that is asked for, "saio 15h, tem 15:30?".
func (r *reader) dropShift() {
	shift, wished, asked, off := false, false, false, clock(0)
	for _, it := range r.items {
		live := !it.dropped && (it.kind == itemClock || it.kind == itemPeriod)
		shift = shift || live && it.work == getsIn && !r.leavesSome(&it)
		wished = wished || live && it.work == noWork
		if live && it.work == getsOff {
			off = max(off, it.clock.from)
		}
		asked = asked || it.asksFrom(off)
	}
	if shift && wished || asked {
		r.drop(func(it *item) bool { return it.work != noWork })
	}
}

// dropDayAsHour drops the hour that a bare number behind a weekday was taken for where it is the number of that day, and too early for
// an hour said so: "segunda 7" on the first of a month whose seventh is a Monday.
func (r *reader) dropDayAsHour() {
	for n := 1; n < len(r.items); n++ {
		it, on := &r.items[n], r.items[n-1]
		if it.kind != itemClock || on.kind != itemDay || on.end != it.start || it.end != it.start+1 || on.span.from != on.span.to {
			continue
		}
		number, ok := r.number(it.start)
		if _, _, date := on.span.from.date(); ok && number.value == date && date <= earliestHours {
			it.dropped = true
		}
	}
}

// earliestHours are the numbers that are seldom said alone for an hour.
const earliestHours = 7

// leavesSome tells whether an hour at which work begins leaves something of the part of the day that is wished, and no hour at which
// it ends is told: "bem cedo, entro no serviço às 10".
func (r *reader) leavesSome(in *item) bool {
	part := r.onlyPeriod()
	off := slices.ContainsFunc(r.items, func(it item) bool { return it.work == getsOff })
	hours := part.hours()
	return part != "" && !off && in.clock.to > max(hours.from, firstHour+60) && in.clock.to <= hours.to
}

// asksFrom tells whether an item is an hour that is wished, at or behind the one at which somebody gets off, 0 for none.
func (it *item) asksFrom(off clock) bool {
	if it.dropped || it.work != noWork || it.kind != itemClock {
		return false
	}
	return off > 0 && it.open == closed && it.clock.from == it.clock.to && it.clock.from >= off
}

// denyTogether drops the hour that is said with a day that is refused, "não posso quinta de manhã", and the day that is
// said with an hour that is refused, where another day follows: "segunda às 8 não, sexta às 8".
func (r *reader) denyTogether() {
	for n := 1; n < len(r.items); n++ {
		a, b := &r.items[n-1], &r.items[n]
		if a.kind != itemDay || b.kind != itemClock && b.kind != itemPeriod {
			continue
		}
		switch {
		case a.dropped && !b.dropped && r.deniedByVerb(a.start) && r.saidWith(a, b):
			b.dropped, b.along = true, true
		case !a.dropped && b.dropped && r.deniedAfter(b.end) && b.start-a.end <= 2 && r.dayFollows(n):
			a.dropped = true
		}
	}
}

// deniedByVerb tells whether a refusal stands before a place that is more than "menos", "exceto".
func (r *reader) deniedByVerb(start int) bool {
	begin, _, ok := pt.grammar.Around(pt.DeniedBefore, r.words, start, start)
	return r.deniedBefore(start) && !(ok && r.is(begin, pt.ExceptHeads))
}

// saidWith tells whether hour b stands right behind day a, and is not wished itself: "não posso amanhã de tarde seria
// melhor".
func (r *reader) saidWith(a, b *item) bool {
	begin := b.start
	if b.open != closed {
		begin = b.bound
	}
	return r.skip(a.end, 2, pt.HourFill) >= begin && !r.is(b.end, pt.FreeWords)
}

// dayFollows tells whether the next thing that is wished behind item n is a day.
func (r *reader) dayFollows(n int) bool {
	for _, it := range r.items[n+1:] {
		if !it.dropped && it.kind != itemNothing {
			return it.kind == itemDay
		}
	}
	return false
}

// comingAfter tells whether a weekday with "que vem" means the one after that which is refused behind it, and makes it
// that: "sexta que vem, essa sexta não posso".
func (r *reader) comingAfter(it, refused *item) bool {
	name, ok := r.weekdayWord(it.start)
	coming := ok && (r.says(name.end, pt.Coming) > 0 || r.is(it.start-1, pt.NextOnes))
	if !coming || !r.is(refused.start-1, pt.These) {
		return false
	}
	it.span.from, it.span.to = it.span.from+7, it.span.to+7
	return true
}
