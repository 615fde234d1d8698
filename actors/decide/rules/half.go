package rules

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/wording"
)

// half is the beginning of the CPF or the birth date that is asked for, where a text gives no more of it, but more than was known
// before: "529" and then "982", "10 de maio".
func (d *dialogue) half(s *conversation.State, r reading) (string, bool) {
	if r.identifies() || r.InvalidCPF != "" || d.rejected || d.ask != nil {
		return "", false
	}
	switch s.Asked {
	case conversation.AskCPF:
		if digits := digitsOf(r.text); fewWords(r.text) && len(digits) >= minHalf && len(digits) < lenCPF && s.Patient.CPF == "" {
			return digits, digits != s.Half
		}
	case conversation.AskBirthDate:
		if day := bareNumber(r.text, "dia"); day >= 1 && day <= 31 && len(s.Options) == 0 {
			half := fmt.Sprintf("%02d", day)
			return half, half != s.Half
		}
		if half := d.dayAndMonth(r.text); half != "" {
			return half, half != s.Half
		}
		if year := d.onlyYear(r.parsed); year != "" && len(s.Options) == 0 {
			return year, year != s.Half
		}
	default:
	}
	return "", false
}

// keepsHalf keeps what came in part, and asks for the rest of it.
func (d *dialogue) keepsHalf(s *conversation.State, r reading) bool {
	half, asks := d.partOfBirth(s, r), conversation.AskBirthDate
	if half == "" {
		var ok bool
		if half, ok = d.half(s, r); !ok {
			return false
		}
		asks = s.Asked
	}
	d.propose(conversation.Identify{Half: half})
	d.askInstead(d.restOf(half, asks))
	return true
}

// dayAndMonth are those of a birth date that a text says without the year, "10 de maio", "nasceu 12 de abril"; "" for none.
func (d *dialogue) dayAndMonth(text string) string {
	if days := d.facts(text).Dates; single(days) && hasDigit(text) {
		if year, _, _ := strings.Cut(days[0].From, "-"); strings.Contains(text, year) {
			return ""
		}
		return days[0].From[8:10] + "/" + days[0].From[5:7]
	}
	p := d.parse(text)
	p.scan()
	if counts := countsOf(p); len(counts) == 1 && p.says(say.BornThen) {
		if of := partsAt(p, counts, 0, d.now().Year()); of.day != 0 && of.month != 0 {
			return fmt.Sprintf("%02d/%02d", of.day, of.month)
		}
	}
	if m := dayMonthFormat.FindStringSubmatch(text); m != nil && fewWords(text) {
		return fmt.Sprintf("%02d/%02d", numberOf(m[1]), numberOf(m[2]))
	}
	return ""
}

// dayMonthFormat is a day and a month in numbers, and no others: "nasc 19/05".
var dayMonthFormat = regexp.MustCompile(`^\D*\b(0?[1-9]|[12]\d|3[01])[/-](0?[1-9]|1[0-2])\D*$`)

// onlyYear is the year that is all a text says of a birth date, "ela é de 62"; "" for none.
func (d *dialogue) onlyYear(p *parsed) string {
	p.scan()
	counts := countsOf(p)
	if len(counts) != 1 || !fewWords(p.text) {
		return ""
	}
	year := partsAt(p, counts, 0, d.now().Year()).year
	if year == 0 || year > d.now().Year() {
		return ""
	}
	return strconv.Itoa(year)
}

// halfOfBirth is the day and the month of a birth date that came before other data, and whose year is still to come; "" for none.
func halfOfBirth(s *conversation.State, r reading) string {
	if strings.Contains(s.Half, "/") && s.Patient.BirthDate == "" && r.BirthDate == "" {
		return s.Half
	}
	return ""
}

// restOf asks for what is missing of something that came in part.
func (d *dialogue) restOf(half string, asks conversation.Question) question {
	switch {
	case asks == conversation.AskBirthDate && len(half) == len("02"):
		return question{text: d.text(wording.BadBirthDateDay), asks: asks}
	case asks == conversation.AskBirthDate && len(half) == len("2006"):
		return question{text: d.text(wording.BadBirthDateYear), asks: asks}
	case asks == conversation.AskBirthDate:
		return question{text: d.text(wording.BadBirthDatePart), asks: asks}
	}
	return question{text: d.text(wording.BadCPFPart, "n", strconv.Itoa(len(half))), asks: asks}
}

// withSigns is a text with the signs of a birth date that is typed with spaces alone, behind a name or a CPF, or where it is asked for:
// "Maria da Silva 22 12 68", "3 10 85"; and wherever words tell what it is, "ela nasceu 14 05 78 e o nome é Marta Alves".
func (d *dialogue) withSigns(s *conversation.State, text string) string {
	var m []string
	if end := strings.TrimRight(text, " \t\n\f\r"); end != "" && hasDigit(end[len(end)-1:]) { // most texts end in no number
		m = spacedBirthFormat.FindStringSubmatch(text)
	}
	if m == nil {
		return d.withSignsAmong(s, text)
	}
	before, day, month, year := m[1], m[2], m[3], m[4]
	if !asksIdentity(s.Asked) && !hasDigit(before) { // a CPF says what it is
		return d.withSignsAmong(s, text)
	}
	if before == "" && s.Asked != conversation.AskBirthDate && len(year) < len("1980") { // which no CPF has behind two short numbers
		return d.withSignsAmong(s, text)
	}
	return before + ", nascimento " + day + "/" + month + "/" + year
}

