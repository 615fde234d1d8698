package model

import "testing"

// Every example of the file holds its phrase, no counter-example a phrase of its group.
func TestPhrasesHoldTheirExamples(t *testing.T) {
	t.Parallel()
	for _, err := range book.Check(wordsOf) {
		t.Error(err)
	}
}
