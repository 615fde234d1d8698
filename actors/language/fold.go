package language

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Kind is the class of the characters of a token.
type Kind uint8

// The kinds of tokens.
const (
	Letters Kind = iota // a word
	Digits              // ASCII digits after folding
	Mark                // one sign, emoji or line break
)

// FoldRune returns a character in lower case without accents, and its kind.  The text is empty for what only
// decorates another character or separates words.
func FoldRune(r rune) (string, Kind) {
	switch {
	case 0 <= r && r < latinEnd:
		f := &common[r]
		return f.text, f.kind
	case r == utf8.RuneError:
		return "", Mark
	default:
		return foldWide(r)
	}
}

// Fold returns a text in lower case without accents and without what separates words: a word of a text as phrases
// write it.
func Fold(text string) string {
	plain := true
	for i := range len(text) {
		plain = plain && 'a' <= text[i] && text[i] <= 'z'
	}
	if plain {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		folded, _ := FoldRune(r)
		b.WriteString(folded)
	}
	return b.String()
}

// FoldWords folds each word of a text and leaves one space between them.
func FoldWords(text string) string {
	words := strings.Fields(text)
	for i, word := range words {
		words[i] = Fold(word)
	}
	return strings.Join(words, " ")
}

// latinEnd is behind the letters with accents of European languages.
const latinEnd = 0x180

// folded is what becomes of a character.
type folded struct {
	text string
	kind Kind
}

// common is what becomes of the common characters, which are folded once.
var common = foldCommon()

func foldCommon() (list [latinEnd]folded) {
	for r := range rune(latinEnd) {
		text := string(unicode.ToLower(r))
		kind := kindOf(text)
		switch {
		case unicode.IsControl(r) && r != '\n':
			text, kind = "", Mark
		case r >= utf8.RuneSelf:
			text, kind = foldWide(r)
		case r == ' ':
			text = ""
		}
		list[r] = folded{text, kind}
	}
	return list
}

// widest is how many characters one may stand for: "㏂" is "a.m.".  Beyond that are whole phrases in one character of other
// scripts ("ﷺ" is four words), by which a short text would be a long one for whatever reads it; they are one letter each.
const widest = 4

// foldWide is FoldRune for any character beyond ASCII.
func foldWide(r rune) (string, Kind) {
	if sign := sameSign(r); sign != "" {
		return sign, Mark
	}
	if unicode.IsMark(r) || unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Sk, r) {
		return "", Mark
	}
	if utf8.RuneCount(norm.NFKD.PropertiesString(string(r)).Decomposition()) > widest {
		return string(r), Letters
	}
	var b strings.Builder
	for _, d := range norm.NFKD.String(string(r)) {
		if !unicode.IsMark(d) {
			b.WriteRune(unicode.ToLower(d))
		}
	}
	kind := kindOf(b.String())
	if kind != Mark {
		return b.String(), kind
	}
	if unicode.Is(unicode.Nd, r) {
		return string('0' + digitValue(r)), Digits
	}
	if number := drawn(r, b.String()); number != "" {
		return number, Digits
	}
	return b.String(), Mark
}

// drawn is the number in a circle, between brackets or before a full stop that one character draws (❺, ⑸, ⒌), "" for none.
func drawn(r rune, text string) string {
	if bare := strings.Trim(text, "().,"); kindOf(bare) == Digits {
		return bare
	}
	for _, one := range []rune{'❶', '➀', '➊', '⓵'} { // the ones of rows up to nine, which nothing is said to be the same as
		if one <= r && r < one+9 {
			return string('1' + r - one)
		}
	}
	if r == '⓿' || r == '🄋' || r == '🄌' {
		return "0"
	}
	return ""
}

// digitValue is the value of a decimal digit of another script: they stand in rows of ten.
func digitValue(r rune) rune {
	first := r
	for r-first < 9 && unicode.Is(unicode.Nd, first-1) {
		first--
	}
	return r - first
}

// sameSign returns the plain sign for one that keyboards vary, "" for any other character.
func sameSign(r rune) string {
	switch r {
	case '–', '—', '−', '‐', '‑', '‒', '―':
		return "-"
	case '’', '‘', '´':
		return "'"
	case '“', '”':
		return `"`
	case '…':
		return "."
	case '⁄', '∕':
		return "/"
	case '\u2028', '\u2029':
		return "\n"
	default:
		return ""
	}
}

func kindOf(text string) Kind {
	letters, digits := text != "", text != ""
	for _, r := range text {
		letters = letters && unicode.IsLetter(r)
		digits = digits && '0' <= r && r <= '9'
	}
	switch {
	case letters:
		return Letters
	case digits:
		return Digits
	default:
		return Mark
	}
}
