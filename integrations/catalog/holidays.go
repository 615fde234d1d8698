package catalog

import "time"

// fixed are the national holidays of Brazil that have a day of the year, with the names that patients use.  20 November is
// one since 2024; earlier years are nobody's question.
var fixed = map[time.Month]map[int]string{
	time.January:   {1: "Ano-Novo"},
	time.April:     {21: "Tiradentes"},
	time.May:       {1: "Dia do Trabalho"},
	time.September: {7: "Independência"},
	time.October:   {12: "Nossa Senhora Aparecida"},
	time.November:  {2: "Finados", 15: "Proclamação da República", 20: "Consciência Negra"},
	time.December:  {25: "Natal"},
}

// movable are those that go with Easter, by days after it, with Carnival Tuesday and Corpus Christi, on which clinics are
// closed though the law leaves them to the cities.  Carnival Monday and Ash Wednesday are each clinic's own choice.
var movable = map[int]string{-47: "Carnaval", -2: "Sexta-feira Santa", 60: "Corpus Christi"}

// nationalHoliday is the name of the holiday that a day is, in the zone of day; "" on all others.  Where two fall together
// (Tiradentes on Good Friday, as in 2000) it is the one with a day of the year.
func nationalHoliday(day time.Time) string {
	if name, is := fixed[day.Month()][day.Day()]; is {
		return name
	}
	return movable[day.YearDay()-easter(day.Year()).YearDay()]
}

// easter is Easter Sunday in the Gregorian calendar, by the method of Meeus, Jones and Butcher.
func easter(year int) time.Time {
	golden, century, rest := year%19, year/100, year%100
	moonShift := (century - (century+8)/25 + 1) / 3
	epact := (19*golden + century - century/4 - moonShift + 15) % 30
	weekday := (32 + 2*(century%4) + 2*(rest/4) - epact - rest%4) % 7
	late := (golden + 11*epact + 22*weekday) / 451
	days := epact + weekday - 7*late + 114
	return time.Date(year, time.Month(days/31), days%31+1, 0, 0, 0, 0, time.UTC)
}
