package grounding

// military reads 0930 and 1400 where an hour is expected: behind "às", a day or another such hour, before an "h".
func (r *reading) military(i int) (hour, int) {
	if !r.fourDigits(i) {
		return hour{}, i
	}
	n := atoi(r.toks[i].text)
	if n%100%5 != 0 || n/100 > 23 || n%100 >= hourMinutes {
		return hour{}, i
	}
	next := i + 1
	switch {
	case r.in(next, hours):
		next++
	case r.timed(i), r.refBefore(i) && !r.fourDigits(i-1), r.toks[i].text[0] == '0', r.in(i-1, offering):
	case r.fourDigits(i-2) && (r.isMark(i-1, ",", "/", ";") || r.oneOf(i-1, "e", "ou")):
	default:
		return hour{}, i
	}
	return exactly(n/100*hourMinutes + n%100), next
}

// fourDigits reports whether token i is a number of four digits that stands alone.
func (r *reading) fourDigits(i int) bool {
	if !r.isNumber(i) || len(r.toks[i].text) != 4 {
		return false
	}
	alone := func(k int) bool { return !(r.isMark(k, "-", ".", "/", "$") && r.isNumber(k+1)) }
	if r.isNumber(i+1) && (len(r.toks[i+1].text) != 4 || atoi(r.toks[i+1].text)/100 > 23) {
		return false // a telephone
	}
	return !r.glued(i) && alone(i+1) && !r.isMark(i-1, "$", "º", "°") && r.word(i-1) != "n"
}

// dotted reads the 8.30 and "8 30" of "às 8.30".
func (r *reading) dotted(i int) (hour, int) {
	h, ok := r.digits(i, 2)
	at := i + 1
	if r.isMark(at, ".", ",", "-") && r.glued(at) && r.glued(at+1) {
		at++
	}
	m, okM := r.digits(at, 2)
	if !ok || !okM || h > 23 || m >= hourMinutes || m%5 != 0 || len(r.toks[at].text) != 2 || !r.timed(i) {
		return hour{}, i
	}
	if w := r.word(at + 1); w != "" && !afterHour.has(w) && !hours.has(w) || r.isMark(at+1, "/", ":") && r.glued(at+1) {
		return hour{}, i
	}
	return exactly(h*hourMinutes + m), at + 1 + boolInt(r.in(at+1, hours))
}

// before reads "quinze para as nove", "20 pras 8".
func (r *reading) before(i int) (hour, int) {
	m, at := r.spelled(i)
	if d, ok := r.digits(i, 2); ok && d > 10 {
		m, at = d, i+1
	}
	if at == i || m%5 != 0 || m == 0 || m > 30 {
		return hour{}, i
	}
	at += boolInt(r.in(at, minutesShort))
	switch {
	case r.oneOf(at, "para", "pra") && r.oneOf(at+1, "as", "a", "o"):
		at += 2
	case r.oneOf(at, "pras", "pro"):
		at++
	default:
		return hour{}, i
	}
	h, next := r.count(at)
	if next == at || h > 23 || h == 0 || r.isMark(next, ":", "/") && r.glued(next) {
		return hour{}, i
	}
	return loosely(h*hourMinutes - m), next + boolInt(r.in(next, hours))
}
