package wording

import (
	"slices"
	"strings"
)

// Words are a text with what it comes from.  The zero Words say nothing.
type Words struct {
	Text string
	// From names the sources in the order in which they are heard, each once: "text:ID" for a text of this
	// package; who speaks names others ("clinic:a4").  Words share it: it must not be changed.
	From []string
}

// Source names a text as what words come from: "text:ask.plan".
func Source(id ID) string { return "text:" + string(id) }

// Words is the n-th way to say a text, from 0, with its placeholders filled, and its source.
func (t *Texts) Words(id ID, n int, fill ...string) Words {
	return Words{Text: t.Variant(id, n, fill...), From: t.sources[id]}
}

// Quote are words of somebody else.
func Quote(text string, from ...string) Words { return Words{Text: text, From: from} }

// With are the same words, into which others were filled.
func (w Words) With(others ...Words) Words {
	for _, other := range others {
		for _, source := range other.From {
			if !slices.Contains(w.From, source) {
				w.From = append(slices.Clip(w.From), source)
			}
		}
	}
	return w
}

// Lines joins words of one message by line breaks and leaves out empty ones.
func Lines(list ...Words) Words { return Join("\n", list...) }

// Join joins words and leaves out empty ones.
func Join(separator string, list ...Words) Words {
	sources := 0
	for _, w := range list {
		sources += len(w.From)
	}
	texts, from := make([]string, 0, len(list)), make([]string, 0, sources)
	for _, w := range list {
		if w.Text == "" {
			continue
		}
		texts = append(texts, w.Text)
		for _, source := range w.From {
			if !slices.Contains(from, source) {
				from = append(from, source)
			}
		}
	}
	return Words{Text: strings.Join(texts, separator), From: slices.Clip(from)}
}

// Takes reports whether a text has a placeholder of that name.
func Takes(id ID, name string) bool { return slices.Contains(placeholders[id], name) }
