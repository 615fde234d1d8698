package grounding

import (
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"atende/actors/language"
)

// sentence is one of a text, or a line of it.
type sentence struct {
	from, to int // tokens
	question bool
	line     bool // a line begins with it

	phrases uint64   // groups of phrases in it, a bit each
	moments []moment // days and hours in it
	pairs   []pair
	said    bool // the clinic itself says the facts in it
	tells   bool // that there is an appointment
	quoted  bool // it stands in the clinic's own words
}

// read takes a text apart: what may be said as it is, days and hours, and the phrases in it.
func read(text string, f *Facts) *checker {
	c := &checker{f: f, text: text, toks: language.Tokenize(text)}
	c.covered, c.asked = make([]bool, len(c.toks)), map[asked]sought{}
	for _, s := range f.Sayings {
		c.sayings = append(c.sayings, language.TokenizeToKeep(s))
	}
	c.part()
	c.stream()
	c.coverPlaceholders()
	c.coverFigures()
	c.coverDoctors()
	c.coverSayings()
	c.findQuotes()
	c.findMoments()
	c.stream() // again: what was read as a day or an hour is one word
	return c
}

// span are the tokens that one word of the stream stands for.
type span struct{ from, to int }

// stream makes the words that phrases are matched against: signs are gone, and what was read as a day or an hour is one
// word.
func (c *checker) stream() {
	c.words, c.spans = c.words[:0], c.spans[:0]
	next := 0 // moment
	for _, s := range c.sentences {
		first, pause := true, false
		begin := len(c.words)
		for i := s.from; i < s.to; i++ {
			for next < len(c.moments) && c.moments[next].from < i {
				next++
			}
			var w language.Word
			at := span{i, i + 1}
			switch {
			case next < len(c.moments) && c.moments[next].from == i && c.moments[next].kind <= anHour:
				w, at.to = lex.book.Word("@when"), c.moments[next].to
			case slices.Contains(c.chosen, i):
				w = lex.book.Word("@when")
			case c.toks[i].Kind == language.Mark:
				pause = pause || c.in(i, lex.Pauses)
				continue
			default:
				w = c.wordAt(i)
			}
			w.Breaks, w.Pause, w.First = len(c.words) == begin, pause, first || pause
			first, pause = first && c.in(i, lex.Greet), false
			c.words, c.spans = append(c.words, w), append(c.spans, at)
			i = at.to - 1
		}
		if len(c.words) > begin {
			c.words[len(c.words)-1].Last = true
		}
	}
	c.matches = lex.book.All(c.words)
	for n := range c.sentences {
		c.sentences[n].phrases = 0
	}
	for _, m := range c.matches {
		c.sentences[c.sentenceOf(c.spans[m.From].from)].phrases |= 1 << m.Group
	}
}

// longWord is the length from which a word may be several.
const longWord = 10

// wordAt is a word of the text, with a typo mended.
func (c *checker) wordAt(i int) language.Word {
	typed := c.toks[i]
	typed.Raw = norm.NFC.String(typed.Raw)
	w := lex.book.Typed(&typed)
	if !w.Known() && c.toks[i].Kind == language.Letters {
		for text := c.toks[i].Text; len(text) > longWord; text = text[1:] { // "consultamarcada"
			if w := lex.book.Word(text[longWord/2:]); lex.book.Occurs(lex.Does, []language.Word{w}) {
				return w
			}
		}
		if meant := lex.book.Mend(language.Squeeze(c.toks[i].Text, 3)); meant != "" {
			return lex.book.Word(meant)
		}
	}
	return w
}

// wordOf is the first word that stands at token i or behind it.
func (c *checker) wordOf(i int) int {
	n, _ := slices.BinarySearchFunc(c.spans, i, func(s span, i int) int { return s.from - i })
	return n
}

// sentenceOf is the number of the sentence of a token.
func (c *checker) sentenceOf(i int) int {
	n, _ := slices.BinarySearchFunc(c.sentences, i, func(s sentence, i int) int { return s.to - i - 1 })
	return min(n, len(c.sentences)-1)
}

