package model

import (
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/understand"
)

// confusing are the things put down beside which a text of the model names others: the patient may take its word.
func (d *dialogue) confusing(s *conversation.State, text string) []conversation.Question {
	var list []conversation.Question
	if s.Choice != nil && s.Closed == "" {
		f := understand.Read(text, d.turn.Now)
		for _, span := range f.Times {
			if wish := (conversation.Wish{Times: []conversation.Span{span}}); !wish.Allows(*s.Choice) {
				list = append(list, conversation.AskSlot)
			}
		}
		for _, span := range f.Dates {
			if wish := (conversation.Wish{Dates: []conversation.Span{span}}); !wish.Allows(*s.Choice) {
				list = append(list, conversation.AskSlot)
			}
		}
	}
	known := asked(s.Request)
	for _, q := range requestQuestions {
		other := slices.ContainsFunc(d.allNamed(text, q), func(id int) bool { return id != known[q] })
		if known[q] != 0 && other && len(s.Offer) > 0 {
			list = append(list, q)
		}
	}
	list = append(list, d.asksAgain(s, text)...)
	slices.Sort(list)
	return slices.Compact(list)
}

// allNamed are all entries of a kind that a text names in full, not only the best: "a Dra. Ana não tem, mas o Dr. Carlos
// tem" names two.
func (d *dialogue) allNamed(text string, q conversation.Question) []int {
	hits := d.Clinic.Hits(text)
	of := map[conversation.Question][]understand.Hit{
		conversation.AskService: hits.Specialties, conversation.AskDoctor: hits.Doctors, conversation.AskPlan: hits.Plans,
	}[q]
	var ids []int
	for _, hit := range of {
		if strings.Contains(strings.TrimSpace(text[hit.Start:hit.End]), " ") || q != conversation.AskDoctor {
			ids = append(ids, hit.ID)
		}
	}
	return ids
}

// about is what a question of the model asks for, and the phrases that tell it.
type about struct {
	q     conversation.Question
	group language.Group
}

func asksPhrases() []about {
	return []about{
		{conversation.AskSlot, say.SlotAsked},
		{conversation.AskDoctor, say.DoctorAsked},
		{conversation.AskPlan, say.PlanAsked},
		{conversation.AskProcedure, say.ProcedureAsked},
		{conversation.AskService, say.ServiceAsked},
	}
}

// asksAgain are things put down that a text of the model asks for all the same: the answer may be another.
func (d *dialogue) asksAgain(s *conversation.State, text string) []conversation.Question {
	known := asked(s.Request)
	known[conversation.AskSlot] = 0
	if s.Choice != nil {
		known[conversation.AskSlot] = 1
	}
	var list []conversation.Question
	for _, sentence := range strings.SplitAfter(text, "?") {
		if !strings.HasSuffix(sentence, "?") {
			continue
		}
		last := sentence[strings.LastIndexAny(strings.TrimSuffix(sentence, "?"), ".!\n?")+1:]
		for _, a := range asksPhrases() {
			if known[a.q] != 0 && holds(last, a.group) {
				list = append(list, a.q)
			}
		}
	}
	return list
}

// answered reports that the patient answered the open question, as the rules read it.
func (d *dialogue) answered() bool {
	who := d.identityRead()
	switch d.before.Asked {
	case conversation.AskSlot:
		_, ok := d.choiceRead()
		return ok
	case conversation.AskName:
		return who.Name != ""
	case conversation.AskCPF:
		return who.CPF != ""
	case conversation.AskBirthDate:
		return who.BirthDate != ""
	default:
		return false
	}
}
