package understand

import (
	"slices"
	"strconv"
	"time"

	"atende/actors/language"
)

// dates reads day numbers with or without a month: "dia 15", "15 de março", "dias 10, 11 e 12", "4 a 23 do próximo
// mês", "março 15".  Numbers of one list share the month said last.
func (r *reader) dates(i int) bool {
	if r.monthFirst(i) {
		return true
	}
	first, named := i, r.is(i, pt.DayUnits)
	if named {
		first = r.skip(i+1, 1, pt.DayArticle)
	}
	if named && r.isAny(i-1, "mesmo") && r.at(first).Kind != language.Digits {
		return false // "no mesmo dia um atrás do outro"
	}
	if n := len(r.items); r.keys(i, "dia") && r.numeric(first) { // "dia 4-7" is in July, "dia 4-20" a range
		it := r.items[n]
		if r.items = r.items[:n]; it.kind == itemDay {
			it.start = i
			return r.reads(it)
		}
		if it.kind == itemBirth || it.end-first > 3 {
			return false // a full date is read on its own
		}
	}
	nums := r.dayNumbers(first)
	if len(nums) == 0 {
		return false
	}
	if r.isAny(i-1, "as", "umas", "pelas") || r.grave(i-1) {
		nums = nums[:1] // "às 9, dia 20 de abril"
	}
	if named && r.around(i, i+1, pt.Repeated) {
		return r.saysNothing(i, nums[0].end) // "todo dia 10"
	}
	if month, dated := r.monthOfDay(nums[len(nums)-1].end); dated {
		return r.withYear(i, nums, month) || r.listDays(i, nums, &month)
	}
	return (named || r.isNumberOf(nums[0]) || r.bareDays(i, nums)) && r.listDays(i, nums, nil)
}

// bareDays tells whether bare numbers at i are days where times are spoken of: one of them is too late for an hour, and
// there are several, or it is bounded or has an hour behind it: "25 e 26", "26 em diante", "25 às 9".
func (r *reader) bareDays(i int, nums []number) bool {
	first, last := nums[0], nums[len(nums)-1]
	written := r.times && !slices.ContainsFunc(nums, func(n number) bool {
		return !n.isDay() || n.words() && len(nums) > 1 || n.start > i && r.isAny(n.start-1, ",", "-")
	})
	switch late := func(n number) bool { return n.value > 23 }; {
	case !written, r.countsOn(i), !slices.ContainsFunc(nums, late):
		return false
	case len(nums) == 1:
		return r.around(i, last.end, pt.Onwards) || r.around(i, last.end, pt.HourBehind)
	default:
		return first.value > lateHour || last.value%5 != 0 || first.value+1 == last.value // but "14 e 30"
	}
}

// maxListed bounds the days and the times of one list.
const maxListed = 8

// dayNumbers reads numbers that may be days: one, or several joined by "a", "e", "ou" and the like.
func (r *reader) dayNumbers(i int) []number {
	named := r.is(i-1, pt.DayUnits)
	n, ok := r.dayNumber(i)
	if !ok && named && r.keys(i+1, ",") {
		n, ok = r.listedDay(i)
	}
	var nums []number
	for ok && len(nums) < maxListed {
		nums = append(nums, n)
		if !r.is(n.end, pt.DayConnectors) {
			break
		}
		k := r.skip(r.skip(n.end+1, 1, pt.BeforeDay), 1, pt.DayUnits)
		if n, ok = r.dayNumber(k); !ok && named {
			n, ok = r.listedDay(k)
		}
		if !ok {
			n, ok = r.number(k)
			ok = ok && n.isShort() && r.slashMonth(n.end)
		}
	}
	return nums
}

