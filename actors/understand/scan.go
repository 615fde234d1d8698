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
	(*reader).amount, (*reader).placeName, (*reader).revised, (*reader).named, (*reader).counted, (*reader).partOfMonth,
	(*reader).dayName, (*reader).numeric, (*reader).dates, (*reader).wholeMonth, (*reader).clocks, (*reader).partOfDay,
}

// placeName reads a date that is part of a place: "rua 15 de novembro", "Rio de Janeiro".
func (r *reader) placeName(i int) bool {
	if end := r.says(i, pt.Places); end > 0 {
		return r.saysNothing(i, end)
	}
	first := len(r.items)
	if !r.is(i-1, pt.Streets) || !r.dates(i) {
		return false
	}
	end := r.items[len(r.items)-1].end
	r.items = r.items[:first]
	return r.saysNothing(i, end)
}

// amount reads a number that is money: "R$ 5,00".
func (r *reader) amount(i int) bool { return r.money(i) && r.saysNothing(i, i+1) }

// money tells whether the number at i is an amount.
func (r *reader) money(i int) bool { return r.digitsAt(i) && r.around(i, i, pt.Money) }
