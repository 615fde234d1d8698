package understand

import (
	"fmt"

	"atende/actors/language"
)

// clock is a time of the day in minutes after midnight.
type clock int

const (
	noon    clock = 12 * 60
	dayEnd  clock = 23*60 + 59
	sixPM   clock = 18 * 60
	halfDay clock = 12 * 60
)

func (c clock) String() string { return fmt.Sprintf("%02d:%02d", int(c)/60, int(c)%60) }

// clockSpan is a time, or a range of them.
type clockSpan struct{ from, to clock }

// reading tells which half of the day an hour was said with.
type reading uint8

const (
	asSaid    reading = iota
	inMorning         // da manhã, am, a leading zero
	inAfternoon
	inEvening
	certain // 0, 12 by name, or 13 to 23
)

// saidClock is a time as said, before the half of the day is known.
type saidClock struct {
	hour, minute int
	reading      reading
	marked       bool // it is a time whatever stands around it: "14h", "9 da manhã", "meio-dia"
	words        bool
	end          int
	impossible   bool // 27h, 24:10
}

// read fixes the half of the day; part is the one said elsewhere in the text.
func (s saidClock) read(part reading) clock {
	if s.reading != asSaid {
		part = s.reading
	}
	h := s.hour
	switch part {
	case inAfternoon:
		if h < 12 {
			h += 12
		}
	case inEvening:
		if 6 <= h && h < 12 {
			h += 12
		}
	case asSaid:
		if 1 <= h && h <= 6 {
			h += 12
		}
	case inMorning, certain:
	}
	return clock(h*60 + s.minute)
}

// clockAt reads a time at i.  joined tells that "e" may lead to the minutes ("oito e vinte"); after "entre" it leads
// to the end of the range.
func (r *reader) clockAt(i int, joined bool) (saidClock, bool) {
	if i >= len(r.toks) || r.taken[i] {
		return saidClock{}, false
	}
	if s, ok := r.noonAt(i, joined); ok {
		return s, true
	}
	if s, ok := r.minutesTo(i); ok {
		return s, true
	}
	s, ok := r.hourAt(i, joined)
	if !ok {
		return s, false
	}
	s = r.halfOfDay(s)
	switch {
	case r.keys(s.end, "em", "ponto"):
		s.marked, s.end = true, s.end+2
	case r.keys(s.end, "e", "pouco"), r.keys(s.end, "e", "pouquinho"):
		s.end += 2
	}
	if s.hour > 23 || s.minute > 59 {
		s.impossible = true
	}
	if s.hour == 0 || s.hour > 12 {
		s.reading = certain
	}
	return s, true
}

// noonAt reads meio-dia and meia-noite, with minutes.
func (r *reader) noonAt(i int, joined bool) (saidClock, bool) {
	s := saidClock{marked: true, reading: certain, words: true}
	k := i + 1
	if r.keys(k, "-") {
		k++
	}
	switch {
	case r.keys(i, "meio") && r.keys(k, "dia"):
		s.hour, s.end = 12, k+1
	case r.keys(i, "meiodia"):
		s.hour, s.end = 12, i+1
	case r.keys(i, "meia") && r.keys(k, "noite"):
		s.end = k + 1
	case r.keys(i, "meianoite"):
		s.end = i + 1
	default:
		return s, false
	}
	return r.joinMinutes(s, joined), true
}

// minutesTo reads "quinze para as nove".
func (r *reader) minutesTo(i int) (saidClock, bool) {
	n, ok := r.number(i)
	if !ok || n.value%5 != 0 || n.value == 0 || n.value > 30 || r.isAny(i-1, "das", "de", "do") {
		return saidClock{}, false
	}
	k := r.skip(n.end, 1, pt.Minutes)
	switch {
	case r.keys(k, "para") && r.isAny(k+1, "as", "a", "o"):
		k += 2
	case r.keys(k, "pras"), r.keys(k, "pra"), r.keys(k, "pro"), r.keys(k, "para") && r.at(k).Text != "pro":
		k++
	default:
		return saidClock{}, false
	}
	if !n.words() && r.isAny(i-1, "as") {
		return saidClock{}, false
	}
	s, ok := r.clockAt(k, false)
	if !ok || s.minute != 0 || s.impossible {
		return saidClock{}, false
	}
	at := s.read(asSaid) - clock(n.value)
	if s.reading == inMorning || s.reading == inEvening || s.reading == inAfternoon {
		at = s.read(s.reading) - clock(n.value)
	}
	at = (at + 2*halfDay) % (2 * halfDay)
	return saidClock{hour: int(at) / 60, minute: int(at) % 60, reading: certain, marked: true, words: n.words(), end: s.end}, true
}

