package understand

import (
	"slices"
	"strings"

	"atende/actors/language"
)

// maxGroups bounds the groups of digits one number is written in: digit by digit, as some voices are written down.
const maxGroups = 16

// digitRun is the groups of digits from one token on that may belong to one number.
type digitRun []digitGroup

// digitGroup is one token of digits, with those of its run before it.
type digitGroup struct {
	digits string // up to its end
	end    int    // the token behind it
}

// runAt collects the groups of digits at i that only signs and spaces part.
func (r *reader) runAt(i int) digitRun {
	var run digitRun
	for k, digits := i, ""; len(run) < maxGroups && r.digitsAt(k) && !r.at(k).taken; k = r.skip(k+1, 3, pt.NumberSigns) {
		digits += r.at(k).Text
		run = append(run, digitGroup{digits, k + 1})
	}
	return run
}

// documents is what the digits of a text say about the patient.
type documents struct {
	cpf, invalid, phone string
	any                 bool // a CPF, right or wrong
}

// documents reads CPFs and phones and takes their tokens.  The first good one of each wins.
func (r *reader) documents() documents {
	var d documents
	for i := 0; i < len(r.toks); i++ {
		if r.at(i).Kind != language.Digits || r.at(i).Keycap || r.money(i) || r.tail(i) {
			continue
		}
		if end := r.document(i, &d); end > i {
			r.take(i, end)
			i = end - 1
		}
	}
	if d.cpf != "" {
		d.invalid = ""
	}
	return d
}

// tail tells whether the digits at i go on from others that were no number of a patient.
func (r *reader) tail(i int) bool {
	return r.goesOn(i, pt.DateSigns) && r.at(i-1).Glued && !r.at(i-2).taken
}

// document reads the number at i into d and returns the index after it; i when it is neither a CPF nor a phone.
func (r *reader) document(i int, d *documents) int {
	run := r.runAt(i)
	said := r.around(i, i, pt.CpfNext)
	number, end := run.cpf(said)
	if number == "" {
		number, end = r.partedCPF(i, run, said)
	}
	masked := number != "" && !r.around(i, i, pt.PhoneNext) && run.masked()
	abroad := r.abroad(i, run)
	switch {
	case abroad > i && !said:
		return abroad
	case number != "" && validCPF(number) && (said || !r.around(i, i, pt.PhoneNext) && !r.keys(i-1, "+")):
		return d.put(&d.cpf, number, end)
	case number != "" && (said || masked):
		return d.put(&d.invalid, number, end)
	case said:
		return r.brokenCPF(i, run, d)
	}
	if phone, phoneEnd := r.phoneDigits(run); phone != "" {
		if d.phone != "" && r.afterMarker(i) {
			d.phone = ""
		}
		return d.put(&d.phone, phone, phoneEnd)
	}
	if number == "" || r.is(i-1, pt.NotDates) || r.is(i-2, pt.NotDates) {
		return i
	}
	return d.put(&d.invalid, number, end)
}

// put keeps the first number of a kind, and returns its end.
func (d *documents) put(field *string, number string, end int) int {
	if *field == "" {
		*field = number
	}
	d.any = d.any || field != &d.phone
	return end
}

const cpfLength = 11

// cpf returns the eleven digits at the start of the run and the index after them, or "". Unless a CPF was announced,
// the groups must be cut where a CPF is, after 3, 6 and 9 digits, or be all there is and pass the check.
func (run digitRun) cpf(announced bool) (digits string, end int) {
	usual := true
	for n, g := range run {
		count := len(g.digits)
		if count >= cpfLength {
			all := n+1 == len(run) && validCPF(g.digits) && (NationalPhone(g.digits) == "" || len(run) == cpfLength)
			if count == cpfLength && (announced || usual || all) {
				return g.digits, g.end
			}
			break
		}
		usual = usual && (count == 3 || count == 6 || count == 9 || count == 10)
	}
	return "", 0
}

// checkDigits is how many digits of a CPF check the others.
const checkDigits = 2

// partedCPF reads a CPF with words before its last two digits, "831 725 910 e 26", "831725910 final 26", or "".  A wrong
// one counts only behind the word CPF, for little else tells it from two numbers.
func (r *reader) partedCPF(i int, run digitRun, said bool) (digits string, end int) {
	if len(run) == 0 || slices.ContainsFunc(run, func(g digitGroup) bool { return len(g.digits)%3 != 0 }) {
		return "", 0
	}
	first := run[len(run)-1]
	k := r.skip(first.end, 4, pt.BeforeCheck)
	rest := r.runAt(k)
	if k == first.end || len(rest) != 1 || r.hourMark(k+1) || r.quantity(k+1) {
		return "", 0
	}
	digits = first.digits + rest[0].digits
	_, dated := r.monthOfDay(k + 1)
	other := dated || !said && (r.around(i, i, pt.PhoneNext) || !validCPF(digits))
	if other || len(digits) != cpfLength || len(rest[0].digits) != checkDigits {
		return "", 0
	}
	return digits, k + 1
}

