package understand

import (
	"strconv"

	"atende/actors/language"
)

// What stands in phrases for the words of a number, for one in digits, for digits that are too many for one, and for a
// sign that they do not write.
const (
	numberKey = "@spelled"
	digitsKey = "@digits"
	longKey   = "@long"
	signKey   = "@sign"
)

// number is a number read at some place of a text.
type number struct {
	value  int
	digits int // how many digits it was written with; 0 for words
	zero   bool
	start  int
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
	if uint(i) < uint(len(r.words)) && r.words[i].Span == 0 {
		return number{}, false
	}
	return r.readNumber(i)
}

func (r *reader) readNumber(i int) (number, bool) {
	t := r.at(i)
	if t.Kind == language.Digits {
		if len(t.Text) > 4 {
			return number{}, false
		}
		v, err := strconv.Atoi(t.Text)
		return number{value: v, digits: len(t.Text), zero: len(t.Text) > 1 && t.Text[0] == '0', start: i, end: i + 1}, err == nil
	}
	if t.Kind != language.Letters {
		return number{}, false
	}
	value, end := cardinal(r.toks, i, 100)
	return number{value: value, start: i, end: end}, end > 0
}

// cardinal reads a number in words, "cinco", "vinte e nove", "quinhentos e vinte e nove", of which each word counts less
// than below; end is 0 for none.
func cardinal(toks []token, i, below int) (value, end int) {
	for k := i; k < len(toks); k += 2 {
		n, ok := numberOf(pt.Cardinals, toks[k].key)
		if !ok || n >= below || k > i && n == 0 {
			break
		}
		value, end = value+n, k+1
		if n < 20 || end >= len(toks) || toks[end].key != "e" {
			break
		}
		if below = 10; n >= 100 {
			below = 100
		}
	}
	return value, end
}

// year reads a year at token i: four digits, two digits, or words ("mil novecentos e oitenta e cinco", "dois mil e
// dez", "oitenta e cinco").  Two digits are left as they are: see century.
func (r *reader) year(i int) (number, bool) {
	base := number{value: 2000, digits: 4, end: i + 2}
	switch {
	case r.keys(i, "mil", "novecentos"):
		base.value = 1900
	case !r.keys(i, "dois", "mil") && !r.keys(i, "2", "mil"):
		n, ok := r.number(i)
		full := n.digits == 4 && 1900 <= n.value && n.value <= 2100
		return n, ok && (full || n.digits == 2 || n.words() && n.value > 9)
	}
	if n, ok := r.number(r.skipAny(base.end, "e")); ok && n.value < 100 {
		base.value, base.end = base.value+n.value, n.end
	}
	return base, true
}

// A CPF and a phone have at least so many digits, and no number of a patient has more.
const (
	minSpoken = 10
	maxSpoken = 15
)

// spoken writes the digits of a CPF or phone that were said in words, "cinco dois nove ponto …" or "quinhentos e
// vinte e nove", as the digits.  Fewer digits stay words, for they are days and hours.
func spoken(toks []token) []token {
	said := false
	for i := range toks {
		digits, _ := spokenDigits(toks, i)
		said = said || digits != "" && toks[i].Kind != language.Digits || pt.SpokenSigns.Has(toks[i].key)
	}
	if !said {
		return toks
	}
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
		if digits == "" && count == 0 {
			break
		}
		t := toks[k]
		plain := pt.SpokenSigns.Value(t.key)
		switch {
		case digits != "":
			if t.Kind != language.Digits {
				words++
				t.Glued = false
			}
			t.Kind, t.Text, t.key, t.lemma, t.End = language.Digits, digits, digits, "", toks[next-1].End
			count, end = count+len(digits), next
		case plain != "":
			words++
			t.Kind, t.Text, t.key = language.Mark, plain, plain
		case !pt.NumberSigns.Has(t.Text):
			next = 0
		}
		if next == 0 {
			break
		}
		written, k = append(written, t), next
	}
	if words == 0 || count < minSpoken || count > maxSpoken {
		return i, nil
	}
	return end, written[:len(written)-(k-end)]
}

// spokenDigits reads one number at token i as the digits it is said for, "" for none, and returns the index behind it.
func spokenDigits(toks []token, i int) (digits string, next int) {
	t := &toks[i]
	switch {
	case t.Kind == language.Digits:
		return t.Text, i + 1
	case t.Kind != language.Letters:
		return "", i + 1
	case t.key == "meia":
		return "6", i + 1
	}
	if value, end := cardinal(toks, i, 1000); end > 0 {
		return strconv.Itoa(value), end
	}
	return "", i + 1
}
