package understand

import (
	"testing"

	"atende/actors/language"
)

// Every phrase has an example that holds it, and no group has a phrase that a counter-example holds.
func TestPhrasesKeepTheirExamples(t *testing.T) {
	t.Parallel()
	for _, err := range pt.book.Check(func(text string) []language.Word {
		r, _ := read(text, tuesday)
		return r.speech.words
	}) {
		t.Error(err)
	}
}
