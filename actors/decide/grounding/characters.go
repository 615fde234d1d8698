package grounding

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// lastAccented is behind the letters with accents of western languages.
const lastAccented = 0x17f

const (
	// signs are those of ordinary text.
	signs = " \t\r\n\u00a0.,;:!?-–—()[]{}*_~\"'“”‘’/|…•·%$+@°&"
	// joiner and variant shape emoji, keycap makes a digit a key.
	joiner, variant, keycap = '\u200d', '\ufe0f', '\u20e3'
)

// oddCharacter finds the first character that ordinary text has not: whoever needs one has something to hide.
func oddCharacter(text string) (at int, odd bool) {
	if !utf8.ValidString(text) {
		return 0, true
	}
	var before rune
	for i, r := range norm.NFC.String(text) {
		if !isPlain(r) && !isEmoji(r) && !shapes(before, r) {
			return min(i, len(text)), true
		}
		before = r
	}
	return 0, false
}

func isPlain(r rune) bool {
	return r <= lastAccented && (unicode.IsLetter(r) || isDigit(r)) || strings.ContainsRune(signs, r)
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

// shapes reports a sign that only changes the look of the emoji or the digit before it.
func shapes(before, r rune) bool {
	switch r {
	case variant:
		return isEmoji(before) || isDigit(before)
	case joiner:
		return isEmoji(before) || before == variant
	case keycap:
		return before == variant || isDigit(before)
	default:
		return false
	}
}

// emoji are the pictures that people send, without those that are letters or digits.
var emoji = &unicode.RangeTable{
	R16: []unicode.Range16{{Lo: 0x2190, Hi: 0x21ff, Stride: 1}, {Lo: 0x2300, Hi: 0x23ff, Stride: 1}, {Lo: 0x2600, Hi: 0x2775, Stride: 1}, {Lo: 0x2794, Hi: 0x27bf, Stride: 1}, {Lo: 0x2b00, Hi: 0x2bff, Stride: 1}},
	R32: []unicode.Range32{{Lo: 0x1f300, Hi: 0x1f64f, Stride: 1}, {Lo: 0x1f680, Hi: 0x1f6ff, Stride: 1}, {Lo: 0x1f7e0, Hi: 0x1f7ff, Stride: 1}, {Lo: 0x1f900, Hi: 0x1faff, Stride: 1}},
}

func isEmoji(r rune) bool { return unicode.Is(emoji, r) }
