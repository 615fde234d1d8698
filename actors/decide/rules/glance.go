package rules

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// letter is what a glance makes of a character: no case, no accents, all digits alike.
type letter uint8

// The letters a to z are 0 to 25.
const (
	aDigit letter = 26 + iota
	aSpace
	aQuestionMark
	aSign  // the rest of ASCII
	aglyph // the rest of Unicode

	alphabet = 32 // a power of two, and the bits of a mask
)

// glance is which letters a text has, and which of them stand side by side.
type glance struct {
	letters uint32
	pairs   [alphabet]uint32 // by the left one, the right ones
}

func glanceAt(text string) (g glance) {
	left := letter(alphabet - 1) // which no text has
	for i := 0; i < len(text); {
		r, size := rune(text[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(text[i:])
		}
		right := letterOf(r)
		g.letters |= 1 << right
		g.pairs[left%alphabet] |= 1 << right
		left, i = right, i+size
	}
	return g
}

// way is what a text needs for one way to match a pattern.
type way struct {
	letters uint32
	pairs   [][2]letter
}

// newWay reads a way as spellings writes it.
func newWay(spelled string) way {
	var w way
	for i := range len(spelled) {
		right := letter(spelled[i])
		if right == gap {
			continue
		}
		w.letters |= 1 << right
		if i > 0 && letter(spelled[i-1]) != gap {
			w.pairs = append(w.pairs, [2]letter{letter(spelled[i-1]), right})
		}
	}
	return w
}

// has reports whether a text has all that a way needs.
func (g *glance) has(w *way) bool {
	if w.letters&^g.letters != 0 {
		return false
	}
	for _, p := range w.pairs {
		if g.pairs[p[0]%alphabet]&(1<<p[1]) == 0 {
			return false
		}
	}
	return true
}

// latinEnd is behind the characters whose letters are in a table.
const latinEnd = 0x180

var latin = func() (table [latinEnd]letter) {
	for r := range table {
		table[r] = baseOf(rune(r))
	}
	return table
}()

// letterOf is the same for characters that differ in case only, as a pattern does not tell them apart.
func letterOf(r rune) letter {
	if r < latinEnd {
		return latin[r]
	}
	for other := unicode.SimpleFold(r); other != r; other = unicode.SimpleFold(other) {
		if other < latinEnd {
			return latin[other] // the sign of kelvin is a k
		}
	}
	return aglyph
}

// baseOf is the letter of a character without its accents.
func baseOf(r rune) letter {
	if plain := norm.NFD.String(string(r)); plain != "" && r >= utf8.RuneSelf {
		r, _ = utf8.DecodeRuneInString(plain)
	}
	if r == 'ſ' { // whose capital is S
		r = 's'
	}
	switch lower := unicode.ToLower(r); {
	case 'a' <= lower && lower <= 'z':
		return letter(lower - 'a')
	case '0' <= r && r <= '9':
		return aDigit
	case r == ' ' || '\t' <= r && r <= '\r':
		return aSpace
	case r == '?':
		return aQuestionMark
	case r < utf8.RuneSelf:
		return aSign
	default:
		return aglyph
	}
}
