package understand

import "time"

// day is a civil day, counted from 1970-01-01.
type day int

// brazil is the wall clock of the clinics: no daylight saving time since 2019.
var brazil = time.FixedZone("America/Sao_Paulo", -3*60*60)

const secondsPerDay = 24 * 60 * 60

func dayOf(t time.Time) day {
	y, m, d := t.In(brazil).Date()
	return makeDay(y, m, d)
}

// makeDay normalises like time.Date; use newDay for what a person wrote.
func makeDay(y int, m time.Month, d int) day {
	seconds := time.Date(y, m, d, 0, 0, 0, 0, time.UTC).Unix()
	if seconds < 0 {
		seconds -= secondsPerDay - 1
	}
	return day(seconds / secondsPerDay)
}

// newDay returns the day, or false when there is none (31/02).
func newDay(y, m, d int) (day, bool) {
	if y < 1 || y > 9999 || m < 1 || m > 12 {
		return 0, false
	}
	if d < 1 || d > daysIn(y, time.Month(m)) {
		return 0, false
	}
	return makeDay(y, time.Month(m), d), true
}

func daysIn(y int, m time.Month) int {
	return time.Date(y, m+1, 0, 0, 0, 0, 0, time.UTC).Day()
}

func (d day) time() time.Time { return time.Unix(int64(d)*secondsPerDay, 0).UTC() }

func (d day) date() (y int, m time.Month, n int) { return d.time().Date() }

// weekday counts from Monday = 0, as a week runs.
func (d day) weekday() int { return (int(d.time().Weekday()) + 6) % 7 }

func (d day) monday() day { return d - day(d.weekday()) }

func (d day) String() string { return d.time().Format(time.DateOnly) }

// addMonths keeps the day number, or takes the last day of a shorter month.
func (d day) addMonths(n int) day {
	y, m, num := d.date()
	first := makeDay(y, m+time.Month(n), 1)
	y, m, _ = first.date()
	return first + day(min(num, daysIn(y, m))-1)
}

// stretch is an inclusive range of days.
type stretch struct{ from, to day }

func one(d day) stretch { return stretch{d, d} }

func monthOf(y int, m time.Month) stretch {
	first := makeDay(y, m, 1)
	y, m, _ = first.date()
	return stretch{first, first + day(daysIn(y, m)-1)}
}

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

// dated tells whether a day of the month was said.
func (e *dayExpr) dated() bool { return e.class == dayNumber || e.class == dayDated }

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

// relativeDay reads hoje, amanhã, depois de amanhã, ontem.
func (r *reader) relativeDay(i int) (item, bool) {
	if end := r.says(i, pt.PastDays); end > 0 {
		return saysNothing(i, end)
	}
	if end := r.says(i, pt.AfterTomorrow); end > 0 {
		return saysDay(i, end, fixed(dayRelative, one(r.today+2)))
	}
	if end := r.says(i, pt.Tomorrow); end > 0 {
		return saysDay(i, end, fixed(dayRelative, one(r.today+1)))
	}
	if r.keys(i, "hoje") || r.is(i, pt.These) && r.is(i+1, pt.PartsOfDay) && !r.keys(i-1, "por") {
		return saysDay(i, i+1, fixed(dayRelative, one(r.today)))
	}
	return item{}, false
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

// nextFew reads "próximos 5 dias", "5 próximos dias".
func (r *reader) nextFew(i int) (item, bool) {
	if r.is(i, pt.NextOnes) {
		n, ok := r.count(i + 1)
		if !ok || n.value == 1 {
			return item{}, false
		}
		return r.within(i, n)
	}
	n, ok := r.count(i)
	if !ok || !r.is(n.end, pt.NextFews) {
		return item{}, false
	}
	n.end++
	return r.within(i, n)
}

// away reads "daqui a 3 dias", "em duas semanas", "dentro de 10 dias".
func (r *reader) away(i int) (item, bool) {
	if it, ok := r.countedFrom(i); ok {
		return it, true
	}
	if !r.is(i, pt.AwayWords) || r.digitsAt(i-1) { // "de 15 em 15 dias"
		return item{}, false
	}
	word, k := r.at(i).key, i+1
	limit := word == "dentro" || r.keys(k, "ate")
	if r.keys(k, "ate") {
		k++
	}
	n, ok := r.count(r.skip(k, 3, pt.Roughly))
	if !ok {
		return item{}, false
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
		return item{}, false
	}
	return saysDay(i, n.end, fixed(dayRelative, one(r.today+day(n.value))))
}

func (r *reader) within(i int, n number) (item, bool) {
	to, ok := r.unit(n.end, n.value)
	if !ok {
		return item{}, false
	}
	return saysDay(i, n.end+1, fixed(dayRelative, stretch{r.today + 1, to}))
}

// countedFrom reads "2 semanas a partir de hoje", "3 dias depois de hoje".
func (r *reader) countedFrom(i int) (item, bool) {
	n, ok := r.count(i)
	if !ok {
		return item{}, false
	}
	k := r.skipAny(n.end+1, 1, "a")
	if !r.is(k, pt.AfterWords) && !r.keys(k, "partir") || !r.keys(k+1, "de") || !r.isAny(k+2, "hoje", "agora") {
		return item{}, false
	}
	to, ok := r.unit(n.end, n.value)
	if !ok {
		return item{}, false
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
	return item{}, false
}

func (r *reader) anyUnit(i int) bool { return r.is(i, pt.AnyUnit) }

// comes tells whether "que vem" stands at i, and returns the index after it, else i.
func (r *reader) comes(i int) (int, bool) {
	end := r.says(i, pt.Coming)
	return max(i, end), end > 0
}

// weekAt reads which week "semana" at i, or the words before it, means; ok is false without one. The answer is some day
// of that week and the index after the words.
func (r *reader) weekAt(i int) (week day, end int, ok bool) {
	if end = r.says(i, pt.NextWeek); end > 0 {
		return r.today + 7, end, true
	}
	end = r.says(i, pt.ThisWeek)
	return r.today, end, end > 0
}

// week reads a whole week.
func (r *reader) week(i int) (item, bool) {
	week, end, ok := r.weekAt(i)
	if rest := r.says(i, pt.RestOfWeek); rest > 0 {
		week, end, ok = r.today, rest, true
	}
	if !ok {
		return item{}, false
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
	if k = r.says(k, pt.Weekend); k == 0 {
		return item{}, false
	}
	if r.is(k, pt.Past) {
		return saysNothing(i, k+1)
	}
	if end, ok := r.comes(k); ok {
		nextOne, k = true, end
	}
	if r.repeated(i) {
		return saysNothing(i, k)
	}
	saturday := r.today.monday() + 5
	if nextOne {
		saturday += 7
	}
	return saysDay(i, k, fixed(dayWeek, stretch{saturday, saturday + 1}))
}
