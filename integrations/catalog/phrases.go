package catalog

import "go.yaml.in/yaml/v3"

// maxPhrases bounds the phrases of a clinic, in bytes: room for a thousand with their examples.
const maxPhrases = 64 << 10

// filePhrases is the block "phrases" as it is written.
type filePhrases struct {
	line  int
	bad   bool // not a block whose lines are those of the file
	value string
}

// UnmarshalYAML keeps the lines as they are; like that of number, it never fails.
func (f *filePhrases) UnmarshalYAML(node *yaml.Node) error {
	f.line, f.value = node.Line, node.Value
	f.bad = node.Kind != yaml.ScalarNode || node.Style&yaml.LiteralStyle == 0
	return nil
}

// phrases checks the shape alone: what the lines say is for who reads Portuguese.
func (c checker) phrases(f filePhrases) Phrases {
	switch {
	case f.bad:
		c.add(f.line, `phrases must be a block of lines: "phrases: |", and the lines below it, indented`)
	case len(f.value) > maxPhrases:
		c.add(f.line, "phrases has %d bytes; %d are the most", len(f.value), maxPhrases)
	default:
		return Phrases{Line: f.line, Text: f.value}
	}
	return Phrases{}
}
