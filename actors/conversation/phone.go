package conversation

import (
	"regexp"
	"strings"

	"atende/actors/understand"
)

// LacksPhone reports that a patient could not be registered: celular is never sent empty (spec 2.4).
func (c Contact) LacksPhone() bool { return c.NoPhone && c.Phone == "" }

// Identified reports that nothing is missing of the patient's data.
func (s *State) Identified() bool { return s.Patient.Complete() && !s.LacksPhone() }

// missingData is what Identified misses.
func (s *State) missingData() []Question {
	list := s.Patient.missing()
	if s.LacksPhone() {
		list = append(list, AskPhone)
	}
	return list
}

// HearPhone keeps a phone that stands in a text of the writer's, while none is known.  It is for registrations alone:
// messages never go to a number that somebody wrote.
func (s *State) HearPhone(text string) {
	if !s.LacksPhone() {
		return
	}
	for _, number := range number.FindAllString(text, maxNumbers) {
		phone, written := phoneOf(number), digitsOf(number)
		switch {
		case phone == "", written == s.Patient.CPF, s.Asked != AskPhone && understand.ValidCPF(written):
		default:
			s.Phone = phone
			return
		}
	}
}

// maxNumbers is how many numbers of a text may be the phone.
const maxNumbers = 5

// number is a run of digits as phones are written: "(11) 98765-4321", "+55 11 987654321", "(+51) 999 888 777".
var number = regexp.MustCompile(`(?:\+ ?)?\(?[0-9][0-9 ().-]{6,}[0-9]`)

// phoneOf is a number as A3 wants it, digits with country code; "" for what is none.  Without a plus or 00 it is
// Brazilian: area code, and nine digits of a mobile phone or eight of another one.
func phoneOf(written string) string {
	digits := digitsOf(written)
	if abroad := understand.PhoneAbroad(digits, strings.HasPrefix(written, "+")); abroad != "" {
		return abroad
	}
	if national := understand.NationalPhone(digits); national != "" {
		return brazil + national
	}
	return ""
}

// brazil is its country code.
const brazil = "55"

func digitsOf(text string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, text)
}
