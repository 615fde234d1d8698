package understand

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// maxText bounds what Read looks at, in bytes: more than patients write, and little enough that a
// hostile text costs a fraction of a second.
const maxText = 16 << 10

// tokenKind is the class of the characters of a token.
type tokenKind uint8

const (
	kindWord   tokenKind = iota // letters
	kindNumber                  // ASCII digits after folding
	kindMark                    // one sign, emoji or line break
)

// token is a run of letters, a run of digits, or one sign of a text.
type token struct {
	kind       tokenKind
	start, end int    // bytes in the text as given
	raw        string // as typed
	text       string // lower case, without accents
	key        string // the word meant: stretched letters, short forms and typos mended
	lemma      string // for a form of a known verb its infinitive, else ""
	glued      bool   // nothing stands between this token and the one before
	keycap     bool   // a number drawn as a key (3️⃣)
	folded     bool   // text is not raw
}

// foldRune returns r in lower case without accents, and its kind.  The text is empty for what only
// decorates another character or separates words.
func foldRune(r rune) (string, tokenKind) {
	if r == utf8.RuneError || unicode.IsControl(r) && r != '\n' {
		return "", kindMark
	}
	if r < utf8.RuneSelf {
		return foldASCII(byte(r))
	}
	if r < latinEnd {
		f := latin[r-utf8.RuneSelf]
		return f.text, f.kind
	}
	return foldWide(r)
}

// latinEnd is behind the letters with accents of European languages, which are folded once.
const latinEnd = 0x180

type folded struct {
	text string
	kind tokenKind
}

var latin = func() (table [latinEnd - utf8.RuneSelf]folded) {
	for i := range table {
		text, kind := foldWide(rune(i + utf8.RuneSelf))
		table[i] = folded{text, kind}
	}
	return table
}()

// foldWide is foldRune for any character beyond ASCII.
func foldWide(r rune) (string, tokenKind) {
	if sign, ok := sameSign[r]; ok {
		return sign, kindMark
	}
	if unicode.IsMark(r) || unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Sk, r) {
		return "", kindMark
	}
	var b strings.Builder
	for _, d := range norm.NFKD.String(string(r)) {
		if !unicode.IsMark(d) {
			b.WriteRune(unicode.ToLower(d))
		}
	}
	return b.String(), kindOf(b.String())
}

func foldASCII(c byte) (string, tokenKind) {
	switch {
	case c == ' ':
		return "", kindMark
	case '0' <= c && c <= '9':
		return ascii[c], kindNumber
	case 'a' <= c|0x20 && c|0x20 <= 'z':
		return ascii[c|0x20], kindWord
	}
	return ascii[c], kindMark
}

// ascii holds every ASCII character as a text.
var ascii = func() (table [utf8.RuneSelf]string) {
	for i := range table {
		table[i] = string(rune(i))
	}
	return table
}()

// sameSign maps signs that people's keyboards vary to the plain one.
var sameSign = map[rune]string{
	'–': "-", '—': "-", '−': "-", '‐': "-", '‑': "-", '’': "'", '‘': "'", '´': "'", '“': `"`, '”': `"`,
	'…': ".", '\u2028': "\n", '\u2029': "\n",
}

func kindOf(folded string) tokenKind {
	letters, digits := len(folded) > 0, len(folded) > 0
	for _, r := range folded {
		letters = letters && unicode.IsLetter(r)
		digits = digits && '0' <= r && r <= '9'
	}
	switch {
	case letters:
		return kindWord
	case digits:
		return kindNumber
	}
	return kindMark
}

// keycapSign turns the digit before it into a key.
const keycapSign = '\u20e3'

// bytesPerToken is the length of a word with its space, on the average; a guess for the first size of
// lists.
const bytesPerToken = 5

// tokenize splits a text.  Keys and lemmas are still empty; see mend.
func tokenize(text string) []token {
	return appendTokens(make([]token, 0, len(text)/bytesPerToken+1), text)
}

// appendTokens is tokenize into a list that is there already.
func appendTokens(toks []token, text string) []token {
	last := -1 // end of the last token, decorations included
	for i, r := range text {
		_, size := utf8.DecodeRuneInString(text[i:])
		plain, kind := foldRune(r)
		n := len(toks)
		glued := n > 0 && last == i
		switch {
		case plain == "" && glued && unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
			toks[n-1].keycap = toks[n-1].keycap || r == keycapSign && toks[n-1].kind == kindNumber
			toks[n-1].end, last = i+size, i+size
			toks[n-1].folded = true
			continue
		case plain == "":
			continue
		case glued && kind != kindMark && toks[n-1].kind == kind:
			toks[n-1].end = i + size
		default:
			toks = append(toks, token{kind: kind, start: i, end: i + size, glued: glued})
			n++
		}
		toks[n-1].folded = toks[n-1].folded || plain != text[i:i+size]
		last = i + size
	}
	write(toks, text)
	return toks
}

// write fills what tokens are in the text, and what they are without case and accents.
func write(toks []token, text string) {
	var folded strings.Builder
	for i := range toks {
		t := &toks[i]
		t.raw = text[t.start:t.end]
		if t.text = t.raw; !t.folded {
			continue
		}
		if folded.Len() == 0 {
			folded.Grow(len(text) - t.start)
		}
		from := folded.Len()
		for _, r := range t.raw {
			plain, _ := foldRune(r)
			folded.WriteString(plain)
		}
		t.text = folded.String()[from:]
	}
}

// cut returns at most maxText bytes of text, whole characters only.
func cut(text string) string {
	if len(text) <= maxText {
		return text
	}
	end := maxText
	for end > maxText-utf8.UTFMax && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end]
}
