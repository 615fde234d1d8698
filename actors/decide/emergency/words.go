package emergency

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"atende/actors/language"
)

const (
	pauses      = ",:()" // and dashes
	stops       = ".;!?\n…\u2028\u2029"
	maxDigits   = 4  // longer numbers are no more than numbers
	usualTokens = 32 // take no memory of their own
)

// note is what is known of a word beside what it is to the phrases.
type note struct {
	text  string // lower case, no accents, no doubled letters
	asked bool   // the sentence that it stands in ends with a question mark
	part  int    // of the message: what one setting speaks for
}

// splitter cuts a message into words.
type splitter struct {
	words         []language.Word
	notes         []note
	breaks, pause bool // before the next word
	first         int  // first word of the sentence
}

// split returns the words of a text.  Letters lose case and accents, runs of one letter are one ("socorrooo" and
// "socoro" are the same word), everything else separates.
func (t *tables) split(text string) ([]language.Word, []note) {
	text = language.Latin(text, t.keeps)
	var room [usualTokens]language.Token
	tokens := language.AppendTokens(room[:0], text)
	s := splitter{words: make([]language.Word, 0, len(tokens)), notes: make([]note, 0, len(tokens))}
	for i := range tokens {
		switch token := &tokens[i]; token.Kind {
		case language.Letters:
			s.add(t.look(language.Single(token.Text)))
		case language.Digits:
			s.add(t.number(token.Text), token.Text)
		default:
			sign, size := utf8.DecodeRuneInString(token.Raw) // without what decorates it
			if emoji := t.emoji.Value(token.Raw[:size]); emoji != "" {
				s.add(t.look(emoji))
			} else if !t.inside(text, tokens, i) {
				s.sign(sign)
			}
		}
	}
	return s.words, s.notes
}

func (s *splitter) add(w language.Word, text string) {
	w.Breaks, w.Pause = s.breaks, s.pause && !s.breaks
	s.words, s.notes = append(s.words, w), append(s.notes, note{text: text})
	s.breaks, s.pause = false, false
}

// sign takes note of what stands between words.
func (s *splitter) sign(r rune) {
	switch {
	case len(s.words) == 0:
	case strings.ContainsRune(stops, r):
		if r == '?' {
			for i := s.first; i < len(s.notes); i++ {
				s.notes[i].asked = true
			}
		}
		s.breaks, s.first = true, len(s.words)
	case strings.ContainsRune(pauses, r), r >= utf8.RuneSelf && unicode.Is(unicode.Pd, r):
		s.pause = true
	}
}

// inside reports a sign that belongs to what is before it: that of a decimal (39,5 and 52.998), or of a title (dra.).
func (t *tables) inside(text string, tokens []language.Token, i int) bool {
	token := &tokens[i]
	sign, next := token.Raw[:1], token.Start+1
	if i == 0 || !token.Glued || sign != "." && sign != "," {
		return false
	}
	switch before := &tokens[i-1]; before.Kind {
	case language.Digits:
		return next < len(text) && '0' <= text[next] && text[next] <= '9'
	case language.Letters:
		return sign == "." && t.title.Has(language.Single(before.Text))
	default:
		return false
	}
}

// keeps reports what decorates the letter before it, pauses, or counts as a word.
func (t *tables) keeps(r rune) bool {
	return unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf, unicode.Pd) || strings.ContainsRune(stops, r) || t.emoji.Has(string(r))
}

// look returns what a word is to the phrases, in spite of a typo, beside the word.
func (t *tables) look(text string) (w language.Word, same string) {
	w, whole := t.book.Lookup(text)
	known := func(base string) (ok bool) {
		w, ok = t.book.Form(w, base)
		return ok
	}
	if !language.Diminutive(text, known) && !whole && !language.Spoken(text, known) {
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
