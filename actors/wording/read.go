package wording

import (
	"errors"
	"fmt"
	"slices"

	"go.yaml.in/yaml/v3"
)

// read parses a file of texts: a map from id to a text or to a list of variants.
func read(file []byte) (*Texts, error) {
	var entries map[ID]yaml.Node
	if err := yaml.Unmarshal(file, &entries); err != nil {
		return nil, fmt.Errorf("texts: %w", err)
	}
	t := &Texts{variants: make(map[ID][]template, len(entries))}
	var problems []error
	for id, node := range entries {
		var variants []string
		if node.Kind == yaml.ScalarNode {
			variants = []string{node.Value}
		} else if err := node.Decode(&variants); err != nil {
			problems = append(problems, fmt.Errorf("line %d: %s: a text or a list of texts", node.Line, id))
		}
		for _, text := range variants {
			parts := split(text)
			problems = append(problems, check(id, node.Line, parts))
			t.variants[id] = append(t.variants[id], parts)
		}
	}
	return t, errors.Join(problems...)
}

// check compares a text's placeholders with those it must have.
func check(id ID, line int, parts template) error {
	names := parts.names()
	for _, want := range placeholders[id] {
		if !slices.Contains(names, want) {
			return fmt.Errorf("line %d: %s lacks {%s}", line, id, want)
		}
	}
	for _, name := range names {
		if !slices.Contains(placeholders[id], name) {
			return fmt.Errorf("line %d: %s has {%s}, which nobody fills", line, id, name)
		}
	}
	return nil
}
