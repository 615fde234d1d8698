package understand

import (
	"time"

	"atende/actors/language"
)

// dayClass is how a day was said; it decides how neighbours combine.
type dayClass uint8

const (
	dayRelative dayClass = iota // hoje, amanhã, daqui a 3 dias
	dayOfWeek                   // a weekday without a week
	dayInWeek                   // a weekday of a certain week
	dayNumber                   // dia 15
	dayDated                    // 15/3, 15 de março, primeira sexta de julho
	dayWeek                     // a week or a weekend
	dayMonth                    // a month, a part of one, or a year
)

// dayExpr is a day, or a stretch of days, as said.
type dayExpr struct {
	class   dayClass
	weekday int // of dayOfWeek and dayInWeek
	number  int // of dayNumber
	// next returns the first such stretch that ends on or after a day; what of it lies before that day is cut off by
	// the caller.
	next func(from day) (stretch, bool)
}

func fixed(class dayClass, s stretch) dayExpr {
	return dayExpr{class: class, next: func(from day) (stretch, bool) { return s, s.to >= from }}
}

func (r *reader) weekdayExpr(weekday int) dayExpr {
	return dayExpr{class: dayOfWeek, weekday: weekday, next: func(from day) (stretch, bool) {
		from = max(from, r.today+1)
		return one(from + day((weekday-from.weekday()+7)%7)), true
	}}
}

func weekdayIn(weekday int, week day) dayExpr {
	e := fixed(dayInWeek, one(week.monday()+day(weekday)))
	e.weekday = weekday
	return e
}

func numberExpr(n int) dayExpr {
	return dayExpr{class: dayNumber, number: n, next: func(from day) (stretch, bool) {
		for k := range 4 { // no two months without that day follow each other
			y, m, _ := makeDayInMonth(from, k).date()
			if d, ok := newDay(y, int(m), n); ok && d >= from {
				return one(d), true
			}
		}
		return stretch{}, false
	}}
}

// makeDayInMonth returns the first day of the month k months after that of d.
func makeDayInMonth(d day, k int) day {
	y, m, _ := d.date()
	return makeDay(y, m+time.Month(k), 1)
}

// saysDay makes an item of a day.
func saysDay(start, end int, e dayExpr) (item, bool) {
	return item{kind: itemDay, start: start, end: end, days: e}, true
}

// saysNothing makes an item of words that are read and mean no date and no time.
func saysNothing(start, end int) (item, bool) {
	return item{kind: itemNothing, start: start, end: end}, true
}

var nothingRead = item{}

// relativeDay reads hoje, amanhã, depois de amanhã, ontem.
func (r *reader) relativeDay(i int) (item, bool) {
	switch {
	case r.keys(i, "dia", "antes", "de", "ontem"):
		return saysNothing(i, i+4)
	case r.keys(i, "antes", "de", "ontem"):
		return saysNothing(i, i+3)
	case r.keys(i, "ontem"), r.keys(i, "anteontem"):
		return saysNothing(i, i+1)
	case r.keys(i, "depois", "de", "amanha"):
		return saysDay(i, i+3, fixed(dayRelative, one(r.today+2)))
	case r.keys(i, "depois", "amanha"):
		return saysDay(i, i+2, fixed(dayRelative, one(r.today+2)))
	case r.keys(i, "amanha"):
		return saysDay(i, i+1, fixed(dayRelative, one(r.today+1)))
	case r.keys(i, "hoje"):
		return saysDay(i, i+1, fixed(dayRelative, one(r.today)))
	case r.is(i, pt.These) && pt.PartsOfDay.Has(r.at(i+1).key) && !r.keys(i-1, "por"):
		return saysDay(i, i+1, fixed(dayRelative, one(r.today)))
	}
	return nothingRead, false
}

// unit reads a unit of time and tells how far n of them reach from today.
func (r *reader) unit(i, n int) (day, bool) {
	switch key := r.at(i).key; {
	case pt.DayUnits.Has(key):
		return r.today + day(n), true
	case pt.WeekUnits.Has(key):
		return r.today + day(7*n), true
	case pt.MonthUnits.Has(key):
		return r.today.addMonths(n), true
	case pt.YearUnits.Has(key):
		return r.today.addMonths(12 * n), true
	}
	return 0, false
}

// away reads "daqui a 3 dias", "em duas semanas", "dentro de 10 dias", "nos próximos 5 dias".
func (r *reader) away(i int) (item, bool) {
	if r.is(i, pt.NextOnes) {
		n, ok := r.count(i + 1)
		if !ok || n.value == 1 {
			return nothingRead, false
		}
		return r.within(i, n)
	}
	if n, ok := r.count(i); ok && r.is(n.end, pt.NextFews) {
		n.end++
		return r.within(i, n)
	}
	if it, ok := r.countedFrom(i); ok {
		return it, true
	}
	if !r.is(i, pt.AwayWords) || r.at(i-1).Kind == language.Digits { // "de 15 em 15 dias"
		return nothingRead, false
	}
	word, k := r.at(i).key, i+1
	limit := word == "dentro" || r.keys(k, "ate")
	if r.keys(k, "ate") {
		k++
	}
	n, ok := r.count(r.skip(k, 3, pt.Roughly))
	if !ok {
		return nothingRead, false
	}
	if r.is(n.end, pt.OfClock) && (word != "em" || r.at(n.end).key != "h") {
		return saysNothing(i, n.end+1)
	}
	if limit {
		return r.within(i, n)
	}
	if to, ok := r.unit(n.end, n.value); ok {
		return saysDay(i, n.end+1, fixed(dayRelative, one(to)))
	}
	if word == "em" || n.words() && n.value == 1 || r.quantity(n.end) {
		return nothingRead, false
	}
	return saysDay(i, n.end, fixed(dayRelative, one(r.today+day(n.value))))
}

