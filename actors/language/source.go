package language

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// Position is a line of a phrase file.
type Position struct {
	File string // its name, "rules.phrases"
	Line int    // from 1
}

// String is "rules.phrases:12".
func (p Position) String() string { return fmt.Sprintf("%s:%d", p.File, p.Line) }

// source is what phrase files say, before it is compiled.
type source struct {
	classes []sourceClass
	verbs   []sourceVerb
	groups  []sourceGroup
	errs    []error
}

type sourceClass struct {
	at    Position
	name  string
	words []string // as written: "desmai*", "vc=voce", "#other"
}

type sourceVerb struct {
	at         Position
	infinitive string
	forms      []string // none for a regular verb
}

type sourceGroup struct {
	group
	phrases []phrase // without their steps
}

// Example is a text beside a phrase.
type Example struct {
	At   Position
	Text string
}

// parser reads one file into a source.
type parser struct {
	*source
	at   Position
	open *[]string // words that indented lines add to
}

func (s *source) parse(file, text string) {
	p := &parser{source: s}
	groups := len(s.groups)
	p.at = Position{File: file}
	for line := range strings.SplitSeq(text, "\n") {
		p.at.Line++
		line = withoutComment(line)
		line = strings.TrimRightFunc(line, unicode.IsSpace)
		if line == "" {
			continue
		}
		indented := line[0] == ' ' || line[0] == '\t'
		p.line(strings.TrimSpace(line), indented, len(s.groups) > groups)
	}
}

// withoutComment cuts off what stands behind "//", at the begin of a line or behind a space.
func withoutComment(line string) string {
	if strings.HasPrefix(strings.TrimSpace(line), "//") {
		return ""
	}
	line, _, _ = strings.Cut(line, " //")
	return line
}

func (p *parser) fail(format string, arguments ...any) {
	p.errs = append(p.errs, fmt.Errorf("%s: %s", p.at, fmt.Sprintf(format, arguments...)))
}

// line reads one line; grouped says that a group of this file is open.
func (p *parser) line(line string, indented, grouped bool) {
	name, words, listed := strings.Cut(line, ":")
	_, spaced, _ := strings.Cut(name, " ")
	switch {
	case indented && p.open != nil:
		*p.open = append(*p.open, strings.Fields(line)...)
	case indented && (line[0] == '+' || line[0] == '-'):
		p.example(line[0] == '+', strings.TrimSpace(line[1:]))
	case indented:
		p.fail("%q is indented: only examples (\"+ text\", \"- text\") and words of a class are", line)
	case line[0] == '[':
		p.group(line)
	case line[0] == '#' && listed && spaced == "":
		if slices.ContainsFunc(p.classes, func(one sourceClass) bool { return one.name == name[1:] && one.at.File == p.at.File }) {
			p.fail("%s is defined twice in this file: two meanings would become one", name)
		}
		p.classes = append(p.classes, sourceClass{at: p.at, name: name[1:], words: strings.Fields(words)})
		p.open = &p.classes[len(p.classes)-1].words
	case line[0] == '~' && spaced == "" && (listed || !grouped):
		p.verbs = append(p.verbs, sourceVerb{at: p.at, infinitive: name[1:], forms: strings.Fields(words)})
		p.open = &p.verbs[len(p.verbs)-1].forms
	case !grouped:
		p.fail("%q stands in no group: a line [name] must come before it", line)
	default:
		p.open = nil
		g := &p.groups[len(p.groups)-1]
		g.phrases = append(g.phrases, phrase{at: p.at, text: strings.Join(strings.Fields(line), " ")})
	}
}

func (p *parser) group(line string) {
	p.open = nil
	inner, closed := strings.CutSuffix(line[1:], "]")
	name, traits, _ := strings.Cut(inner, ":")
	if name = strings.TrimSpace(name); !closed || name == "" {
		p.fail("%q is no group: write [name] or [name: trait trait]", line)
	}
	p.groups = append(p.groups, sourceGroup{group: group{name: name, at: p.at, traits: strings.Fields(traits)}})
}

func (p *parser) example(positive bool, text string) {
	if len(p.groups) == 0 || len(p.groups[len(p.groups)-1].phrases) == 0 {
		p.fail("an example stands below no phrase")
		return
	}
	g := &p.groups[len(p.groups)-1]
	last := &g.phrases[len(g.phrases)-1]
	if positive {
		last.examples = append(last.examples, Example{p.at, text})
		return
	}
	last.counters = append(last.counters, Example{p.at, text})
}