// withSignsAmong is a text with the signs of the only date in it that is typed with spaces alone, where patients give their data or
// put them right, and it can hardly be anything else than a birth date.
func (d *dialogue) withSignsAmong(s *conversation.State, text string) string {
	if !asksIdentity(s.Asked) && !readingBack(s) || !hasDigit(text) || strings.Count(text, " ") < 2 {
		return text
	}
	at := spacedDateFormat.FindAllStringSubmatchIndex(text, -1)
	if len(at) != 1 {
		return text
	}
	date := text[at[0][2]:at[0][3]]
	if !d.mustBeBirth(s, d.parse(text), date[strings.LastIndex(date, " ")+1:]) {
		return text
	}
	return text[:at[0][2]] + strings.ReplaceAll(date, " ", "/") + text[at[0][3]:]
}

// mustBeBirth reports a date with such a year, in its two or four digits, that is one of birth: words tell so, or put right what is
// known.  Beside a question for a CPF a year alone does not.
func (d *dialogue) mustBeBirth(s *conversation.State, p *parsed, year string) bool {
	right := s.Patient.BirthDate != "" && (readingBack(s) || p.saysAny(say.PutRightBehind, say.Corrects))
	switch {
	case p.saysAny(say.AboutBirth, say.Born, say.BornThen):
		return true
	case s.Asked == conversation.AskCPF && !right:
		return false
	}
	return len(year) > len("80") || right && numberOf(year) > daysOfMonth
}

// daysOfMonth is how many days a month has at most.
const daysOfMonth = 31

// spacedDateFormat is a date with spaces between numbers of which none is part of a longer one.
var spacedDateFormat = regexp.MustCompile(`(?:^|[^\d.,/ -] *|[,.] +)((?:0?[1-9]|[12]\d|3[01]) (?:0?[1-9]|1[0-2]) (?:\d\d|(?:19|20)\d\d))(?:$| *[^\d./ -]|[.] *(?:\D|$))`)

// spacedBirthFormat is such a date behind a name, a CPF or nothing.
var spacedBirthFormat = regexp.MustCompile(`^\s*((?:.*\b\d{3}[.\s]?\d{3}[.\s]?\d{3}[-\s]?\d\d)?|\pL[\pL' ]{5,}?)[ ,\n]*(0?[1-9]|[12]\d|3[01])[ ]+(0?[1-9]|1[0-2])[ ]+(\d\d|(?:19|20)\d\d)\s*$`)

// withHalf is a text with the beginning before it that came in the message before, where they are one CPF or birth date.
func (d *dialogue) withHalf(s *conversation.State, text string) string {
	digits := digitsOf(text)
	if s.Half == "" || digits == "" || !fewWords(text) {
		return text
	}
	switch {
	case s.Asked == conversation.AskCPF && (len(digits) >= minHalf && len(s.Half)+len(digits) < lenCPF || len(s.Half)+len(digits) == lenCPF):
		return s.Half + digits
	case s.Asked != conversation.AskBirthDate || d.facts(text).BirthDate != "":
	case len(s.Half) == len("02"):
		return d.withDay(s.Half, text)
	case len(s.Half) == len("2006"):
		if day := d.dayAndMonth(text); day != "" {
			return day + "/" + s.Half
		}
	default:
		if slices.ContainsFunc(language.Tokenize(text), func(t language.Token) bool { return say.MonthName.Has(t.Text) }) {
			return text // it is no year alone
		}
		year := d.onlyYear(d.parse(text))
		if year == "" && bareNumber(text, "de") > 0 {
			year = digits
		}
		if whole := s.Half + "/" + year; d.facts(whole).BirthDate != "" {
			return whole
		}
	}
	return text
}

// partOfBirth is the day and the month of a birth date, or its year, that a text says beside the question for the CPF, in words or
// with the signs of a date: "nasc 19/05", "nasci em 2001"; "" for none.
func (d *dialogue) partOfBirth(s *conversation.State, r reading) string {
	known := s.Patient.BirthDate != "" || r.identifies() || r.InvalidCPF != ""
	if s.Asked != conversation.AskCPF || s.Half != "" || known || d.rejected || d.ask != nil {
		return ""
	}
	born := r.saysAny(say.BornThen, say.AboutBirth)
	if !born && !r.says(say.Dated) {
		return ""
	}
	if half := d.dayAndMonth(r.text); half != "" {
		return half
	}
	if born {
		return d.onlyYear(r.parsed)
	}
	return ""
}

// withDay puts the day of a birth date before what may be its month, with or without the year: "08", "08/2006", "agosto de 2006".
func (d *dialogue) withDay(day, text string) string {
	if month := bareNumber(text, "mês"); month > 0 {
		if whole := fmt.Sprintf("%s/%02d", day, month); len(d.facts(whole).Dates) == 1 {
			return whole
		}
		return text
	}
	byName, byNumber := day+" de "+text, day+"/"+strings.TrimSpace(text)
	switch {
	case strings.ContainsFunc(text, unicode.IsLetter):
		if d.facts(byName).BirthDate != "" {
			return byName
		}
	case len(digitsOf(text)) > len("0806") && d.facts(byNumber).BirthDate != "":
		return byNumber
	}
	return text
}

// bareNumber is the number that a text is, but for one word before it; 0 for none.
func bareNumber(text, word string) int {
	n, err := strconv.Atoi(strings.TrimPrefix(strings.ToLower(strings.TrimSpace(text)), word+" "))
	if err != nil {
		return 0
	}
	return n
}

// minHalf is how many digits a CPF may begin with: fewer may be a number of a list.
const minHalf = 3

// fewWords reports a text that says hardly anything beside its numbers: "o resto é 247 25".
func fewWords(text string) bool {
	words := 0
	for _, t := range language.Tokenize(text) {
		if t.Kind == language.Letters {
			words++
		}
	}
	return words <= 3
}
