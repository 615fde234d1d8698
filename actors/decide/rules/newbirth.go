package rules

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"atende/actors/conversation"
	"atende/actors/language"
)

// count is a number in a text, in digits or in words, and the words that it is.
type count struct {
	value    int
	digits   int // 0 for words
	from, to int
}

// dateParts are what a text says of a date: a year, a month, a day, each 0 where it says nothing new.
type dateParts struct{ year, month, day int }

// newBirth is a birth date as a text puts it right, whole, of which it may name a part: "é 62", "dia 15", "nasci em maio",
// "inverteram o dia e o mês"; "" where it says nothing that is not known.
func (d *dialogue) newBirth(s *conversation.State, text string) string {
	born, err := time.Parse(time.DateOnly, s.Patient.BirthDate)
	if err != nil {
		return ""
	}
	p := d.parse(d.withoutPhrase(cpfFormat.ReplaceAllLiteralString(text, " "), say.NamedAfterDay)) // which have numbers of their own
	if p.says(say.PassesOn) && !p.saysAny(say.AboutBirth, say.Born, say.BornThen, say.BirthPart) { // "meu pai disse dia 30"
		return ""
	}
	old := dateParts{born.Year(), int(born.Month()), born.Day()}
	right := old
	counts := countsOf(p)
	for k := range counts {
		parts := partsAt(p, counts, k, d.now().Year())
		if parts.year == 0 && d.ofVisit(s, p, parts) {
			continue
		}
		if pair := parts.day != 0 && parts.month != 0; pair && (parts.day != old.day || parts.month != old.month) {
			right.day, right.month = old.day, old.month // "12/03? não, 05/08", of which the day may be that of old
		}
		right.take(old, parts)
	}
	if month := monthInstead(p, counts, old.month); month != 0 {
		right.take(old, dateParts{month: month})
	}
	for _, month := range monthsAlone(p, counts) {
		right.take(old, dateParts{month: month})
	}
	if right == old && p.says(say.Swapped) && hasWord(p.tokens, "mes") {
		right.day, right.month = old.month, old.day
	}
	date := fmt.Sprintf("%04d-%02d-%02d", right.year, right.month, right.day)
	if _, err := time.Parse(time.DateOnly, date); err != nil || right == old {
		return ""
	}
	return date
}

// monthsAlone are the months that a text names without a day: one behind a day was read with that, or is the appointment's.
func monthsAlone(p *parsed, counts []count) (months []int) {
	for i, t := range p.tokens {
		month := numberOf(say.MonthName.Value(t.Text))
		behindDay := slices.ContainsFunc(counts, func(n count) bool { return n.to+1 == i && p.tokens[n.to].Text == "de" && n.value <= daysOfMonth })
		if month > 0 && len(t.Text) > len("dez") && !deniedAt(p, i, i+1) && !behindDay {
			months = append(months, month)
		}
	}
	return months
}

// birthBeside is what may put a birth date right in a text that says yes; the whole of one that does not.  What stands beside a yes
// tells rather of something else: "pode sim, e levo o raio x que fiz em agosto".
func (d *dialogue) birthBeside(s *conversation.State, text string) string {
	said := d.inClauses(s, d.parse(text))
	if !said.agrees() {
		return text
	}
	left := each(said.clauses, func(c clause) string { return cmp.Or(c.left, c.text) }) // "tá certo só o dia que é 18" is a yes as a whole
	return strings.Join(slices.DeleteFunc(left, func(text string) bool { return !d.tellsBirth(s, text) }), ". ")
}

// otherDate reports a date of something else beside a yes: "pode. meu filho nasceu em março".
func (d *dialogue) otherDate(h *heard) bool {
	return d.newBirth(h.s, h.whole.text) != "" && d.newBirth(h.s, d.birthBeside(h.s, h.whole.text)) == ""
}

// tellsBirth reports a clause of the patient's birth or of what a part of a date is: "nasci em maio", "só que o mês é maio", and
// not "meu filho nasceu em março".
func (d *dialogue) tellsBirth(s *conversation.State, clause string) bool {
	p := d.parse(clause)
	p.scan()
	for i := range p.tokens {
		if call := d.toldBack(p, language.Match{From: i, To: i + 1}); call != "" && call != s.For {
			return false
		}
	}
	return p.saysAny(say.BornThen, say.AboutBirth, say.PutRightBehind, say.BirthPart) || d.facts(clause).BirthDate != ""
}

