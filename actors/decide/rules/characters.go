package rules

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Formats of characters, where signs and spaces count and no word.
var (
	// cpfFormat is how numbers are written that may be a CPF.
	cpfFormat = regexp.MustCompile(`\d{3}[. ]?\d{3}[. ]?\d{3}[- ]?\d{2}`)
	// offerLineFormat is a line of an offer as it is copied: "5 - 08:00".
	offerLineFormat = regexp.MustCompile(`^\s*\*?(\d{1,2})\*?\s*[-–]\s*(\d\d:\d\d)\s*$`)
)

const digits = "0123456789"

func hasDigit(text string) bool { return strings.ContainsAny(text, digits) }

// digitsOf is a text without anything but its digits.
func digitsOf(text string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(digits, r) {
			return r
		}
		return -1
	}, text)
}

// numberOf is the number that digits make, -1 for too many.
func numberOf(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		return -1
	}
	return n
}

// nameLike reports some words, at least of two letters the first, that have nothing but letters, apostrophes, hyphens
// and stops.
func nameLike(words []string) bool {
	inName := func(r rune) bool {
		return unicode.IsLetter(r) || unicode.IsMark(r) || strings.ContainsRune("'’.-", r)
	}
	return len(words) > 0 && utf8.RuneCountInString(words[0]) > 1 && !slices.ContainsFunc(words, func(word string) bool {
		return strings.ContainsFunc(word, func(r rune) bool { return !inName(r) })
	})
}

// endsApart reports a text with a space at its end.
func endsApart(text string) bool {
	r, size := utf8.DecodeLastRuneInString(text)
	return size > 0 && unicode.IsSpace(r)
}
