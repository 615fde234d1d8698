package language

import "testing"

func TestLayWordsHoldTheirExamples(t *testing.T) {
	t.Parallel()
	b := Must(Options{Files: []string{"verbs", "lay"}})
	for _, err := range b.Check(plain(b)) {
		t.Error(err)
	}
}
