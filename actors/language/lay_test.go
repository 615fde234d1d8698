package language

import "testing"

func TestLayWordsHoldTheirExamples(t *testing.T) {
	t.Parallel()
	b := Must(Options{Files: []string{"lay"}})
	for _, err := range b.Check(b.Plain) {
		t.Error(err)
	}
}

func TestTopicsHoldTheirExamples(t *testing.T) {
	t.Parallel()
	b := Must(Options{Files: []string{"topics"}})
	for _, err := range b.Check(b.Plain) {
		t.Error(err)
	}
}
