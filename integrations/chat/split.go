package chat

import (
	"strings"
	"unicode"
)

// maxPart is how many characters a WhatsApp message may have.
const maxPart = 4096

// lineEnds makes all line ends alike.
var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// Split cuts a reply into the parts that are sent one by one (spec C, rule 3): at blank lines, a line
// of white space alone being blank, however the lines end.  Parts are trimmed, none is empty.  A part
// that is too long for one message is cut where a reader would pause; nothing but white space is ever
// left out.
func Split(text string) []string {
	if strings.Contains(text, "\r") {
		text = lineEnds.Replace(text)
	}
	var parts []string
	var paragraph []string
	finish := func() {
		if part := strings.TrimSpace(strings.Join(paragraph, "\n")); part != "" {
			parts = append(parts, cut(part)...)
		}
		paragraph = paragraph[:0]
	}
	for line := range strings.SplitSeq(text, "\n") {
		if strings.TrimSpace(line) == "" {
			finish()
			continue
		}
		paragraph = append(paragraph, line)
	}
	finish()
	return parts
}

// cut divides a trimmed text into pieces of at most maxPart characters.
func cut(text string) []string {
	var pieces []string
	for {
		end := offsetOf(text, maxPart)
		if end == len(text) {
			return append(pieces, text)
		}
		at := pause(text, end)
		pieces = append(pieces, strings.TrimRightFunc(text[:at], unicode.IsSpace))
		text = strings.TrimLeftFunc(text[at:], unicode.IsSpace)
	}
}

// pause is the byte at which to cut the first end bytes off: behind the last sentence, else at the
// last line end, else at the last white space, else at end.  Only the second half is searched, so
// that an early full stop does not make a tiny message.
func pause(text string, end int) int {
	half := offsetOf(text, maxPart/2)
	sentence, line, space := 0, 0, 0
	var before rune
	for i, r := range text[half:] {
		i += half
		if i > end {
			break
		}
		if unicode.IsSpace(r) {
			space = i
			if r == '\n' {
				line = i
			}
			if strings.ContainsRune(".!?…", before) {
				sentence = i
			}
		}
		before = r
	}
	for _, at := range []int{sentence, line, space} {
		if at > 0 {
			return at
		}
	}
	return end
}

// offsetOf is the byte at which the character number n begins, or the length of a shorter text.
func offsetOf(text string, n int) int {
	for i := range text {
		if n == 0 {
			return i
		}
		n--
	}
	return len(text)
}
