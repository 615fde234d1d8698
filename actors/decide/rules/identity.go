package rules

import (
	"regexp"
	"strings"
	"unicode"

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
	case r.CPF == "" && (r.InvalidCPF != "" || (s.Asked == conversation.AskCPF && len(digits) >= 5 && r.BirthDate == "")):
		d.note(badIdentityText[conversation.AskCPF])
	case s.Asked == conversation.AskBirthDate && who == (conversation.Identity{}) && len(digits) > 0:
		d.note(badIdentityText[conversation.AskBirthDate])
	}
}

var digit = regexp.MustCompile(`\d`)

// name is the patient's name, "" if the text holds none.  When the name was asked for, words that
// say nothing else are taken for one.
func (d *dialogue) name(s *conversation.State, r reading) string {
	if s.Asked != conversation.AskName || r.Name != "" {
		return r.Name
	}
	if r.Intent != understand.Other || r.CPF != "" || r.BirthDate != "" {
		return ""
	}
	words := strings.Fields(r.text)
	for _, word := range words {
		if strings.IndexFunc(word, func(c rune) bool {
			return !unicode.IsLetter(c) && !unicode.IsMark(c) && !strings.ContainsRune("'’.-", c)
		}) >= 0 {
			return ""
		}
	}
	switch {
	case len(words) == 1:
		d.note(badIdentityText[conversation.AskName])
	case len(words) >= 2 && len(words) <= 7:
		return r.text
	}
	return ""
}
