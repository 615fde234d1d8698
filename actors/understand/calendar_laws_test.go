package understand

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// The expectations of this file are found by looking at one day after the other, which shares no
// code with the package.

// nows are mornings and late evenings over a year and its end, and around the 29th of February.
func nows() []time.Time {
	var list []time.Time
	for n := 0; n < 400; n += 5 {
		list = append(list, time.Date(2026, 1, 1+n, 8+n%16, 30, 0, 0, brazil))
	}
	for n := range 40 {
		list = append(list, time.Date(2028, 2, 10+n, 23, 59, 0, 0, brazil))
	}
	return list
}

// civil is midnight of a day.
func civil(t time.Time) time.Time {
	y, m, d := t.In(brazil).Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
}

// firstDay returns the first day from t on that fits, or the zero time.
func firstDay(t time.Time, fits func(time.Time) bool) time.Time {
	for range 9 * 366 {
		if fits(t) {
			return t
		}
		t = t.AddDate(0, 0, 1)
	}
	return time.Time{}
}

func onDays(a, b time.Time) []Span {
	return []Span{{a.Format(time.DateOnly), b.Format(time.DateOnly)}}
}

var spokenWeekdays = map[time.Weekday][]string{
	time.Monday:    {"segunda", "segunda-feira", "na segunda feira", "2ª feira", "seg", "Segunda que vem", "próxima segunda", "essa segunda", "na seg", "segunda agora"},
	time.Tuesday:   {"terça", "terca", "terça-feira", "3a feira", "ter", "TERÇA", "na próxima terça-feira", "nesta terça", "terça q vem"},
	time.Wednesday: {"quarta", "quarta feira", "4ª", "qua", "quartaaa", "quarta-feira que vem", "nessa quarta", "pra quarta"},
	time.Thursday:  {"quinta", "quinta-feira", "5a", "qui", "quinat", "quinta próxima", "na quinta"},
	time.Friday:    {"sexta", "sexta-feira", "6ª feira", "sex", "sextaa", "próx sexta", "sexta que vem"},
	time.Saturday:  {"sábado", "sabado", "sáb", "sab", "sabadoo", "próximo sábado", "no sábado", "esse sábado"},
	time.Sunday:    {"domingo", "dom", "dominngo", "próximo domingo", "no domingo", "domingo que vem"},
}

// Every form of every weekday is the first such day after today.
func TestWeekdayLaws(t *testing.T) {
	for _, now := range nows() {
		today := civil(now)
		for weekday, forms := range spokenWeekdays {
			day := firstDay(today.AddDate(0, 0, 1), func(d time.Time) bool { return d.Weekday() == weekday })
			monday := firstDay(today.AddDate(0, 0, 1), func(d time.Time) bool { return d.Weekday() == time.Monday })
			next := firstDay(monday, func(d time.Time) bool { return d.Weekday() == weekday })
			for _, form := range forms {
				expectDays(t, form, now, onDays(day, day))
			}
			name := forms[0]
			expectDays(t, name+" da semana que vem", now, onDays(next, next))
			expectDays(t, "na "+name+" da próxima semana", now, onDays(next, next))
			expectDays(t, "semana que vem na "+name, now, onDays(next, next))
			expectDays(t, "a partir de "+name, now, onDays(day, day.AddDate(0, 0, 90)))
			expectDays(t, "depois de "+name, now, onDays(day.AddDate(0, 0, 1), day.AddDate(0, 0, 91)))
			expectDays(t, "até "+name, now, onDays(today, day))
			expectDays(t, "antes de "+name, now, onDays(today, day.AddDate(0, 0, -1)))
			expectDays(t, "sem ser "+name, now, nil)
		}
	}
}

func expectDays(t *testing.T, text string, now time.Time, want []Span) {
	t.Helper()
	if got := Read(text, now).Dates; !slices.Equal(got, want) {
		t.Errorf("Read(%q) on %s: %v, want %v", text, now.Format("Mon 2006-01-02 15:04"), got, want)
	}
}

var spokenMonths = []string{"janeiro", "fevereiro", "março", "abril", "maio", "junho", "julho", "agosto", "setembro", "outubro", "novembro", "dezembro"}

var shortMonths = []string{"jan", "fev", "mar", "abr", "mai", "jun", "jul", "ago", "set", "out", "nov", "dez"}

var spokenNumbers = []string{"", "primeiro", "dois", "três", "quatro", "cinco", "seis", "sete", "oito", "nove", "dez", "onze", "doze",
	"treze", "catorze", "quinze", "dezesseis", "dezessete", "dezoito", "dezenove", "vinte", "vinte e um", "vinte e dois",
	"vinte e três", "vinte e quatro", "vinte e cinco", "vinte e seis", "vinte e sete", "vinte e oito", "vinte e nove", "trinta", "trinta e um"}

