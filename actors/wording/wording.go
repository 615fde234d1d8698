// Package wording holds every sentence that a patient can read: the words in texts.yaml, their names
// in ids.go.  A clinic lays a file of its own over them, which is checked before the agent starts.
//
// The package knows nothing of conversations; who speaks chooses the text and fills its placeholders.
package wording

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

//go:embed texts.yaml
var defaults []byte

// Texts are the words of one clinic.  They are immutable and safe for concurrent use.
type Texts struct {
	order    []ID // of texts.yaml
	variants map[ID][]template
	sources  map[ID][]string // each text's own as a list, see Words
}

// template is a text split at its placeholders: literal, name, literal, name, …, literal.
type template []string

// Default returns the words that atende comes with.
var Default = sync.OnceValue(func() *Texts {
	texts, err := builtin()
	if err != nil {
		panic(err) // the embedded file; a test reads it
	}
	return texts
})

// Text is a text with its placeholders filled from pairs of name and value.
func (t *Texts) Text(id ID, fill ...string) string { return t.Variant(id, 0, fill...) }

// Variant is the n-th way to say a text, from 0; after the last one comes the first again.
func (t *Texts) Variant(id ID, n int, fill ...string) string {
	list := t.variants[id]
	if len(list) == 0 {
		return ""
	}
	return list[max(0, n)%len(list)].filled(fill)
}

// Variants counts the ways to say a text.
func (t *Texts) Variants(id ID) int { return len(t.variants[id]) }

func (t template) filled(fill []string) string {
	if len(t) == 1 {
		return t[0]
	}
	var room [8]string
	parts := append(room[:0], t...)
	for i := 1; i < len(parts); i += 2 {
		parts[i] = valueOf(fill, parts[i])
	}
	return strings.Join(parts, "")
}

func valueOf(fill []string, name string) string {
	for i := 0; i+1 < len(fill); i += 2 {
		if fill[i] == name {
			return fill[i+1]
		}
	}
	return ""
}

// split parts a text at its placeholders.
func split(text string) template {
	var t template
	for {
		before, rest, ok := strings.Cut(text, "{")
		name, after, closed := strings.Cut(rest, "}")
		if !ok || !closed {
			return append(t, text)
		}
		t, text = append(t, before, name), after
	}
}

// names are the placeholders of a text.
func (t template) names() []string {
	var list []string
	for i := 1; i < len(t); i += 2 {
		list = append(list, t[i])
	}
	return list
}

// IDs are the names of all texts, in the order of texts.yaml.
func (t *Texts) IDs() []ID { return slices.Clone(t.order) }