// part finds the sentences.
func (c *checker) part() {
	from, line := 0, true
	for i := range c.toks {
		if !c.ends(i) {
			continue
		}
		if i > from {
			c.sentences = append(c.sentences, sentence{from: from, to: i, question: c.is(i, "?"), line: line})
		}
		line = c.is(i, "\n") || line && i == from
		from = i + 1
	}
	if from < len(c.toks) {
		c.sentences = append(c.sentences, sentence{from: from, to: len(c.toks), line: line})
	}
}

// ends reports whether a sentence ends with the sign at token i.  A dot inside of a number or an address ends none, nor
// does that of a title.
func (c *checker) ends(i int) bool {
	switch {
	case c.is(i, "?", "!", ";", "\n"):
		return true
	case c.toks[i].Kind == language.Mark && c.capital(i+1) && strings.ContainsFunc(c.toks[i].Raw, isEmoji):
		return true
	case !c.is(i, "."):
		return false
	case i+1 < len(c.toks) && c.toks[i+1].Glued && c.toks[i+1].Kind != language.Mark:
		return false
	case (c.digits(i-1) && len(c.toks[i-1].Text) <= 2 || c.in(i-1, lex.Letters)) && c.lineBegins(i-1):
		return false
	default:
		return !c.in(i-1, lex.Abbreviated)
	}
}

// lineBegins reports whether only signs stand before token i in its line.
func (c *checker) lineBegins(i int) bool {
	for i--; i >= 0 && !c.is(i, "\n"); i-- {
		if c.toks[i].Kind != language.Mark {
			return false
		}
	}
	return true
}

// is reports whether token i has one of some texts.
func (c *checker) is(i int, texts ...string) bool {
	return i >= 0 && i < len(c.toks) && slices.Contains(texts, c.toks[i].Text)
}

// in reports whether token i is a word of a class.
func (c *checker) in(i int, class *language.Class) bool {
	return i >= 0 && i < len(c.toks) && class.Has(c.toks[i].Text)
}

func (c *checker) digits(i int) bool {
	return i >= 0 && i < len(c.toks) && c.toks[i].Kind == language.Digits
}

func (c *checker) glued(i int) bool { return i < len(c.toks) && c.toks[i].Glued }

// has reports whether a sentence has a word of a class.
func (c *checker) has(s sentence, classes ...*language.Class) bool {
	return slices.ContainsFunc(classes, func(class *language.Class) bool { return c.firstOf(s, class) < s.to })
}

// sought is where a word of a class was looked for, and up to where.
type sought struct{ first, to int }

// firstOf is the first word of a class from the begin of a sentence on, s.to or behind it for none.  No word is looked at
// twice, whatever is asked of its sentence for each number in it.
func (c *checker) firstOf(s sentence, class *language.Class) int {
	key := asked{s.from, class}
	seen, ok := c.asked[key]
	if !ok {
		seen = sought{s.from, s.from}
	}
	for seen.first == seen.to && seen.to < s.to {
		if seen.to++; !c.in(seen.first, class) {
			seen.first = seen.to
		}
	}
	c.asked[key] = seen
	return seen.first
}

// phrase reports whether a phrase of a group stands in a sentence.
func phrase(s sentence, g language.Group) bool {
	return s.phrases&(1<<g) != 0
}

// cover accounts for tokens.
func (c *checker) cover(from, to int) {
	for i := from; i < to; i++ {
		c.covered[i] = true
	}
}

// between are the bytes from one token to another.
func (c *checker) between(from, to int) string {
	return c.text[c.toks[from].Start:c.toks[to-1].End]
}

// bullet reports whether only signs stand between the begin of a sentence and token i.
func (c *checker) bullet(s sentence, i int) bool {
	return s.line && !strings.ContainsFunc(c.text[c.toks[s.from].Start:c.toks[i].Start], func(r rune) bool { return isPlain(r) && !strings.ContainsRune(signs, r) })
}
