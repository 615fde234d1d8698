package understand

import (
	"slices"
	"testing"

	"atende/actors/language"
)

// Every phrase has an example that holds it, and no group has a phrase that a counter-example holds.
func TestPhrasesKeepTheirExamples(t *testing.T) {
	t.Parallel()
	stream := func(text string) []language.Word {
		r, _ := read(text, tuesday)
		return r.speech.words
	}
	tokens := func(text string) []language.Word {
		r, _ := read(text, tuesday)
		return r.words
	}
	for _, err := range slices.Concat(pt.book.Check(stream), pt.grammar.Check(tokens)) {
		t.Error(err)
	}
}