// Every writing of a day of the year is its next occurrence, today included.
func TestDateLaws(t *testing.T) {
	for n, now := range nows() {
		today := civil(now)
		m, d := n%12+1, n%31+1
		day := firstDay(today, func(x time.Time) bool { return int(x.Month()) == m && x.Day() == d })
		var want []Span
		if !day.IsZero() {
			want = onDays(day, day)
		}
		long, short, words := spokenMonths[m-1], shortMonths[m-1], spokenNumbers[d]
		for _, form := range []string{
			fmt.Sprintf("%d/%d", d, m), fmt.Sprintf("%02d/%02d", d, m), fmt.Sprintf("%d-%d", d, m), fmt.Sprintf("%d de %s", d, long),
			fmt.Sprintf("dia %d de %s", d, long), fmt.Sprintf("%s de %s", words, long), fmt.Sprintf("dia %s de %s", words, long),
			fmt.Sprintf("%d %s", d, short), fmt.Sprintf("%d de %s.", d, short), fmt.Sprintf("%d/%s", d, short), fmt.Sprintf("%s %d", long, d),
			fmt.Sprintf("no dia %02d/%02d", d, m), fmt.Sprintf("dia %d-%d", d, m), fmt.Sprintf("dia %d do mês %d", d, m), fmt.Sprintf("dia %d do %d", d, m),
			fmt.Sprintf("sexta-feira, %d de %s", d, long), fmt.Sprintf("%d/%d (quarta)", d, m),
		} {
			expectDays(t, form, now, want)
			if !day.IsZero() && form != fmt.Sprintf("%d-%d", d, m) { // "9-10 de manhã" are hours
				for _, when := range []string{" de manhã", " à tarde", " às 9h", " depois das 14h", " cedo", ", de preferência pela manhã"} {
					expectDays(t, form+when, now, want)
				}
			}
		}
		if !day.IsZero() {
			for _, form := range []string{"2/1/2006", "02-01-2006", "2006-01-02", "02.01.2006", "02 01 2006", "02 / 01 / 2006"} {
				expectDays(t, day.Format(form), now, want)
			}
		}
	}
}

// A bare day number is its next occurrence, today included, however the number is written.
func TestDayNumberLaws(t *testing.T) {
	for _, now := range nows() {
		for d := 1; d <= 31; d++ {
			day := firstDay(civil(now), func(x time.Time) bool { return x.Day() == d })
			for _, form := range []string{"dia %d", "no dia %d", "pro dia %d", "Dia %02d", "no %d"} {
				expectDays(t, fmt.Sprintf(form, d), now, onDays(day, day))
			}
			expectDays(t, "dia "+spokenNumbers[d], now, onDays(day, day))
		}
		expectDays(t, "dia 32", now, nil)
		expectDays(t, "30/02", now, nil)
	}
}

// Distances are counted in days, weeks and months, in digits and in words.
func TestDistanceLaws(t *testing.T) {
	for _, now := range nows() {
		today := civil(now)
		for n := 2; n <= 30; n += 4 {
			for _, number := range []string{fmt.Sprint(n), spokenNumbers[n]} {
				in := today.AddDate(0, 0, n)
				for _, form := range []string{"daqui a %s dias", "daqui %s dias", "em %s dias", "daki a %s dias", "%s dias a partir de hoje"} {
					expectDays(t, fmt.Sprintf(form, number), now, onDays(in, in))
				}
				for _, form := range []string{"nos próximos %s dias", "dentro de %s dias", "em até %s dias", "próximos %s dias"} {
					expectDays(t, fmt.Sprintf(form, number), now, onDays(today.AddDate(0, 0, 1), in))
				}
			}
		}
		week := today.AddDate(0, 0, 14)
		expectDays(t, "daqui a duas semanas", now, onDays(week, week))
		first := time.Date(today.Year(), today.Month()+2, 1, 0, 0, 0, 0, time.UTC)
		month := first.AddDate(0, 0, min(today.Day(), first.AddDate(0, 1, -1).Day())-1)
		expectDays(t, "daqui a dois meses", now, onDays(month, month))
	}
}

