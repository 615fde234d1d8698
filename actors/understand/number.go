package understand

import (
	"strconv"

	"atende/actors/language"
)

// What stands in phrases for the words of a number, for one in digits, and for a sign that they do not write.
const (
	numberKey = "@spelled"
	digitsKey = "@digits"
	signKey   = "@sign"
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

// isShort tells whether the number was written with one or two digits.
func (n number) isShort() bool { return 1 <= n.digits && n.digits <= 2 }

func (n number) isDay() bool   { return 1 <= n.value && n.value <= 31 }
func (n number) isMonth() bool { return 1 <= n.value && n.value <= 12 }

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

// A CPF and a phone have at least so many digits, and no number of a patient has more.
const (
	minSpoken = 10
	maxSpoken = 15
)

// spoken writes the digits of a CPF or phone that were said in words, "cinco dois nove ponto …" or "quinhentos e
// vinte e nove", as the digits.  Fewer digits stay words, for they are days and hours.
func spoken(toks []token) []token {
	kept := toks[:0]
	for i := 0; i < len(toks); {
		end, written := spokenRun(toks, i)
		if end == i {
			end, written = i+1, toks[i:i+1]
		}
		kept, i = append(kept, written...), end
	}
	return kept
}

// spokenRun returns the digits said from token i on as tokens, and the index after them; i when they are too few, too
// many, or none was said in words.
func spokenRun(toks []token, i int) (end int, written []token) {
	k, count, words := i, 0, 0
	for k < len(toks) && count <= maxSpoken {
		digits, next := spokenDigits(toks, k)
		if next == k {
			sign := toks[k]
			plain := pt.SpokenSigns.Value(sign.key)
			isSign := plain != ""
			if count == 0 || !isSign && !pt.NumberSigns.Has(sign.Text) {
				break
			}
			if isSign {
				sign.Kind, sign.Text, sign.key, words = language.Mark, plain, plain, words+1
			}
			written = append(written, sign)
			k++
			continue
		}
		t := toks[k]
		if t.Kind != language.Digits {
			words++
		}
		t.Kind, t.Text, t.key, t.lemma, t.End, t.Glued = language.Digits, digits, digits, "", toks[next-1].End, t.Glued && t.Kind == language.Digits
		written = append(written, t)
		count, end, k = count+len(digits), next, next
	}
	if words == 0 || count < minSpoken || count > maxSpoken {
		return i, nil
	}
	return end, written[:len(written)-(k-end)]
}

// spokenDigits reads one number at token i as the digits it is said for: "cinco", "vinte e nove", "quinhentos e vinte
// e nove", "meia".  The index after it is i without one.
func spokenDigits(toks []token, i int) (digits string, end int) {
	t := toks[i]
	if t.Kind == language.Digits {
		return t.Text, i + 1
	}
	if t.Kind != language.Letters {
		return "", i
	}
	if t.key == "meia" {
		return "6", i + 1
	}
	value, below := 0, 0
	for k := i; k < len(toks); k += 2 {
		n, limit := spokenValue(toks[k].key)
		if limit == 0 || k > i && (n == 0 || n >= below) {
			break
		}
		value, below, end = value+n, limit, k+1
		if limit == 1 || k+1 >= len(toks) || toks[k+1].key != "e" {
			break
		}
	}
	if end == 0 {
		return "", i
	}
	return strconv.Itoa(value), end
}

// spokenValue returns the value of a word and below which a number that "e" adds must lie; 0 when it is no number.
func spokenValue(word string) (value, below int) {
	if v, ok := numberOf(pt.Units, word); ok {
		return v, 1
	}
	if v, ok := numberOf(pt.Tens, word); ok {
		return v, 10
	}
	if v, ok := numberOf(pt.Hundreds, word); ok {
		return v, 100
	}
	return 0, 0
}
