package rules

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// without is text without the patient's name, however it was capitalised.
func without(text, name string) string {
	var kept strings.Builder
	from := 0
	for at := range text {
		if at < from {
			continue
		}
		if end := nameAt(text, at, name); end > at {
			kept.WriteString(text[from:at])
			kept.WriteByte(' ')
			from = end
		}
	}
	if from == 0 {
		return text
	}
	return kept.String() + text[from:]
}

// calledDoctor reports that a title stands before the name.
func (d *dialogue) calledDoctor(text, name string) bool {
	if name == "" || !d.said(text, say.Titled) {
		return false
	}
	for at := range text {
		if nameAt(text, at, name) > at && endsApart(text[:at]) && d.said(text[:at], say.TitleLast) {
			return true
		}
	}
	return false
}

// nameAt is the end of a name that stands in a text at a place; 0 for none, or for bytes that are no text.  Case
// does not matter, nor how far the words are apart.
func nameAt(text string, at int, name string) int {
	if !utf8.ValidString(name) {
		return 0
	}
	end := at
	for i, word := range strings.Fields(name) {
		next := end + len(text[end:]) - len(strings.TrimLeft(text[end:], spaces))
		if i == 0 {
			next = end
		} else if next == end {
			return 0
		}
		if end = wordAt(text, next, word); end == 0 {
			return 0
		}
	}
	return end
}

const spaces = "\t\n\f\r "

// wordAt is the end of a word at a place, 0 if it is another one.
func wordAt(text string, at int, word string) int {
	for _, want := range word {
		got, size := utf8.DecodeRuneInString(text[at:])
		if size == 0 || !sameLetter(got, want) {
			return 0
		}
		at += size
	}
	return at
}

// sameLetter tells whether two characters differ in case at most.
func sameLetter(a, b rune) bool {
	if a == b {
		return true
	}
	for r := unicode.SimpleFold(a); r != a; r = unicode.SimpleFold(r) {
		if r == b {
			return true
		}
	}
	return false
}