// Weeks run from Monday to Sunday, and what lies before today is cut off.
func TestWeekLaws(t *testing.T) {
	for _, now := range nows() {
		today := civil(now)
		sunday := firstDay(today, func(d time.Time) bool { return d.Weekday() == time.Sunday })
		saturday := sunday.AddDate(0, 0, -1)
		if saturday.Before(today) {
			saturday = today
		}
		for _, form := range []string{"essa semana", "esta semana", "nessa semana ainda", "qualquer dia desta semana"} {
			expectDays(t, form, now, onDays(today, sunday))
		}
		for _, form := range []string{"semana que vem", "próxima semana", "na semana q vem", "pra próxima semana", "semana seguinte"} {
			expectDays(t, form, now, onDays(sunday.AddDate(0, 0, 1), sunday.AddDate(0, 0, 7)))
		}
		for _, form := range []string{"fim de semana", "no final de semana", "esse fds", "neste fim de semana"} {
			expectDays(t, form, now, onDays(saturday, sunday))
		}
		for _, form := range []string{"fim de semana que vem", "próximo final de semana", "fds que vem"} {
			expectDays(t, form, now, onDays(sunday.AddDate(0, 0, 6), sunday.AddDate(0, 0, 7)))
		}
	}
}

// The n-th weekday of a month is found by counting.
func TestNthWeekdayLaws(t *testing.T) {
	ordinal := []string{"primeira", "segunda", "terceira", "quarta"}
	for i, now := range nows() {
		m := time.Month(i%12 + 1)
		for n, name := range ordinal {
			day := firstDay(civil(now), func(d time.Time) bool {
				return d.Month() == m && d.Weekday() == time.Friday && (d.Day()-1)/7 == n
			})
			expectDays(t, fmt.Sprintf("%s sexta-feira de %s", name, spokenMonths[m-1]), now, onDays(day, day))
			expectDays(t, fmt.Sprintf("na %dª sexta de %s", n+1, spokenMonths[m-1]), now, onDays(day, day))
		}
		last := firstDay(civil(now), func(d time.Time) bool {
			return d.Month() == m && d.Weekday() == time.Tuesday && d.AddDate(0, 0, 7).Month() != m
		})
		expectDays(t, "última terça de "+spokenMonths[m-1], now, onDays(last, last))
	}
}

// A range is its two ends, the second being the first fitting day after the first; "ou" and "e" list.
func TestRangeLaws(t *testing.T) {
	ends := []string{"amanhã", "quinta", "sábado", "dia 20", "3/8", "12 de maio", "segunda-feira"}
	for _, now := range nows() {
		for _, a := range ends {
			first := Read(a, now).Dates
			for _, b := range ends {
				second := Read(b, now).Dates
				if a == b || first[0].From > second[0].From {
					continue
				}
				want := []Span{{first[0].From, second[0].To}}
				if first[0].To < second[0].From {
					for _, form := range []string{"de %s a %s", "de %s até %s", "entre %s e %s", "%s até %s", "a partir de %s até %s"} {
						expectDays(t, fmt.Sprintf(form, a, b), now, want)
					}
				}
				if first[0] != second[0] {
					list := []Span{first[0], second[0]}
					for _, form := range []string{"%s ou %s", "%s, ou então %s", "pode ser %s ou %s", "%s e %s"} {
						expectDays(t, fmt.Sprintf(form, a, b), now, list)
					}
				}
				expectDays(t, fmt.Sprintf("%s, não, %s", a, b), now, second)
				expectDays(t, fmt.Sprintf("%s, quer dizer, %s", a, b), now, second)
				expectDays(t, fmt.Sprintf("não posso %s, só %s", a, b), now, second)
				expectDays(t, fmt.Sprintf("em vez de %s, %s", a, b), now, second)
				expectDays(t, fmt.Sprintf("quero remarcar de %s para %s", a, b), now, second)
			}
		}
	}
}

// Parts of a month are counted from its first or last day.
func TestPartOfMonthLaws(t *testing.T) {
	for i, now := range nows() {
		today := civil(now)
		m := time.Month(i%12 + 1)
		year := today.Year()
		for name, bounds := range map[string][2]int{"começo": {1, 10}, "meados": {11, 20}, "fim": {21, 31}, "primeira quinzena": {1, 15},
			"segunda quinzena": {16, 31}, "primeira semana": {1, 7}, "terceira semana": {15, 21}} {
			from, to := partOfMonth(year, m, bounds)
			if to.Before(today) {
				from, to = partOfMonth(year+1, m, bounds)
			}
			if from.Before(today) {
				from = today
			}
			if diff := cmp.Diff(onDays(from, to), Read(name+" de "+spokenMonths[m-1], now).Dates); diff != "" {
				t.Errorf("%s de %s on %s: %s", name, spokenMonths[m-1], today, diff)
			}
		}
	}
}

func partOfMonth(year int, m time.Month, bounds [2]int) (from, to time.Time) {
	first := time.Date(year, m, 1, 0, 0, 0, 0, time.UTC)
	last := first.AddDate(0, 1, -1).Day()
	return first.AddDate(0, 0, bounds[0]-1), first.AddDate(0, 0, min(bounds[1], last)-1)
}