// hourAt reads an hour with its minutes, in digits or in words.
func (r *reader) hourAt(i int, joined bool) (saidClock, bool) {
	n, ok := r.number(i)
	if !ok || n.digits > 2 {
		return saidClock{}, false
	}
	if n.words() && n.value > 23 {
		n.value, n.end = n.value/10*10, i+1
	}
	s := saidClock{hour: n.value, words: n.words(), end: n.end}
	if n.zero {
		s.reading = inMorning
	}
	if r.at(n.end).Text == "h" || r.is(n.end, pt.ClockUnits) {
		return r.afterUnit(s, joined), true
	}
	if mm, ok := r.minuteDigits(n); ok {
		s.minute, s.marked, s.end = mm, true, n.end+2
		if r.keys(s.end, ":") && r.at(s.end+1).Kind == language.Digits {
			s.end += 2
		}
		s.end = r.skip(s.end, 1, pt.ClockUnits)
		return s, true
	}
	return r.joinMinutes(s, joined), true
}

// minuteDigits reads ":30", or ".30" where only a time can be meant.
func (r *reader) minuteDigits(n number) (int, bool) {
	sign, mm := r.at(n.end), r.at(n.end+1)
	if n.digits == 0 || !sign.Glued || mm.Kind != language.Digits || !mm.Glued || len(mm.Text) != 2 {
		return 0, false
	}
	value, _ := r.number(n.end + 1)
	switch sign.Text {
	case ":":
		return value.value, true
	case ".", ",":
		k := n.end + 2
		return value.value, value.value < 60 && n.value < 24 && (r.clockWord(n.end-1) || r.is(k, pt.ClockUnits) || r.is(k, pt.Meridiem))
	}
	return 0, false
}

// afterUnit reads on behind "14h": "14h30", "14h30min", "14 horas e 30 minutos", "14h e meia".
func (r *reader) afterUnit(s saidClock, joined bool) saidClock {
	s.marked = true
	s.end++
	if r.keys(s.end, ".") && r.at(s.end).Glued && r.at(s.end+1).Kind == language.Letters {
		s.end++
	}
	k := s.end
	t := r.at(k)
	if n, ok := r.number(k); ok && n.digits == 2 && (t.Glued || pt.Minutes.Has(r.at(n.end).key) || r.loneMinutes(k, n)) {
		s.minute, s.end = n.value, r.skip(n.end, 1, pt.Minutes)
		return s
	}
	return r.joinMinutes(s, joined)
}

// loneMinutes tells whether the number n at i, behind "14 h", can be nothing but its minutes.
func (r *reader) loneMinutes(i int, n number) bool {
	return n.value <= 59 && !r.quantity(n.end) && !r.hourMark(n.end) && !r.yieldsDay(i) && !r.is(n.end, pt.Joiners)
}

// joinMinutes reads "e meia", "e quinze", "e 10".
func (r *reader) joinMinutes(s saidClock, joined bool) saidClock {
	if !r.keys(s.end, "e") {
		return s
	}
	if r.keys(s.end+1, "meia") && !r.keys(s.end+2, "hora") {
		s.minute, s.marked, s.end = 30, true, s.end+2
		return s
	}
	if joined && r.keys(s.end+1, "um", "quarto") {
		s.minute, s.marked, s.end = 15, true, s.end+3
		return s
	}
	n, ok := r.number(s.end + 1)
	spelled := r.is(n.end, pt.Minutes)
	switch {
	case !joined, !ok, n.value > 59, n.value < 1, r.is(n.end, pt.ClockUnits), r.keys(n.end, ":"):
		return s
	case !spelled && (r.quantity(n.end) || n.digits == 1):
		return s
	}
	s.minute, s.end = n.value, r.skip(n.end, 1, pt.Minutes)
	return s
}

// halfOfDay reads "pm", "a.m.", "da tarde", "de manhã" behind a time.
func (r *reader) halfOfDay(s saidClock) saidClock {
	k := s.end
	switch {
	case r.is(k, pt.Meridiem):
		s.end = k + 1
		if r.keys(s.end, ".") && r.at(s.end).Glued {
			s.end++
		}
	case r.isAny(k, "a", "p") && r.keys(k+1, ".") && r.keys(k+2, "m"):
		half := "am"
		if r.keys(k, "p") || r.at(k).Text == "p" {
			half = "pm"
		}
		s.end = r.skipAny(k+3, 1, ".")
		return s.within(half)
	case r.isAny(k, "da", "de") && pt.DayParts.Has(r.at(k+1).key):
		k++
		s.end = k + 1
	default:
		return s
	}
	return s.within(r.at(k).key)
}

// within sets the half of the day that a word names.
func (s saidClock) within(word string) saidClock {
	s.marked = true
	if s.reading == certain {
		return s
	}
	s.reading = Period(pt.ReadingOf.Value(word)).reading()
	if s.hour == 12 && word == "am" {
		s.hour = 0
	}
	return s
}

// clockWord tells whether a word that makes a bare number an hour stands right before token i.
func (r *reader) clockWord(i int) bool {
	switch {
	case r.keys(i-1, "as"):
		return !r.is(i-2, pt.Every) && !r.keys(i-2, "ambas")
	case r.is(i-1, pt.ClockWords), r.grave(i - 1):
		return true
	}
	return r.keys(i-3, "por", "volta", "de") || r.keys(i-2, "perto", "de") || r.keys(i-2, "la", "para")
}
