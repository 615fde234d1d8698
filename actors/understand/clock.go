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

// What an hour was said with, besides a part of the day ("da manhã", "pm", a leading zero).
const (
	asSaid  Period = ""
	certain Period = "certain" // 0, 12 by name, or 13 to 23
)

// saidClock is a time as said, before the half of the day is known.
type saidClock struct {
	hour, minute int
	reading      Period
	marked       bool // it is a time whatever stands around it: "14h", "9 da manhã", "meio-dia"
	words        bool
	end          int
	impossible   bool // 27h, 24:10
}

// read fixes the half of the day; part is the one said elsewhere in the text.
func (s saidClock) read(part Period) clock {
	beside := s.reading == asSaid
	if !beside {
		part = s.reading
	}
	h := s.hour
	switch {
	case part == Afternoon && beside && 8 <= h && h < 12: // no hour of an afternoon that is said elsewhere
	case part == Afternoon && h < 12, part == Evening && 6 <= h && h < 12, part == asSaid && 1 <= h && h <= 6:
		h += 12
	}
	return clock(h*60 + s.minute)
}

// clockAt reads a time at i.  joined tells that "e" may lead to the minutes ("oito e vinte"); after "entre" it leads
// to the end of the range.
func (r *reader) clockAt(i int, joined bool) (saidClock, bool) {
	if i >= len(r.toks) || r.at(i).taken {
		return saidClock{}, false
	}
	if end := r.says(i, pt.Midnight); end > 0 {
		return r.joinMinutes(saidClock{marked: true, reading: certain, words: true, end: end}, joined), true
	}
	if end := r.says(i, pt.Noon); end > 0 {
		return r.joinMinutes(saidClock{hour: 12, marked: true, reading: certain, words: true, end: end}, joined), true
	}
	if s, ok := r.minutesTo(i); ok {
		return s, true
	}
	s, ok := r.hourAt(i, joined)
	if !ok {
		return s, false
	}
	s = r.halfOfDay(s)
	if end := r.says(s.end, pt.OnTheDot); end > 0 {
		s.marked, s.end = true, end
	}
	if end := r.says(s.end, pt.AndABit); end > 0 {
		s.marked, s.end = true, end
	}
	s.impossible = s.hour > 23 || s.minute > 59
	if s.hour == 0 || s.hour > 12 {
		s.reading = certain
	}
	return s, true
}

// minutesTo reads "quinze para as nove".
func (r *reader) minutesTo(i int) (saidClock, bool) {
	n, ok := r.number(i)
	ofThat := r.isAny(i-2, "a", "o") && !r.moving // "a das vinte pras sete", and not "passar das 10 pras 15h"
	if from := r.isAny(i-1, "das", "de", "do") && !ofThat; from || !ok || n.value%5 != 0 || n.value == 0 || n.value > 30 {
		return saidClock{}, false
	}
	k := r.skip(n.end, 1, pt.Minutes)
	end := r.says(k, pt.ToHour)
	plain := end == k+1 && r.keys(k, "para") // "para 8", and not "pras 8"
	switch {
	case end == 0, end == k+1 && r.at(k).Text == "pro" && r.says(end, pt.Noon) == 0:
		return saidClock{}, false
	case !n.words() && r.keys(i-1, "as") && (plain || r.moving): // "passar das 15 para as 8"
		return saidClock{}, false
	}
	s, ok := r.clockAt(end, false)
	at := (s.read(asSaid) - clock(n.value) + 2*halfDay) % (2 * halfDay)
	if s.reading == asSaid && at < firstHour && at+halfDay < 2*halfDay { // "vinte pras sete" is in the evening
		at += halfDay
	}
	to := saidClock{hour: int(at) / 60, minute: int(at) % 60, reading: certain, marked: true, words: n.words(), end: s.end}
	return to, ok && s.minute == 0 && !s.impossible
}

// firstHour is before when nobody comes to a clinic who does not say that it is in the morning.
const firstHour clock = 7 * 60

// hourAt reads an hour with its minutes, in digits or in words.
func (r *reader) hourAt(i int, joined bool) (saidClock, bool) {
	if r.keys(i, "um") && r.isAny(i-1, "qualquer", "algum", "nenhum", "cada") { // "qualquer um da manhã"
		return saidClock{}, false
	}
	n, ok := r.number(i)
	if ok && r.runTogether(i, n) {
		return saidClock{hour: n.value / 100, minute: n.value % 100, marked: true, end: n.end}, true
	}
	if !ok || n.digits > 2 {
		return saidClock{}, false
	}
	s := saidClock{hour: n.value, words: n.words(), end: n.end}
	if n.zero {
		s.reading = Morning
	}
	if r.is(n.end, pt.ClockUnits) {
		return r.afterUnit(s, joined), true
	}
	if r.minuteDigits(n) {
		s.minute, s.marked, s.end = atoi(r.at(n.end+1).Text), true, n.end+2
		if r.keys(s.end, ":") && r.digitsAt(s.end+1) {
			s.end += 2
		}
		s.end = r.skip(s.end, 1, pt.ClockUnits)
		return s, true
	}
	if mm, ok := r.number(n.end); ok && r.apartMinutes(i, n, mm) {
		s.minute, s.marked, s.end = mm.value, true, mm.end
		return s, true
	}
	return r.joinMinutes(s, joined), true
}

// runTogether tells whether the number at i is an hour and its minutes without a sign, where times are spoken of: "830", "às
// 1430", "quarta 900".
func (r *reader) runTogether(i int, n number) bool {
	if !r.times || n.words() || n.digits < 3 || n.digits > 4 {
		return false
	}
	hour, minute := n.value/100, n.value%100
	open := hour >= 6 && hour <= 21 && minute < 60 && minute%5 == 0
	return open && (r.timeAhead(i) || i == 0 && n.end == len(r.toks))
}

