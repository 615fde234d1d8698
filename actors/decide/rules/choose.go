package rules

import (
	"atende/actors/conversation"
	"atende/actors/understand"
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
	if r.Choice == 0 || len(s.Options) == 0 || !r.Mentions.Empty() {
		return false
	}
	if r.Choice > len(s.Options) {
		d.note(notOfferedText)
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
	case s.Known == nil || r.Name != "" || r.CPF != "":
		return false
	case r.Intent == understand.Confirm:
		d.propose(conversation.Identify{Identity: *s.Known})
	case r.Intent == understand.Deny:
		d.propose(conversation.Identify{Other: true})
	default:
		return false
	}
	return true
}

// slot reads a choice from the offer: by number, by hour, by day, or by a plain yes to a single
// one.  What fits several slots or none is no choice; it becomes a wish.
func (d *dialogue) slot(s *conversation.State, r reading) bool {
	if len(s.Offer) == 0 || s.Closed != "" || len(r.Doctors)+len(r.Specialties)+len(r.Procedures) > 0 {
		return false
	}
	if s.Asked != conversation.AskSlot && r.wish().Empty() {
		return false
	}
	switch {
	case r.Choice > 0:
		d.propose(conversation.Choose{Number: r.Choice})
		return true
	case r.wish().Empty():
		return d.yesToOffer(s, r)
	case r.More && r.Intent != understand.Confirm:
		return false
	}
	if numbers := matching(s.Offer, r.wish()); len(numbers) == 1 {
		d.propose(conversation.Choose{Number: numbers[0]})
		return true
	}
	return false // several or none: it becomes a wish, and a new offer that fits it
}

func (d *dialogue) yesToOffer(s *conversation.State, r reading) bool {
	if r.Intent != understand.Confirm {
		return false
	}
	if len(s.Offer) == 1 {
		d.propose(conversation.Choose{Number: 1})
	} else {
		d.note(whichNumberText)
	}
	return true
}

// matching lists the numbers of the offered slots that fit what was said.
func matching(offer []conversation.Slot, wish conversation.Wish) []int {
	var numbers []int
	for i, slot := range offer {
		if wish.Allows(slot) {
			numbers = append(numbers, i+1)
		}
	}
	return numbers
}
