package guard

import (
	"slices"
	"strings"
)

// A phrase is written as words in a row: "dor|dores .. peito".
//
//	a|b     one of them          a?      or nothing
//	#kin    a word of a class    desmai* a word that begins so
//	~word   or with one typo     ..      up to three words of any kind
//	...     up to seven          ^ $     where the message begins, a clause ends
type phrase struct {
	steps []step
}

// step is one place of a phrase.
type step struct {
	any      []uint64 // atoms that fit
	optional bool
	gap      int // words that may stand before
	begin    bool
	end      bool
}

func (s *step) fits(w *word) bool {
	for _, a := range w.atoms {
		if s.any[a>>6]&(1<<(a&63)) != 0 {
			return true
		}
	}
	return false
}

const (
	gapNear = 3
	gapFar  = 7
)

// maxAtoms bounds what all tables name together.
const maxAtoms = 4096

// parsePhrase compiles one line of a table.
func parsePhrase(l *lexicon, line string) phrase {
	var p phrase
	gap := 0
	for _, field := range strings.Fields(line) {
		switch field {
		case "..":
			gap = gapNear
			continue
		case "...":
			gap = gapFar
			continue
		case "^", "$":
			p.steps = append(p.steps, step{begin: field == "^", end: field == "$"})
			continue
		}
		field, optional := strings.CutSuffix(field, "?")
		s := step{any: make([]uint64, maxAtoms/64), optional: optional, gap: gap}
		for _, name := range strings.Split(field, "|") {
			a := l.name(name)
			s.any[a>>6] |= 1 << (a & 63)
		}
		p.steps = append(p.steps, s)
		gap = 0
	}
	return p
}

// first returns the atoms that the phrase can begin with.
func (p phrase) first() []atom {
	var list []atom
	for _, s := range p.steps {
		if s.begin {
			continue
		}
		for a := range atom(maxAtoms) {
			if s.any[a>>6]&(1<<(a&63)) != 0 && !slices.Contains(list, a) {
				list = append(list, a)
			}
		}
		if !s.optional {
			break
		}
	}
	return list
}

// match returns the end of the phrase that begins at word i, or 0.
func (p phrase) match(words []word, i int) int { return matchSteps(p.steps, words, i, i) }

// matchSteps matches the rest of a phrase that began at word start; its next word is i.  A phrase
// stays within one sentence.  The number of tries is bounded by the phrase, not by the message.
func matchSteps(steps []step, words []word, start, i int) int {
	if len(steps) == 0 {
		return i
	}
	s := &steps[0]
	switch {
	case s.begin:
		if i > 0 {
			return 0
		}
		return matchSteps(steps[1:], words, start, i)
	case s.end:
		if i < len(words) && words[i].before == pauseNone {
			return 0
		}
		return i
	}
	for k := i; k <= i+s.gap && k < len(words) && (k == start || words[k].before != pauseEnd); k++ {
		if s.fits(&words[k]) {
			if end := matchSteps(steps[1:], words, start, k+1); end > 0 {
				return end
			}
		}
	}
	if s.optional {
		return matchSteps(steps[1:], words, start, i)
	}
	return 0
}
