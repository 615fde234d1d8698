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
