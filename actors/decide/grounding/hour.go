package grounding

// hour is what a text says of a time of the day, in minutes; or is another reading of the same words ("às 2"),
// -1 for none.
type hour struct {
	at, or int
	// until is the end of a range, -1 for a single time; after and before are ranges without an end.
	until         int
	after, before bool
}

func exactly(minute int) hour { return hour{at: minute, or: -1, until: -1} }

// is reports whether a minute of the day may be the one that was meant.
func (h hour) is(minute int) bool {
	switch {
	case h.until >= 0:
		return h.at <= minute && minute <= h.until
	case h.after:
		return minute >= h.at || h.or >= 0 && minute >= h.or
	case h.before:
		return minute <= h.at || h.or >= 0 && minute <= h.or
	}
	return minute == h.at || minute == h.or
}

const (
	hourMinutes = 60
	noon        = 12 * hourMinutes
	evening     = 18 * hourMinutes
	dayMinutes  = 24 * hourMinutes
)

// hourAt reads an hour that begins at token i; next is behind it, i for none.
func (r *reading) hourAt(i int) (hour, int) {
	for _, try := range []func(int) (hour, int){r.colon, r.military, r.lettered, r.dotted, r.midday, r.before, r.bare, r.inWords} {
		if h, next := try(i); next > i {
			return r.partOfDay(h, next)
		}
	}
	return hour{}, i
}

// colon reads 14:00, 14:00h, 14:00:00.
func (r *reading) colon(i int) (hour, int) {
	h, ok := r.digits(i, 2)
	m, okM := r.digits(i+2, 2)
	if !ok || !okM || h > 24 || m > 59 || len(r.toks[i+2].text) != 2 || !r.isMark(i+1, ":") || !r.joined(i, 3) {
		return hour{}, i
	}
	next := i + 3
	if r.isMark(next, ":") && r.joined(i+2, 3) {
		next += 2
	}
	if r.in(next, hours) {
		next++
	}
	return exactly(h*hourMinutes + m), next
}

var (
	// lasting before a number of hours makes it a time that something takes, behind does it from behind.
	lasting = words("em ha por cerca duracao dura demora leva jejum minimo maximo mais menos faz cada aproximadamente uns umas daqui apenas dentro prazo proximas ultimas")
	behind  = words("antes apos depois antecedencia duracao jejum seguidas uteis corridas semanais dia")
	// timing before a number makes it an hour.
	timing = words("as das pelas entre")
	// minutesShort may stand behind minutes.
	minutesShort = words("min m mins minutos")
)

// lettered reads 14h, 14h30, 14 horas, 14.30h.
func (r *reading) lettered(i int) (hour, int) {
	h, ok := r.digits(i, 2)
	if !ok || h > 23 {
		return hour{}, i
	}
	if m, ok := r.digits(i+2, 2); ok && r.isMark(i+1, ".", "h") && r.joined(i, 4) && r.in(i+3, hours) && m < hourMinutes {
		return exactly(h*hourMinutes + m), i + 4
	}
	if r.in(i+1, meridiem) {
		return exactly(h%12*hourMinutes + noon*boolInt(r.toks[i+1].text[0] == 'p')), i + 2
	}
	if !r.in(i+1, hours) || r.lasts(i, i+2) {
		return hour{}, i
	}
	m, next := r.minutesBehind(i + 2)
	return exactly(h*hourMinutes + m), next
}

// minutesBehind reads the minutes behind "8h" or "8 horas": "30", " 30", ":30", "e 30".
func (r *reading) minutesBehind(i int) (minute, next int) {
	at := i
	if r.isMark(at, ":") && r.glued(at) || r.word(at) == "e" {
		at++
	}
	m, ok := r.digits(at, 2)
	switch glued := r.glued(at) && at == i && r.glued(i-1); {
	case !ok || len(r.toks[at].text) != 2 || m >= hourMinutes:
		return r.fraction(i)
	case glued, r.in(at+1, minutesShort):
	case m%5 != 0 || r.word(i) == "e" && m < 24 || r.isMark(at+1, "/", ":", ".", "-") && r.glued(at+1) && r.glued(at+2), r.in(at+1, hours):
		return r.fraction(i)
	case r.toks[at+boolInt(at+1 < len(r.toks))].kind == word && !r.in(at+1, afterHour):
		return r.fraction(i)
	}
	at++
	if r.in(at, minutesShort) {
		at++
	}
	return m, at
}

var meridiem = words("am pm")

// lasts reports whether the hours from token from to before token to are how long something takes.
func (r *reading) lasts(from, to int) bool {
	if r.in(from-1, lasting) || r.word(from-1) == "de" && r.in(from-2, lasting) || r.word(from-1) == "ate" && r.in(from-2, lasting) {
		return true
	}
	if r.word(to) == "de" {
		to++
	}
	whole := r.word(to-1) == "horas" || r.word(to-1) == "hora" || r.word(to-1) == "de"
	return r.in(to, behind) && (whole || r.word(to) != "depois" && r.word(to) != "dia")
}

// fraction reads "e meia", "e quinze", "e 30" at token i.
func (r *reading) fraction(i int) (minute, next int) {
	if r.word(i) != "e" {
		return 0, i
	}
	if r.word(i+1) == "meia" {
		return hourMinutes / 2, i + 2
	}
	m, next := r.spelled(i + 1)
	if d, ok := r.digits(i+1, 2); ok && r.in(i+2, minutesShort) {
		m, next = d, i+3
	}
	if next == i+1 || m%5 != 0 || m < 5 || m >= hourMinutes || r.in(next, hours) {
		return 0, i
	}
	return m, next
}