// dayNumber reads the number of a day: no hour, no quantity, no part of something longer.
func (r *reader) dayNumber(i int) (number, bool) {
	if r.at(i).taken || r.goesOn(i, pt.DayGlue) {
		return number{}, false
	}
	n, ok := r.number(i)
	switch {
	case r.keys(i, "primeiro"):
		n, ok = number{value: 1, start: i, end: i + 1}, true
	case ok && n.value == 1 && r.ordinalSign(n.end):
		n.end++
	}
	return n, ok && n.digits <= 2 && !r.keys(i, "uma") && !r.noDayNumber(i, n)
}

// noDayNumber tells whether the number n at i is an hour, a quantity or a part of something longer.
func (r *reader) noDayNumber(i int, n number) bool {
	dated := r.is(i-1, pt.DayUnits) || r.monthName(i-1) && !r.keys(i-1, "dez")
	if r.hourSign(n.end) || r.partFollows(n.end) && !dated { // but "dia 12 de manhã"
		return true
	}
	if nextMonth := r.keys(n.end, "mes") && r.says(n.end+1, pt.Coming) > 0; r.quantity(n.end) && !nextMonth {
		return true
	}
	next := r.at(n.end)
	if next.Kind == language.Letters {
		return next.Glued && !pt.MonthShort.Has(next.Text)
	}
	return next.Glued && r.is(n.end, pt.NumberGlue) && r.at(n.end+1).Glued && r.digitsAt(n.end+1)
}

// goesOn tells whether the digits at i go on from others, with a sign of the class glued between.
func (r *reader) goesOn(i int, signs *language.Class) bool {
	return r.at(i).Glued && r.is(i-1, signs) && r.digitsAt(i-2)
}

// ordinalSign tells whether the sign of an ordinal is glued to the number before i: "1º", "2a".
func (r *reader) ordinalSign(i int) bool {
	return r.at(i).Glued && (r.at(i).Text == "o" || r.at(i).Text == "a")
}

// listedDay reads a number of a list that began with "dia", where a part of the day or a glued comma changes nothing:
// "dia 23 ou 24 de manhã", "dias 12,13,14".
func (r *reader) listedDay(i int) (number, bool) {
	n, ok := r.number(i)
	if !ok || n.digits > 2 || !n.isDay() || r.at(i).taken {
		return n, false
	}
	if r.is(n.end, pt.ClockUnits) || r.quantity(n.end) || r.at(i).Glued && r.keys(i-1, "/") {
		return n, false
	}
	next := r.at(n.end)
	return n, !next.Glued || next.Kind == language.Mark && next.key != ":" && next.key != "/"
}

// slashMonth tells whether "/3" stands at i: the month of "20 a 25/3".
func (r *reader) slashMonth(i int) bool {
	return r.keys(i, "/") && r.at(i).Glued && r.digitsAt(i+1) && len(r.at(i+1).Text) <= 2
}

// hourMark tells whether what stands at i makes the number before it an hour.
func (r *reader) hourMark(i int) bool { return r.hourSign(i) || r.partFollows(i) }

func (r *reader) hourSign(i int) bool {
	ends := r.keys(i, ":") && !(r.at(i+1).Glued && r.digitsAt(i+1)) // "24/11: 8h"
	return !ends && r.says(i, pt.HourSign) > 0
}

// partFollows tells whether "de manhã" or "da tarde" stands at i: behind a date it makes no hour.
func (r *reader) partFollows(i int) bool { return r.says(i, pt.OfPart) > 0 }

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
	if n.digits == 0 || !n.isDay() || !pt.OnThe.Has(r.at(n.end-2).Text) {
		return false
	}
	next := r.at(n.end)
	return next.Kind == language.Mark || next.key == "as" || pt.FunctionWords.Has(next.key) || pt.PartsOfDay.Has(next.key)
}

