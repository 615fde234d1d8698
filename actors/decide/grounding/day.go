package grounding

import "time"

// months and weekdays by their names; the short ones count only beside something else of a day.
var (
	months = map[string]int{
		"janeiro": 1, "fevereiro": 2, "marco": 3, "abril": 4, "maio": 5, "junho": 6, "julho": 7, "agosto": 8, "setembro": 9, "outubro": 10, "novembro": 11,
		"dezembro": 12,
	}
	shortMonths = map[string]int{
		"jan": 1, "fev": 2, "mar": 3, "abr": 4, "mai": 5, "jun": 6, "jul": 7, "ago": 8, "set": 9, "out": 10, "nov": 11, "dez": 12,
	}
	weekdays = map[string]time.Weekday{
		"domingo": 0, "segunda": 1, "terca": 2, "quarta": 3, "quinta": 4, "sexta": 5, "sabado": 6,
		"domingos": 0, "segundas": 1, "tercas": 2, "quartas": 3, "quintas": 4, "sextas": 5, "sabados": 6,
		"sunday": 0, "monday": 1, "tuesday": 2, "wednesday": 3, "thursday": 4, "friday": 5, "saturday": 6,
		"martes": 2, "miercoles": 3, "jueves": 4, "viernes": 5,
	}
	shortWeekdays = map[string]time.Weekday{"dom": 0, "seg": 1, "ter": 2, "qua": 3, "qui": 4, "sex": 5, "sab": 6}
	// ordinals are weekdays that also count: "a segunda opção".
	ordinals = words("segunda quarta quinta sexta terca segundas quartas quintas")
	counted  = words(`opcao vez via consulta etapa parte pergunta alternativa dose linha data tentativa especialidade medica doutora mensagem sessao
		fase lista primeira terceira pessoa coisa unidade escolha avaliacao vaga ultima metade`)
	counting = words("primeira terceira primeiro terceiro pela")
)

// dayAt reads a day that begins at token i; next is behind it, i for none.
func (r *reading) dayAt(i int, c calendar) (days []day, next int) {
	if r.in(i, titles) || r.in(i-1, titles) || r.isMark(i-1, ".") && r.in(i-2, titles) {
		return nil, i // Dr. Domingos
	}
	for _, try := range []func(int, calendar) (day, int){r.iso, r.slashed, r.monthly, r.weekly, r.relative, r.vague, r.later} {
		if d, next := try(i, c); next > i {
			return []day{d}, next
		}
	}
	return r.dated(i, c)
}

// iso reads 2026-11-24.
func (r *reading) iso(i int, _ calendar) (day, int) {
	y, ok := r.digits(i, 4)
	m, okM := r.digits(i+2, 2)
	d, okD := r.digits(i+4, 2)
	if !ok || !okM || !okD || y < 1900 || y > 2100 || m > 12 || d > 31 || !r.isMark(i+1, "-", "/", ".") || !r.glued(i+1) || !r.glued(i+2) || !r.glued(i+4) {
		return day{}, i
	}
	return day{year: y, month: m, date: d}, i + 5
}

// slashed reads 24/11, 24/11/2026, 24-11-2026, 24.11.26.
func (r *reading) slashed(i int, _ calendar) (day, int) {
	d, ok := r.digits(i, 2)
	m, okM := r.digits(i+2, 2)
	if !ok || !okM || d < 1 || d > 31 || m < 1 || m > 12 || !r.isMark(i+1, "/", "-", ".") || !r.joined(i, 3) || r.isMark(i-1, "/") && r.glued(i) {
		return day{}, i
	}
	sep := r.toks[i+1].text
	if y, ok := r.digits(i+4, 4); ok && r.isMark(i+3, sep) && r.joined(i+2, 3) && len(r.toks[i+4].text)%2 == 0 {
		if y < 100 {
			y += 2000
		}
		return day{year: y, month: m, date: d}, i + 5
	}
	switch {
	case sep == "/" && r.joined(i+2, 2) && r.isMark(i+3, "/") && r.glued(i+4), r.neverCloses(i):
		return day{}, i
	case sep != "/" && (len(r.toks[i].text)+len(r.toks[i+2].text) != 4 || !r.daily(i-1) || r.joined(i+2, 2) && r.word(i+3) == "h"):
		return day{}, i
	}
	return day{month: m, date: d}, i + 3
}

