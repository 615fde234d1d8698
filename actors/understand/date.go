package understand

import (
	"strconv"
	"time"

	"atende/actors/language"
)

// dates reads day numbers with or without a month: "dia 15", "15 de março", "dias 10, 11 e 12", "4 a 23 do próximo
// mês", "março 15".  Numbers of one list share the month said last.
func (r *reader) dates(i int) ([]item, bool) {
	if it, ok := r.monthFirst(i); ok {
		return []item{it}, true
	}
	first := i
	named := r.is(i, pt.DayUnits)
	if named {
		first = r.skip(i+1, 1, pt.Article)
	}
	if r.keys(i, "dia") {
		switch it, ok := r.numeric(first); {
		case ok && it.kind == itemDay: // "dia 4-7" is in July, "dia 4-20" a range
			it.start = i
			return []item{it}, true
		case ok && (it.kind == itemBirth || it.end-first > 3):
			return nil, false // a full date is read on its own
		}
	}
	nums := r.dayNumbers(first)
	if len(nums) == 0 {
		return nil, false
	}
	if r.isAny(i-1, "as", "umas", "pelas") || r.grave(i-1) {
		nums = nums[:1] // "às 9, dia 20 de abril"
	}
	if named && (r.is(i-1, pt.Every) || r.is(i-2, pt.Every) && r.is(i-1, pt.Article)) {
		it, _ := saysNothing(i, nums[0].end)
		return []item{it}, true // "todo dia 10"
	}
	last := nums[len(nums)-1]
	month, dated := r.monthOfDay(last.end)
	if !dated {
		for len(nums) > 1 && !named && !r.isNumberOf(nums[0]) {
			nums = nums[:len(nums)-1]
		}
		if !named && !r.isNumberOf(nums[0]) {
			return nil, false
		}
		return r.plainDays(i, nums), true
	}
	if it, ok := r.withYear(i, nums, month); ok {
		return it, true
	}
	return r.datedDays(i, nums, month), true
}

// maxListed bounds the days and the times of one list.
const maxListed = 8

// dayNumbers reads numbers that may be days: one, or several joined by "a", "e", "ou" and the like.
func (r *reader) dayNumbers(i int) []number {
	n, ok := r.dayNumber(i)
	if !ok && r.is(i-1, pt.DayUnits) && r.keys(i+1, ",") {
		n, ok = r.listedDay(i)
	}
	if !ok {
		return nil
	}
	nums := []number{n}
	for len(nums) < maxListed {
		k := nums[len(nums)-1].end
		if !r.is(k, pt.DayConnectors) {
			return nums
		}
		k = r.skip(k+1, 1, pt.BeforeDay)
		k = r.skip(k, 1, pt.DayUnits)
		if n, ok = r.dayNumber(k); !ok && r.is(i-1, pt.DayUnits) {
			n, ok = r.listedDay(k)
		}
		if !ok {
			if n, ok = r.number(k); !ok || n.digits == 0 || n.digits > 2 || !r.slashMonth(n.end) {
				return nums
			}
		}
		nums = append(nums, n)
	}
	return nums
}

// dayNumber reads the number of a day: no hour, no quantity, no part of something longer.
func (r *reader) dayNumber(i int) (number, bool) {
	t := r.at(i)
	if r.taken[min(i, len(r.taken)-1)] || t.Glued && r.isAny(i-1, ",", ".", "/") && r.at(i-2).Kind == language.Digits {
		return number{}, false
	}
	n, ok := r.number(i)
	switch {
	case t.key == "primeiro":
		n, ok = number{value: 1, end: i + 1}, true
	case ok && n.value == 1 && r.at(n.end).Glued && (r.at(n.end).Text == "o" || r.at(n.end).Text == "a"):
		n.end++
	}
	named := (r.is(i-1, pt.DayUnits) || r.monthName(i-1) && !r.keys(i-1, "dez")) && r.partFollows(n.end) // "dia 12 de manhã"
	_, nextMonth := r.comes(n.end + 1)
	counts := r.quantity(n.end) && !(r.keys(n.end, "mes") && nextMonth)
	if !ok || n.digits > 2 || t.key == "uma" || r.hourMark(n.end) && !named || counts {
		return number{}, false
	}
	if next := r.at(n.end); next.Glued && (next.Kind == language.Letters && !pt.MonthShort.Has(next.Text) ||
		r.is(n.end, pt.NumberGlue) && r.at(n.end+1).Glued && r.at(n.end+1).Kind == language.Digits) {
		return number{}, false
	}
	return n, true
}

