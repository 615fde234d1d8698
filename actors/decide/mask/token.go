package mask

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// token is a run of letters or a run of digits of a text; whatever else stands in a text is between tokens.
type token struct {
	from, to int    // bytes; signs that only decorate the last character belong to it
	text     string // lower case without accents; ASCII digits
	number   bool
}

// tokenize splits a text.
func tokenize(text string) []token {
	var (
		toks   []token
		folded strings.Builder
	)
	finish := func() {
		if n := len(toks); n > 0 && toks[n-1].text == "" {
			toks[n-1].text = folded.String()
		}
		folded.Reset()
	}
	for i, r := range text {
		size := utf8.RuneLen(r)
		if r == utf8.RuneError {
			_, size = utf8.DecodeRuneInString(text[i:])
		}
		plain, number, ok := fold(r)
		n := len(toks)
		glued := n > 0 && toks[n-1].to == i
		switch {
		case !ok && glued && decorates(r):
			toks[n-1].to = i + size
		case !ok:
		case glued && toks[n-1].number == number:
			toks[n-1].to = i + size
			folded.WriteString(plain)
		default:
			finish()
			toks = append(toks, token{from: i, to: i + size, number: number})
			folded.WriteString(plain)
		}
	}
	finish()
	return toks
}

// decorates tells whether a character is nothing by itself: accents, the frame of a key, zero-width signs.
func decorates(r rune) bool { return unicode.In(r, unicode.M, unicode.Cf) }

// fold is a letter in lower case without accents or a digit as ASCII writes it; false for any other character.
func fold(r rune) (plain string, number, ok bool) {
	switch {
	case 'a' <= r && r <= 'z':
		return string(r), false, true
	case 'A' <= r && r <= 'Z':
		return string(r + 'a' - 'A'), false, true
	case '0' <= r && r <= '9':
		return string(r), true, true
	case r < utf8.RuneSelf, r == utf8.RuneError:
		return "", false, false
	}
	return foldWide(r)
}

func foldWide(r rune) (plain string, number, ok bool) {
	if unicode.Is(unicode.Nd, r) {
		return string('0' + digitValue(r)), true, true
	}
	letters, digits := true, true
	var b strings.Builder
	for _, d := range norm.NFKD.String(string(r)) {
		if unicode.In(d, unicode.M) {
			continue
		}
		letters = letters && unicode.IsLetter(d)
		digits = digits && '0' <= d && d <= '9'
		b.WriteRune(unicode.ToLower(d))
	}
	return b.String(), digits, b.Len() > 0 && (letters || digits)
}

// digitValue is the value of a decimal digit of any script: their digits stand in rows of ten.
func digitValue(r rune) rune {
	first := r
	for first > 0 && r-first < 9 && unicode.Is(unicode.Nd, first-1) {
		first--
	}
	if folded := norm.NFKD.String(string(r)); len(folded) == 1 && '0' <= folded[0] && folded[0] <= '9' {
		return rune(folded[0] - '0')
	}
	return (r - first) % 10
}

// foldText is a whole text in lower case without accents and decorations.
func foldText(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	for _, r := range text {
		plain, _, ok := fold(r)
		switch {
		case ok:
			b.WriteString(plain)
		case !decorates(r):
			b.WriteRune(r)
		}
	}
	return b.String()
}

// plainGap is what stands between two tokens, without decorations and without the spaces around it.
func plainGap(gap string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if decorates(r) {
			return -1
		}
		return r
	}, gap))
}

// wordSet is a set of folded words.
type wordSet map[string]struct{}

func words(lists ...string) wordSet {
	s := wordSet{}
	for _, list := range lists {
		for _, w := range strings.Fields(list) {
			s[w] = struct{}{}
		}
	}
	return s
}

func (s wordSet) has(w string) bool { _, ok := s[w]; return ok }
