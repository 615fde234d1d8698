package rules

import (
	"regexp"

	"atende/actors/conversation"
	"atende/actors/understand"
)

// identity proposes what the text says of the patient, and says what is wrong with what was asked
// for but cannot be used.
func (d *dialogue) identity(s *conversation.State, r reading) {
	if s.Closed != "" && len(d.moves) == 0 {
		return
	}
	who := conversation.Identity{Name: d.name(s, r), CPF: r.CPF, BirthDate: r.BirthDate}
	if who != (conversation.Identity{}) {
		d.propose(conversation.Identify{Identity: who})
	}
	digits := digit.FindAllString(r.text, -1)
	switch {
	case r.CPF == "" && (r.InvalidCPF != "" || (s.Asked == conversation.AskCPF && len(digits) >= 3 && r.BirthDate == "")):
		d.wrong(conversation.AskCPF)
	case s.Asked == conversation.AskBirthDate && who == (conversation.Identity{}) && len(digits) > 0:
		d.wrong(conversation.AskBirthDate)
	}
}

// wrong asks for the same thing again, saying what is the matter with it.
func (d *dialogue) wrong(q conversation.Question) {
	if d.ask == nil {
		d.instead(question{text: badIdentityText[q], asks: q})
	}
	d.rejected = true
}

var digit = regexp.MustCompile(`\d`)

// oneWord is an answer that could be a first name alone.
var oneWord = regexp.MustCompile(`^\s*\p{L}[\p{L}\p{M}'’-]+\s*[.!]?\s*$`)

// name is the patient's name, "" if the text holds none.
func (d *dialogue) name(s *conversation.State, r reading) string {
	if s.Asked == conversation.AskName && r.Name == "" && r.Intent == understand.Other && oneWord.MatchString(r.text) {
		d.wrong(conversation.AskName)
	}
	return r.Name
}
