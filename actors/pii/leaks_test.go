package pii

import (
	"regexp"
	"slices"
	"strings"
)

// placeholderFormat is a placeholder as we write it.
var placeholderFormat = regexp.MustCompile(`\[[A-Z]+ \d{1,4}\]`)

// leaks tells whether a text holds one of some values: the digits of one with seven and more, in any punctuation,
// a birth date in either order, a name of two words and more, an e-mail address.  Digits of placeholders do not
// count.
func leaks(text string, values []string) bool {
	text = placeholderFormat.ReplaceAllString(strings.ToValidUTF8(text, "\uFFFD"), " x ")
	toks := tokenize(text)
	spaced := " " + strings.Join(textsOf(toks), " ") + " "
	chains := digitsOf(toks)
	return slices.ContainsFunc(values, func(value string) bool {
		if strings.Contains(value, "@") {
			return strings.Contains(foldText(text), foldText(value))
		}
		list := tokenize(value)
		if digits := strings.ReplaceAll(digitsOf(list), " ", ""); len(digits) >= minNumber {
			return strings.Contains(chains, digits) || dayWritten(value) != "" && strings.Contains(chains, digits[6:]+digits[4:6]+digits[:4])
		}
		return len(list) > 1 && strings.Contains(spaced, " "+strings.Join(textsOf(list), " ")+" ")
	})
}

// digitsOf are the digits of tokens, a space for each word between them.
func digitsOf(toks []token) string {
	var b strings.Builder
	for _, t := range toks {
		if t.number {
			b.WriteString(t.text)
		} else {
			b.WriteByte(' ')
		}
	}
	return b.String()
}
