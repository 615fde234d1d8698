package language

import (
	"fmt"
	"slices"
)

// Check tries the examples and counter-examples of all phrases, with words of the reader: each example must hold its
// phrase, no counter-example any phrase of its group.  It also finds phrases that stand twice in a group, or have no
// example.  The errors name file and line.
func (b *Book) Check(words func(text string) []Word) []error {
	var errs []error
	known := b.compiled()
	for id := range known.phrases {
		p := &known.phrases[id]
		if len(p.examples) == 0 {
			errs = append(errs, fmt.Errorf("%s: %q has no example", p.at, p.text))
		}
		if twin := known.twin(id); twin != nil {
			errs = append(errs, fmt.Errorf("%s: %q stands at %s, too", p.at, p.text, twin.at))
		}
		for _, e := range p.examples {
			if !slices.ContainsFunc(b.All(words(e.Text)), func(m Match) bool { return m.phrase == id }) {
				errs = append(errs, fmt.Errorf("%s: %q does not hold %q", e.At, e.Text, p.text))
			}
		}
		for _, e := range p.counters {
			for _, m := range b.All(words(e.Text)) {
				if m.Group == p.group {
					errs = append(errs, fmt.Errorf("%s: %q holds %q of %s", e.At, e.Text, known.phrases[m.phrase].text, known.phrases[m.phrase].at))
				}
			}
		}
	}
	return errs
}

// twin is an earlier phrase of the same group with the same text, nil for none.
func (c *compiled) twin(id int) *phrase {
	for i := range id {
		if p := &c.phrases[i]; p.group == c.phrases[id].group && p.text == c.phrases[id].text {
			return p
		}
	}
	return nil
}
