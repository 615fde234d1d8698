package rules

import (
	"strings"

	"atende/actors/conversation"
	"atende/actors/understand"
	"atende/actors/wording"
)

// What an earlier conversation with the phone was about is proposed once, instead of asking again.

// remembers reports something that can be proposed, and was not yet.
func (d *dialogue) remembers(s *conversation.State) bool {
	if s.Past == nil || s.Past.Proposed || d.turn.Now.Sub(s.Past.At) >= conversation.GuessWindow {
		return false
	}
	r := s.Past.Request
	_, specialty := d.clinic.Specialty(r.SpecialtyID)
	_, procedure := d.clinic.Procedure(r.ProcedureID)
	return specialty && procedure
}

// pastQuestion asks whether to go on with it.
func (d *dialogue) pastQuestion(s *conversation.State) question {
	r := s.Past.Request
	procedure, _ := d.clinic.Procedure(r.ProcedureID)
	fill := []string{"procedure", procedure.Name, "with", d.clinic.WithWhom(r)}
	if _, known := d.clinic.Plan(r.PlanID); !known {
		return question{text: d.text(wording.AskPast, fill...), asks: conversation.AskPast}
	}
	plan := d.clinic.PlanText(r.PlanID, wording.BackPlan, wording.BackPrivate)
	return question{text: d.text(wording.AskPastPlan, append(fill, "plan", plan.Text)...).With(plan), asks: conversation.AskPast}
}

// past reads the answer to that.
func (d *dialogue) past(s *conversation.State, r reading) bool {
	switch {
	case s.Past == nil || !r.Mentions.Empty():
		return false // what is named counts, beside a yes or a no
	case r.Intent == understand.Deny:
		d.propose(conversation.TakeBack{})
	case r.Intent == understand.Confirm:
		d.propose(conversation.TakeBack{Same: true})
	default:
		return false
	}
	return true
}

// sameText asks whether the appointment is for who is known: of this conversation by name, of an earlier one by the
// first name and the end of the CPF alone, because the phone may be in other hands.
func (d *dialogue) sameText(s *conversation.State) wording.Words {
	if s.Booked != nil || s.Known.CPF == "" {
		return d.text(wording.AskSame, "name", s.Known.Name)
	}
	first, _, _ := strings.Cut(s.Known.Name, " ")
	return d.text(wording.AskSamePast, "name", first, "last", lastOfCPF(s.Known.CPF))
}

// pastPlan is how an earlier conversation with the phone was to be paid, where this one is about something else, or how the
// patient paid the last time who was proposed by the phone; 0 for unknown.
func (d *dialogue) pastPlan(s *conversation.State) int {
	if s.UsualPlan != 0 {
		plan, _ := d.clinic.Plan(s.UsualPlan)
		return plan.ID
	}
	if s.Past == nil || d.turn.Now.Sub(s.Past.At) >= conversation.GuessWindow {
		return 0
	}
	plan, _ := d.clinic.Plan(s.Past.Request.PlanID)
	return plan.ID
}

// samePlan reads a yes to that plan.
func (d *dialogue) samePlan(s *conversation.State, r reading) bool {
	plan := d.pastPlan(s)
	if plan == 0 || r.Intent != understand.Confirm {
		return false
	}
	d.propose(conversation.Search{Request: conversation.Request{PlanID: plan}})
	return true
}
