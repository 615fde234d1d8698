package pii

import (
	"slices"
	"strconv"
	"strings"
)

const (
	// maxChain is how many digits may stand beside each other as small numbers: "1, 2" and no part of a CPF.
	maxChain = 3
	// maxSmall is how many digits a text of a patient may have in small numbers, so that no long one can be
	// put together from it; maxSecret the same in the answer to a question for a number.
	maxSmall, maxSecret = 8, 2
	// maxWords is how many words of numbers may follow each other: "vinte e quatro de novembro de dois mil".
	maxWords = 4
)

// hideNumbers cuts what is no small number, no hour and no day near now.
func (r *rendering) hideNumbers() {
	var small []int // tokens
	for i := 0; i < len(r.toks); i++ {
		if !r.number(i) || r.out[i] != "" {
			continue
		}
		switch end := r.harmlessNumber(i); {
		case end > i:
			i = r.pass(i, end) - 1
		case r.out[i] != "":
		case r.size(i) <= 2:
			small = append(small, i)
		default:
			r.out[i] = cut
		}
	}
	most := maxSmall
	if r.secret {
		most = maxSecret
	}
	r.cutIf(!r.ours && len(r.digits(small)) > most, small...)
	r.hideChains(small)
	r.hideSpelled()
}

func (r *rendering) cutIf(condition bool, toks ...int) {
	for _, i := range toks {
		if condition {
			r.out[i] = cut
		}
	}
}

// hideChains cuts small numbers that stand so near to each other that they are one, and then those that go with one that
// is cut, on either side: the last digits of a CPF with its signs.
func (r *rendering) hideChains(small []int) {
	beside := func(a, b int) bool {
		return b == a+1 && len(r.gap(b)) <= maxGap && !strings.ContainsAny(r.gap(b), ",;\n")
	}
	for _, chain := range runs(small, beside) {
		r.cutIf(len(r.digits(chain)) > maxChain, chain...)
	}
	for _, i := range small {
		r.cutIf(r.goesWith(i) && r.out[i-1] == cut, i)
	}
	for _, i := range slices.Backward(small) {
		r.cutIf(r.goesWith(i+1) && r.out[i+1] == cut, i)
	}
}

// goesWith reports a number with nothing between it and the one before, or what is between the parts of a CPF or a
// phone.
func (r *rendering) goesWith(i int) bool {
	return r.number(i-1) && r.number(i) && len(r.gap(i)) <= 3 && strings.Trim(r.gap(i), " .-/()") == ""
}

// harmlessNumber is the index after an hour, a day, a price or another number that may be shown; i for none.  A birth
// date that is known becomes its placeholder on the way.
func (r *rendering) harmlessNumber(i int) int {
	end := r.day(i)
	if end == i && r.out[i] == "" {
		end = r.hour(i)
	}
	switch word := r.toks[i].text; {
	case end > i, r.out[i] != "", r.secret:
	case words.Helpline.Has(word), len(word) == 4 && r.current(word) && r.is(i-1, words.BeforeYear):
		return i + 1
	case r.ours && len(word) <= 4 && strings.HasSuffix(strings.TrimSpace(r.gap(i)), "R$"):
		if r.number(i+1, 2) && r.gap(i+1) == "," {
			return i + 2
		}
		return i + 1
	}
	return end
}

// hour is the index after "14:30", "14h30", "14h", "14 horas"; i for none.
func (r *rendering) hour(i int) int {
	switch {
	case !r.upTo(i, 24):
	case r.number(i+1, 2) && r.gap(i+1) == ":" && r.upTo(i+1, 59):
		return i + 2
	case !r.is(i+1, words.HourWord) || len(r.gap(i+1)) > 1:
	case r.number(i+2, 2) && r.gap(i+2) == "" && r.upTo(i+2, 59):
		return i + 3
	default:
		return i + 1
	}
	return i
}

// upTo reports a number of one or two digits up to a most.
func (r *rendering) upTo(i, most int) bool {
	n, err := strconv.Atoi(r.toks[i].text)
	return err == nil && r.number(i, 1, 2) && n <= most
}

// day is the index after a day of the calendar: "24/11", or with a year near now; i for none.  Any other date is cut.
func (r *rendering) day(i int) int {
	if !r.number(i+1) || !slices.Contains([]string{"/", "-", "."}, r.gap(i+1)) {
		return i
	}
	sign, gap := r.gap(i+1), r.gap(i)
	if !r.number(i+2) || r.gap(i+2) != sign {
		goesOn := strings.ContainsAny(gap[max(0, len(gap)-1):], "/.-")
		if sign == "/" && !goesOn && !r.secret && r.upTo(i, 31) && r.upTo(i+1, 12) {
			return i + 2
		}
		return i
	}
	t, ok := r.dateAt(i, i+1, i+2)
	day := t.iso(r.now)
	name, _ := placeholderOf(r.known, birth, day)
	switch {
	case !ok || t.m > 12:
	case name != "":
		r.cover(i, i+3, name)
	case r.secret || !r.current(day[:4]):
		r.cover(i, i+3, cut)
	default:
		return i + 3
	}
	return i
}

// current reports a year in which appointments are.
func (r *rendering) current(year string) bool {
	y, err := strconv.Atoi(year)
	return err == nil && y >= r.now.Year()-1 && y <= r.now.Year()+yearsAhead
}

// hideSpelled cuts numbers that are spelled out and too long for an hour or a day.
func (r *rendering) hideSpelled() {
	most := maxWords
	if r.secret {
		most = 1 // "uma" alone is an article
	}
	var all []int
	for i := range r.toks {
		if r.out[i] == "" && r.is(i, words.NumberWord) {
			all = append(all, i)
		}
	}
	for _, row := range runs(all, r.joins) {
		r.cutIf(len(row) > most, row...)
	}
	all = slices.DeleteFunc(all, func(i int) bool { return !r.spelled(i) })
	r.cutIf(r.heard && len(all) > maxSmall, all...)
}

// joins reports that only what joins numbers, or is cut, stands between two tokens.
func (r *rendering) joins(a, b int) bool {
	return a+1 == b || (r.out[a+1] != "" || r.is(a+1, words.NumberJoint)) && r.joins(a+1, b)
}
