package mask

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"atende/actors/conversation"
	"atende/actors/understand"
)

// Again hides what is known in a text of ours that a model reads again: names, in full or the first one alone,
// birth dates, and numbers written out.  The last digits of a CPF may stay.
func Again(text string, known []conversation.Mask) string {
	text = strings.ToValidUTF8(text, "\uFFFD")
	h := newHider(text, Options{})
	h.ours = true
	h.placeholders()
	var people []conversation.Mask
	for _, m := range known {
		switch k, _ := nameOf(m); k {
		case person:
			people = append(people, m)
		case birth:
			h.sameDay(m.Value)
		case email:
			h.literally(m.Value)
		default:
			h.sameNumber(k, m.Value)
		}
	}
	h.knownNames(newNamesakes(people, nil))
	return h.write(newLedger(known))
}

// placeholders passes what is masked already.
func (h *hider) placeholders() {
	for _, at := range bracketed.FindAllStringIndex(h.text, -1) {
		if i, j := h.tokensIn(at[0], at[1]); i < j {
			h.pass(i, j)
		}
	}
}

// sameNumber hides the digits of a value, whatever signs are among them.
func (h *hider) sameNumber(k kind, value string) {
	if len(value) < minNumber {
		return
	}
	local := strings.TrimPrefix(value, countryCode)
	for i := range h.toks {
		for _, digits := range []string{value, local} {
			if end := h.digitsAt(i, digits); end > i && (k == phone || digits == value) {
				h.take(i, end, k, value)
				break
			}
		}
	}
}

// digitsAt is the index after the groups at a token that are the given digits; i for none.
func (h *hider) digitsAt(i int, digits string) int {
	for k := i; k < len(h.toks) && k-i < maxWindow; k++ {
		t := h.toks[k]
		if h.taken[k] || !t.number || !strings.HasPrefix(digits, t.text) {
			return i
		}
		if digits = digits[len(t.text):]; digits == "" {
			return k + 1
		}
	}
	return i
}

// sameDay hides a birth date in figures or with its month in words.
func (h *hider) sameDay(value string) {
	day, err := time.Parse(time.DateOnly, value)
	if err != nil {
		return
	}
	for i, t := range h.toks {
		if !t.number || h.taken[i] {
			continue
		}
		end := i + 3
		if !h.figures3(i, day) {
			end = h.wordedDay(i, value, day)
		}
		if end > i && h.free(i, end) {
			h.take(i, end, birth, value)
		}
	}
}

// figures3 tells whether three groups at a token are a day: 05/03/1980, 5.3.80, 1980-03-05.
func (h *hider) figures3(i int, day time.Time) bool {
	if i+2 >= len(h.toks) || !h.toks[i+1].number || !h.toks[i+2].number || h.wide(i+1) || h.wide(i+2) {
		return false
	}
	y, m, d, ok := dayOf([]group{{i, h.toks[i].text}, {i + 1, h.toks[i+1].text}, {i + 2, h.toks[i+2].text}})
	return ok && d == day.Day() && m == int(day.Month()) && (y == day.Year() || y < 100 && y == day.Year()%100)
}

// wide tells whether more than a sign and spaces stands before a token.
func (h *hider) wide(i int) bool { return h.toks[i].from-h.toks[i-1].to > maxNameGap }

// wordedDay is the index after a date with its month in words, if it is the day.
func (h *hider) wordedDay(i int, value string, day time.Time) int {
	end, ok := h.wordedEnd(i)
	if !ok || understand.Read("nascimento "+h.text[h.toks[i].from:h.toks[end-1].to], day.AddDate(0, 0, 1)).BirthDate != value {
		return i
	}
	return end
}

// literally hides an e-mail address.
func (h *hider) literally(value string) {
	folded := strings.ToLower(h.text)
	if value == "" || len(folded) != len(h.text) {
		return
	}
	for at := 0; ; {
		n := strings.Index(folded[at:], strings.ToLower(value))
		if n < 0 {
			return
		}
		from, to := at+n, at+n+len(value)
		if i, j := h.tokensIn(from, to); i < j && h.free(i, j) {
			h.take(i, j, email, value)
		}
		at = to
	}
}

// ours is a placeholder as we write it.
var ours = regexp.MustCompile(`\[[A-Z]+ \d{1,4}\]`)

// Leaks tells whether a text holds one of some values: the digits of one with seven and more, in any punctuation,
// a birth date in either order, a name of two words and more, an e-mail address.  Digits of placeholders do not
// count.
func Leaks(text string, values []string) bool {
	text = ours.ReplaceAllString(strings.ToValidUTF8(text, "\uFFFD"), " x ")
	toks := tokenize(text)
	chains := digitChains(toks)
	folded := foldText(text)
	return slices.ContainsFunc(values, func(value string) bool {
		if strings.Contains(value, "@") {
			return strings.Contains(folded, foldText(value))
		}
		list := tokenize(value)
		if digits := onlyDigits(list); len(digits) >= minNumber {
			return slices.ContainsFunc(chains, func(chain string) bool {
				return strings.Contains(chain, digits) || isDate(value) && strings.Contains(chain, dayFirst(digits))
			})
		}
		return len(list) > 1 && hasWords(toks, list)
	})
}

// digitChains are the digits that no letter parts.
func digitChains(toks []token) []string {
	var b strings.Builder
	for _, t := range toks {
		if t.number {
			b.WriteString(t.text)
		} else {
			b.WriteByte(' ')
		}
	}
	return strings.Fields(b.String())
}

func onlyDigits(toks []token) string {
	var b strings.Builder
	for _, t := range toks {
		if t.number {
			b.WriteString(t.text)
		}
	}
	return b.String()
}

func isDate(value string) bool { _, err := time.Parse(time.DateOnly, value); return err == nil }

// dayFirst turns YYYYMMDD into DDMMYYYY.
func dayFirst(digits string) string { return digits[6:] + digits[4:6] + digits[:4] }

// hasWords tells whether words stand one after the other.
func hasWords(toks, list []token) bool {
	for i := range toks {
		n := 0
		for n < len(list) && i+n < len(toks) && toks[i+n].text == list[n].text {
			n++
		}
		if n == len(list) {
			return true
		}
	}
	return false
}
