package grounding

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// kind is the class of the characters of a token.
type kind uint8

const (
	word   kind = iota // letters
	number             // digits
	mark               // one sign
	line               // a line break
)

// token is a run of letters, a run of digits, a sign or a line break.  What only decorates (bold marks, quotes,
// emojis, invisible characters) is no token.
type token struct {
	kind       kind
	start, end int    // bytes in the text as given
	text       string // small Latin letters without accents
	accent     bool   // a letter of it had one
	upper      bool   // its first letter is a capital
	glued      bool   // nothing stands between this token and the one before
	quoted     bool   // a quote or a bold mark stands before it
	pictured   bool   // an emoji stands before it
	keycap     bool   // a number that is drawn as a key
	claim      *form  // what it says of a booking, nil for nothing; also found in disguise
}

// isWord reports whether the token is one of the words.
func (t *token) isWord(words set) bool { return t.kind == word && words.has(t.text) }

// is reports whether the token is that sign or word.
func (t *token) is(text string) bool { return t.text == text }

// bytesPerToken is a guess for the first size of lists.
const bytesPerToken = 5

// tokenizer gathers the tokens of a text.
type tokenizer struct {
	toks   []token
	buffer strings.Builder
	open   bool // the last token may grow
	near   bool // nothing visible stands between here and the last token
	quote  bool // a quote stands before the next token
	emoji  bool // an emoji does
}

// tokenize splits a text in tokens; it takes any bytes.
func tokenize(text string) []token {
	z := &tokenizer{toks: make([]token, 0, len(text)/bytesPerToken+1)}
	for i, r := range text {
		size := utf8.RuneLen(r)
		if r == utf8.RuneError {
			_, size = utf8.DecodeRuneInString(text[i:])
		}
		z.take(r, i, i+size)
	}
	z.close()
	return z.toks
}

func (z *tokenizer) take(r rune, start, end int) {
	f := foldRune(r)
	switch f.role {
	case nothing:
		if r == keycapSign && len(z.toks) > 0 && z.toks[len(z.toks)-1].kind == number {
			z.toks[len(z.toks)-1].keycap = true
		}
		if unicode.Is(unicode.Mn, r) && z.open {
			z.toks[len(z.toks)-1].accent = true
		}
	case space:
		z.close()
		z.near = false
	case decoration:
		z.close()
		z.quote, z.emoji = true, z.emoji || r >= firstPicture
	case letter:
		z.grow(word, f, start, end)
	case digit:
		z.grow(number, f, start, end)
	case breakLine:
		z.add(line, f, start, end)
		z.close()
	default:
		z.add(mark, f, start, end)
		z.close()
	}
}

// keycapSign turns the digit before it into a key.
const keycapSign = '\u20e3'

func (z *tokenizer) grow(k kind, f folded, start, end int) {
	if n := len(z.toks); z.open && z.toks[n-1].kind == k {
		z.toks[n-1].end = end
		z.toks[n-1].accent = z.toks[n-1].accent || f.accent
		z.buffer.WriteString(f.text)
		return
	}
	z.add(k, f, start, end)
	z.open = true
}

func (z *tokenizer) add(k kind, f folded, start, end int) {
	z.close()
	z.toks = append(z.toks, token{
		kind: k, start: start, end: end, accent: f.accent, upper: f.upper, quoted: z.quote, pictured: z.emoji,
		glued: z.near && len(z.toks) > 0 && k != line && z.toks[len(z.toks)-1].kind != line,
	})
	z.buffer.WriteString(f.text)
	z.near, z.quote, z.emoji, z.open = true, false, false, true
}

// close gives the last token its text.
func (z *tokenizer) close() {
	if z.open {
		z.toks[len(z.toks)-1].text = z.buffer.String()
		z.buffer.Reset()
	}
	z.open = false
}
