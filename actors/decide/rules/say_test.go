package rules

import (
	"testing"

	"atende/actors/language"
)

// Every example of the file holds its phrase, no counter-example a phrase of its group.
func TestPhrasesHoldTheirExamples(t *testing.T) {
	t.Parallel()
	for _, err := range book.Check(func(text string) []language.Word {
		p := &parsed{text: text}
		p.scan()
		return p.words
	}) {
		t.Error(err)
	}
}
