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
	if r == utf8.RuneError || unicode.IsControl(r) && r != '\n' {
		return "", Mark
	}
	if r < utf8.RuneSelf {
		return foldASCII(byte(r))
	}
	if r < latinEnd {
		f := tables.latin[r-utf8.RuneSelf]
		return f.text, f.kind
	}
	return foldWide(r)
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

// latinEnd is behind the letters with accents of European languages, which are folded once.
const latinEnd = 0x180

// folded is what becomes of a character.
type folded struct {
	text string
	kind Kind
}

// tables hold what becomes of the common characters.
var tables = newFoldTables()

type foldTables struct {
	ascii [utf8.RuneSelf]string
	latin [latinEnd - utf8.RuneSelf]folded
}

func newFoldTables() *foldTables {
	t := &foldTables{}
	for i := range t.ascii {
		t.ascii[i] = string(rune(i))
	}
	for i := range t.latin {
		text, kind := foldWide(rune(i + utf8.RuneSelf))
		t.latin[i] = folded{text, kind}
	}
	return t
}

// foldWide is FoldRune for any character beyond ASCII.
func foldWide(r rune) (string, Kind) {
	if sign := sameSign(r); sign != "" {
		return sign, Mark
	}
	if unicode.IsMark(r) || unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Sk, r) {
		return "", Mark
	}
	var b strings.Builder
	for _, d := range norm.NFKD.String(string(r)) {
		if !unicode.IsMark(d) {
			b.WriteRune(unicode.ToLower(d))
		}
	}
	kind := kindOf(b.String())
	if kind == Mark && unicode.Is(unicode.Nd, r) {
		return string('0' + digitValue(r)), Digits
	}
	return b.String(), kind
}

// digitValue is the value of a decimal digit of another script: they stand in rows of ten.
func digitValue(r rune) rune {
	first := r
	for r-first < 9 && unicode.Is(unicode.Nd, first-1) {
		first--
	}
	return r - first
}

func foldASCII(c byte) (string, Kind) {
	switch {
	case c == ' ':
		return "", Mark
	case '0' <= c && c <= '9':
		return tables.ascii[c], Digits
	case 'a' <= c|0x20 && c|0x20 <= 'z':
		return tables.ascii[c|0x20], Letters
	}
	return tables.ascii[c], Mark
}

// sameSign returns the plain sign for one that keyboards vary, "" for any other character.
func sameSign(r rune) string {
	switch r {
	case '–', '—', '−', '‐', '‑':
		return "-"
	case '’', '‘', '´':
		return "'"
	case '“', '”':
		return `"`
	case '…':
		return "."
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