// listedDay reads a number of a list that began with "dia", where a part of the day or a glued comma changes nothing:
// "dia 23 ou 24 de manhã", "dias 12,13,14".
func (r *reader) listedDay(i int) (number, bool) {
	n, ok := r.number(i)
	slashed := r.at(i).Glued && r.keys(i-1, "/")
	if !ok || slashed || n.digits > 2 || n.value < 1 || n.value > 31 || r.taken[i] || r.is(n.end, pt.ClockUnits) || r.quantity(n.end) {
		return n, false
	}
	next := r.at(n.end)
	return n, !next.Glued || next.Kind == language.Mark && next.key != ":" && next.key != "/"
}

// slashMonth tells whether "/3" stands at i: the month of "20 a 25/3".
func (r *reader) slashMonth(i int) bool {
	return r.keys(i, "/") && r.at(i).Glued && r.at(i+1).Kind == language.Digits && len(r.at(i+1).Text) <= 2
}

// hourMark tells whether what stands at i makes the number before it an hour.
func (r *reader) hourMark(i int) bool {
	switch {
	case r.is(i, pt.ClockUnits), r.is(i, pt.Meridiem), r.keys(i, ":"), r.keys(i, "e", "meia"):
		return true
	case r.isAny(i, "da", "de") && pt.DayParts.Has(r.at(i+1).key):
		return true
	}
	return false
}

// partFollows tells whether "de manhã" or "da tarde" stands at i: behind a date it makes no hour.
func (r *reader) partFollows(i int) bool {
	return r.isAny(i, "de", "da") && pt.DayParts.Has(r.at(i+1).key)
}

// quantity tells whether what stands at i makes the number before it a quantity: a unit, or a noun in the plural.
func (r *reader) quantity(i int) bool {
	t := r.at(i)
	if pt.Measures.Has(t.key) {
		return true
	}
	plural := t.Kind == language.Letters && len(t.Text) > 3 && t.Text[len(t.Text)-1] == 's'
	return plural && !pt.NotPlural.Has(t.key)
}

// isNumberOf tells whether a bare number is the day of a month because of the word before: "no 15".
func (r *reader) isNumberOf(n number) bool {
	start := n.end - 1
	prev := r.at(start - 1).Text
	if prev != "no" && prev != "pro" && prev != "ao" {
		return false
	}
	next := r.at(n.end)
	return n.digits > 0 && n.value >= 1 && n.value <= 31 &&
		(next.Kind == language.Mark || next.key == "as" || pt.FunctionWords.Has(next.key) || pt.PartsOfDay.Has(next.key))
}

// plainDays makes items of days without a month.
func (r *reader) plainDays(start int, nums []number) []item {
	var items []item
	for k, n := range nums {
		it := item{kind: itemDay, start: start, end: n.end, days: numberExpr(n.value), list: k > 0}
		if n.value < 1 || n.value > 31 {
			it.kind = itemNothing
		}
		items = append(items, it)
		start = n.end
	}
	for k := range items[1:] {
		items[k+1].start = r.numberStart(nums[k+1])
	}
	return items
}

// numberStart returns the first token of a number that was read.
func (r *reader) numberStart(n number) int {
	if n.words() && n.value > 20 && n.value%10 != 0 {
		return n.end - 3
	}
	if r.at(n.end-1).Kind == language.Letters && n.digits > 0 {
		return n.end - 2
	}
	return n.end - 1
}

