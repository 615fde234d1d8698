package rules

import (
	"slices"
	"strings"

	"atende/actors/conversation"
)

// namedBeside is what a sentence names of the catalogue, or else what the message names that it is a part of: "e o eletro, vocês
// fazem?"
func (d *dialogue) namedBeside(sentence string) conversation.Mentions {
	named := d.find(sentence)
	if !named.Empty() || d.literal || d.read == 0 || d.read > len(d.turn.Messages) {
		return named
	}
	whole := d.parse(d.turn.Messages[d.read-1].Text)
	if len(d.elsewhere(whole)) > 0 { // "holter, mapa e eletro, vcs fazem?"
		return named
	}
	return d.find(whole.text)
}

// examOf is the exam of which a sentence speaks: one that it names, or else the one that is being booked, "fazem o exame aí?"; 0 for
// none, and for something that the clinic does not have.
func (d *dialogue) examOf(s *conversation.State, sentence *parsed) int {
	if named := d.services(reading{Mentions: d.namedBeside(sentence.text)}); len(named) > 0 {
		return named[0]
	}
	whole := d.read > 0 && d.read <= len(d.turn.Messages) && strings.TrimSpace(d.turn.Messages[d.read-1].Text) == strings.TrimSpace(sentence.text)
	if !whole && !sentence.says(say.SomeExam) || len(d.elsewhere(sentence)) > 0 || !d.find(sentence.text).Empty() { // "e a biópsia, faz aí?"
		return 0
	}
	return d.examBooked(s)
}

// examBooked is the exam that is being booked; 0 where it is a visit, or nothing that is known.
func (d *dialogue) examBooked(s *conversation.State) int {
	if s.Closed != "" || d.isVisit(s.Request.ProcedureID) {
		return 0
	}
	return s.Request.ProcedureID
}

// sameDayThing is what a sentence asks to have on the day of what is being booked, "e o eletro, faz-se no mesmo dia?"; 0 for
// nothing.
func (d *dialogue) sameDayThing(s *conversation.State, sentence *parsed) int {
	asks := strings.Contains(sentence.text, "?") && sentence.says(say.AsksSameDay) && !sentence.says(say.AsksWhen)
	if !asks || s.Closed != "" || s.Request.ProcedureID == 0 {
		return 0
	}
	named := d.namedBeside(sentence.text)
	others := slices.DeleteFunc(d.services(reading{Mentions: named}), func(id int) bool { return id == s.Request.ProcedureID })
	visit := d.consultationOf(s.Request.SpecialtyID)
	switch {
	case len(others) == 1:
		return others[0]
	case len(others) == 0 && visit != s.Request.ProcedureID && slices.Contains(named.Procedures, visit):
		return visit
	default:
		return 0
	}
}
