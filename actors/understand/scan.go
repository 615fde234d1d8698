package understand

import "atende/actors/language"

// scan reads the days, times and parts of the day of the text, left to right, into items.
func (r *reader) scan() {
	r.items = r.items[:0]
	for i := 0; i < len(r.toks); {
		t := r.at(i)
		starts := !t.taken && (t.Kind == language.Digits || pt.ItemStarts.Has(t.key) || pt.MonthShort.Has(t.Text))
		if i++; starts && r.readAt(i-1) {
			i = max(i, r.items[len(r.items)-1].end)
		}
	}
}

// readAt reads what begins at token i.
func (r *reader) readAt(i int) bool {
	for _, read := range readings {
		if read(r, i) {
			return true
		}
	}
	return false
}

// readings note what begins at a token, or leave it to the next one: the past comes before the days it speaks of, dates
// before times.
var readings = []func(*reader, int) bool{
	(*reader).amount, (*reader).placeName, (*reader).revised, (*reader).yearFirst, (*reader).named, (*reader).counted, (*reader).partOfWeek, (*reader).partOfMonth,
	(*reader).otherDay, (*reader).dayName, (*reader).numeric, (*reader).dates, (*reader).wholeMonth, (*reader).clocks, (*reader).partOfDay,
}

// placeName reads a date that is part of a place: "rua 15 de novembro", "Rio de Janeiro".
func (r *reader) placeName(i int) bool {
	if end := r.says(i, pt.Places); end > 0 {
		return r.saysNothing(i, end)
	}
	first := len(r.items)
	if !r.is(i-1, pt.NamedAfter) || !r.dates(i) {
		return false
	}
	end := r.items[len(r.items)-1].end
	r.items = r.items[:first]
	return r.saysNothing(i, end)
}

// amount reads a number that is money or was measured: "R$ 5,00", "pressão 12 por 8".
func (r *reader) amount(i int) bool {
	switch {
	case r.money(i):
		return r.saysNothing(i, i+1)
	case !r.measured(i):
		return false
	}
	n, _ := r.number(i)
	end := n.end
	if next, ok := r.number(end + 1); ok && r.is(end, pt.Ratios) {
		end = next.end
	}
	return r.saysNothing(i, end)
}

// measured tells whether the number at i tells how much, how old or which house, and no day and no hour.
func (r *reader) measured(i int) bool {
	n, ok := r.number(i)
	if ok && r.around(i, i, pt.CountedOf) && !r.hourMark(n.end) {
		return true
	}
	if r.grave(i-1) || r.is(i-1, pt.BeforeHour) && !r.keys(i-1, "umas") {
		return false
	}
	return ok && r.around(i, i, pt.Measured) && !r.hourSign(n.end) && !r.dayUnit(i, n)
}

// dayUnit tells whether the number n at i is that of a day: "dor no dia 8", "um de 8 de maio".
func (r *reader) dayUnit(i int, n number) bool {
	_, dated := r.monthOfDay(n.end)
	return r.is(i-1, pt.DayUnits) || dated && !r.slashMonth(n.end)
}

// money tells whether the number at i is an amount.
func (r *reader) money(i int) bool { return r.digitsAt(i) && r.around(i, i, pt.Money) }
