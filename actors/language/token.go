package language

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Token is a run of letters, a run of digits, or one sign of a text.
type Token struct {
	Kind       Kind
	Start, End int    // bytes in the text as given
	Raw        string // as typed
	Text       string // lower case, without accents
	Glued      bool   // nothing stands between this token and the one before
	Keycap     bool   // a number drawn as a key (3️⃣)
	folded     bool   // Text is not Raw
}

// keycapSign turns the digit before it into a key.
const keycapSign = '\u20e3'

// bytesPerToken is the length of a word with its space, on the average; a guess for the first size of lists.
const bytesPerToken = 5

// Tokenize splits a text.
func Tokenize(text string) []Token {
	return AppendTokens(make([]Token, 0, len(text)/bytesPerToken+1), text)
}

// AppendTokens is Tokenize into a list that is there already.
func AppendTokens(toks []Token, text string) []Token {
	from := len(toks)
	last := -1 // end of the last token, decorations included
	for i, r := range text {
		size := 1
		if r >= utf8.RuneSelf {
			_, size = utf8.DecodeRuneInString(text[i:])
		}
		plain, kind := FoldRune(r)
		n := len(toks)
		glued := n > from && last == i
		switch {
		case plain == "" && glued && r >= utf8.RuneSelf && unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
			toks[n-1].Keycap = toks[n-1].Keycap || r == keycapSign && toks[n-1].Kind == Digits
			toks[n-1].End, last = i+size, i+size
			toks[n-1].folded = true
			continue
		case plain == "":
			continue
		case glued && kind != Mark && toks[n-1].Kind == kind:
			toks[n-1].End = i + size
		default:
			toks = append(toks, Token{Kind: kind, Start: i, End: i + size, Glued: glued})
			n++
		}
		toks[n-1].folded = toks[n-1].folded || plain != text[i:i+size]
		last = i + size
	}
	write(toks[from:], text)
	return toks
}

// write fills what tokens are in the text, and what they are without case and accents.
func write(toks []Token, text string) {
	var b strings.Builder
	for i := range toks {
		t := &toks[i]
		t.Raw = text[t.Start:t.End]
		if t.Text = t.Raw; !t.folded {
			continue
		}
		if b.Len() == 0 {
			b.Grow(len(text) - t.Start)
		}
		from := b.Len()
		for _, r := range t.Raw {
			plain, _ := FoldRune(r)
			b.WriteString(plain)
		}
		t.Text = b.String()[from:]
	}
}
