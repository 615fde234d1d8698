package catalog

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// knownTopics are those that the agent tells by itself; their aliases only add to its own words.
var knownTopics = []string{"address", "hours", "plans", "prices", "payment", "preparation", "documents"}

// maxAnswer bounds an answer, in characters.  More than a screen of a small phone is not read.
const maxAnswer = 1000

// fileAnswers is the mapping "answers" as it is written, in the order of the file.
type fileAnswers struct {
	line    int
	bad     bool // not a mapping
	entries []fileAnswer
}

// fileAnswer is one topic: either "prices: text" or "prices: {text: text, aliases: [...]}".
type fileAnswer struct {
	line     int
	topic    text
	text     text
	aliases  []text
	problems []Problem // of its shape
}

// UnmarshalYAML walks the mapping itself, because a value has one of two shapes, and because the
// decoder keeps neither the order nor the lines of a map's keys.  It never fails, for the reason that
// number gives.
func (f *fileAnswers) UnmarshalYAML(node *yaml.Node) error {
	f.line, f.bad = node.Line, node.Kind != yaml.MappingNode
	for topic, value := range pairs(node) {
		f.entries = append(f.entries, answerOf(topic, value))
	}
	return nil
}

func answerOf(topic, value *yaml.Node) fileAnswer {
	a := fileAnswer{line: topic.Line, topic: textOf(topic)}
	if value.Kind != yaml.MappingNode {
		a.text = optionalText(value)
		return a
	}
	first := map[string]int{}
	for key, value := range pairs(value) {
		line, repeated := first[key.Value]
		switch {
		case repeated:
			a.problem(key.Line, "key %q is already defined at line %d", key.Value, line)
		case key.Value == "text":
			a.text = optionalText(value)
		case key.Value == "aliases":
			a.setAliases(value)
		default:
			a.problem(key.Line, "%s", unknownKey(key.Value, []string{"text", "aliases"}))
		}
		first[key.Value] = key.Line
	}
	return a
}

func (a *fileAnswer) problem(line int, format string, args ...any) {
	a.problems = append(a.problems, Problem{Line: line, Reason: fmt.Sprintf(format, args...)})
}

func (a *fileAnswer) setAliases(list *yaml.Node) {
	if list.Kind != yaml.SequenceNode && !isNull(list) {
		a.problem(list.Line, "a list is expected here")
		return
	}
	for _, entry := range list.Content {
		if !isNull(entry) { // reported for all lists of the file
			a.aliases = append(a.aliases, textOf(target(entry)))
		}
	}
}

// pairs are the keys of a mapping with their values; those of anything else are none.
func pairs(mapping *yaml.Node) iter.Seq2[*yaml.Node, *yaml.Node] {
	return func(yield func(key, value *yaml.Node) bool) {
		if mapping.Kind != yaml.MappingNode {
			return
		}
		for pair := range slices.Chunk(mapping.Content, 2) {
			if !yield(pair[0], target(pair[1])) {
				return
			}
		}
	}
}

// target is what a reference ("*name") stands for, or the node itself.
func target(node *yaml.Node) *yaml.Node {
	if node.Kind == yaml.AliasNode {
		return node.Alias
	}
	return node
}

func isNull(node *yaml.Node) bool { return node.ShortTag() == "!!null" }

// optionalText is textOf, and the zero text for "key:" with nothing behind it.
func optionalText(node *yaml.Node) text {
	if isNull(node) {
		return text{}
	}
	return textOf(node)
}

func (c checker) answers(f fileAnswers) []Answer {
	if f.bad {
		c.add(f.line, "a mapping (key: value) is expected here")
		return nil
	}
	words := seen[string]{} // topics and aliases: each leads to one answer
	var out []Answer
	for _, entry := range f.entries {
		for _, p := range entry.problems {
			c.add(p.Line, "%s", p.Reason)
		}
		topic := c.topic(entry, words)
		out = append(out, Answer{Topic: topic, Aliases: c.words(entry, topic, words), Text: c.answer(entry)})
	}
	return out
}

// topic is the name of an entry, "" after a problem.  Those that the agent knows are recognised in
// any case.
func (c checker) topic(entry fileAnswer, words seen[string]) string {
	topic := c.required(entry.topic, entry.line, "the topic")
	folded := fold(topic)
	uniqueName(c, words, folded, entry.line, topic)
	switch {
	case slices.Contains(knownTopics, folded):
		return folded
	case topic != "" && len(entry.aliases) == 0:
		c.add(entry.line, "the topic %q is none of %s: one of your own needs aliases",
			topic, strings.Join(knownTopics, ", "))
	}
	return topic
}

// words are the aliases of an entry.  A topic of the clinic's own is found by its name too.
func (c checker) words(entry fileAnswer, topic string, words seen[string]) []string {
	var out []string
	if topic != "" && !slices.Contains(knownTopics, topic) {
		out = append(out, topic)
	}
	for _, alias := range entry.aliases {
		found := c.aliases([]text{alias}) // none after a problem
		if len(found) == 0 || fold(alias.value) == fold(topic) {
			continue
		}
		uniqueName(c, words, fold(alias.value), alias.line, alias.value)
		out = append(out, alias.value)
	}
	return out
}

// answer is the text of an entry, which goes out as one message.
func (c checker) answer(entry fileAnswer) string {
	key := fmt.Sprintf("the text of %q", entry.topic.value)
	value := c.required(entry.text, entry.line, key)
	if n := utf8.RuneCountInString(value); n > maxAnswer {
		c.add(entry.text.line, "%s has %d characters; %d are the most", key, n, maxAnswer)
	}
	for line := range strings.SplitSeq(value, "\n") {
		if value != "" && strings.TrimSpace(line) == "" {
			c.add(entry.text.line, "%s has a blank line, which would make it two messages", key)
			break
		}
	}
	return value
}
