package language

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Token is a run of letters, a run of digits, or one sign of a text.
type Token struct {
	Start, End int    // bytes in the text as given
	Raw        string // as typed
	Text       string // lower case, without accents
	Kind       Kind
	Glued      bool // nothing stands between this token and the one before
	Keycap     bool // a number drawn as a key (3️⃣)
	folded     bool // Text is not Raw
}

// keycapSign turns the digit before it into a key.
const keycapSign = '\u20e3'

const (
	// bytesPerToken is the length of a word with its space in most texts; a guess for the first size of lists.
	bytesPerToken = 4
	// fewTokens is how many most texts have at most.
	fewTokens = 16
)

// Tokenize splits a text for who only looks at its tokens: it is short enough to be part of the caller, on whose stack those of
// most texts are then.
func Tokenize(text string) []Token {
	var room [fewTokens]Token
	return AppendTokens(room[:0], text)
}

// TokenizeToKeep is Tokenize for who keeps the list.
func TokenizeToKeep(text string) []Token {
	return AppendTokens(make([]Token, 0, len(text)/bytesPerToken+1), text)
}

// AppendTokens is Tokenize into a list that is there already.
func AppendTokens(toks []Token, text string) []Token {
	from := len(toks)
	last := -1 // end of the last token, decorations included
	for i := 0; i < len(text); {
		kind, folded, end := asciiRun(text, i)
		n := len(toks)
		glued := n > from && last == i
		if end == i {
			r, size := utf8.DecodeRuneInString(text[i:])
			end = i + size
			plain, of := FoldRune(r)
			switch {
			case plain == "" && glued && r >= utf8.RuneSelf && unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
				toks[n-1].Keycap = toks[n-1].Keycap || r == keycapSign && toks[n-1].Kind == Digits
				toks[n-1].End, last, i = end, end, end
				toks[n-1].folded = true
				continue
			case plain == "":
				i = end
				continue
			}
			kind, folded = of, plain != text[i:end]
		}
		if glued && kind != Mark && toks[n-1].Kind == kind {
			toks[n-1].End = end
			toks[n-1].folded = toks[n-1].folded || folded
		} else {
			toks = append(toks, Token{Kind: kind, Start: i, End: end, Glued: glued, folded: folded})
		}
		last, i = end, end
	}
	write(toks[from:], text)
	return toks
}

// asciiRun is the end of the plain letters, or of the digits, that stand at a place: most of any text, of which no character
// needs a look of its own.  Folded says that some are capitals.
func asciiRun(text string, i int) (kind Kind, folded bool, end int) {
	end = i
	for end < len(text) && '0' <= text[end] && text[end] <= '9' {
		end++
	}
	if end > i {
		return Digits, false, end
	}
	for ; end < len(text); end++ {
		c := text[end]
		if capital := 'A' <= c && c <= 'Z'; capital {
			folded = true
		} else if c < 'a' || c > 'z' {
			break
		}
	}
	return Letters, folded, end
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