// listDays notes days that share a month, if one was said.
func (r *reader) listDays(start int, nums []number, month *monthExpr) bool {
	for k, n := range nums {
		it := item{kind: itemDay, start: start, end: n.end, days: numberExpr(n.value), list: k > 0}
		if k > 0 {
			it.start = n.start
		}
		last := k == len(nums)-1
		if month != nil && last {
			it.end = month.end
		}
		if month != nil && (last || n.value <= nums[k+1].value || month.year != 0) { // but "28 a 3 de janeiro"
			it.days = month.on(n.value)
		}
		if !n.isDay() || month != nil && r.bornAt(start) {
			it.kind = itemNothing
		}
		r.reads(it)
	}
	return true
}

// monthOfDay reads the month of the day number before i: "de março", "mar", "do 3", "do mês que vem".
func (r *reader) monthOfDay(i int) (monthExpr, bool) {
	if n, ok := r.monthInDigits(i); ok {
		return r.numberedMonth(n), true
	}
	if r.is(i, pt.These) {
		return r.monthAt(i, true)
	}
	k := i
	if r.isAny(k, "de", "do", "/") || r.keys(k, "-") && r.at(k).Glued {
		k++
	}
	if n, ok := r.number(k + 1); ok && r.keys(k, "mes") && n.isMonth() && !r.hourSign(n.end) {
		return r.numberedMonth(n), true
	}
	if k == i && !r.monthName(i) && !r.keys(i, "mes") && !r.is(i, pt.NextOnes) {
		return monthExpr{}, false
	}
	m, ok := r.monthAt(k, true)
	return m, ok && m.months == 0
}

// monthInDigits reads "do 3", "de 3", "/3"; also "do primeiro de".
func (r *reader) monthInDigits(i int) (number, bool) {
	numbered := r.keys(i, "de") && r.digitsAt(i+1) && !r.isAny(i-1, "um", "uma", "dois", "duas") // "um de 6 e outro de 9"
	if !r.keys(i, "do") && !numbered && !r.slashMonth(i) {
		return number{}, false
	}
	n, ok := r.number(i + 1)
	if r.keys(i+1, "primeiro") && r.isAny(i+2, "de", "do") {
		n, ok = number{value: 1, end: i + 2}, true
	}
	return n, ok && n.digits <= 2 && n.isMonth() && !r.hourSign(n.end) && !r.quantity(n.end)
}

// monthName tells whether the name of a month stands at i.
func (r *reader) monthName(i int) bool {
	return r.is(i, pt.Months) || pt.MonthShort.Has(r.at(i).Text) && !r.keys(i+1, "dias")
}

// monthFirst reads "março 15", "julho 4, 2017".
func (r *reader) monthFirst(i int) bool {
	m, ok := r.namedMonth(i, r.shortMonth(i))
	if !ok || m.year != 0 {
		return false
	}
	n, ok := r.dayNumber(m.end)
	if !ok || !n.isDay() {
		return false
	}
	if m.end = n.end; m.takeYear(r) {
		return r.reads(r.fullDate(i, m.end, m.year, int(m.month), n.value, 4))
	}
	return r.saysDay(i, n.end, m.on(n.value))
}

// shortMonth tells whether the month at i counts in short, before the digits of a day: "abr 3", and not "às dez 30".
func (r *reader) shortMonth(i int) bool {
	_, counts := r.number(i - 1)
	return pt.MonthShort.Has(r.at(i).Text) && r.digitsAt(i+1) && !counts && !r.is(i-1, pt.Joiners) && !r.clockWord(i)
}