// timeAhead tells whether what stands before i makes a number there a time.
func (r *reader) timeAhead(i int) bool {
	_, weekday := r.weekdayWord(i - 1)
	return r.clockWord(i) || weekday || r.isAny(i-1, "hoje", "hj", "amanha")
}

// apartMinutes tells whether mm, with nothing but a space before it, is the minutes of the hour n at i: "às 13 20", "quarta
// 15 20", "9 30" and nothing else.
func (r *reader) apartMinutes(i int, n, mm number) bool {
	digits := !n.words() && n.value <= 23 && !mm.words() && mm.digits == 2
	if !digits || mm.value%5 != 0 || !r.loneMinutes(n.end, mm) {
		return false
	}
	alone := i == 0 && mm.end == len(r.toks) && mm.value >= 10
	return r.timeAhead(i) || alone
}

// minuteDigits tells whether ":30" stands behind an hour, or ".30" where only a time can be meant.
func (r *reader) minuteDigits(n number) bool {
	sign, mm := r.at(n.end), r.at(n.end+1)
	k := n.end + 2
	switch {
	case n.words(), mm.Kind != language.Digits, len(mm.Text) != 2:
		return false
	case !sign.Glued, !mm.Glued: // "14: 30"
		return r.partedMinutes(n, k)
	case sign.Text == ":":
		return true
	case sign.Text != "." && sign.Text != ",", atoi(mm.Text) > 59, n.value > 23:
		return false
	}
	return r.clockWord(n.end-1) || r.is(k, pt.ClockUnits) || r.is(k, pt.Meridiem)
}

// partedMinutes tells whether ": 30" behind the hour n, with a space, and before token k are its minutes.
func (r *reader) partedMinutes(n number, k int) bool {
	minutes := r.keys(n.end, ":") && atoi(r.at(n.end+1).Text) <= 59 && n.value <= 23
	return minutes && !r.hourSign(k) && !r.quantity(k) && !r.slashMonth(k) && !r.is(k, pt.Joiners)
}

// afterUnit reads on behind "14h": "14h30", "14h30min", "14 horas e 30 minutos", "14h e meia".
func (r *reader) afterUnit(s saidClock, joined bool) saidClock {
	s.marked = true
	s.end++
	if r.keys(s.end, ".") && r.at(s.end).Glued && r.at(s.end+1).Kind == language.Letters {
		s.end++
	}
	n, ok := r.number(s.end)
	if ok && n.digits == 2 && (r.at(s.end).Glued || r.is(n.end, pt.Minutes) || r.loneMinutes(s.end, n)) {
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
	n, ok := r.number(s.end + 1)
	spelled := r.is(n.end, pt.Minutes)
	switch {
	case r.keys(s.end+1, "meia") && !r.keys(s.end+2, "hora"):
		s.minute, s.marked, s.end = 30, true, s.end+2
	case !joined:
	case r.keys(s.end+1, "um", "quarto"):
		s.minute, s.marked, s.end = 15, true, s.end+3
	case !ok, n.value > 59, n.value < 1, r.is(n.end, pt.ClockUnits), r.keys(n.end, ":"):
	case spelled, n.digits != 1 && !r.quantity(n.end):
		s.minute, s.end = n.value, r.skip(n.end, 1, pt.Minutes)
	}
	return s
}

// halfOfDay reads "pm", "a. m.", "da tarde", "de manhã" behind a time.
func (r *reader) halfOfDay(s saidClock) saidClock {
	k, word := s.end, r.at(s.end).key
	switch {
	case r.is(k, pt.Meridiem):
		s.end++
		if r.at(s.end).Glued {
			s.end = r.skipAny(s.end, ".")
		}
	case r.keys(k, "a", ".", "m"):
		word, s.end = "am", r.skipAny(k+3, ".")
	case r.partFollows(k):
		word, s.end = r.at(k+1).key, k+2
	default:
		return s
	}
	s.marked = true
	if s.reading != certain {
		s.reading = Period(pt.ReadingOf.Value(word))
		if s.hour == 12 && word == "am" {
			s.hour = 0
		}
	}
	return s
}

// clockWord tells whether a word that makes a bare number an hour stands right before token i.
func (r *reader) clockWord(i int) bool {
	return r.grave(i-1) || r.around(i, i, pt.ToClock) && !r.around(i, i, pt.AllOfThem)
}

// partOfDay reads a part of the day.
func (r *reader) partOfDay(i int) bool {
	period := Period(pt.PeriodOf.Value(r.at(i).key))
	if period == "" {
		return false
	}
	if r.around(i, i+1, pt.NoPart) {
		return r.saysNothing(i, i+1)
	}
	return r.reads(item{kind: itemPeriod, start: i, end: i + 1, period: period})
}

// hours is the part of the day as a range of times.
func (p Period) hours() clockSpan {
	switch p {
	case Morning:
		return clockSpan{0, noon}
	case Afternoon:
		return clockSpan{noon, sixPM}
	default:
		return clockSpan{sixPM, dayEnd}
	}
}

// onlyPeriod returns the part of the day the text speaks of; two different ones cancel out.
func (r *reader) onlyPeriod() Period {
	only := Period("")
	for _, it := range r.items {
		switch {
		case it.kind != itemPeriod || it.dropped:
		case only != "" && only != it.period:
			return ""
		default:
			only = it.period
		}
	}
	return only
}
