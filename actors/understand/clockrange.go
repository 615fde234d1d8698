package understand

import "atende/actors/language"

// clocks reads times at i: one, a range, or a list of them.
func (r *reader) clocks(i int) bool {
	between := r.around(i, i, pt.Between)
	a, ok := r.clockAt(i, !between)
	a.marked = a.marked || ok && !between && r.saysClock(i, a)
	switch {
	case !ok, r.goesOn(i, pt.NumberGlue):
		return false
	case a.impossible:
		return (a.marked || a.words) && r.saysNothing(i, a.end) // in words, so that no part of it is one
	case r.around(i, a.end, pt.Leaving):
		return r.saysNothing(i, a.end)
	}
	return r.clockRange(i, a, between) || r.duration(i, a) || r.clockList(i, a)
}

// saysClock tells whether the time at i, which no sign marks, can hardly be anything else: it is one o'clock in a bound,
// "depois da uma", or where times are spoken of its minutes are, "nove e vinte", and no two numbers that are told together.
func (r *reader) saysClock(i int, a saidClock) bool {
	if a.hour == 1 && a.minute == 0 {
		return r.around(i, a.end, pt.AtOne)
	}
	spoken := r.times && a.minute >= 10 && a.minute%5 == 0 && a.minute != a.hour+1 && a.hour > 0
	return spoken && !r.is(i-1, pt.BeforeTwo) && !r.countsOn(i) && !r.yieldsDay(a.end-1)
}

// countsOn tells whether the number at i goes on from one that is no day: "10, 20".
func (r *reader) countsOn(i int) bool {
	return r.keys(i-1, ",") && r.digitsAt(i-2) && !r.endsDay(i-1)
}

// duration reads hours that are no time of the day: "por 2 horas", "2 horas de consulta".
func (r *reader) duration(i int, a saidClock) bool {
	unit := r.is(a.end-1, pt.ClockUnits) || r.is(a.end-2, pt.ClockUnits) // "1h40"
	switch {
	case !unit && r.is(a.end, pt.Measures) && !a.marked:
		return r.saysNothing(i, a.end+1)
	case r.is(i-1, pt.SpanWords) && a.marked && !r.keys(i-1, "em"):
		return r.saysNothing(i, a.end)
	case !unit && !r.is(a.end-1, pt.Minutes), r.clockWord(i) && !r.keys(i-1, "umas"):
		return false
	}
	return (r.around(i, a.end, pt.LastingSpan) || r.spelledSpan(i, a)) && r.saysNothing(i, a.end)
}

// spelledSpan tells whether "horas" makes a time that was said at i a duration.
func (r *reader) spelledSpan(i int, a saidClock) bool {
	switch {
	case r.lengths && a.hour <= longest && r.is(i+1, pt.ClockUnits): // "20 min? 1 hora?"
		return true
	case !r.isAny(a.end-1, "hora", "horas"):
		return false
	case a.words && a.hour == 1 && a.minute == 0 && !r.keys(i-1, "a") && !r.endsDay(i):
		return true
	}
	return a.hour <= 12 && (r.around(i, a.end, pt.HoursLong) || r.keys(a.end, "de") && !r.temporal(a.end+1))
}

// longest is how many hours are rather a duration than a time where durations are spoken of.
const longest = 3

// temporal tells whether a day or a part of the day is spoken of at i.
func (r *reader) temporal(i int) bool { return r.digitsAt(i) || r.is(i, pt.Temporal) }

// clockRange reads "das 9 às 11", "entre 10 e 11h", "7-10pm", "de 4pm a cinco e meia".
func (r *reader) clockRange(i int, a saidClock, between bool) bool {
	join := r.at(a.end).key
	if !pt.Joiners.Has(join) || join == "e" && !between {
		return false
	}
	k := r.skip(a.end+1, 1, pt.RangeFill)
	b, ok := r.joinedClock(k)
	led := between || join == "as" || r.keys(k-1, "as") || r.clockWord(i) || r.endsDay(i)
	if one := a.words && a.hour == 1 && !between && !a.marked && !r.clockWord(i); !ok || one || !led && !a.marked && !b.marked {
		return false // "um às 13h e o outro às 14h"
	}
	span, ok := r.readRange(a, b)
	return ok && r.reads(item{kind: itemClock, start: i, end: b.end, clock: span})
}

