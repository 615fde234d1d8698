package understand

import "atende/actors/language"

// scan reads the days, times and parts of the day of the text, left to right, into items.
func (r *reader) scan() {
	r.items = r.items[:0]
	for i := 0; i < len(r.toks); {
		from := len(r.items)
		if t := r.at(i); !t.taken && (t.Kind == language.Digits || pt.ItemStarts.Has(t.key) || pt.MonthShort.Has(t.Text)) {
			r.readAt(i)
		}
		i++
		if len(r.items) > from {
			i = max(i, r.items[len(r.items)-1].end)
		}
	}
}

// readAt reads what begins at token i.  The order decides between readings: the past before the days it speaks of,
// dates before times.
func (r *reader) readAt(i int) {
	for _, read := range singles {
		if it, ok := read(r, i); ok {
			r.items = append(r.items, it)
			return
		}
	}
	if items, ok := r.dates(i); ok {
		r.items = append(r.items, items...)
	} else if it, ok := r.wholeMonth(i); ok {
		r.items = append(r.items, it)
	} else if items, ok := r.clocks(i); ok {
		r.items = append(r.items, items...)
	} else if it, ok := r.partOfDay(i); ok {
		r.items = append(r.items, it)
	}
}

// singles read one thing each.
var singles = []func(*reader, int) (item, bool){
	(*reader).amount, (*reader).placeName, (*reader).revised, (*reader).relativeDay, (*reader).ago, (*reader).nextFew,
	(*reader).away, (*reader).weekend, (*reader).week, (*reader).partOfMonth, (*reader).dayName, (*reader).numeric,
}

// placeName reads a date that is part of a place: "rua 15 de novembro", "Rio de Janeiro".
func (r *reader) placeName(i int) (item, bool) {
	switch {
	case r.keys(i, "rio", "de", "janeiro"):
		return saysNothing(i, i+3)
	case !r.is(i-1, pt.Streets):
		return item{}, false
	}
	items, ok := r.dates(i)
	if !ok {
		return item{}, false
	}
	return saysNothing(i, items[len(items)-1].end)
}

// amount reads a number that is money.
func (r *reader) amount(i int) (item, bool) {
	it, _ := saysNothing(i, i+1)
	return it, r.money(i)
}

// money tells whether the number at i is an amount: "R$ 5,00".
func (r *reader) money(i int) bool {
	if r.at(i).Kind != language.Digits {
		return false
	}
	k := i - 1
	for steps := 0; steps < 4 && (r.digitsAt(k) || r.at(k).Glued && r.isAny(k, ".", ",")); steps++ {
		k--
	}
	return r.keys(k, "$")
}