// numeric reads dates in digits: 15/3, 15-3, 15/03/2026, 12.03.1985, 2026-03-15, 12 03 1985, 12031985, 120385,
// 12/mar/1985.
func (r *reader) numeric(i int) bool {
	a, sep, b, c := r.at(i), r.at(i+1), r.at(i+2), r.at(i+4)
	switch {
	case a.taken, a.Kind != language.Digits, r.goesOn(i, pt.DateGlue):
		return false
	case r.packed(i):
		return true
	case r.spaced(i):
		return r.reads(r.digits(i, i+3, a.Text, sep.Text, b.Text))
	case b.Kind != language.Digits, !r.is(i+1, pt.DateSigns):
		return false
	}
	year4 := len(a.Text) <= 2 && len(c.Text) == 4 && c.Kind == language.Digits && r.is(i+3, pt.DateSigns)
	switch {
	case !year4 && sep.key != "/" && !(sep.Glued && b.Glued):
		return false
	case year4, c.Kind == language.Digits && c.Glued && r.at(i+3).key == sep.key:
		return r.threeNumbers(i, a.Text, b.Text, c.Text)
	}
	return len(a.Text) <= 2 && len(b.Text) <= 2 && r.twoNumbers(i, a.Text, b.Text)
}

func (r *reader) threeNumbers(i int, a, b, c string) bool {
	if len(a) == 4 {
		a, c = c, a
	}
	fits := len(a) <= 2 && len(b) <= 2 && (len(c) == 2 || len(c) == 4)
	return fits && r.reads(r.digits(i, i+5, a, b, c))
}

// twoNumbers reads "15/3", also before "de 2026".
func (r *reader) twoNumbers(i int, a, b string) bool {
	sign := r.at(i + 1).key
	switch {
	case sign == "." && !r.isAny(i-1, "dia", "dias", "no"), r.hourSign(i + 3), sign != "/" && r.is(i-1, pt.BeforeHour),
		r.partFollows(i+3) && sign != "/" && !r.is(i-1, pt.DayUnits):
		return false
	}
	if n, ok := r.year(i + 4); ok && n.digits == 4 && r.keys(i+3, "de") {
		return r.reads(r.digits(i, i+5, a, b, r.at(i+4).Text))
	}
	if _, named := r.monthOfDay(i + 3); named && !r.keys(i+3, "do") {
		return false // "19-20 de novembro"
	}
	d, m := atoi(a), monthExpr{month: time.Month(atoi(b)), end: i + 3}
	if m.month < 1 || m.month > 12 || r.bornAt(i) || d < 1 || d > 31 {
		return r.saysNothing(i, i+3)
	}
	m.takeYear(r)
	return r.saysDay(i, i+3, m.on(d))
}

// spaced tells whether "12 03 1985" stands at i, or "12 03 85" where little else can be meant.
func (r *reader) spaced(i int) bool {
	a, b, c := r.at(i).Text, r.at(i+1).Text, r.at(i+2).Text
	switch {
	case !r.digitsAt(i + 1), !r.digitsAt(i + 2), len(a) > 2, len(b) > 2:
		return false
	case len(c) == 4:
		return len(b) == 2 && (c[0] == '1' || c[0] == '2')
	case len(c) != 2, r.digitsAt(i + 3), r.at(i + 3).Glued, r.hourMark(i + 3):
		return false
	}
	return r.bornAt(i) || len(a)+len(b) == 4 && (r.alone(i, i+3) || i > 0 && r.at(i-1).taken)
}

func (r *reader) numberedMonth(n number) monthExpr {
	m := monthExpr{month: time.Month(n.value), end: n.end}
	m.takeYear(r)
	return m
}

// packed reads a date without signs: eight digits, or six where nothing else is likely.
func (r *reader) packed(i int) bool {
	t := r.at(i).Text
	named := r.is(i-1, pt.NotDates) || r.is(i-2, pt.NotDates) || r.at(i-1).Glued && r.at(i).Glued
	if named || len(t) != 8 && len(t) != 6 {
		return false
	}
	it := r.digits(i, i+1, t[:2], t[2:4], t[4:])
	return it.kind != itemNothing && r.reads(it)
}

func (r *reader) digits(start, end int, d, m, y string) item {
	return r.fullDate(start, end, atoi(y), atoi(m), atoi(d), len(y))
}

// atoi is the value of a few digits.
func atoi(digits string) int {
	n, _ := strconv.Atoi(digits)
	return n
}