// joinedClock reads a further time of a range or list.
func (r *reader) joinedClock(i int) (saidClock, bool) {
	s, ok := r.clockAt(i, true)
	return s, ok && !s.impossible && (s.marked || !r.quantity(s.end) && !r.yieldsDay(i))
}

// readRange fixes the halves of the day of both ends: what is said once holds for both, and the end is the first
// reading after the start.
func (r *reader) readRange(a, b saidClock) (clockSpan, bool) {
	part := r.part
	shared := part
	if b.reading != certain && b.reading != asSaid {
		shared = b.reading
	}
	if a.reading != asSaid && b.reading == asSaid && a.reading != certain && part == asSaid {
		part = a.reading
	}
	for _, from := range []clock{a.read(shared), a.read(part), a.read(asSaid), a.read(Morning)} {
		for _, to := range ends(b, part) {
			if early := part == asSaid && a.early() && b.reading == asSaid; early && from > noon && to > latest {
				continue // "de 5 às 11"
			}
			if to > from {
				return clockSpan{from, to}, true
			}
		}
	}
	return clockSpan{}, false
}

// early reports a small number, of which nothing says whether it is of the morning.
func (s saidClock) early() bool {
	return s.reading == asSaid && s.hour*60 >= int(earliestRide) && s.hour <= 6
}

// latest is until when hours are those of an evening that begins with a small number.
const latest clock = 22 * 60

// ends lists the readings of the end of a range, the earliest first unless it was said.
func ends(b saidClock, part Period) []clock {
	if b.reading != asSaid {
		return []clock{b.read(part)}
	}
	early := clock(b.hour*60 + b.minute)
	if part == Evening || part == Afternoon {
		return []clock{b.read(part), early}
	}
	if b.hour >= 12 {
		return []clock{early}
	}
	return []clock{early, early + halfDay}
}

// clockList reads a time and the ones joined to it by "ou" or commas.
func (r *reader) clockList(i int, a saidClock) bool {
	if !a.marked && r.noClock(i, a) {
		return false
	}
	led := a.marked || r.clockWord(i) || r.endsDay(i) && !r.isAny(i, "um", "uma")
	items := []item{r.clockItem(i, a)}
	for k := a.end; len(items) < maxListed && (r.isAny(k, "ou", ",") || led && r.keys(k, "e", "as")); {
		k = r.skip(r.skipAny(k+1, "ou"), 1, pt.ListFill)
		b, ok := r.joinedClock(k)
		if !ok {
			break
		}
		led = led || b.marked
		it := r.clockItem(k, b)
		it.list = true
		items, k = append(items, it), b.end
	}
	if led {
		r.items = append(r.items, items...)
	}
	return led
}

// noClock tells whether a number at i that nothing makes an hour is a quantity, a key, a part of a word or an article.
func (r *reader) noClock(i int, a saidClock) bool {
	next := r.at(a.end)
	if r.quantity(a.end) || next.Glued && next.Kind == language.Letters || r.at(i).Keycap {
		return true
	}
	one := (r.grave(i-1) || r.isAny(i-1, "as", "pelas")) && (r.at(i+1).Kind == language.Mark || r.is(i+1, pt.PoliteWords))
	return a.words && a.hour == 1 && !one // "à uma", and not "a uma"
}

func (r *reader) clockItem(i int, s saidClock) item {
	at := s.read(r.part)
	return item{kind: itemClock, start: i, end: s.end, clock: clockSpan{at, at}}
}

// yieldsDay tells whether a date begins at i, which a bare number is rather than an hour.
func (r *reader) yieldsDay(i int) bool {
	before := len(r.items)
	yields := r.isDate(i) || r.dates(i)
	r.items = r.items[:before]
	return yields
}
