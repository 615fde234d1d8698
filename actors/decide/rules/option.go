package rules

import (
	"atende/actors/conversation"
	"atende/actors/understand"
	"atende/actors/wording"
)

// Codes behind the numbers of the question after nothing was found; doctors are agenda ids.
const (
	optionPerson = -1
	optionLater  = -2
)

// option reads an answer to a question with numbered options that is not an offer.
func (d *dialogue) option(s *conversation.State, r reading) bool {
	if s.Asked == conversation.AskSame {
		return d.same(s, r)
	}
	if s.Asked == conversation.AskOther && r.Choice == 0 && r.Mentions.Empty() && d.yesOrNo(s, r) {
		return true
	}
	if both.MatchString(r.text) || r.Choice == 0 || len(s.Options) == 0 || !r.Mentions.Empty() || d.answered {
		return false
	}
	if r.Choice > len(s.Options) {
		d.note(d.text(wording.NumberUnknown))
		return true
	}
	d.propose(optionMove(s.Asked, s.Options[r.Choice-1]))
	return true
}

func optionMove(asked conversation.Question, id int) conversation.Move {
	var want conversation.Request
	switch asked {
	case conversation.AskService:
		want.SpecialtyID = id
	case conversation.AskProcedure:
		want.ProcedureID = id
	case conversation.AskPlan:
		want.PlanID = id
	default:
		switch id {
		case optionPerson:
			return conversation.Transfer{Reason: "sem_horarios"}
		case optionLater:
			return conversation.Close{}
		}
		want.AgendaID = id
	}
	return conversation.Search{Request: want}
}

// yesOrNo reads a plain yes as the first way on, and a plain no as giving up.
func (d *dialogue) yesOrNo(s *conversation.State, r reading) bool {
	switch {
	case r.Intent == understand.Confirm && len(s.Options) > 0:
		d.propose(optionMove(s.Asked, s.Options[0]))
	case r.Intent == understand.Deny && !r.More:
		d.propose(conversation.Close{})
	default:
		return false
	}
	return true
}

// same reads whether the new booking is for the person of the last one.
func (d *dialogue) same(s *conversation.State, r reading) bool {
	switch {
	case s.Known == nil || r.CPF != "":
		return false
	case r.Name != "" || r.Intent == understand.Deny || others.MatchString(r.text):
		d.propose(conversation.Identify{Identity: conversation.Identity{Name: r.Name}, Other: true})
	case r.Intent == understand.Confirm || myself.MatchString(r.text):
		d.propose(conversation.Identify{Identity: *s.Known})
	default:
		return false
	}
	return true
}