func (r *reader) within(i int, n number) (item, bool) {
	to, ok := r.unit(n.end, n.value)
	if !ok {
		return nothingRead, false
	}
	return saysDay(i, n.end+1, fixed(dayRelative, stretch{r.today + 1, to}))
}

// countedFrom reads "2 semanas a partir de hoje", "3 dias depois de hoje".
func (r *reader) countedFrom(i int) (item, bool) {
	n, ok := r.count(i)
	if !ok {
		return nothingRead, false
	}
	k := r.skipAny(n.end+1, 1, "a")
	if !r.is(k, pt.AfterWords) && !r.keys(k, "partir") || !r.keys(k+1, "de") || !r.isAny(k+2, "hoje", "agora") {
		return nothingRead, false
	}
	to, ok := r.unit(n.end, n.value)
	if !ok {
		return nothingRead, false
	}
	return saysDay(i, k+3, fixed(dayRelative, one(to)))
}

// ago reads the past: "há 2 dias", "faz um mês", "3 dias atrás", "nas últimas 3 semanas".
func (r *reader) ago(i int) (item, bool) {
	if r.is(i, pt.AgoWords) || r.is(i, pt.Passed) {
		k := i + 1
		if n, ok := r.count(r.skip(k, 3, pt.AgoFill)); ok {
			k = n.end
		} else {
			k = r.skip(k, 3, pt.AgoRoughly)
		}
		if r.anyUnit(k) && !(r.is(i, pt.Passed) && r.isAny(k+1, "do", "de")) {
			return saysNothing(i, k+1)
		}
	}
	k := i
	if n, ok := r.count(i); ok {
		k = n.end
	}
	if r.anyUnit(k) && (r.keys(k+1, "atras") || r.is(k+1, pt.Past) || r.keys(k+1, "antes")) {
		return saysNothing(i, k+2)
	}
	return nothingRead, false
}

func (r *reader) anyUnit(i int) bool {
	key := r.at(i).key
	return pt.DayUnits.Has(key) || pt.WeekUnits.Has(key) || pt.MonthUnits.Has(key) || pt.YearUnits.Has(key) ||
		pt.OfClock.Has(key) || key == "tempo" || key == "tempos"
}

// comes tells whether "que vem" stands at i, and returns the index after it.
func (r *reader) comes(i int) (int, bool) {
	switch {
	case r.keys(i, "que", "vem"), r.keys(i, "que", "entra"), r.keys(i, "que", "vier"):
		return i + 2, true
	case r.is(i, pt.NextOnes), r.keys(i, "seguinte"):
		return i + 1, true
	}
	return i, false
}

// weekAt reads which week "semana" at i, or the words before it, means; ok is false without one. The answer is some
// day of that week and the index after the words.
func (r *reader) weekAt(i int) (week day, end int, ok bool) {
	switch {
	case r.is(i, pt.NextOnes) && r.keys(i+1, "semana"):
		return r.today + 7, i + 2, true
	case r.is(i, pt.These) && r.is(i+1, pt.NextOnes) && r.keys(i+2, "semana"):
		return r.today + 7, i + 3, true
	case r.is(i, pt.These) && r.keys(i+1, "semana"):
		if end, next := r.comes(i + 2); next {
			return r.today + 7, end, true
		}
		return r.today, i + 2, true
	case r.keys(i, "semana"):
		end, next := r.comes(i + 1)
		return r.today + 7, end, next
	}
	return 0, i, false
}

// week reads a whole week.
func (r *reader) week(i int) (item, bool) {
	week, end, ok := r.weekAt(i)
	if !ok {
		return nothingRead, false
	}
	monday := week.monday()
	return saysDay(i, end, fixed(dayWeek, stretch{monday, monday + 6}))
}

// weekend reads the Saturday and Sunday to come, or the ones after.
func (r *reader) weekend(i int) (item, bool) {
	k := i
	nextOne := r.is(k, pt.NextOnes)
	if nextOne {
		k++
	}
	switch {
	case r.isAny(k, "fim", "final", "finalzinho") && r.isAny(k+1, "de", "da") && r.keys(k+2, "semana"):
		k += 3
	case r.keys(k, "fds"), r.keys(k, "findi"):
		k++
	default:
		return nothingRead, false
	}
	if r.is(k, pt.Past) {
		return saysNothing(i, k+1)
	}
	if end, ok := r.comes(k); ok {
		nextOne, k = true, end
	}
	if r.is(i-1, pt.Every) || r.is(i-2, pt.Every) && r.is(i-1, pt.Article) {
		return saysNothing(i, k)
	}
	saturday := r.today.monday() + 5
	if nextOne {
		saturday += 7
	}
	return saysDay(i, k, fixed(dayWeek, stretch{saturday, saturday + 1}))
}