// joined reports whether n tokens from i on stand together.
func (r *reading) joined(i, n int) bool {
	for k := i + 1; k < i+n; k++ {
		if !r.glued(k) {
			return false
		}
	}
	return true
}

// neverCloses reports the 24/7 of what never closes.
func (r *reading) neverCloses(i int) bool {
	return r.toks[i].is("24") && r.toks[i+2].is("7") && !r.daily(i-1)
}

var beforeDate = words("dia dias em data no na para pra domingo segunda terca quarta quinta sexta sabado feira dom seg ter qua qui sex sab")

// daily reports whether a date may follow token i.
func (r *reading) daily(i int) bool {
	if r.isMark(i, ",", "(", ":", "-", ".") {
		i--
	}
	return r.in(i, beforeDate)
}

// monthly reads "24 de novembro de 2026", "24 nov", "primeiro de dezembro".
func (r *reading) monthly(i int, _ calendar) (day, int) {
	d, next := r.count(i)
	if next == i || d < 1 || d > 31 {
		return day{}, i
	}
	of := r.word(next) == "de" || r.isMark(next, "/", "-") && r.glued(next)
	if of {
		next++
	}
	m, ok := months[r.word(next)]
	if !ok {
		m, ok = shortMonths[r.word(next)]
		ok = ok && (of || r.toks[i].kind == number) && (next-i > 1 || !r.glued(next))
	}
	if !ok {
		return day{}, i
	}
	next++
	if y, ok := r.digits(next+boolInt(r.word(next) == "de"), 4); ok && y > 1900 && y < 2100 {
		return day{year: y, month: m, date: d}, next + 1 + boolInt(r.word(next) == "de")
	}
	return day{month: m, date: d}, next
}

// dated reads "dia 24", "dias 24, 25 e 26".
func (r *reading) dated(i int, c calendar) (days []day, next int) {
	if w := r.word(i); w != "dia" && w != "dias" {
		return nil, i
	}
	at := i + 1
	for {
		d, behind := r.count(at)
		if behind == at || d < 1 || d > 31 || r.unit(behind) {
			break
		}
		if one, further := r.dayFrom(at, c); further > at {
			days, next = append(days, one), further
		} else {
			days, next = append(days, day{date: d}), behind
		}
		if r.word(i) == "dia" && !(r.word(next) == "ou" || r.word(next) == "e") || !r.isMark(next, ",") && !r.in(next, between) {
			break
		}
		at = next + 1
	}
	if len(days) == 0 {
		return nil, i
	}
	return days, next
}

// dayFrom reads a date with its month.
func (r *reading) dayFrom(i int, c calendar) (day, int) {
	if d, next := r.slashed(i, c); next > i {
		return d, next
	}
	return r.monthly(i, c)
}

var (
	between = words("e ou a ao ate")
	hours   = words("h hs hr hrs hora horas")
)

// unit reports whether what stands at token i makes the number before it no day.
func (r *reading) unit(i int) bool {
	return r.in(i, hours) || r.isMark(i, ":") && r.glued(i+1) && r.glued(i)
}

// weekly reads a weekday: "terça-feira", "ter.", "3ª feira".
func (r *reading) weekly(i int, _ calendar) (day, int) {
	if n, ok := r.digits(i, 1); ok && 2 <= n && n <= 6 && r.glued(i+1) && r.word(i+1) == "a" {
		if next := r.feira(i + 2); next > i+2 {
			return day{weekday: time.Weekday(n - 1), named: true}, next
		}
	}
	w, ok := weekdays[r.word(i)]
	if !ok {
		return r.weekShort(i)
	}
	next := r.feira(i + 1)
	if next == i+1 && ordinals.has(r.word(i)) && r.ordinal(i) {
		return day{}, i
	}
	return day{weekday: w, named: true}, next
}

