package grounding

import "time"

// sort is what a ref names.
type sort uint8

const (
	aDay sort = iota
	anHour
	aPeriod
)

// ref is an expression of a day, an hour or a part of the day.
type ref struct {
	sort     sort
	from, to int // tokens
	days     []day
	hour     hour
	sentence int
}

// refer finds all refs of a text.
func (r *reading) refer(c calendar) {
	sentence := 0
	for i := 0; i < len(r.toks); {
		for sentence+1 < len(r.sentences) && r.sentences[sentence+1].from <= i {
			sentence++
		}
		one, ok := r.refAt(i, c)
		if !ok {
			i++
			continue
		}
		one.sentence = sentence
		i = one.to
		r.keep(one)
	}
	r.bound()
}

func (r *reading) refAt(i int, c calendar) (ref, bool) {
	if r.toks[i].kind == mark || r.toks[i].kind == line {
		return ref{}, false
	}
	if days, next := r.dayAt(i, c); next > i {
		return ref{sort: aDay, from: i, to: next, days: days}, true
	}
	if h, next := r.hourAt(i); next > i {
		return ref{sort: anHour, from: i, to: next, hour: h}, true
	}
	if h, next := r.periodAt(i); next > i {
		return ref{sort: aPeriod, from: i, to: next, hour: h}, true
	}
	return ref{}, false
}

// periodAt reads "de manhã", "à tarde", "pela manhã"; not the "tarde" of "mais tarde" and "boa tarde".
func (r *reading) periodAt(i int) (hour, int) {
	p, ok := parts[r.word(i)]
	if !ok || r.oneOf(i-1, "boa", "mais", "muito") || r.word(i) == "madrugada" || r.word(i+1) == "demais" {
		return hour{}, i
	}
	h := exactly(0)
	h.at, h.until = []int{0, noon, evening}[p], []int{noon - 1, evening - 1, dayMinutes - 1}[p]
	return h, i + 1
}

// keep adds a ref, to the day before it where both name one day ("terça, 24/11").
func (r *reading) keep(one ref) {
	n := len(r.refs)
	if n == 0 || one.sort != aDay || r.refs[n-1].sort != aDay || r.refs[n-1].sentence != one.sentence && !r.onlyDot(r.refs[n-1].to, one.from) || !r.together(&r.refs[n-1], &one) {
		r.refs = append(r.refs, one)
		return
	}
	last := &r.refs[n-1]
	last.days, last.to = []day{both(last.days[0], one.days[0])}, one.to
}

func (r *reading) onlyDot(from, to int) bool { return to == from+1 && r.isMark(from, ".") }

// together reports whether two days that stand beside each other are one: nothing but signs and "dia" is
// between them, and they are not of one kind.
func (r *reading) together(a, b *ref) bool {
	if len(a.days) != 1 || len(b.days) != 1 || b.from-a.to > 3 || alike(a.days[0], b.days[0]) {
		return false
	}
	for i := a.to; i < b.from; i++ {
		if !r.isMark(i, ",", "(", ".", "-", ":", "/") && r.word(i) != "dia" && r.word(i) != "no" && r.word(i) != "de" {
			return false
		}
	}
	return true
}

// alike reports whether both days say the same kind of thing, so that they are two.
func alike(a, b day) bool {
	return a.named && b.named || a.date != 0 && b.date != 0 || !a.first.IsZero() && !b.first.IsZero()
}

var (
	rangeOpen = words("das de entre da desde")
	rangeJoin = words("as a ate ao e")
	afterOpen = words("partir depois apos")
)

// bound makes ranges of hours: "das 8h às 12h", "a partir das 14h", "até as 18h".
func (r *reading) bound() {
	kept := r.refs[:0]
	for i := 0; i < len(r.refs); i++ {
		one := r.refs[i]
		if one.sort == anHour {
			if i+1 < len(r.refs) && r.ranged(&one, &r.refs[i+1]) {
				one.hour.until, one.to = max(r.refs[i+1].hour.at, r.refs[i+1].hour.or*boolInt(r.refs[i+1].hour.at <= one.hour.at)), r.refs[i+1].to
				i++
			} else {
				r.open(&one)
			}
		}
		kept = append(kept, one)
	}
	r.refs = kept
}

// ranged reports whether two hours are the ends of a range.
func (r *reading) ranged(a, b *ref) bool {
	if b.sort != anHour || b.from-a.to > 2 {
		return false
	}
	opened := r.in(a.from-1, rangeOpen)
	entre := r.word(a.from-1) == "entre" || r.word(a.from-2) == "entre"
	join := r.word(a.to)
	switch {
	case b.from == a.to+1 && r.isMark(a.to, "-"):
		return true
	case join == "e":
		return entre
	case join == "ate":
		return true
	case !rangeJoin.has(join):
		return false
	}
	return opened || join == "as" && r.word(a.from-1) != "as" || join == "a" || join == "ao"
}

// open reads what stands before an hour: "a partir das", "antes das".
func (r *reading) open(one *ref) {
	at := one.from - 1
	if r.oneOf(at, "das", "de", "da", "as", "do") {
		at--
	}
	switch {
	case r.in(at, afterOpen):
		one.hour.after = true
	case r.word(at) == "antes", r.word(at) == "ate":
		one.hour.before = true
	}
}

// same reports whether two days are said alike, for sayings that may be said again.
func same(a, b day) bool { return a == b }

// weekdayRange are the weekdays from one to another.
func weekdayRange(from, to time.Weekday) []time.Weekday {
	list := []time.Weekday{from}
	for d := from; d != to; {
		d = (d + 1) % 7
		list = append(list, d)
	}
	return list
}
