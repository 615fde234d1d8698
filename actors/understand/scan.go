package understand

import "atende/actors/language"

// scan reads the days, times and parts of the day of the text, left to right, into items.
func (r *reader) scan() {
	r.items = r.items[:0]
	for i := 0; i < len(r.toks); {
		if r.taken[i] {
			i++
			continue
		}
		items := r.readAt(i)
		if len(items) == 0 {
			i++
			continue
		}
		r.items = append(r.items, items...)
		i = max(i+1, items[len(items)-1].end)
	}
}

// readAt reads what begins at token i.  The order decides between readings: the past before the days it speaks of,
// dates before times.
func (r *reader) readAt(i int) []item {
	switch t := r.at(i); {
	case t.Kind == language.Mark:
		return nil
	case t.Kind == language.Letters && !pt.ItemStarts.Has(t.key) && !pt.MonthShort.Has(t.Text):
		return nil
	}
	if r.money(i) {
		it, _ := saysNothing(i, i+1)
		return []item{it}
	}
	if end := r.placeName(i); end > i {
		it, _ := saysNothing(i, end)
		return []item{it}
	}
	for _, read := range singles {
		if it, ok := read(r, i); ok {
			return []item{it}
		}
	}
	for _, read := range several {
		if items, ok := read(r, i); ok {
			return items
		}
	}
	return nil
}

var (
	singles = []func(*reader, int) (item, bool){
		(*reader).revised, (*reader).relativeDay, (*reader).ago, (*reader).away, (*reader).weekend, (*reader).week,
		(*reader).partOfMonth, (*reader).dayName, (*reader).numeric,
	}
	several = []func(*reader, int) ([]item, bool){
		(*reader).dates, (*reader).wholeMonths, (*reader).clocks, (*reader).partsOfDay,
	}
)

func (r *reader) wholeMonths(i int) ([]item, bool) {
	return listed(r.wholeMonth(i))
}

func (r *reader) partsOfDay(i int) ([]item, bool) {
	return listed(r.partOfDay(i))
}

// listed is one item as a list; most tries find none, and cost nothing.
func listed(it item, ok bool) ([]item, bool) {
	if !ok {
		return nil, false
	}
	return []item{it}, true
}

// placeName returns the index after a date that is part of a place: "rua 15 de novembro", "Rio de Janeiro"; i for
// none.
func (r *reader) placeName(i int) int {
	switch {
	case r.keys(i, "rio", "de", "janeiro"):
		return i + 3
	case !r.is(i-1, pt.Streets):
		return i
	}
	items, ok := r.dates(i)
	if !ok {
		return i
	}
	return items[len(items)-1].end
}

// money tells whether the number at i is an amount: "R$ 5,00".
func (r *reader) money(i int) bool {
	if r.at(i).Kind != language.Digits {
		return false
	}
	k := i - 1
	for steps := 0; steps < 4 && (r.at(k).Kind == language.Digits || r.at(k).Glued && r.isAny(k, ".", ",")); steps++ {
		k--
	}
	return r.keys(k, "$")
}
