package model

import (
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/understand"
)

// overlooked are the things put down that the patient's words of this turn speak against.
func (d *dialogue) overlooked(s *conversation.State) []conversation.Question {
	var list []conversation.Question
	add := func(q conversation.Question, speaksAgainst bool) {
		if speaksAgainst && !slices.Contains(list, q) {
			list = append(list, q)
		}
	}
	who, known := d.identityRead(), asked(s.Request)
	add(conversation.AskName, who.Name != "" && s.Patient.Name != "" && !strings.EqualFold(who.Name, s.Patient.Name))
	add(conversation.AskCPF, who.CPF != "" && s.Patient.CPF != "" && who.CPF != s.Patient.CPF)
	add(conversation.AskBirthDate, who.BirthDate != "" && s.Patient.BirthDate != "" && who.BirthDate != s.Patient.BirthDate)
	add(conversation.AskSlot, d.choiceDenied(s))
	add(conversation.AskPlan, slices.Contains(d.second.NotPlans, s.Request.PlanID))
	add(conversation.AskDoctor, slices.Contains(d.second.NotDoctors, s.Request.AgendaID))
	for _, q := range d.second.Against {
		add(q, true)
	}
	for _, m := range d.second.Moves {
		switch m := m.(type) {
		case conversation.Search:
			wanted := asked(m.Request)
			for _, q := range requestQuestions {
				add(q, wanted[q] != 0 && known[q] != 0 && wanted[q] != known[q])
			}
		case conversation.Identify:
			add(conversation.AskName, m.Other && s.Patient.Name != "" && s.Patient.Name == d.before.Patient.Name)
		default:
		}
	}
	return list
}

// choiceDenied reports that the patient's words of this turn do not go with the time that is chosen.
func (d *dialogue) choiceDenied(s *conversation.State) bool {
	if s.Choice == nil {
		return false
	}
	kept := d.before.Choice != nil && *d.before.Choice == *s.Choice
	denied := d.second.Held
	for _, m := range d.second.Moves {
		switch m := m.(type) {
		case conversation.Choose:
			denied = denied || m.Number == 0 && kept
		case conversation.Search:
			speaks := m.More || !m.Wish.Empty() || len(m.Not) > 0 // of times, after one was chosen
			refuses := slices.ContainsFunc(m.Not, func(not conversation.Wish) bool { return !not.Empty() && not.Allows(*s.Choice) })
			denied = denied || refuses || kept && speaks || leavesOut(m.Wish, *s.Choice)
		case conversation.Transfer, conversation.Close:
			denied = true
		default:
		}
	}
	slot, read := d.choiceRead()
	return denied || read && slot != *s.Choice || d.namesOther(*s.Choice)
}

// leavesOut reports a wish for other times than one.
func leavesOut(wish conversation.Wish, slot conversation.Slot) bool {
	return !wish.Empty() && !wish.Allows(slot)
}

// namesOther reports that the patient names days or hours in this turn, and none of them is the time's.  The rules
// may have taken them for something said in passing; before a booking they are worth a question.
func (d *dialogue) namesOther(choice conversation.Slot) bool {
	for _, m := range d.fresh {
		f := understand.Read(m.Text, d.turn.Now)
		wish := conversation.Wish{Dates: f.Dates, Times: f.Times, Period: f.Period}
		if f.BirthDate == "" && leavesOut(wish, choice) {
			return true
		}
	}
	return false
}