// ofVisit reports a day that is the appointment's, "dia 24", "24/11", or stands beside an hour without a word of birth:
// "sim, 01/12 13h".
func (d *dialogue) ofVisit(s *conversation.State, p *parsed, day dateParts) bool {
	if s.Choice == nil || day.day == 0 {
		return false
	}
	month := "-"
	if day.month != 0 {
		month = fmt.Sprintf("-%02d-", day.month)
	}
	return strings.HasSuffix(s.Choice.Date, month+fmt.Sprintf("%02d", day.day)) || !p.saysAny(say.AboutBirth, say.Born) && (len(d.facts(p.text).Times) > 0 || d.soon(s, p, day))
}

// soon reports a day of the next weeks, in digits, that has nothing of the birth date, so that it is rather one for the
// appointment: "mas dia 30/11", where "12/04" is a birth date.
func (d *dialogue) soon(s *conversation.State, p *parsed, day dateParts) bool {
	if slices.ContainsFunc(p.tokens, func(t language.Token) bool { return say.MonthName.Has(t.Text) }) {
		return false
	}
	if day.month == 0 || strings.HasSuffix(s.Patient.BirthDate, fmt.Sprintf("-%02d", day.day)) || strings.Contains(s.Patient.BirthDate, fmt.Sprintf("-%02d-", day.month)) {
		return false
	}
	today := d.now()
	at := time.Date(today.Year(), time.Month(day.month), day.day, 23, 59, 0, 0, today.Location())
	if at.Before(today) {
		at = at.AddDate(1, 0, 0)
	}
	return at.Before(today.AddDate(0, 0, aheadDays))
}

// take takes what is new of some parts of a date.
func (right *dateParts) take(old, parts dateParts) {
	for _, of := range []struct {
		to       *int
		old, new int
	}{{&right.year, old.year, parts.year}, {&right.month, old.month, parts.month}, {&right.day, old.day, parts.day}} {
		if of.new != 0 && of.new != of.old {
			*of.to = of.new
		}
	}
}

// countsOf are the numbers of a text, from the left to the right.
func countsOf(p *parsed) (list []count) {
	for i := 0; i < len(p.tokens); {
		n := countAt(p, i)
		if n.to == i {
			i++
			continue
		}
		list = append(list, n)
		i = n.to
	}
	return list
}

// countAt is the number that begins at a word, "1962", "mil novecentos e oitenta e um"; one that ends there for none.
func countAt(p *parsed, i int) count {
	n := count{from: i, to: i}
	if t := p.tokens[i]; t.Kind == language.Digits {
		return count{numberOf(t.Text), len(t.Text), i, i + 1}
	}
	least := 10_000 // the next word counts less
	for k := i; k < len(p.tokens); k++ {
		t := p.tokens[k].Text
		if t == "e" && k > i && k == n.to && k+1 < len(p.tokens) {
			k++
			t = p.tokens[k].Text
		}
		value := numberOf(say.SpelledNumber.Value(t))
		switch {
		case value == 1000 && (n.value == 2 || n.value == 0):
			n.value, least = max(1, n.value)*1000, 1000
		case value < 1 || value >= least:
			return n
		default:
			n.value += value
			least = 0
			switch {
			case value >= 100:
				least = 100
			case value >= 20:
				least = 10
			}
			if n.value == 2 { // "dois mil"
				least = 1001
			}
		}
		n.to = k + 1
	}
	return n
}

// partsAt is what the k-th number of a text says of a date: a day with its month, a year, a day.
func partsAt(p *parsed, counts []count, k, now int) (parts dateParts) {
	n := counts[k]
	word := func(i int) string {
		if i < 0 || i >= len(p.tokens) {
			return ""
		}
		return p.tokens[i].Text
	}
	if deniedAt(p, n.from, n.to) || say.Counted.Has(word(n.to)) {
		return parts
	}
	joint := word(n.to)
	month := monthBehind(counts, k, joint, word(n.to+1))
	switch {
	case n.value >= 1 && n.value <= 31 && month >= 1:
		return dateParts{month: month, day: n.value}
	case n.value >= 1900 && n.value < 2100:
		return dateParts{year: n.value}
	case shortYear(n, word), n.value > daysOfMonth && n.digits == 2 && p.says(say.BirthPart): // "ops, 78 na verdade"
		if n.value += 2000; n.value > now {
			n.value -= 100
		}
		return dateParts{year: n.value}
	case n.value >= 1 && n.value <= 31 && joint != "dia" && word(n.from) != "um" && ofDay(p, n):
		return dateParts{day: n.value}
	}
	return parts
}

