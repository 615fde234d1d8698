package understand

import (
	"time"

	"atende/actors/language"
)

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
	return day(time.Date(y, m, d, 0, 0, 0, 0, time.UTC).Unix() / secondsPerDay)
}

// newDay returns the day, or false when there is none (31/02).
func newDay(y, m, d int) (day, bool) {
	made := makeDay(y, time.Month(m), d)
	_, month, _ := made.date()
	return made, 1 <= y && y <= 9999 && 1 <= d && int(month) == m
}

func (d day) time() time.Time { return time.Unix(int64(d)*secondsPerDay, 0).UTC() }

func (d day) date() (y int, m time.Month, n int) { return d.time().Date() }

func (d day) year() int { return d.time().Year() }

// weekday counts from Monday = 0, as a week runs.
func (d day) weekday() int { return (int(d.time().Weekday()) + 6) % 7 }

func (d day) monday() day { return d - day(d.weekday()) }

func (d day) String() string { return d.time().Format(time.DateOnly) }

// addMonths keeps the day number, or takes the last day of a shorter month.
func (d day) addMonths(n int) day {
	y, m, num := d.date()
	month := monthOf(y, m+time.Month(n))
	return min(month.from+day(num-1), month.to)
}

// stretch is an inclusive range of days.
type stretch struct{ from, to day }

func one(d day) stretch { return stretch{d, d} }

func monthOf(y int, m time.Month) stretch { return stretch{makeDay(y, m, 1), makeDay(y, m+1, 1) - 1} }

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

// numberExpr is a day of any month: no two months without that day follow each other.
func numberExpr(n int) dayExpr {
	e := monthExpr{months: 4}.on(n)
	e.class = dayNumber
	return e
}

// makeDayInMonth returns the first day of the month k months after that of d.
func makeDayInMonth(d day, k int) day {
	y, m, _ := d.date()
	return makeDay(y, m+time.Month(k), 1)
}

// meaning is what a group of phrases says by itself.
type meaning func(today day) item

// meanings are those of the groups that say a day, a week, a year, a part of the day or nothing, by their group.
func (p *portuguese) meanings() []meaning {
	ahead := func(n day) meaning {
		return func(today day) item { return item{kind: itemDay, days: fixed(dayRelative, one(today+n))} }
	}
	week := func(first, last day) meaning {
		return func(today day) item {
			monday := today.monday()
			return item{kind: itemDay, days: fixed(dayWeek, stretch{monday + first, monday + last})}
		}
	}
	year := func(n int) meaning {
		return func(today day) item { return item{kind: itemDay, days: wholeYear(today.year() + n)} }
	}
	restOfMonth := func(today day) item {
		y, m, _ := today.date()
		return item{kind: itemDay, days: fixed(dayMonth, monthOf(y, m))}
	}
	part := func(period Period) meaning {
		return func(day) item { return item{kind: itemPeriod, period: period} }
	}
	list := make([]meaning, len(p.grammar.Groups()))
	list[p.PastDays] = func(day) item { return item{} }
	list[p.Today], list[p.Tomorrow], list[p.AfterTomorrow] = ahead(0), ahead(1), ahead(2)
	list[p.TomorrowOrAfter] = func(today day) item {
		return item{kind: itemDay, days: fixed(dayRelative, stretch{today + 1, today + 2})}
	}
	list[p.ThisWeek], list[p.NextWeek], list[p.AnotherWeek] = week(0, 6), week(7, 13), week(7, 13)
	list[p.Weekend], list[p.NextWeekend] = week(5, 6), week(12, 13)
	list[p.RestOfWeek], list[p.RestOfMonth] = week(0, 6), restOfMonth
	list[p.ThisYear], list[p.NextYear] = year(0), year(1)
	list[p.Christmas], list[p.NewYear] = feast(monthExpr{month: time.December}.on(25)), feast(monthExpr{month: time.January}.on(1))
	list[p.BetweenYears] = feast(dayExpr{class: dayMonth, next: func(from day) (stretch, bool) {
		s, ok := monthExpr{month: time.December}.on(25).next(from)
		return stretch{s.from, s.from + 7}, ok
	}})
	list[p.Carnival], list[p.Easter] = feast(fromEaster(-47)), feast(fromEaster(0))
	list[p.BeforeLunch], list[p.AfterLunch], list[p.AfterWork] = part(Morning), part(Afternoon), part(Evening)
	list[p.LunchTime] = func(day) item { return item{kind: itemClock, clock: clockSpan{noon, noon + 120}} }
	return list
}

