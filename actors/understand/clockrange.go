package understand

import "atende/actors/language"

// clocks reads times at i: one, a range, or a list of them.
func (r *reader) clocks(i int) ([]item, bool) {
	if r.at(i).Glued && r.is(i-1, pt.NumberGlue) && r.at(i-2).Kind == language.Digits {
		return nil, false
	}
	if it, ok := r.lunch(i); ok {
		return []item{it}, true
	}
	between := r.keys(i-1, "entre") || r.is(i-1, pt.Article) && r.keys(i-2, "entre")
	a, ok := r.clockAt(i, !between)
	if !ok {
		return nil, false
	}
	if a.impossible {
		it, ok := saysNothing(i, a.end)
		return []item{it}, ok && a.marked
	}
	if it, ok := r.clockRange(i, a, between); ok {
		return []item{it}, true
	}
	if it, ok := r.duration(i, a); ok {
		return []item{it}, true
	}
	return r.clockList(i, a)
}

// duration reads hours that are no time of the day: "por 2 horas", "2 horas de consulta".
func (r *reader) duration(i int, a saidClock) (item, bool) {
	unit := r.is(a.end-1, pt.ClockUnits)
	if !unit && r.is(a.end, pt.Measures) && !a.marked {
		return saysNothing(i, a.end+1)
	}
	if r.is(i-1, pt.SpanWords) && a.marked && !r.keys(i-1, "em") {
		return saysNothing(i, a.end)
	}
	if !unit && !r.is(a.end-1, pt.Minutes) || r.clockWord(i) && !r.keys(i-1, "umas") {
		return nothingRead, false
	}
	k := i
	for k > 0 && r.is(k-1, pt.AboutSpan) {
		k--
	}
	spelled := r.isAny(a.end-1, "hora", "horas")
	switch {
	case r.is(k-1, pt.SpanWords), r.is(a.end, pt.BehindSpan),
		r.keys(a.end, "por") && r.is(a.end+1, pt.Rates):
		return saysNothing(i, a.end)
	case spelled && a.hour <= 12 && r.keys(a.end, "de") && !r.temporal(a.end+1):
		return saysNothing(i, a.end)
	case spelled && a.hour <= 12 && (r.keys(a.end, "antes") || r.keys(i-1, "de")):
		return saysNothing(i, a.end)
	case a.words && a.hour == 1 && spelled && a.minute == 0 && !r.keys(i-1, "a"):
		return saysNothing(i, a.end)
	}
	return nothingRead, false
}

// temporal tells whether a day or a part of the day is spoken of at i.
func (r *reader) temporal(i int) bool {
	key := r.at(i).key
	return pt.Weekdays.Has(key) || pt.Months.Has(key) || pt.PartsOfDay.Has(key) || pt.DayUnits.Has(key) || r.at(i).Kind == language.Digits ||
		key == "amanha" || key == "hoje" || key == "preferencia" || r.short(i)
}

// clockRange reads "das 9 às 11", "entre 10 e 11h", "7-10pm", "de 4pm a cinco e meia".
func (r *reader) clockRange(i int, a saidClock, between bool) (item, bool) {
	join := r.at(a.end).key
	if !pt.Joiners.Has(join) || join == "e" && !between {
		return nothingRead, false
	}
	k := r.skip(a.end+1, 1, pt.RangeFill)
	b, ok := r.clockAt(k, true)
	if !ok || b.impossible || !b.marked && r.quantity(b.end) || r.yieldsDay(k) && !b.marked {
		return nothingRead, false
	}
	led := r.clockWord(i) || between || join == "as" || r.at(k-1).key == "as"
	if !a.marked && !b.marked && !led && !r.afterDay(i) && !r.keys(i-1, "das") {
		return nothingRead, false
	}
	if r.is(b.end, pt.Measures) && !b.marked {
		return nothingRead, false
	}
	it := item{kind: itemClock, start: i, end: b.end}
	it.clock, ok = r.readRange(a, b)
	return it, ok
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
	for _, from := range []clock{a.read(shared), a.read(part), a.read(asSaid), a.read(inMorning)} {
		for _, to := range ends(b, part) {
			if to > from {
				return clockSpan{from, to}, true
			}
		}
	}
	return clockSpan{}, false
}

// ends lists the readings of the end of a range, the earliest first unless it was said.
func ends(b saidClock, part reading) []clock {
	if b.reading != asSaid {
		return []clock{b.read(part)}
	}
	early := clock(b.hour*60 + b.minute)
	if part == inEvening || part == inAfternoon {
		return []clock{b.read(part), early}
	}
	if b.hour >= 12 {
		return []clock{early}
	}
	return []clock{early, early + halfDay}
}

// afterDay tells whether a day was said right before token i, so that a bare number is an hour.
func (r *reader) afterDay(i int) bool { return r.endsDay(i) }

// clockList reads a time and the ones joined to it by "ou" or commas.
func (r *reader) clockList(i int, a saidClock) ([]item, bool) {
	led := a.marked || r.clockWord(i) || r.afterDay(i) && !r.keys(i, "um") && !r.keys(i, "uma")
	if !a.marked && (r.quantity(a.end) || r.at(a.end).Glued && r.at(a.end).Kind == language.Letters || r.at(i).Keycap) {
		return nil, false
	}
	if a.words && a.hour == 1 && !a.marked && !r.certainOne(i) {
		return nil, false
	}
	items := []item{r.clockItem(i, a)}
	for len(items) < maxListed {
		k := items[len(items)-1].end
		if !r.isAny(k, "ou", ",") && !(r.keys(k, "e") && led && r.keys(k+1, "as")) {
			break
		}
		k = r.skipAny(k+1, 1, "ou")
		k = r.skip(k, 1, pt.ListFill)
		b, ok := r.clockAt(k, true)
		if !ok || b.impossible || !b.marked && (r.quantity(b.end) || r.yieldsDay(k)) {
			break
		}
		if !led && b.marked {
			led = true
		}
		it := r.clockItem(k, b)
		it.list = true
		items = append(items, it)
	}
	if !led {
		return nil, false
	}
	return items, true
}

func (r *reader) clockItem(i int, s saidClock) item {
	at := s.read(r.part)
	return item{kind: itemClock, start: i, end: s.end, clock: clockSpan{at, at}}
}

// certainOne tells "à uma" from the article "a uma".
func (r *reader) certainOne(i int) bool {
	return (r.grave(i-1) || r.isAny(i-1, "as", "pelas")) && r.restPolite(i+1)
}

// yieldsDay tells whether a date begins at i, which a bare number is rather than an hour.
func (r *reader) yieldsDay(i int) bool {
	if _, ok := r.numeric(i); ok {
		return true
	}
	items, ok := r.dates(i)
	return ok && len(items) > 0
}

// lunch reads "na hora do almoço".
func (r *reader) lunch(i int) (item, bool) {
	k := i
	switch {
	case r.isAny(k, "hora", "horario", "intervalo") && r.isAny(k+1, "do", "de"):
		k += 2
	case r.keys(k, "no"):
		k++
	default:
		return nothingRead, false
	}
	if !r.keys(k, "almoco") {
		return nothingRead, false
	}
	return item{kind: itemClock, start: i, end: k + 1, clock: clockSpan{noon, noon + 120}}, true
}
