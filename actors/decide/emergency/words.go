package emergency

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"atende/actors/language"
)

// pause is what stands between a word and the one before it.
type pause uint8

const (
	pauseNone  pause = iota
	pauseComma       // , : ( ) and dashes
	pauseEnd         // . ; ! ? and line breaks
)

// note is what is known of a word beside what it is to the phrases.
type note struct {
	text  string // lower case, no accents, no doubled letters
	asked bool   // the sentence that it stands in ends with a question mark
	part  int    // of the message: what one setting speaks for
}

// splitter cuts a message into words.
type splitter struct {
	words []language.Word
	notes []note
	next  pause
	first int // first word of the sentence
}

// split returns the words of a text.  Letters lose case and accents, runs of one letter are one ("socorrooo" and
// "socoro" are the same word), everything else separates.
func (t *tables) split(text string) ([]language.Word, []note) {
	text = t.latin(text)
	tokens := language.Tokenize(text)
	s := splitter{words: make([]language.Word, 0, len(tokens)), notes: make([]note, 0, len(tokens))}
	for i := range tokens {
		switch token := &tokens[i]; token.Kind {
		case language.Letters:
			s.add(t.look(single(token.Text)))
		case language.Digits:
			s.add(t.number(token.Text), token.Text)
		default:
			if emoji := t.emoji.Value(token.Raw); emoji != "" {
				s.add(t.look(emoji))
			} else if !t.inside(text, tokens, i) {
				s.sign(token.Raw)
			}
		}
	}
	return s.words, s.notes
}

func (s *splitter) add(w language.Word, text string) {
	w.Breaks, w.Pause = s.next == pauseEnd, s.next == pauseComma
	s.words, s.notes = append(s.words, w), append(s.notes, note{text: text})
	s.next = pauseNone
}

// sign takes note of what stands between words.
func (s *splitter) sign(raw string) {
	var p pause
	switch raw {
	case ",", ":", "(", ")":
		p = pauseComma
	case "?":
		for i := s.first; i < len(s.notes); i++ {
			s.notes[i].asked = true
		}
		p = pauseEnd
	case ".", ";", "!", "\n", "…", "\u2028", "\u2029":
		p = pauseEnd
	default:
		if r, _ := utf8.DecodeRuneInString(raw); r >= utf8.RuneSelf && unicode.Is(unicode.Pd, r) {
			p = pauseComma
		}
	}
	if p == pauseEnd {
		s.first = len(s.words)
	}
	if len(s.words) > 0 {
		s.next = max(s.next, p)
	}
}

// inside reports a sign that belongs to what is before it: that of a decimal (39,5 and 52.998), or of a title (dra.).
func (t *tables) inside(text string, tokens []language.Token, i int) bool {
	token := &tokens[i]
	if i == 0 || !token.Glued || token.Raw != "." && token.Raw != "," {
		return false
	}
	switch before := &tokens[i-1]; before.Kind {
	case language.Digits:
		return token.End < len(text) && '0' <= text[token.End] && text[token.End] <= '9'
	case language.Letters:
		return token.Raw == "." && t.title.Has(single(before.Text))
	default:
		return false
	}
}

// latin writes variants of letters and digits as these (𝐒 is s, ½ is 12), and a space for what separates words
// without a meaning of its own.
func (t *tables) latin(text string) string {
	if strings.IndexFunc(text, func(r rune) bool { return r >= utf8.RuneSelf && !isLatin(r) }) < 0 {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	for i, r := range text {
		_, size := utf8.DecodeRuneInString(text[i:])
		if r < utf8.RuneSelf || isLatin(r) || keeps(r) || t.emoji.Has(text[i:i+size]) {
			b.WriteString(text[i : i+size])
			continue
		}
		plain, _ := language.FoldRune(r)
		n := b.Len()
		for j := range len(plain) {
			if c := plain[j]; 'a' <= c && c <= 'z' || '0' <= c && c <= '9' {
				b.WriteByte(c)
			}
		}
		if b.Len() == n {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// isLatin reports a letter of western languages that is one of ASCII without its accent.
func isLatin(r rune) bool {
	plain, kind := language.FoldRune(r)
	return kind == language.Letters && len(plain) == 1 && r < latinEnd
}

// latinEnd is behind the letters that isLatin knows.
const latinEnd = 0x180

// keeps reports what decorates the letter before, or pauses.
func keeps(r rune) bool {
	return unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf, unicode.Pd) || r == '…' || r == '\u2028' || r == '\u2029'
}

// single leaves one of each run of the same letter.
func single(text string) string {
	i := 1
	for i < len(text) && (text[i] != text[i-1] || text[i] < 'a' || 'z' < text[i]) {
		i++
	}
	if i >= len(text) {
		return text
	}
	short := []byte(text[:i])
	for ; i < len(text); i++ {
		if c := text[i]; c != text[i-1] || c < 'a' || 'z' < c {
			short = append(short, c)
		}
	}
	return string(short)
}

// look returns what a word is to the phrases, in spite of a typo.
func (t *tables) look(text string) (w language.Word, written string) {
	w, whole := t.book.Lookup(text)
	known := func(base string) (ok bool) {
		w, ok = t.book.Form(w, base)
		return ok
	}
	if !small(text, known) && !whole && !spoken(text, known) {
		known(t.book.Mend(text))
	}
	return w, text
}

// number returns what a number is to the phrases.
func (t *tables) number(text string) language.Word {
	w := t.book.Word("@num", text)
	n, err := strconv.Atoi(text)
	if err != nil || len(text) > maxDigits {
		return w
	}
	for _, span := range t.numbers {
		if span.from <= n && n <= span.to {
			w = t.book.Reading(w, span.thing)
		}
	}
	return w
}

// maxDigits bounds the numbers that may be more than numbers.
const maxDigits = 4
