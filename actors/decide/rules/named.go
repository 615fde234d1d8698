package rules

import (
	"strings"

	"atende/actors/understand"
)

var (
	// joined stands between two names either of which would do: "dr. Rafael ou dra. Ana".
	joined = phrase(`^\s*(\p{L}+\s+)?ou\s+(com\s+)?([oa]\s+)?((dra?|doutora?)\.?\s+)?$`)
	// andAnother joins two things of which one can be booked at a time.
	andAnother = phrase(`\se\s`)
	// private: without a plan.
	private = phrase(`\bparticular\b|\bpag(o|ar|ando)\b`)
	// dropsIt: the plan is not taken, the price is too high.
	dropsIt = phrase(`^\s*((ah|bom|t[áa]|ok|entendi|poxa)[\s,]+)*ent[ãa]o (eu )?n[ãa]o (quero|vou querer)( mais)?( nada)?[\s.!]*$`)
	// exclaims is no name: "que paz".
	exclaims = phrase(`^\s*que \p{L}+[\s.!]*$`)
	// attends asks what a doctor does.
	attends = phrase(`\b(dra?|doutora?|[oa])\.? \p{L}.*\b(atende|trabalha|faz|cuida)\b`)
	// calls stands before a doctor's name that could be something else ("dr. Domingos").
	calls = phrase(`\b((dra?|doutora?)\.?|com( [oa])?)\s+$`)
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
		if stands(text, first, h) || stands(text, h, first) {
			ids = append(ids, h.ID)
		}
	}
	if len(ids) < 2 {
		return nil
	}
	return ids
}

// stands reports that one name stands before another and either would do.
func stands(text string, one, other understand.Hit) bool {
	return one.End <= other.Start && joined.MatchString(text[one.End:other.Start])
}

// askedAbout is the doctor of "a Dra. Ana também atende …?", 0 for none.
func (d *dialogue) askedAbout(text string) int {
	found := d.find(text)
	if len(found.Doctors) != 1 || len(found.Plans) > 0 || !attends.MatchString(text) {
		return 0
	}
	return found.Doctors[0]
}

// timesBeside is a text without the name of a doctor that could be read as a day: "com o dr. Domingos".
func (d *dialogue) timesBeside(text string) string {
	for _, h := range d.hits(text).Doctors {
		if calls.MatchString(text[:h.Start]) {
			return text[:h.Start] + strings.Repeat(" ", h.End-h.Start) + text[h.End:]
		}
	}
	return text
}
