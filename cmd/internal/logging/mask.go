package logging

import (
	"net/netip"
	"strings"
	"unicode"
	"unicode/utf8"
)

// masked stands for every digit that was taken out.
const masked = '*'

// A stretch with this many digits may identify a person: a phone number without its area code and a
// birth date have eight, a CPF has eleven.
const identifying = 8

// separators may stand between the digits of a CPF, a phone number or a date.
const separators = " .-/()+\u00a0"

// gap is how many separators in a row still join two groups of digits: ") 9" has two, "\u00a0- " three.
const gap = 3

// Mask replaces the digits of everything in s that may be a CPF, a phone number or a birth date.
// Unbroken runs of eight digits or more are always masked.  Groups of digits joined by separators
// ("123.456.789-09", "(11) 98888-7777", "01/02/1990") are masked when they have eight digits in all,
// except in an IPv4 address and where they are part of a word (a UUID, an RFC 3339 time).
func Mask(s string) string {
	if harmless(s) {
		return s
	}
	runes := []rune(s)
	for from := 0; from < len(runes); {
		if !unicode.IsDigit(runes[from]) {
			from++
			continue
		}
		to := stretchEnd(runes, from)
		maskStretch(runes, from, to)
		from = to
	}
	return string(runes)
}

// harmless reports an ASCII text that holds no stretch with enough digits, however many separators
// stand in between: it spares most of what is logged a closer look.
func harmless(s string) bool {
	digits := 0
	for i := range len(s) {
		switch c := s[i]; {
		case c >= utf8.RuneSelf:
			return false
		case '0' <= c && c <= '9':
			digits++
		case strings.IndexByte(separators, c) < 0:
			digits = 0
		}
		if digits == identifying {
			return false
		}
	}
	return true
}

// stretchEnd is where the groups of digits that begin at from end.
func stretchEnd(runes []rune, from int) int {
	end := from
	for i := from; i < len(runes) && i-end <= gap; i++ {
		if unicode.IsDigit(runes[i]) {
			end = i + 1
		} else if !strings.ContainsRune(separators, runes[i]) {
			break
		}
	}
	return end
}

// maskStretch masks runes[from:to], whole or only its long unbroken runs.
func maskStretch(runes []rune, from, to int) {
	stretch := runes[from:to]
	if countDigits(stretch) < identifying {
		return
	}
	if !inWord(runes, from, to) && !isAddress(stretch) {
		maskDigits(stretch)
		return
	}
	for start := 0; start < len(stretch); {
		end := start
		for end < len(stretch) && unicode.IsDigit(stretch[end]) {
			end++
		}
		if end-start >= identifying {
			maskDigits(stretch[start:end])
		}
		start = end + 1
	}
}

// inWord reports whether a letter touches the stretch, directly or over a hyphen.
func inWord(runes []rune, from, to int) bool {
	touches := func(i, step int) bool {
		if i >= 0 && i < len(runes) && (runes[i] == '-' || runes[i] == '_') {
			i += step
		}
		return i >= 0 && i < len(runes) && unicode.IsLetter(runes[i])
	}
	return touches(from-1, -1) || touches(to, 1)
}

func isAddress(stretch []rune) bool {
	_, err := netip.ParseAddr(string(stretch))
	return err == nil
}

func countDigits(runes []rune) int {
	n := 0
	for _, r := range runes {
		if unicode.IsDigit(r) {
			n++
		}
	}
	return n
}

func maskDigits(runes []rune) {
	for i, r := range runes {
		if unicode.IsDigit(r) {
			runes[i] = masked
		}
	}
}