// monthInstead is the month that a text names by its number in place of the one that is known, "o mês é 11, não 10"; 0 for none.
func monthInstead(p *parsed, counts []count, known int) (month int) {
	denied := false
	for _, n := range counts {
		switch wrong := n.from > 0 && say.Denial.Has(p.tokens[n.from-1].Text); {
		case wrong && n.value == known:
			denied = true
		case !wrong && n.value >= 1 && n.value <= 12 && ofUnit(p, n, "mes"):
			month = n.value
		}
	}
	if !denied && !p.says(say.BirthPart) {
		return 0
	}
	return month
}

// noSuchDay is the date that a text names and no calendar has, "29/02/1981"; "" for none.
func noSuchDay(p *parsed, now int) string {
	p.scan()
	var date dateParts
	counts := countsOf(p)
	for k := range counts {
		date.take(dateParts{}, partsAt(p, counts, k, now))
	}
	on := time.Date(date.year, time.Month(date.month), date.day, 0, 0, 0, 0, time.UTC)
	if date.year == 0 || date.month == 0 || date.day == 0 || on.Day() == date.day {
		return ""
	}
	return fmt.Sprintf("%02d/%02d/%d", date.day, date.month, date.year)
}

// monthBehind is the month behind the k-th number, by its name or, behind a sign, by its number; below 1 for none.
func monthBehind(counts []count, k int, joint, name string) int {
	if !slices.Contains([]string{"/", "-", ".", "de", "do"}, joint) {
		return 0
	}
	month := numberOf(say.MonthName.Value(name))
	if month >= 1 || joint == "de" || k+1 == len(counts) {
		return month
	}
	if next := counts[k+1]; next.from == counts[k].to+1 && next.value <= 12 {
		return next.value
	}
	return month
}

// shortYear reports a year of two digits: "o ano é 62", "de 43", "05/03/62".
func shortYear(n count, word func(int) string) bool {
	if n.value > 99 || n.digits > 2 || n.value < 1 {
		return false
	}
	if n.value <= 31 {
		for i := n.from - 1; i >= max(0, n.from-nearNumber); i-- {
			if word(i) == "ano" {
				return true
			}
		}
		return word(n.from-1) == "/" && word(n.from-3) == "/"
	}
	return word(n.from-1) == "/" || say.BeforeYear.Has(word(n.from-1))
}

// ofDay reports the number of a day: "dia 15", "o dia certo é 15".
func ofDay(p *parsed, n count) bool { return ofUnit(p, n, "dia") }

// ofUnit reports a number behind what it counts.
func ofUnit(p *parsed, n count, unit string) bool {
	for i := n.from - 1; i >= max(0, n.from-nearNumber); i-- {
		if p.tokens[i].Text == unit {
			return true
		}
		if p.tokens[i].Kind == language.Digits {
			return false
		}
	}
	return false
}

// nearNumber is how many words before a number it may be said what it is of.
const nearNumber = 5

// yearPutRight reads another year of a birth date that is known: "errei o ano, é 2016".
func (d *dialogue) yearPutRight(s *conversation.State, r *reading) {
	born, group := s.Patient.BirthDate, say.YearRight
	switch {
	case r.BirthDate != "": // "01/02/1950. não, 51"
		born, group = r.BirthDate, say.YearSlip
	case (readingBack(s) || asksIdentity(s.Asked)) && !r.says(group): // "1951!! eu corrigi"
		group = say.YearAlone
	}
	m, ok := r.match(group)
	if !ok || len(born) < len(time.DateOnly) || s.Closed != "" {
		return
	}
	year := yearNear(r.tokens[m.To-1].Text, born)
	if year == "" || r.BirthDate != "" && deniesBehind(r.parsed, m.To-1, strings.HasPrefix(s.Patient.BirthDate, year)) {
		return
	}
	r.BirthDate = year + born[len("2006"):]
	r.Choice = 0
	if at := strings.LastIndex(r.times, r.tokens[m.To-1].Raw); at >= 0 {
		r.times = cutOut(r.times, place{at, at + len(r.tokens[m.To-1].Raw)}) // what is said beside it stays: "o ano é 1951 e prefiro sexta"
	}
	said := d.facts(r.times)
	r.Dates, r.Times, r.Period, r.Any, r.Below = said.Dates, said.Times, said.Period, said.Any, said.Below
}

// deniesBehind reports that a number is denied, so that the one before it is right: "1987, não 86", and neither "1987. não, 86" nor,
// but of what is known, "1987... não 86", which put that one right.
func deniesBehind(p *parsed, at int, known bool) bool {
	if !deniedAt(p, at, at+1) {
		return false
	}
	no := at - 1
	for no > 0 && !say.WrongAhead.Has(p.tokens[no].Text) {
		no--
	}
	before := p.tokens[max(0, no-1)]
	return known || before.Kind != language.Mark || before.Text == ","
}

