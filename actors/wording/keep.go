package wording

import "strings"

// Kept are all texts with their variants, by id, from which Restore makes the same Texts.
func (t *Texts) Kept() map[ID][]string {
	kept := make(map[ID][]string, len(t.variants))
	for id, variants := range t.variants {
		for _, v := range variants {
			kept[id] = append(kept[id], v.joined())
		}
	}
	return kept
}

// joined is the text that was split.
func (t template) joined() string {
	var b strings.Builder
	for i, part := range t {
		if i%2 == 1 {
			part = "{" + part + "}"
		}
		b.WriteString(part)
	}
	return b.String()
}

// Restore makes Texts of what was kept, maybe by another release: a text that this one does not have is left out, and
// where there is none that it takes it says its own.
func Restore(kept map[ID][]string) *Texts {
	base := Default()
	t := &Texts{order: base.order, variants: make(map[ID][]template, len(base.variants)), sources: base.sources}
	for id, variants := range base.variants {
		if t.take(entry{id: id, texts: kept[id]}) != nil {
			t.variants[id] = variants
		}
	}
	return t
}
