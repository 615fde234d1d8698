package grounding

import (
	"slices"
	"strings"

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
	// asks for something about the booking, needs something for it, offers times.
	asks, needs, offers bool
}

// read parts a text into tokens and sentences.
func read(text string, f *Facts) *checker {
	c := &checker{f: f, text: text, toks: language.Tokenize(text)}
	c.covered = make([]bool, len(c.toks))
	for _, s := range f.Sayings {
		c.sayings = append(c.sayings, language.Tokenize(s))
	}
	c.part()
	c.words = c.phraseWords()
	c.matches = book.All(c.words)
	c.done = make([]bool, len(c.toks))
	for _, m := range c.matches {
		c.done[m.From] = c.done[m.From] || m.Group == lex.Spoken
		if s := &c.sentences[c.sentenceOf(m.From)]; m.To <= s.to {
			s.phrases |= 1 << m.Group
		}
	}
	return c
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
	case c.is(i, "?"), c.is(i, "!"), c.is(i, "\n"):
		return true
	case !c.is(i, "."):
		return false
	case i+1 < len(c.toks) && c.toks[i+1].Glued && c.toks[i+1].Kind != language.Mark:
		return false
	case c.digits(i-1) && len(c.toks[i-1].Text) <= 2 && c.lineBegins(i-1):
		return false
	default:
		return !c.is(i-1, "dr") && !c.is(i-1, "dra") && !c.is(i-1, "drs") && !c.is(i-1, "sr") && !c.is(i-1, "sra")
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

// phraseWords are the tokens as phrases see them.
func (c *checker) phraseWords() []language.Word {
	words := make([]language.Word, len(c.toks))
	for _, s := range c.sentences {
		for i := s.from; i < s.to; i++ {
			if c.toks[i].Kind != language.Mark {
				words[i] = book.Word(c.toks[i].Text)
			}
			words[i].First, words[i].Last, words[i].Breaks = i == s.from, i == s.to-1, i == s.from
		}
	}
	for i := range words {
		words[i].Breaks = words[i].Breaks || c.ends(i)
	}
	return words
}

// is reports whether token i has this text.
func (c *checker) is(i int, text string) bool {
	return i >= 0 && i < len(c.toks) && c.toks[i].Text == text
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
	for i := s.from; i < s.to; i++ {
		for _, class := range classes {
			if c.in(i, class) {
				return true
			}
		}
	}
	return false
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