// ordinal reports whether the weekday at token i counts: "a segunda opção", "a primeira ou a segunda", "a segunda da
// lista".
func (r *reading) ordinal(i int) bool {
	if r.in(i+1, counted) || r.in(i-1, counting) || r.in(i+2, counting) && r.in(i+1, between) || r.oneOf(i+1, "da", "das") && r.oneOf(i+2, "lista", "opcoes") {
		return true
	}
	if r.word(i-1) == "a" && (r.oneOf(i+1, "e", "eh") || r.isMark(i+1, ":")) && r.firstBefore(i) {
		return true
	}
	at := i - 1
	for r.oneOf(at, "a", "e", "ou") && !r.toks[at].accent || r.isMark(at, ",") {
		at--
	}
	return at < i-1 && r.oneOf(at, "primeira", "terceira")
}

// firstBefore reports whether a "primeira" stands before token i in its line: "a primeira é às 8h e a segunda é às 9h".
func (r *reading) firstBefore(i int) bool {
	const reach = 20
	for k := i - 1; k >= 0 && k > i-reach && r.toks[k].kind != line; k-- {
		if r.in(k, counting) && r.word(k) != "pela" {
			return true
		}
	}
	return false
}

// weekShort reads "ter" beside a date, an hour or a dot.
func (r *reading) weekShort(i int) (day, int) {
	w, ok := shortWeekdays[r.word(i)]
	if !ok {
		return day{}, i
	}
	next := i + 1
	for r.isMark(next, ".", ",", "(", ")", "-", ":") && next < i+3 {
		next++
	}
	_, digit := r.digits(next, 4)
	if !digit && !(r.isMark(i-1, "(", ",", "/") && r.isMark(i+1, ")", ".", ",", "/")) {
		return day{}, i
	}
	return day{weekday: w, named: true}, i + 1
}

// feira skips "-feira" at token i.
func (r *reading) feira(i int) int {
	if (r.isMark(i, "-") || r.toks != nil && r.word(i) == "") && (r.word(i+1) == "feira" || r.word(i+1) == "feiras") {
		return i + 2
	}
	if r.word(i) == "feira" || r.word(i) == "feiras" {
		return i + 1
	}
	return i
}

// relative reads "hoje", "amanhã", "depois de amanhã".
func (r *reading) relative(i int, c calendar) (day, int) {
	one := func(days, next int) (day, int) { return day{first: c.after(days), last: c.after(days)}, next }
	switch w := r.word(i); {
	case w == "depois" && r.word(i+1) == "de" && r.word(i+2) == "amanha":
		return one(2, i+3)
	case w == "amanha" || w == "tomorrow":
		return one(1, i+1)
	case w == "hoje" || w == "today":
		return one(0, i+1)
	}
	return day{}, i
}

// vague reads weeks, months and week-ends.
func (r *reading) vague(i int, c calendar) (day, int) {
	week := func(weeks, next int) (day, int) {
		return day{first: c.monday(weeks), last: c.monday(weeks).AddDate(0, 0, 6)}, next
	}
	switch w, then := r.word(i), r.word(i+1); {
	case w == "semana" && then == "que" && r.word(i+2) == "vem":
		return week(1, i+3)
	case (w == "proxima" || w == "outra") && then == "semana":
		return week(1, i+2)
	case (w == "esta" || w == "essa" || w == "nesta" || w == "nessa" || w == "desta" || w == "dessa") && then == "semana":
		return week(0, i+2)
	case (w == "em" || w == "de") && months[then] != 0 && r.word(i-1) != "dia":
		return day{month: months[then]}, i + 2
	}
	return day{}, i
}