// feast is a day that comes each year.
func feast(days dayExpr) meaning {
	return func(day) item { return item{kind: itemDay, days: days} }
}

// fromEaster is the day of each year so many days after Easter.
func fromEaster(days day) dayExpr {
	return dayExpr{class: dayDated, next: func(from day) (stretch, bool) {
		y := from.year()
		if easter(y)+days < from {
			y++
		}
		return one(easter(y) + days), true
	}}
}

// easter is Easter Sunday by the rule of Meeus, Jones and Butcher.
func easter(y int) day {
	a, b, c := y%19, y/100, y%100
	h := (19*a + b - b/4 - (b-(b+8)/25+1)/3 + 15) % 30
	l := (32 + 2*(b%4) + 2*(c/4) - h - c%4) % 7
	n := h + l - 7*((a+11*h+22*l)/451) + 114
	return makeDay(y, time.Month(n/31), n%31+1)
}

// named reads what a group of phrases says by itself: "depois de amanhã", "semana que vem", "na hora do almoço".
func (r *reader) named(i int) bool {
	g, end := pt.grammar.AtAny(r.words, i, func(g language.Group) bool { return pt.means[g] != nil })
	switch {
	case g == language.None:
		isPart := r.is(i, pt.These) && r.is(i+1, pt.PartsOfDay) && !r.keys(i-1, "por")
		return isPart && r.saysDay(i, i+1, fixed(dayRelative, one(r.today)))
	case (g == pt.Weekend || g == pt.NextWeekend) && r.around(i, end, pt.Repeated):
		return r.saysNothing(i, end)
	case g == pt.AnotherWeek && !r.times:
		return false
	}
	it := pt.means[g](r.today)
	it.start, it.end = i, end
	return r.reads(it)
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

// counted reads what is counted from today: "há 2 dias", "daqui a 3 horas", "próximos 5 dias", "em duas semanas".
func (r *reader) counted(i int) bool {
	g, end := pt.grammar.AtAny(r.words, i, func(g language.Group) bool {
		return g == pt.Ago || g == pt.InHours || g == pt.Within || g == pt.Away || g == pt.AwayDays
	})
	switch {
	case g == language.None, g != pt.Ago && r.is(i, pt.AwayWords) && r.digitsAt(i-1): // "de 15 em 15 dias"
		return false
	case g == pt.Ago:
		return !(r.is(i, pt.Passed) && r.isAny(end, "do", "de")) && r.saysNothing(i, end)
	case g == pt.InHours:
		return r.saysNothing(i, end)
	}
	k := i
	for r.words[k].Span == 0 {
		k++
	}
	n, _ := r.number(k)
	to, _ := r.unit(r.skip(n.end, 1, pt.NextFews), n.value)
	switch {
	case n.value == 0, n.value > 999, n.value == 1 && r.is(i, pt.NextOnes):
		return false
	case g == pt.Within:
		return r.saysDay(i, end, fixed(dayRelative, stretch{r.today + 1, to}))
	case g == pt.Away:
		return r.saysDay(i, end, fixed(dayRelative, one(to)))
	}
	counts := n.words() && n.value == 1 || r.quantity(n.end)
	return !counts && r.saysDay(i, end, fixed(dayRelative, one(r.today+day(n.value))))
}
