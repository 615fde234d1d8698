package rules

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"atende/actors/understand"
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

// eitherDoctor are the doctors of "com o Rafael ou com a Ana Lima", who are asked about; nil if the text
// names no two like that.
func (d *dialogue) eitherDoctor(text string) []int {
	hits := d.hits(text).Doctors
	if len(hits) == 0 {
		return nil
	}
	first := hits[0] // the best one
	ids := []int{first.ID}
	for _, h := range hits[1:] {
		if d.stands(text, first, h) || d.stands(text, h, first) {
			ids = append(ids, h.ID)
		}
	}
	if len(ids) < 2 {
		return nil
	}
	return ids
}

// stands reports that one name stands before another and either would do.
func (d *dialogue) stands(text string, one, other understand.Hit) bool {
	return one.End <= other.Start && d.said(text[one.End:other.Start], say.Joined)
}

// askedAbout is the doctor of "a Dra. Ana também atende …?", 0 for none.
func (d *dialogue) askedAbout(text string) int {
	found := d.find(text)
	if len(found.Doctors) != 1 || len(found.Plans) > 0 || !d.passage(text).says(say.Attends) {
		return 0
	}
	return found.Doctors[0]
}

// timesBeside is a text without the name of a doctor that could be read as a day: "com o dr. Domingos".
func (d *dialogue) timesBeside(text string) string {
	for _, h := range d.hits(text).Doctors {
		if endsApart(text[:h.Start]) && d.said(text[:h.Start], say.Calls) {
			return text[:h.Start] + strings.Repeat(" ", h.End-h.Start) + text[h.End:]
		}
	}
	return text
}