// monthOfDay reads the month of the day number before i: "de março", "mar", "do 3", "do mês que vem".
func (r *reader) monthOfDay(i int) (monthExpr, bool) {
	k := i
	if r.isAny(k, "de", "do", "/") || r.keys(k, "-") && r.at(k).Glued {
		k++
	}
	if r.keys(i, "do") || r.keys(i, "de") && r.at(i+1).Kind == language.Digits || r.slashMonth(i) {
		if n, ok := r.monthNumber(i + 1); ok && n.digits <= 2 && n.value >= 1 && n.value <= 12 &&
			(!r.hourMark(n.end) || r.partFollows(n.end)) && !r.quantity(n.end) {
			return r.numberedMonth(n), true
		}
	}
	if r.is(i, pt.These) {
		return r.monthAt(i, true)
	}
	if n, ok := r.number(k + 1); ok && r.keys(k, "mes") && n.value >= 1 && n.value <= 12 && (!r.hourMark(n.end) || r.partFollows(n.end)) {
		return r.numberedMonth(n), true
	}
	if k == i && !r.monthName(i) && !r.keys(i, "mes") && !r.is(i, pt.NextOnes) {
		return monthExpr{}, false
	}
	m, ok := r.monthAt(k, true)
	if ok && m.plain {
		return monthExpr{}, false
	}
	return m, ok
}

// monthNumber reads the number of a month, which may be "primeiro".
func (r *reader) monthNumber(i int) (number, bool) {
	if r.keys(i, "primeiro") && r.isAny(i+1, "de", "do") {
		return number{value: 1, end: i + 1}, true
	}
	return r.number(i)
}

// monthName tells whether the name of a month stands at i.
func (r *reader) monthName(i int) bool {
	return r.is(i, pt.Months) || pt.MonthShort.Has(r.at(i).Text) && !r.keys(i+1, "dias")
}

// monthFirst reads "março 15", "julho 4, 2017".
func (r *reader) monthFirst(i int) (item, bool) {
	m, ok := r.namedMonth(i, false)
	if !ok || m.year != 0 {
		return nothingRead, false
	}
	n, ok := r.dayNumber(m.end)
	if !ok || n.value < 1 || n.value > 31 {
		return nothingRead, false
	}
	m.year, m.end, ok = r.yearAfter(n.end)
	if !ok {
		return saysDay(i, n.end, m.on(n.value))
	}
	return r.fullDate(i, m.end, m.year, int(m.month), n.value, 4), true
}

// numeric reads dates in digits: 15/3, 15-3, 15/03/2026, 12.03.1985, 2026-03-15, 12 03 1985, 12031985, 120385,
// 12/mar/1985.
func (r *reader) numeric(i int) (item, bool) {
	if r.taken[i] || r.at(i).Kind != language.Digits || r.at(i).Glued && r.is(i-1, pt.DateGlue) && r.at(i-2).Kind == language.Digits {
		return nothingRead, false
	}
	if it, ok := r.packed(i); ok {
		return it, true
	}
	a, b, c := r.at(i), r.at(i+2), r.at(i+4)
	sep := r.at(i + 1)
	if r.spaced(i) || r.spacedShort(i) {
		return r.digits(i, i+3, a.Text, r.at(i+1).Text, b.Text), true
	}
	year4 := pt.DateSigns.Has(r.at(i+3).key) && c.Kind == language.Digits && len(c.Text) == 4 && len(a.Text) <= 2
	full := year4 || r.at(i+3).key == sep.key && c.Kind == language.Digits && c.Glued
	if !pt.DateSigns.Has(sep.key) || b.Kind != language.Digits || sep.key != "/" && !(sep.Glued && b.Glued) && !year4 {
		return nothingRead, false
	}
	switch {
	case full && len(a.Text) == 4:
		return r.digits(i, i+5, c.Text, b.Text, a.Text), len(b.Text) <= 2 && len(c.Text) <= 2
	case len(a.Text) > 2 || len(b.Text) > 2:
		return nothingRead, false
	case full && (len(c.Text) == 2 || len(c.Text) == 4):
		return r.digits(i, i+5, a.Text, b.Text, c.Text), true
	case full || sep.key == "." && !r.isAny(i-1, "dia", "dias", "no"):
		return nothingRead, false
	case r.hourMark(i+3) && !(r.partFollows(i+3) && (sep.key == "/" || r.is(i-1, pt.DayUnits))) || sep.key != "/" && r.is(i-1, pt.BeforeHour):
		return nothingRead, false
	}
	if n, ok := r.year(i + 4); ok && n.digits == 4 && r.keys(i+3, "de") {
		return r.digits(i, i+5, a.Text, b.Text, r.at(i+4).Text), true
	}
	if _, named := r.monthOfDay(i + 3); named && !r.keys(i+3, "do") {
		return nothingRead, false // "19-20 de novembro"
	}
	return r.dayAndMonth(i, a.Text, b.Text)
}

