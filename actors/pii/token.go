package pii

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"atende/actors/language"
)

// token is a run of letters, a run of digits, or a placeholder of a text; whatever else stands in it is between tokens.
type token struct {
	from, to int    // bytes; signs that only decorate the last character belong to it
	text     string // lower case without accents; ASCII digits; "" for a placeholder
	number   bool
	held     bool   // a placeholder
	plain    bool   // written in letters of western Europe
	status   status // of a word in a history
}

// mode is how a text becomes tokens.
type mode struct {
	strict bool // for a history: no signs that are drawn like letters; "½" is a word nobody knows
	held   bool // brackets with the name of a placeholder are one token
}

// tokenize splits a text.
func tokenize(text string, m mode) []token {
	toks := make([]token, 0, len(text)/4+1)
	var folded strings.Builder
	folded.Grow(len(text))
	start, open := 0, false // of the last token's text, which may go on
	finish := func(end int) {
		if open {
			t := &toks[len(toks)-1]
			t.to, t.text, open = end, folded.String()[start:], false
		}
	}
	for i := 0; i < len(text); {
		if m.held && text[i] == '[' {
			if end := placeholderEnd(text[i:]); end > 0 {
				finish(i)
				toks = append(toks, token{from: i, to: i + end, held: true})
				i += end
				continue
			}
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		plain, number, ok := fold(r, m.strict)
		switch {
		case ok && (!open || toks[len(toks)-1].number != number):
			finish(i)
			toks = append(toks, token{from: i, number: number, plain: true})
			start, open = folded.Len(), true
		case !ok && open && !decorates(r):
			finish(i)
		}
		if open {
			folded.WriteString(plain)
			if r > unicode.MaxLatin1 || number && r >= utf8.RuneSelf {
				toks[len(toks)-1].plain = false
			}
		}
		i += size
	}
	finish(len(text))
	return toks
}

// placeholderEnd is the length of a placeholder at the start of a text, 0 for none.
func placeholderEnd(text string) int {
	end := strings.IndexByte(text[:min(len(text), len("[NASCIMENTO 9999]")+1)], ']')
	if end < 0 {
		return 0
	}
	name, number, _ := strings.Cut(text[1:end], " ")
	if !slices.Contains([]kind{cpf, person, birth, phone, email, document, omitted}, kind(name)) || strings.Trim(number, "0123456789") != "" {
		return 0
	}
	return end + 1
}

// decorates tells whether a character is nothing by itself: accents, the frame of a key, zero-width signs.
func decorates(r rune) bool { return unicode.In(r, unicode.M, unicode.Cf) }

// fold is a letter in lower case without accents or a digit of any script as ASCII writes it; false for any other
// character.
func fold(r rune, strict bool) (plain string, number, ok bool) {
	wide := r >= utf8.RuneSelf
	if strict && wide && (!unicode.IsLetter(r) && !unicode.IsNumber(r) || r == 'º' || r == 'ª') {
		return "", false, false
	}
	plain, class := language.FoldRune(r)
	switch {
	case class != language.Mark:
		return plain, class == language.Digits, true
	case wide && unicode.Is(unicode.Nd, r):
		return string('0' + digitValue(r)), true, true
	case strict && wide && plain != "":
		return plain, false, true
	}
	return "", false, false
}

// digitValue is the value of a decimal digit: those of a script stand in rows of ten.
func digitValue(r rune) rune {
	first := r
	for r-first < 9 && unicode.Is(unicode.Nd, first-1) {
		first--
	}
	return (r - first) % 10
}

// foldText is a whole text in lower case without accents and decorations.
func foldText(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	for _, r := range text {
		plain, _, ok := fold(r, false)
		switch {
		case ok:
			b.WriteString(plain)
		case !decorates(r):
			b.WriteRune(r)
		}
	}
	return b.String()
}

// textsOf are the texts of tokens.
func textsOf(toks []token) []string {
	list := make([]string, len(toks))
	for i, t := range toks {
		list[i] = t.text
	}
	return list
}

func wordsOf(text string) []string { return textsOf(tokenize(text, mode{})) }

// source is a text and its tokens.
type source struct {
	text string
	toks []token
}

// is reports that there is a token at an index whose text is in a class.
func (s *source) is(i int, class *language.Class) bool {
	return 0 <= i && i < len(s.toks) && class.Has(s.toks[i].text)
}

// number reports that there is a number at an index.
func (s *source) number(i int) bool { return i < len(s.toks) && s.toks[i].number }

// gap is what stands before a token.
func (s *source) gap(i int) string {
	if i == 0 {
		return s.text[:s.toks[0].from]
	}
	return s.text[s.toks[i-1].to:s.toks[i].from]
}

// signs is what stands before a token, without decorations and without the spaces around it.
func (s *source) signs(i int) string {
	return strings.TrimSpace(strings.Map(visible, s.gap(i)))
}

func visible(r rune) rune {
	if decorates(r) {
		return -1
	}
	return r
}

// raw is the text from a token up to another one.
func (s *source) raw(i, j int) string { return s.text[s.toks[i].from:s.toks[j-1].to] }

// skip goes over at most n words of a class.
func (s *source) skip(i, n int, class *language.Class) int {
	for ; n > 0 && s.is(i, class); n-- {
		i++
	}
	return i
}
