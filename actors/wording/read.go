package wording

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// maxVariants bounds the ways to say one text, maxRunes its length: what takes more does not fit a small
// phone.
const (
	maxVariants = 12
	maxRunes    = 600
)

// entry is a line of a file of texts.
type entry struct {
	id    ID
	line  int
	texts []string
}

// Load lays a clinic's own file over the texts that atende comes with.  The error joins every problem of the
// file, each with its line.
func Load(file []byte) (*Texts, error) {
	entries, err := parse(file)
	if err != nil {
		return nil, err
	}
	base := Default()
	t := &Texts{order: base.order, variants: make(map[ID][]template, len(base.variants)), sources: base.sources}
	for id, variants := range base.variants {
		t.variants[id] = variants
	}
	var problems []error
	for _, e := range entries {
		if base.Variants(e.id) == 0 {
			problems = append(problems, fmt.Errorf("line %d: no text is called %s%s", e.line, e.id, base.guess(e.id)))
			continue
		}
		problems = append(problems, t.take(e))
	}
	if err := errors.Join(problems...); err != nil {
		return nil, err
	}
	return t, nil
}

// builtin reads the embedded file.
func builtin() (*Texts, error) {
	entries, err := parse(defaults)
	if err != nil {
		return nil, err
	}
	t := &Texts{variants: make(map[ID][]template, len(entries)), sources: make(map[ID][]string, len(entries))}
	var problems []error
	for _, e := range entries {
		t.order, t.sources[e.id] = append(t.order, e.id), []string{Source(e.id)}
		problems = append(problems, t.take(e))
	}
	return t, errors.Join(problems...)
}

// take checks an entry and puts it in the place of the one before.
func (t *Texts) take(e entry) error {
	var problems []error
	if len(e.texts) == 0 || len(e.texts) > maxVariants {
		problems = append(problems, fmt.Errorf("line %d: %s: a text, or a list of up to %d", e.line, e.id, maxVariants))
	}
	variants := make([]template, 0, len(e.texts))
	for _, text := range e.texts {
		parts := split(text)
		for _, problem := range check(e.id, text, parts) {
			problems = append(problems, fmt.Errorf("line %d: %s %s", e.line, e.id, problem))
		}
		variants = append(variants, parts)
	}
	t.variants[e.id] = variants
	return errors.Join(problems...)
}

// parse lists the entries of a file in their order.
func parse(file []byte) ([]entry, error) {
	var root yaml.Node
	if err := yaml.Unmarshal(file, &root); err != nil {
		return nil, fmt.Errorf("no YAML: %w", err)
	}
	if len(root.Content) == 0 {
		return nil, nil // empty, or nothing but comments
	}
	list := root.Content[0]
	if list.Kind != yaml.MappingNode {
		return nil, fmt.Errorf("line %d: must be a list of names and texts", list.Line)
	}
	var entries []entry
	var problems []error
	for i := 0; i+1 < len(list.Content); i += 2 {
		e, err := entryOf(list.Content[i], list.Content[i+1])
		if first := slices.IndexFunc(entries, func(o entry) bool { return o.id == e.id }); first >= 0 {
			err = fmt.Errorf("line %d: %s stands in line %d, too", e.line, e.id, entries[first].line)
		}
		problems, entries = append(problems, err), append(entries, e)
	}
	return entries, errors.Join(problems...)
}

func entryOf(name, value *yaml.Node) (entry, error) {
	e := entry{id: ID(name.Value), line: name.Line}
	nodes := []*yaml.Node{value}
	if value.Kind == yaml.SequenceNode {
		nodes = value.Content
	}
	for _, node := range nodes {
		if node.Kind != yaml.ScalarNode {
			return e, fmt.Errorf("line %d: %s: a text, or a list of texts", node.Line, e.id)
		}
		e.texts = append(e.texts, node.Value)
	}
	return e, nil
}

// guess proposes a name like one that does not exist: one that begins or ends the same way.
func (t *Texts) guess(id ID) string {
	group, last, _ := strings.Cut(string(id), ".")
	for _, known := range t.order {
		if strings.HasSuffix(string(known), "."+last) && last != "" {
			return fmt.Sprintf(" (%s?)", known)
		}
	}
	for _, known := range t.order {
		if strings.HasPrefix(string(known), group+".") {
			return fmt.Sprintf(" (%s?)", known)
		}
	}
	return ""
}