// spaced tells whether "12 03 1985" stands at i.
func (r *reader) spaced(i int) bool {
	a, b, c := r.at(i), r.at(i+1), r.at(i+2)
	return len(a.Text) <= 2 && b.Kind == language.Digits && len(b.Text) == 2 && c.Kind == language.Digits &&
		len(c.Text) == 4 && c.Text[0] >= '1' && c.Text[0] <= '2'
}

// spacedShort tells whether "12 03 85" stands at i, where little else can be meant.
func (r *reader) spacedShort(i int) bool {
	a, b, c := r.at(i), r.at(i+1), r.at(i+2)
	if b.Kind != language.Digits || c.Kind != language.Digits || len(a.Text) > 2 || len(b.Text) > 2 || len(c.Text) != 2 ||
		r.at(i+3).Kind == language.Digits || r.at(i+3).Glued || r.hourMark(i+3) {
		return false
	}
	return r.bornAt(i) || len(a.Text) == 2 && len(b.Text) == 2 && (r.alone(i, i+3) || i > 0 && r.taken[i-1])
}

func (r *reader) dayAndMonth(i int, d, m string) (item, bool) {
	num, _ := strconv.Atoi(d)
	month, _ := strconv.Atoi(m)
	if _, ok := newDay(2000, month, 1); !ok || r.bornAt(i) || num < 1 || num > 31 {
		return saysNothing(i, i+3)
	}
	return saysDay(i, i+3, r.numberedMonth(number{value: month, end: i + 3}).on(num))
}

func (r *reader) numberedMonth(n number) monthExpr {
	m := monthExpr{month: time.Month(n.value), end: n.end}
	if year, end, ok := r.yearAfter(n.end); ok {
		m.year, m.end = year, end
	}
	return m
}

// packed reads a date without signs: eight digits, or six where nothing else is likely.
func (r *reader) packed(i int) (item, bool) {
	t := r.at(i).Text
	if r.is(i-1, pt.NotDates) || r.is(i-2, pt.NotDates) || r.at(i-1).Glued && r.at(i).Glued {
		return nothingRead, false
	}
	switch len(t) {
	case 8:
		it := r.digits(i, i+1, t[:2], t[2:4], t[4:])
		return it, it.kind != itemNothing
	case 6:
		it := r.digits(i, i+1, t[:2], t[2:4], t[4:])
		return it, it.kind != itemNothing
	}
	return nothingRead, false
}

func (r *reader) digits(start, end int, d, m, y string) item {
	dd, _ := strconv.Atoi(d)
	mm, _ := strconv.Atoi(m)
	yy, _ := strconv.Atoi(y)
	return r.fullDate(start, end, yy, mm, dd, len(y))
}
