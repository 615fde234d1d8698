package grounding

import (
	"sync"

	"atende/actors/language"
)

// vocabulary are the words of all our examples: what patients and receptionists say.
var vocabulary = sync.OnceValue(func() map[string]struct{} {
	words, err := language.Words("replies", "questions", "purposes", "readback", "when", "beside", "kin", "offer", "afterwards")
	if err != nil {
		panic(err) // our own files
	}
	return words
})

const (
	// strange is how many words of a sentence nobody has said here where it is another language, and at least two of five.
	strange, ofWords, strangeShare = 3, 5, 2
	// foreign is how many words of other languages make a sentence one of them.
	foreign = 2
	// spaced is how many letters in a row stand alone where a word is spaced out: "p a r e".
	spaced = 4
)

// checkLanguage refuses sentences that are not Portuguese, and words whose letters stand apart: nothing behind this reads
// them, and patients do.
func (c *checker) checkLanguage() {
	for _, s := range c.sentences {
		words, unknown, others := 0, 0, 0
		alone := 0
		for i := s.from; i < s.to; i++ {
			t := &c.toks[i]
			if t.Kind == language.Mark || c.covered[i] {
				continue
			}
			if alone++; t.Kind != language.Letters || len(t.Text) > 1 || alone == 1 && c.is(i, "a", "e", "o") { // "o C P F"
				alone = 0
			}
			if alone == spaced {
				c.refuse("language", i+1-spaced, i+1)
			}
			if t.Kind != language.Letters {
				continue
			}
			words++
			if c.in(i, lex.Foreign) {
				others++
			}
			if c.unheard(i) {
				unknown++
			}
		}
		if others >= foreign || unknown >= strange && ofWords*unknown >= strangeShare*words {
			c.refuse("language", s.from, s.to)
		}
	}
}

// unheard reports a word that neither an example nor a phrase has.
func (c *checker) unheard(i int) bool {
	if _, heard := vocabulary()[c.toks[i].Text]; heard {
		return false
	}
	w := c.wordAt(i)
	return !w.Known()
}
