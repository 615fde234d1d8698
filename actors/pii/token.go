package pii

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"atende/actors/language"
)

// token is a run of letters, a run of digits, or, in a history, what was found; whatever else stands in a text is
// between tokens.
type token struct {
	from, to int    // bytes; signs that only decorate the last character belong to it
	text     string // lower case without accents; ASCII digits
	number   bool
	found    bool // text is the placeholder of what was found
	familiar bool // a word that a history may show
}

// tokenize splits a text.
func tokenize(text string) []token {
	toks := make([]token, 0, len(text)/4+1)
	for _, t := range language.Tokenize(text) {
		if t.Kind != language.Mark {
			toks = append(toks, token{from: t.Start, to: t.End, text: t.Text, number: t.Kind == language.Digits})
		}
	}
	return toks
}

// tokenizeShown splits a text as a history shows it: signs drawn like letters ("ⓐ", the "º" of a number) are no tokens,
// and "½" is a word that nobody knows.
func tokenizeShown(text string) []token {
	toks := make([]token, 0, len(text)/4+1)
	var few [fewTokens]language.Token
	for _, t := range language.AppendTokens(few[:0], text) {
		first, _ := utf8.DecodeRuneInString(t.Raw)
		if raw := strings.Trim(t.Raw, "ºª"); raw != t.Raw {
			t.Start += strings.Index(t.Raw, raw)
			t.End, t.Text = t.Start+len(raw), language.Fold(raw)
		}
		if t.Text != "" && (unicode.IsLetter(first) || unicode.IsNumber(first)) {
			toks = append(toks, token{from: t.Start, to: t.End, text: t.Text, number: t.Kind == language.Digits})
		}
	}
	return toks
}

// fewTokens is how many tokens most texts have at most.
const fewTokens = 48

// foldText is a text in lower case without accents, with one space between words and a sign for bytes that are no text.
func foldText(text string) string {
	return language.FoldWords(strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\uFFFD", "?"))
}

// textsOf are the texts of tokens.
func textsOf(toks []token) []string {
	list := make([]string, len(toks))
	for i, t := range toks {
		list[i] = t.text
	}
	return list
}

func wordsOf(text string) []string { return textsOf(tokenize(text)) }

// source is a text and its tokens.
type source struct {
	text string
	toks []token
}

// is reports that there is a token at an index whose text is in a class.
func (s *source) is(i int, class *language.Class) bool {
	return 0 <= i && i < len(s.toks) && class.Has(s.toks[i].text)
}

// number reports that there is a number at an index, of one of some sizes or, without them, of any.
func (s *source) number(i int, sizes ...int) bool {
	return 0 <= i && i < len(s.toks) && s.toks[i].number && (len(sizes) == 0 || slices.Contains(sizes, s.size(i)))
}

// size is how many bytes the text of a token has: the digits of a number.
func (s *source) size(i int) int { return len(s.toks[i].text) }

// digits are those of some numbers, together.
func (s *source) digits(toks []int) string {
	var b strings.Builder
	for _, i := range toks {
		b.WriteString(s.toks[i].text)
	}
	return b.String()
}

// raw is the text from a token up to another one.
func (s *source) raw(i, j int) string { return s.text[s.toks[i].from:s.toks[j-1].to] }

// runs cuts a list of tokens where two that follow each other are not joined.
func runs(list []int, joined func(a, b int) bool) (all [][]int) {
	from := 0
	for to := 1; to <= len(list); to++ {
		if to == len(list) || !joined(list[to-1], list[to]) {
			all, from = append(all, list[from:to]), to
		}
	}
	return all
}

// gap is what stands before a token.
func (s *source) gap(i int) string {
	if i == 0 {
		return s.text[:s.toks[0].from]
	}
	return s.text[s.toks[i-1].to:s.toks[i].from]
}

// signs is what stands between two tokens, without decorations and without the spaces around it.
func (s *source) signs(i, j int) string {
	return strings.TrimSpace(dropped(s.text[s.toks[i].to:s.toks[j].from], unicode.M, unicode.Cf))
}

// dropped is a text without some kinds of characters.
func dropped(text string, kinds ...*unicode.RangeTable) string {
	return strings.Map(func(c rune) rune {
		if unicode.In(c, kinds...) {
			return -1
		}
		return c
	}, text)
}

// skip goes over at most n words of a class.
func (s *source) skip(i, n int, class *language.Class) int {
	for ; n > 0 && s.is(i, class); n-- {
		i++
	}
	return i
}

// longest is the index after the words of a name that stand at a token, particles among them; ordered wants them as
// the name has them.
func (s *source) longest(i int, name []string, ordered bool) int {
	end := i
	for k := i; k < len(s.toks) && (k == i || s.near(k)); k++ {
		at := slices.Index(name, s.toks[k].text)
		if at < 0 && !s.is(k, words.Particle) {
			break
		}
		if at >= 0 {
			end = k + 1
		}
		if ordered {
			name = name[at+1:]
		}
	}
	return end
}

// near reports that nothing but spaces and the signs of names stand before a token.
func (s *source) near(i int) bool { return strings.Trim(s.gap(i), " .'’*_-") == "" }
