package wording

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// Whatever stands in a clinic's file of texts, it is refused with its reasons, or every text can be said.
func FuzzLoad(f *testing.F) {
	for _, file := range []string{
		"media.reaction: Vi!\n", "media.reaction: [a, b]\n", "ask.service: 'Qual {x}?'\n", "a: &a [*a]\n", "? {}\n", "media.reaction: \"\\u202e\"\n", string(defaults),
		"media.reaction:\n  - \"{\"\n", "media.reaction: {a: b}\n", "media.reaction: a\nmedia.reaction: b\n", "\x00", "- a\n",
	} {
		f.Add([]byte(file))
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		texts, err := Load(file)
		if err != nil {
			if texts != nil || strings.TrimSpace(err.Error()) == "" {
				t.Fatalf("%v and %v", texts, err)
			}
			return
		}
		for _, id := range texts.IDs() {
			for n := range texts.Variants(id) {
				if text := texts.Variant(id, n); !utf8.ValidString(text) || text == "" {
					t.Fatalf("%s %d is %q", id, n, text)
				}
			}
		}
		_ = texts.Listing()
	})
}
