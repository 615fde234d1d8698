package rules

import (
	"strings"

	"atende/actors/understand"
)

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
