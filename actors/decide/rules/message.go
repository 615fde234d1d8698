package rules

import (
	"regexp"
	"strings"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/understand"
)

// reading is one message with all that can be read from it.
type reading struct {
	text string
	understand.Facts
	conversation.Mentions
}

func (r reading) wish() conversation.Wish {
	return conversation.Wish{Dates: r.Dates, Times: r.Times, Period: r.Period}
}

// message turns one message into moves and notes.
func (d *dialogue) message(s *conversation.State, m decide.Message) {
	if m.Text == "" {
		d.note(mediaText(m.Type))
		return
	}
	r := d.reading(s, m.Text)
	if d.ends(s, r) || d.afterBooking(s, r) || d.afterGoodbye(s, r) {
		return
	}
	if d.option(s, r) || d.slot(s, r) {
		d.identity(s, r)
		return
	}
	d.wanted(s, r)
	d.identity(s, r)
	d.talk(s, r)
}

// reading reads a text in the light of the open question: a name that was asked for, or that was
// introduced as one, is not a doctor's.
func (d *dialogue) reading(s *conversation.State, text string) reading {
	r := reading{text: text, Facts: understand.Read(text, d.turn.Now), Mentions: d.clinic.Find(text)}
	if asksIdentity(s.Asked) {
		r.Choice = 0
		if s.Asked != conversation.AskName && digit.MatchString(text) {
			r.Dates, r.Times = nil, nil // "12/03" is half a birth date
		}
	}
	switch {
	case s.Asked == conversation.AskName && !titled.MatchString(text):
		r.Doctors = nil
	case r.NameStated:
		r.Doctors = d.clinic.Find(without(text, r.Name)).Doctors
	case r.Name != "" && !r.Mentions.Empty():
		r.Name = ""
	}
	return r
}

// without is text without the patient's name, however it was capitalised.
func without(text, name string) string {
	pattern := strings.Join(strings.Fields(regexp.QuoteMeta(name)), `\s+`)
	return regexp.MustCompile(`(?i)`+pattern).ReplaceAllString(text, " ")
}

var titled = regexp.MustCompile(`(?i)\b(dr|dra|doutora?)\b`)

func asksIdentity(q conversation.Question) bool {
	switch q {
	case conversation.AskName, conversation.AskCPF, conversation.AskBirthDate:
		return true
	default:
		return false
	}
}

// appointmentWord tells "cancela a consulta" from a bare "cancela" in the middle of a booking.
var appointmentWord = regexp.MustCompile(`(?i)consulta|exame|agendament|hor[aá]rio|marcad`)

// ends handles wishes that end the conversation: a person, an appointment that exists already (the
// scheduling API has no call for it), giving up.
func (d *dialogue) ends(s *conversation.State, r reading) bool {
	under := s.Closed == "" && (len(s.Offer) > 0 || s.Choice != nil)
	switch {
	case r.Intent == understand.Human:
		d.propose(conversation.Transfer{Reason: "pediu_atendente"})
	case r.Intent == understand.Reschedule && !under:
		d.propose(conversation.Transfer{Reason: "remarcar", Text: rescheduleText})
	case r.Intent == understand.Cancel && (!under || appointmentWord.MatchString(r.text)):
		d.propose(conversation.Transfer{Reason: "cancelar", Text: cancelText})
	case s.Closed == "" && (r.Intent == understand.Cancel || r.Intent == understand.Decline) && !d.declinesOption(s, r):
		d.propose(conversation.Close{})
	default:
		return false
	}
	return true
}

// declinesOption reports whether a "não, obrigado" only answers the open question, which has a
// sensible no.
func (d *dialogue) declinesOption(s *conversation.State, r reading) bool {
	return s.Asked == conversation.AskPlan && r.Intent == understand.Decline
}

// afterBooking answers what comes after an appointment was made, without starting over (features
// 24), unless another one is wanted.
func (d *dialogue) afterBooking(s *conversation.State, r reading) bool {
	if s.Closed != conversation.OutcomeBooked || s.Booked == nil {
		return false
	}
	switch r.Intent {
	case understand.Book:
		return false
	case understand.Thanks, understand.Confirm, understand.Deny, understand.Decline, understand.Cancel:
		d.note(welcomeText)
		return true
	default:
		if !r.Mentions.Empty() && r.Intent != understand.Question {
			return false
		}
		d.note(bookedText(d.clinic, s.Booked))
		return true
	}
}

// afterGoodbye lets a goodbye be a goodbye.
func (d *dialogue) afterGoodbye(s *conversation.State, r reading) bool {
	if s.Closed != conversation.OutcomeNoInterest {
		return false
	}
	switch r.Intent {
	case understand.Thanks, understand.Confirm, understand.Deny, understand.Decline, understand.Cancel:
		d.note(untilThenText)
		return true
	default:
		return false
	}
}

// wanted proposes a search for what the text says of service, doctor, plan and time.
func (d *dialogue) wanted(s *conversation.State, r reading) {
	move, ok := d.resolve(s, r)
	open := len(s.Offer) > 0 && s.Closed == ""
	if r.Intent == understand.Deny || r.More || r.Intent == understand.Reschedule {
		move.More = open && move.Wish.Empty() && !asksIdentity(s.Asked)
		ok = ok || move.More
	}
	restart := s.Closed != "" // whatever is said now opens a new workflow
	if ok || restart {
		d.propose(move)
	}
	if r.Intent == understand.Book {
		d.learned = true
	}
}