// masked tells whether the run is written as a CPF is, 000.000.000-00, and no phone: what is mistyped there is a CPF.
func (run digitRun) masked() bool {
	return len(run) >= 2 && slices.ContainsFunc(run, func(g digitGroup) bool { return len(g.digits) == 9 }) && len(run[0].digits)%3 == 0
}

// abroad is the index after the longest phone of another country at the start of the run at i, which is none that can be
// called; i for none.
func (r *reader) abroad(i int, run digitRun) (end int) {
	end = i
	for _, g := range run {
		if PhoneAbroad(g.digits, r.keys(i-1, "+")) != "" {
			end = g.end
		}
	}
	return end
}

// minBroken is how many digits after the word CPF are taken for an attempt at one.
const minBroken = 3

// brokenCPF takes the number at i, after the word CPF, that has not eleven digits.
func (r *reader) brokenCPF(i int, run digitRun, d *documents) int {
	if len(run) == 0 || r.isDate(i) {
		return i
	}
	n := 1
	for n < len(run) && len(run[n-1].digits) < cpfLength {
		k := run[n].end - 1
		if r.isDate(k) || !r.isAny(k-1, ".", "-", "/") && r.quantity(k+1) {
			break
		}
		n++
	}
	last := run[n-1]
	if len(last.digits) < minBroken || r.quantity(last.end) {
		return i
	}
	return d.put(&d.invalid, last.digits, last.end)
}

// isDate tells whether a date in digits begins at i.
func (r *reader) isDate(i int) bool {
	before := len(r.items)
	is := r.numeric(i)
	r.items = r.items[:before]
	return is
}

// validCPF checks both check digits; a CPF of equal digits passes them and is none.
func validCPF(cpf string) bool {
	if len(cpf) != cpfLength {
		return false
	}
	equal := true
	for i := range cpfLength {
		equal = equal && cpf[i] == cpf[0]
	}
	return !equal && cpf[9] == checkDigit(cpf[:9]) && cpf[10] == checkDigit(cpf[:10])
}

// checkDigit is the check digit that follows the given ones.
func checkDigit(digits string) byte {
	sum := 0
	for i := range len(digits) {
		sum += int(digits[i]-'0') * (len(digits) + 1 - i)
	}
	if rest := sum % cpfLength; rest >= 2 {
		return byte('0' + cpfLength - rest)
	}
	return '0'
}

const (
	countryCode    = "55"
	landlineLength = 10 // with area code
	mobileLength   = 11
	maxPhone       = 15
)

// phoneDigits returns the longest phone at the start of the run, with country code, and the index after it, or "".
func (r *reader) phoneDigits(run digitRun) (phone string, end int) {
	before := 0 // digits of the groups before
	for n, g := range run {
		count := len(g.digits) - before
		if before = len(g.digits); before > maxPhone {
			break
		}
		closes := count == 4 || count >= 8 || n+1 == len(run) && count < 3
		trunkZero := n == 0 && count == cpfLength && g.digits[0] == '0' // rather a CPF
		if national := NationalPhone(g.digits); closes && !trunkZero && national != "" {
			phone, end = countryCode+national, g.end
		}
	}
	if r.at(end).Glued && r.keys(end, "/") && r.digitsAt(end+1) {
		return "", 0
	}
	return phone, end
}

// NationalPhone returns area code and number of a phone whose digits are written with or without 55 and 0, "" for what is
// no phone of Brazil.
func NationalPhone(digits string) string {
	digits = strings.TrimLeft(digits, "0")
	if len(digits) > mobileLength && strings.HasPrefix(digits, countryCode) {
		digits = strings.TrimLeft(digits[len(countryCode):], "0")
	}
	if len(digits) < landlineLength || !pt.AreaCodes.Has(digits[:2]) {
		return ""
	}
	first := digits[2]
	mobile := len(digits) == mobileLength && first == '9'
	landline := len(digits) == landlineLength && '2' <= first && first <= '5'
	if mobile || landline {
		return digits
	}
	return ""
}

// minAbroad is how many digits a phone of another country has at least, with its code.
const minAbroad = 8

// PhoneAbroad returns the digits, with country code, of a phone of another country, which stands behind a plus or begins
// with 00; "" for one of ours, also where its area code alone stands behind the plus and no country has such a code
// ("+11 98765-4321").  That of any other country is none of Brazil, whatever its digits are ("+51 999 888 777").
func PhoneAbroad(digits string, plus bool) string {
	number, zeros := strings.CutPrefix(digits, "00")
	if !plus && (!zeros || len(digits) <= cpfLength) {
		return ""
	}
	switch ours := NationalPhone(number) != "" && pt.NoCountry.Has(number[:3]); {
	case ours, len(number) < minAbroad, len(number) > maxPhone, strings.HasPrefix(number, countryCode), strings.HasPrefix(number, "0"):
		return ""
	}
	return number
}

// ValidCPF reports whether cpf is eleven digits of which the last two check the others, not all equal.
func ValidCPF(cpf string) bool {
	return strings.Trim(cpf, "0123456789") == "" && validCPF(cpf)
}
