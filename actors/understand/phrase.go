package understand

import (
	"maps"
	"slices"
	"strings"
)

// A phrase is a pattern over the words of a text, written as words with spaces between:
//
//	quero        this word, in any spelling mend knows
//	~marcar      any form of the verb
//	#visit       any word of the class
//	a|b|~c|$     one of these
//	x?           may be missing
//	#lead*       up to gapWords words of the class
//	..           up to gapWords words of any kind
//	^ and $      begin and end of a sentence, greetings and fillers left aside
//
// Punctuation inside of a sentence does not count; a phrase does not cross the end of one.
type phrase []step

type step struct {
	words    []string
	verbs    []string
	classes  []set
	doctors  bool // one of the classes has the names of medical professions
	optional bool
	repeat   bool
	any      bool
	begin    bool
	end      bool
	orEnd    bool // "$" is one of the alternatives
}

// gapWords is how many words a gap may span.
const gapWords = 4

// word is one word of the stream that phrases are matched against.
type word struct {
	key, lemma string
	token      int
	first      bool // begins a sentence, or follows nothing but fillers
	last       bool // ends one, or only fillers follow
	breaks     bool // a sentence ends before it
	comma      bool // a comma or the like stands before it
}

// phrases is a list of patterns, found by the words they may begin with.
type phrases struct {
	byWord map[string][]phrase
	shapes *shapes  // of the words in byWord
	rest   []phrase // begin with a gap, or with a word that no list has
}

func compile(lines string) phrases {
	p := phrases{byWord: map[string][]phrase{}, shapes: &shapes{}}
	for _, line := range strings.Split(lines, "\n") {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		p.add(compilePhrase(line))
	}
	return p
}

// add enters a phrase under all words that it may begin with.
func (p *phrases) add(ph phrase) {
	firsts := ph.firsts()
	for _, s := range firsts {
		if s.any || s.repeat || s.end || s.doctors {
			p.rest = append(p.rest, ph)
			return
		}
	}
	entered := map[string]struct{}{}
	for _, s := range firsts {
		for _, w := range s.begins() {
			if _, again := entered[w]; !again {
				entered[w] = struct{}{}
				p.byWord[w] = append(p.byWord[w], ph)
				p.shapes.add(w)
			}
		}
	}
}

// firsts are the steps that a phrase may begin with: the first that may not be missing, and those before it.
func (ph phrase) firsts() []step {
	var steps []step
	for _, s := range ph {
		if s.begin {
			continue
		}
		if steps = append(steps, s); !s.optional {
			return steps
		}
	}
	return append(steps, step{any: true}) // all of it may be missing
}

// begins are the words of a step as an index knows them.
func (s step) begins() []string {
	list := slices.Clone(s.words)
	for _, v := range s.verbs {
		list = append(list, "~"+v)
	}
	for _, c := range s.classes {
		list = append(list, sorted(c)...)
	}
	return list
}

func (p phrases) empty() bool { return len(p.byWord)+len(p.rest) == 0 }

func compilePhrase(line string) phrase {
	var ph phrase
	for _, field := range strings.Fields(line) {
		var s step
		switch field {
		case "^":
			s.begin = true
		case "$":
			s.end = true
		case "..":
			s.any = true
		default:
			s = compileStep(field)
		}
		ph = append(ph, s)
	}
	return ph
}

func compileStep(field string) step {
	var s step
	if short, ok := strings.CutSuffix(field, "?"); ok {
		s.optional, field = true, short
	}
	if short, ok := strings.CutSuffix(field, "*"); ok {
		s.repeat, field = true, short
	}
	for _, alt := range strings.Split(field, "|") {
		switch alt[0] {
		case '$':
			s.orEnd = true
		case '~':
			s.verbs = append(s.verbs, alt[1:])
		case '#':
			class, ok := classes[alt[1:]]
			if !ok {
				panic("understand: no class " + alt) // a slip in a table of this package
			}
			s.classes = append(s.classes, class)
			s.doctors = s.doctors || class.has("@spec")
		default:
			s.words = append(s.words, alt)
		}
	}
	return s
}

// takes tells whether the step matches the word.
func (s step) takes(w word) bool {
	for _, k := range s.words {
		if k == w.key {
			return true
		}
	}
	for _, v := range s.verbs {
		if v == w.lemma {
			return true
		}
	}
	for _, c := range s.classes {
		if c.has(w.key) {
			return true
		}
	}
	return s.doctors && specialist(w.key)
}

// find tells whether one of the phrases occurs.
func (p phrases) find(stream []word) bool {
	if p.empty() {
		return false
	}
	for i, w := range stream {
		if match(p.rest, stream, i) || match(p.with(w.key), stream, i) || w.lemma != "" && match(p.byWord["~"+w.lemma], stream, i) {
			return true
		}
	}
	return false
}

// with are the phrases that may begin with a word.
func (p phrases) with(w string) []phrase {
	if w == "" || !p.shapes.has(w) {
		return nil
	}
	return p.byWord[w]
}

func match(list []phrase, stream []word, i int) bool {
	for _, ph := range list {
		if matchFrom(ph, stream, i, i) {
			return true
		}
	}
	return false
}

// matchFrom matches a phrase that began at word start from word i on.
func matchFrom(ph phrase, stream []word, start, i int) bool {
	if len(ph) == 0 {
		return true
	}
	s, rest := ph[0], ph[1:]
	inside := i < len(stream) && (i == start || !stream[i].breaks)
	switch {
	case s.begin:
		return i < len(stream) && stream[i].first && matchFrom(rest, stream, start, i)
	case s.end:
		return i > 0 && stream[i-1].last && matchFrom(rest, stream, start, i)
	case s.any, s.repeat:
		for n := 0; ; n++ {
			if matchFrom(rest, stream, start, i+n) {
				return true
			}
			k := i + n
			if n == gapWords || k >= len(stream) || k > start && stream[k].breaks || s.repeat && !s.takes(stream[k]) {
				return false
			}
		}
	case inside && s.takes(stream[i]) && matchFrom(rest, stream, start, i+1):
		return true
	}
	ended := s.orEnd && i > start && stream[i-1].last
	return (s.optional || ended) && matchFrom(rest, stream, start, i)
}

// phraseWords lists the words of all classes and phrases, for mend.
func phraseWords() []string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(classes)) {
		list = append(list, sorted(classes[name])...)
	}
	for _, text := range phraseTexts {
		for _, field := range strings.Fields(text) {
			for _, alt := range strings.Split(strings.TrimRight(field, "?*"), "|") {
				if alt != "" && alt[0] >= 'a' && alt[0] <= 'z' {
					list = append(list, alt)
				}
			}
		}
	}
	return list
}
