package language

import (
	"strings"
	"unicode/utf8"
)

// Latin writes other variants of letters and digits as these (𝐒 is s, ½ is 12), and a space for every other character
// beyond ASCII that keep does not want.  Letters with accents stay.
func Latin(text string, keep func(rune) bool) string {
	if strings.IndexFunc(text, func(r rune) bool { return r >= utf8.RuneSelf && !isLatin(r) }) < 0 {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	for i, r := range text {
		_, size := utf8.DecodeRuneInString(text[i:])
		if r < utf8.RuneSelf || isLatin(r) || keep(r) {
			b.WriteString(text[i : i+size])
			continue
		}
		plain, _ := FoldRune(r)
		plain = strings.Map(lettersAndDigits, plain)
		if plain == "" || i > 0 && (text[i-1] == '.' || text[i-1] == ',') { // not to be taken for that of a decimal
			b.WriteByte(' ')
		}
		b.WriteString(plain)
	}
	return b.String()
}

// lettersAndDigits drops all other characters.
func lettersAndDigits(r rune) rune {
	if 'a' <= r && r <= 'z' || '0' <= r && r <= '9' {
		return r
	}
	return -1
}

// isLatin reports a letter of western languages that is one of ASCII without its accent.
func isLatin(r rune) bool {
	plain, kind := FoldRune(r)
	return kind == Letters && len(plain) == 1 && r < latinEnd
}

// Single leaves one of each run of the same letter.
func Single(text string) string {
	i := 1
	for i < len(text) && (text[i] != text[i-1] || text[i] < 'a' || 'z' < text[i]) {
		i++
	}
	if i >= len(text) {
		return text
	}
	short := []byte(text[:i])
	for ; i < len(text); i++ {
		if c := text[i]; c != text[i-1] || c < 'a' || 'z' < c {
			short = append(short, c)
		}
	}
	return string(short)
}
