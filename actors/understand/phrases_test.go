package understand

import (
	"slices"
	"strings"
	"testing"

	"atende/actors/language"
)

// Every phrase has an example that holds it, and no group has a phrase that a counter-example holds.
func TestPhrasesKeepTheirExamples(t *testing.T) {
	t.Parallel()
	stream := func(text string) []language.Word {
		r := &reader{}
		r.read(text, tuesday, false)
		return r.speech.words
	}
	tokens := func(text string) []language.Word {
		r := &reader{}
		r.read(text, tuesday, false)
		return r.words
	}
	for _, err := range slices.Concat(pt.book.Check(stream), pt.grammar.Check(tokens)) {
		t.Error(err)
	}
}

// The reasons are words of the text, and lead to a line of the file.
func TestWhyNamesWordsAndLine(t *testing.T) {
	t.Parallel()
	got := Why("Oi! Vou  REMARCAR, tá?", tuesday)
	want := Reason{Group: "reschedule", Words: "REMARCAR", Phrase: "~remarcar"}
	if len(got) != 1 {
		t.Fatalf("reasons %+v", got)
	}
	want.At = got[0].At
	if got[0] != want || want.At.File != "understand.phrases" || want.At.Line < 1 {
		t.Errorf("got %+v, want %+v", got[0], want)
	}
	for _, line := range slices.Concat(lines(t, "testdata/intents.txt"), lines(t, "testdata/people.txt"), lines(t, "testdata/days.txt")) {
		text, _, _ := strings.Cut(line, " => ")
		for _, reason := range Why(text, tuesday) {
			if reason.Words == "" || !strings.Contains(text, reason.Words) || reason.Phrase == "" {
				t.Errorf("%q: %+v", text, reason)
			}
		}
	}
}