// yearNear is a year that corrects the one of a birth date, "51" for 1950; "" for a number that is not near enough to be
// one.
func yearNear(digits, born string) string {
	if len(digits) == len("2006") {
		return digits
	}
	year, known := born[:2]+digits, numberOf(born[:len("2006")])
	if len(digits) != 2 || max(known-numberOf(year), numberOf(year)-known) > maxSlip {
		return ""
	}
	return year
}

// maxSlip is by how many years a year of two digits is put right at most.
const maxSlip = 20

// bornThen reads the only day of a text that speaks of a birth as that of the patient, where a time is chosen and who they are is
// asked: "nascida em 1962... não, 1961. 4 de abril" is no day for an appointment.  Without one year it is asked, but where the
// birth date that is known is put right: "desculpe, é 19 de abril".
func (d *dialogue) bornThen(s *conversation.State, r *reading) {
	if s.Closed != "" || len(r.Times) > 0 || r.BirthDate != "" && len(r.Dates) != 1 {
		return
	}
	if s.Choice == nil { // a day may be one for the appointment, a year is none
		if born := d.birthPutRight(s, r); r.BirthDate == "" && len(born) > len("2006") && s.Patient.BirthDate[len("2006"):] == born[len("2006"):] {
			r.BirthDate = born
		}
		return
	}
	known := *s
	if r.BirthDate != "" {
		known.Patient.BirthDate = r.BirthDate // "12/03/1990, não, pera, 12/08"
	}
	if born := d.birthPutRight(&known, r); born != "" {
		r.BirthDate, r.Dates, r.times = born, nil, ""
		return
	}
	if r.BirthDate != "" || !asksIdentity(s.Asked) || !r.says(say.BornThen) {
		return
	}
	if days, _ := r.weekdays(); len(days) > 0 { // "nascido em 62, pode ser quarta?"
		return
	}
	if single(r.Dates) {
		if day, year := r.Dates[0].From, d.yearOfBirth(r.text); year != "" {
			r.BirthDate = d.facts("nascimento " + day[8:10] + "/" + day[5:7] + "/" + year).BirthDate
		}
	}
	r.Dates, r.times = nil, ""
}

// birthPutRight is the known birth date as words put it right with one day that nobody means who books within weeks, "" for none.
// Of the read-back putsRight does that, but where somebody's turn comes next.
func (d *dialogue) birthPutRight(s *conversation.State, r *reading) string {
	if s.Patient.BirthDate != "" && putsPartRight(s, r) {
		return d.newBirth(s, r.text) // "o ano é 78 nao 79"
	}
	asks := asksIdentity(s.Asked) || s.Asked == conversation.AskConfirm && len(s.Next) > 0
	if asksIdentity(s.Asked) && s.Patient.BirthDate != "" && r.CPF == "" && r.says(say.BornThen) && r.says(say.PutRightBehind) {
		return d.newBirth(s, r.text) // "nasceu 09/04 e não 19"
	}
	due := asks && r.saysAny(say.PutRightBehind, say.Corrects)
	if !due || r.says(say.AboutCPF) || len(r.Dates) != 1 || r.Dates[0].From != r.Dates[0].To {
		return ""
	}
	day, err := time.Parse(time.DateOnly, r.Dates[0].From)
	if days, _ := r.weekdays(); err != nil || len(days) > 0 || day.Before(d.now().AddDate(0, 0, soon)) {
		return ""
	}
	return d.newBirth(s, r.text)
}

// putsPartRight reports words that put a part of a birth date right, where nothing is read back; of a CPF they may say the same: "o
// final é 39 e não 93".
func putsPartRight(s *conversation.State, r *reading) bool {
	open := asksIdentity(s.Asked) || s.Choice == nil
	return open && (!r.says(say.AboutCPF) || r.CPF != "") && r.says(say.BirthPart)
}

// soon is within how many days a day without a year is one for an appointment.
const soon = 60

// yearOfBirth is the only year that a text names, or the last of two between which words take the first one back.
func (d *dialogue) yearOfBirth(text string) string {
	at := birthYearFormat.FindAllStringIndex(text, -1)
	switch n := len(at); {
	case n == 1:
		return text[at[0][0]:at[0][1]]
	case n == 2 && d.said(text[at[0][1]:at[1][0]], say.PutRightBehind):
		return text[at[1][0]:at[1][1]]
	default:
		return ""
	}
}

var birthYearFormat = regexp.MustCompile(`\b(?:19|20)\d\d\b`)
