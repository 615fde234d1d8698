package scheduling

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxTold is how much of one text of A4 is told, in characters: as much as a message of WhatsApp holds.
const maxTold = 4_000

// legible is a text of the API as people may be shown it: without characters of control and format.  They show nothing, and
// some make a line read otherwise than it is written: from right to left, or as the end of a log line or of a terminal's.
// The joiner and the selector of emoji, line breaks and tabs stay; everything else stays word for word.
func legible(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case r == '\n', r == '\t', r == '\u200d', r == '\u200c':
			return r
		case r == '\u2028', r == '\u2029', r == '\u0085', r == '\v', r == '\f':
			return '\n'
		case r == utf8.RuneError, unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs), unassigned(r):
			return -1
		}
		return r
	}, text)
	n := 0
	for i := range text {
		if n++; n > maxTold {
			return text[:i]
		}
	}
	return text
}

// maxParagraphs is how many messages one text of A4 becomes: more than any preparation has.
const maxParagraphs = 20

// paragraphed is a text of at most maxParagraphs paragraphs, each of which is sent as a message of its own: from the last
// one on blank lines are left out, and no word is.
func paragraphed(text string) string {
	var b strings.Builder
	n, inside := 0, false
	for line := range strings.Lines(text) {
		blank := strings.TrimSpace(line) == ""
		if !blank && !inside {
			n++
		}
		if inside = !blank; blank && n >= maxParagraphs {
			continue
		}
		b.WriteString(line)
	}
	return b.String()
}

// unassigned reports a character that Unicode knows nothing of, which nobody can be shown.
func unassigned(r rune) bool {
	return !unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Z)
}