// midday reads "meio-dia", "meio-dia e meia", "meia-noite".
func (r *reading) midday(i int) (hour, int) {
	at := i + 1
	if r.isMark(at, "-") {
		at++
	}
	switch {
	case r.word(i) == "meio" && r.word(at) == "dia":
		m, next := r.fraction(at + 1)
		return exactly(noon + m), next
	case r.word(i) == "meia" && r.word(at) == "noite":
		return exactly(0), at + 1
	}
	return hour{}, i
}

// afterHour may stand behind a bare hour; other words behind "as 5" are what is counted.
var afterHour = words("da de do com e ou a ao ate na no em pra para desta deste dessa desse hoje amanha pode fica esta livre horas h pelo pela que")

// bare reads the 14 of "às 14", "das 8", "entre 8 e 12".
func (r *reading) bare(i int) (hour, int) {
	h, ok := r.digits(i, 2)
	half := r.word(i+1) == "e" && r.word(i+2) == "meia" && (r.word(i+3) == "" || r.in(i+3, afterHour))
	sharp := r.word(i+1) == "em" && r.word(i+2) == "ponto"
	if !ok || h > 23 || !half && !sharp && !r.timed(i) || r.isMark(i+1, "/", ":", "%", "º", "$") && r.glued(i+1) {
		return hour{}, i
	}
	if w := r.word(i + 1); w != "" && !afterHour.has(w) && weekdays[w] == 0 && w != "domingo" {
		return hour{}, i
	}
	m, next := r.fraction(i + 1)
	return loosely(h*hourMinutes + m), next
}

// timed reports whether what stands before token i says that an hour follows.
func (r *reading) timed(i int) bool {
	w := r.word(i - 1)
	switch {
	case w == "as" && i > 0:
		return r.toks[i-1].accent || r.word(i-2) == "ate" || r.refBefore(i-1) || r.word(i) == "" && r.word(i+1) == ""
	case w == "e" || w == "a" || w == "ou":
		return r.in(i-3, timing) || r.in(i-2, hours) && r.in(i-4, timing)
	}
	return timing.has(w) && r.word(i-2) != "uma"
}

// refBefore reports whether a day ends before token i.
func (r *reading) refBefore(i int) bool {
	if r.isMark(i-1, ",", "-", ")") {
		i--
	}
	w := r.word(i - 1)
	_, named := weekdays[w]
	_, digits := r.digits(i-1, 4)
	return named || digits || w == "feira" || w == "hoje" || w == "amanha" || months[w] != 0 || w == "consulta" || w == "horario" || w == "marcada" || w == "marcado" || w == "agendada"
}

// loosely is an hour that may be meant in the afternoon, too.
func loosely(minute int) hour {
	h := exactly(minute)
	if minute > 0 && minute < noon {
		h.or = minute + noon
	}
	return h
}

// inWords reads "duas da tarde", "às duas e meia", "nove horas".
func (r *reading) inWords(i int) (hour, int) {
	h, next := r.hourWord(i)
	if next == i || h > 23 || h == 0 {
		return hour{}, i
	}
	said := r.timed(i) || r.offered(i, next, h)
	m, behindFraction := r.fraction(next)
	if behindFraction > next {
		said, next = said || m == hourMinutes/2, behindFraction
	}
	if r.in(next, hours) {
		if r.lasts(i, next+1) || !said && !r.oneOf(next+1, "da") {
			return hour{}, i
		}
		next++
		if extra, behind := r.fraction(next); behind > next {
			m, next = extra, behind
		}
	}
	if !said && r.partBehind(next) == next {
		return hour{}, i
	}
	if w := r.word(next); w != "" && !afterHour.has(w) && !said {
		return hour{}, i
	}
	if w := r.word(next); w != "" && !afterHour.has(w) && !r.in(i-1, timing) {
		return hour{}, i
	}
	return loosely(h*hourMinutes + m), next
}

var hourly = words("tenho temos consigo conseguimos vaga vagas horario horarios so ou")

// offered reports whether the number from token i to before token next is an hour because it is offered as one:
// "tenho nove horas", "vaga nove em ponto".
func (r *reading) offered(i, next, value int) bool {
	if r.word(next) == "em" && r.word(next+1) == "ponto" {
		return true
	}
	_, behind := r.fraction(next)
	return (r.in(i-1, hourly) || r.isMark(i-1, ",", "-", ":") && r.refBefore(i)) && (value > 1 && r.in(next, hours) || behind > next)
}

// hourWord reads the number of an hour; "dois" counts no hours.
func (r *reading) hourWord(i int) (value, next int) {
	if w := r.word(i); w == "um" || w == "dois" || w == "primeiro" {
		return 0, i
	}
	if n, next := r.spelled(i); n <= 12 || next == i+1 || n >= 20 && n < 24 {
		return n, next
	}
	n, next := tens[r.word(i)], i+1
	return n, next
}

var (
	ofDay = words("da de na a pela")
	parts = map[string]int{"manha": 0, "madrugada": 0, "tarde": 1, "noite": 2}
)

// partBehind skips "da tarde" at token i.
func (r *reading) partBehind(i int) int {
	if _, ok := parts[r.word(i+1)]; ok && r.in(i, ofDay) {
		return i + 2
	}
	return i
}

// partOfDay reads "da tarde" behind an hour.
func (r *reading) partOfDay(h hour, next int) (hour, int) {
	behind := r.partBehind(next)
	if behind == next {
		if r.in(next, meridiem) {
			behind = next + 1
			h.at, h.or = h.at%noon+noon*boolInt(r.word(next) == "pm"), -1
		}
		return h, behind
	}
	if parts[r.word(behind-1)] > 0 && h.at < noon && h.at > 0 {
		h.at += noon
	}
	h.or = -1
	return h, behind
}
