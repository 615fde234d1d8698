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
	for i := 0; i < len(r.toks); {
		end := i
		if r.number(i) && r.out[i] == "" {
			end = r.harmlessNumber(i)
		}
		switch {
		case end > i:
			i = r.pass(i, end)
			continue
		case !r.number(i) || r.out[i] != "":
		case len(r.toks[i].text) <= 2:
			small = append(small, i)
		default:
			r.out[i] = cut
		}
		i++
	}
	most := maxSmall
	if r.view.secret {
		most = maxSecret
	}
	if !r.view.ours && r.sizes(small) > most {
		r.drop(small)
	}
	r.hideChains(small)
	r.hideEnds(small)
	r.hideSpelled()
}

// sizes is how many digits some tokens have.
func (r *rendering) sizes(toks []int) (n int) {
	for _, i := range toks {
		n += len(r.toks[i].text)
	}
	return n
}

func (r *rendering) drop(toks []int) {
	for _, i := range toks {
		r.out[i] = cut
	}
}

// hideEnds cuts small numbers that go with one that is cut, on either side: the last digits of a CPF with its signs.
func (r *rendering) hideEnds(small []int) {
	for _, i := range small {
		if r.goesWith(i) && r.out[i-1] == cut {
			r.out[i] = cut
		}
	}
	for _, i := range slices.Backward(small) {
		if r.goesWith(i+1) && r.out[i+1] == cut {
			r.out[i] = cut
		}
	}
}

// goesWith reports a number with nothing between it and the one before, or what is between the parts of a CPF or a
// phone.
func (r *rendering) goesWith(i int) bool {
	return i > 0 && r.number(i-1) && r.number(i) && len(r.gap(i)) <= 3 && strings.Trim(r.gap(i), " .-/()") == ""
}

// hideChains cuts small numbers that stand so near to each other that they are one.
func (r *rendering) hideChains(small []int) {
	for from := 0; from < len(small); {
		to := from + 1
		for to < len(small) && small[to] == small[to-1]+1 && len(r.gap(small[to])) <= maxGap && !strings.ContainsAny(r.gap(small[to]), ",;\n") {
			to++
		}
		if r.sizes(small[from:to]) > maxChain {
			r.drop(small[from:to])
		}
		from = to
	}
}

// harmlessNumber is the index after an hour, a day, a price or another number that may be shown; i for none.  A birth
// date that is known becomes its placeholder on the way.
func (r *rendering) harmlessNumber(i int) int {
	if end := r.day(i); end > i || r.out[i] != "" {
		return end
	}
	if end := r.hour(i); end > i {
		return end
	}
	word := r.toks[i].text
	switch {
	case r.view.secret:
	case words.Helpline.Has(word):
		return i + 1
	case len(word) == 4 && r.near4(word) && i > 0 && (r.toks[i-1].text == "de" || r.toks[i-1].text == "em"):
		return i + 1
	case r.view.ours && len(word) <= 4 && strings.HasSuffix(strings.TrimSpace(r.gap(i)), "R$"):
		if r.sign2(i+1) == "," && len(r.toks[i+1].text) == 2 {
			return i + 2
		}
		return i + 1
	}
	return i
}

// sign2 is what stands before a number, "" where none follows at once.
func (r *rendering) sign2(i int) string {
	if !r.number(i) {
		return ""
	}
	return r.gap(i)
}

// hour is the index after "14:30", "14h30", "14h", "14 horas".
func (r *rendering) hour(i int) int {
	switch minutes := r.upTo(i+2, 59) && len(r.toks[i+2].text) == 2 && r.gap(i+2) == ""; {
	case !r.upTo(i, 24):
		return i
	case r.sign2(i+1) == ":" && len(r.toks[i+1].text) == 2 && r.upTo(i+1, 59):
		return i + 2
	case !r.is(i+1, words.HourWord) || len(r.gap(i+1)) > 1:
		return i
	case minutes:
		return i + 3
	}
	return i + 1
}

// upTo reports a number of one or two digits up to a most.
func (r *rendering) upTo(i, most int) bool {
	if !r.number(i) || len(r.toks[i].text) > 2 {
		return false
	}
	n, err := strconv.Atoi(r.toks[i].text)
	return err == nil && n <= most
}

// day is the index after a day of the calendar: "24/11", or with a year near now.  Any other date is cut.
func (r *rendering) day(i int) int {
	sign := r.sign2(i + 1)
	if sign != "/" && sign != "-" && sign != "." {
		return i
	}
	if r.sign2(i+2) != sign {
		gap := r.gap(i)
		short := sign == "/" && !r.view.secret && r.upTo(i, 31) && r.upTo(i+1, 12)
		if short && !strings.ContainsAny(gap[max(0, len(gap)-1):], "/.-") {
			return i + 2
		}
		return i
	}
	t, ok := dateOf(r.toks[i].text, r.toks[i+1].text, r.toks[i+2].text)
	if !ok || t.m > 12 {
		return i
	}
	date := t.iso(r.now)
	if name := r.placeholderOf(birth, date); name != "" {
		r.cover(i, i+3, name)
	} else if r.view.secret || !r.near4(date[:4]) {
		r.cover(i, i+3, cut)
	} else {
		return i + 3
	}
	return i
}

// near4 reports a year in which appointments are.
func (r *rendering) near4(year string) bool {
	y, err := strconv.Atoi(year)
	return err == nil && y >= r.now.Year()-1 && y <= r.now.Year()+yearsAhead
}

// hideSpelled cuts numbers that are spelled out and too long for an hour or a day.
func (r *rendering) hideSpelled() {
	var row, all []int
	finish := func() {
		if len(row) > maxWords || r.view.secret && len(row) > 1 { // "uma" alone is an article
			r.drop(row)
		}
		row = nil
	}
	for i, one := range r.toks {
		switch {
		case r.out[i] != "" || one.held:
		case r.is(i, words.NumberWord):
			row = append(row, i)
			if r.spelled(i) {
				all = append(all, i)
			}
		case !r.is(i, words.NumberJoint):
			finish()
		}
	}
	finish()
	if r.view.heard && len(all) > maxSmall {
		r.drop(all)
	}
}
