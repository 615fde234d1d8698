package understand

import (
	"strconv"

	"atende/actors/language"
)

// number is a number read at some place of a text.
type number struct {
	value  int
	digits int // how many digits it was written with; 0 for words
	zero   bool
	end    int // index of the token after it
}

// words tells whether the number was written in words.
func (n number) words() bool { return n.digits == 0 }

// number reads the number at token i: up to four digits, or words below one hundred.
func (r *reader) number(i int) (number, bool) {
	t := r.at(i)
	if t.Kind == language.Digits {
		if len(t.Text) > 4 {
			return number{}, false
		}
		v, err := strconv.Atoi(t.Text)
		return number{value: v, digits: len(t.Text), zero: len(t.Text) > 1 && t.Text[0] == '0', end: i + 1}, err == nil
	}
	if v, ok := numberOf(pt.Units, t.key); ok {
		return number{value: v, end: i + 1}, true
	}
	v, ok := numberOf(pt.Tens, t.key)
	if !ok {
		return number{}, false
	}
	n := number{value: v, end: i + 1}
	if r.at(i+1).key == "e" {
		if u, ok := numberOf(pt.Units, r.at(i+2).key); ok && 0 < u && u < 10 {
			n = number{value: v + u, end: i + 3}
		}
	}
	return n, true
}

// count reads a number of things, days mostly: at least 1.
func (r *reader) count(i int) (number, bool) {
	n, ok := r.number(i)
	return n, ok && n.value > 0 && n.value <= 999
}

// year reads a year at token i: four digits, two digits, or words ("mil novecentos e oitenta e cinco", "dois mil e
// dez", "oitenta e cinco").  Two digits are left as they are: see century.
func (r *reader) year(i int) (number, bool) {
	if n, ok := r.yearInWords(i); ok {
		return n, true
	}
	n, ok := r.number(i)
	switch {
	case !ok:
		return n, false
	case n.digits == 4:
		return n, 1900 <= n.value && n.value <= 2100
	case n.digits == 2, n.words() && n.value > 9:
		return n, true
	}
	return n, false
}

func (r *reader) yearInWords(i int) (number, bool) {
	var base int
	switch {
	case r.keys(i, "mil", "novecentos"):
		base, i = 1900, i+2
	case r.keys(i, "dois", "mil"), r.keys(i, "2", "mil"):
		base, i = 2000, i+2
	default:
		return number{}, false
	}
	next := i
	if r.at(next).key == "e" {
		next++
	}
	if n, ok := r.number(next); ok && n.value < 100 {
		return number{value: base + n.value, digits: 4, end: n.end}, true
	}
	return number{value: base, digits: 4, end: i}, true
}
