package rules

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"atende/actors/conversation"
	"atende/actors/understand"
)

// nameFormat is a name in a text, however it is capitalised and however far its words are apart; nil for no name, or
// for bytes that are no text.  A turn looks for one name several times.
func (d *dialogue) nameFormat(name string) *regexp.Regexp {
	words := strings.Fields(name)
	if len(words) == 0 || !utf8.ValidString(name) {
		return nil
	}
	p := d.parse(name)
	if p.asName == nil {
		p.asName = regexp.MustCompile(`(?i)` + strings.ReplaceAll(regexp.QuoteMeta(strings.Join(words, " ")), " ", `\s+`))
	}
	return p.asName
}

// without is a text without the patient's name.
func (d *dialogue) without(text, name string) string {
	if format := d.nameFormat(name); format != nil {
		return format.ReplaceAllLiteralString(text, " ")
	}
	return text
}

// calledDoctor reports that a title stands before the name.
func (d *dialogue) calledDoctor(text, name string) bool {
	if len(strings.Fields(name)) == 0 || !d.said(text, say.Titled) { // as most are not
		return false
	}
	format := d.nameFormat(name)
	return format != nil && slices.ContainsFunc(format.FindAllStringIndex(text, -1), func(at []int) bool {
		return endsApart(text[:at[0]]) && d.said(text[:at[0]], say.TitleLast)
	})
}

// eitherDoctor are the doctors of "com o Rafael ou com a Ana Lima", who are asked about; nil if the text
// names no two like that.
func (d *dialogue) eitherDoctor(text string) []int {
	joined := func(one, other understand.Hit) bool {
		return one.End <= other.Start && d.said(text[one.End:other.Start], say.Joined)
	}
	var ids []int
	for i, hit := range d.hits(text).Doctors { // the best one first
		if best := d.hits(text).Doctors[0]; i == 0 || joined(best, hit) || joined(hit, best) {
			ids = append(ids, hit.ID)
		}
	}
	if len(ids) < 2 {
		return nil
	}
	return ids
}

// askedAbout is the doctor of "a Dra. Ana também atende …?", 0 for none.
func (d *dialogue) askedAbout(text string) int {
	found := d.find(text)
	if len(found.Doctors) != 1 || len(found.Plans) > 0 || !d.parse(text).says(say.Attends) {
		return 0
	}
	return found.Doctors[0]
}

// timesBeside is a text without what could be read as a time and is none: the name of a doctor, "com o dr. Domingos", and the
// shift that somebody works, "largo o plantão da noite às 7".
func (d *dialogue) timesBeside(text string) string {
	if p := d.parse(text); p.says(say.NoTime) {
		text = cutOut(text, each(p.matches(say.NoTime), p.placeOf)...)
	}
	for _, h := range d.hits(text).Doctors {
		if endsApart(text[:h.Start]) && d.said(text[:h.Start], say.Calls) {
			return cutOut(text, place{h.Start, h.End})
		}
	}
	return text
}

// Formats of characters, where signs and spaces count and no word.
var (
	// cpfFormat is how numbers are written that may be a CPF.
	cpfFormat = regexp.MustCompile(`\d{3}[. ]?\d{3}[. ]?\d{3}[- ]?\d{2}`)
	// offerLineFormat is a line of an offer as it is copied: "5 - 08:00".
	offerLineFormat = regexp.MustCompile(`^\s*\*?(\d{1,2})\*?\s*[-–]\s*(\d\d:\d\d)\s*$`)
	// lettersFormat is words, of two letters at least the first, that have nothing but letters, apostrophes, hyphens and
	// stops.
	lettersFormat = regexp.MustCompile(`^[\p{L}\p{M}'’.-]{2,}( [\p{L}\p{M}'’.-]+)*$`)
)

// offerLine is a line of an offer with its number and its hour, nil for any other text.
func offerLine(text string) []string {
	if !strings.Contains(text, ":") { // as most have none
		return nil
	}
	return offerLineFormat.FindStringSubmatch(text)
}

// sentencesIn are the sentences of a text, each with the question mark, the exclamation mark or the end of the line behind it.
func sentencesIn(text string) []string {
	var list []string
	for text != "" {
		end := strings.IndexAny(text, "?!\n") + 1
		if end == 0 {
			end = len(text)
		}
		list, text = append(list, text[:end]), text[end:]
	}
	return list
}

func hasDigit(text string) bool { return strings.ContainsAny(text, "0123456789") }

// digitsOf is a text without anything but its digits.
func digitsOf(text string) string {
	return strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
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

// nameLike reports some words that could be a name.
func nameLike(words []string) bool { return lettersFormat.MatchString(strings.Join(words, " ")) }

// endsApart reports a text with a space at its end.
func endsApart(text string) bool { return strings.TrimRightFunc(text, unicode.IsSpace) != text }

// cpfOnPhone reads the CPF that was asked for behind the telephone on which it was found, "achei uma foto no celular 93588175695",
// which alone would be a number to call.
func cpfOnPhone(s *conversation.State, r *reading) {
	if s.Asked != conversation.AskCPF || r.CPF != "" || !r.says(say.OnThePhone) || r.says(say.NumberOfPhone) {
		return
	}
	if written := writtenCPFs(r.text); len(written) == 1 && !strings.Contains(r.text, "+") {
		r.CPF, r.InvalidCPF = written[0], ""
	}
}
