package language_test

import (
	"testing"
	"unicode"
	"unicode/utf8"

	"atende/actors/language"
)

// No character becomes a text: whatever reads what was folded has work by the length of what was written.
func TestNoCharacterFoldsIntoMany(t *testing.T) {
	for r := range unicode.MaxRune {
		folded, _ := language.FoldRune(r)
		if utf8.RuneCountInString(folded) > 4 {
			t.Errorf("%U becomes %q", r, folded)
		}
	}
	for written, want := range map[string]string{"\ufdfa": "\ufdfa", "㌕": "㌕", "⑽": "10", "❺⓿🄆⑸⒌": "50555", "12∕03⁄85": "12/03/85", "½": "1⁄2", "ﬃ": "ffi", "℡": "tel"} {
		if got := language.Fold(written); got != want {
			t.Errorf("%q is folded into %q, not %q", written, got, want)
		}
	}
}
