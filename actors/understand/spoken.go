package understand

import (
	"strconv"

	"atende/actors/language"
)

// A CPF and a phone have at least so many digits, and no number of a patient has more.
const (
	minSpoken = 10
	maxSpoken = 15
)

// spoken writes the digits of a CPF or phone that were said in words, "cinco dois nove ponto …" or "quinhentos e
// vinte e nove", as digits.  Fewer digits stay words, for they are days and hours.
func spoken(toks []token) []token {
	var kept []token // nil as long as nothing changed
	for i := 0; i < len(toks); {
		end, written := spokenRun(toks, i)
		if end == i {
			if kept != nil {
				kept = append(kept, toks[i])
			}
			i++
			continue
		}
		if kept == nil {
			kept = append(make([]token, 0, len(toks)), toks[:i]...)
		}
		kept, i = append(kept, written...), end
	}
	if kept == nil {
		return toks
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
