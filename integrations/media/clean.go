package media

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Clean makes lines of words out of what a document says.  Characters that nobody sees are dropped: they are how a
// text says one thing to a person and another to a program.
func Clean(said string) string {
	var lines []string
	for line := range strings.Lines(ligatures.Replace(norm.NFC.String(strings.ToValidUTF8(said, "")))) {
		if words := strings.Fields(strings.Map(visible, line)); len(words) > 0 {
			lines = append(lines, strings.Join(words, " "))
		}
	}
	return shorten(strings.Join(lines, "\n"))
}

// ligatures are single characters for what a reader takes for two letters.
var ligatures = strings.NewReplacer("\ufb00", "ff", "\ufb01", "fi", "\ufb02", "fl", "\ufb03", "ffi", "\ufb04", "ffl")

// visible keeps letters, marks and blanks; -1 drops a character.
func visible(r rune) rune {
	switch {
	case unicode.IsSpace(r):
		return ' '
	case r == utf8.RuneError || !unicode.IsGraphic(r):
		return -1
	}
	return r
}

// shorten cuts a text behind MaxText characters.
func shorten(s string) string {
	n := 0
	for at := range s {
		if n++; n > MaxText {
			return strings.TrimSpace(s[:at])
		}
	}
	return s
}
