package rules

import (
	"fmt"
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/understand"
	"atende/actors/wording"
)

// Codes behind numbers that are no id of the catalogue.
const (
	optionPerson  = -1
	optionLater   = -2
	optionYes     = -3 // go on, this time, this person
	optionNo      = -4 // not now, another person
	optionMore    = -5 // other times
	optionService = -6 // another specialty
	optionPrivate = -7 // without a plan
	optionPlan    = -8 // one of the plans
	optionWait    = -9 // told when a time comes free
)

// option reads an answer to a question with numbered options that is not an offer.
func (d *dialogue) option(s *conversation.State, r reading) bool {
	if r.Choice == 0 && len(s.Options) > 0 && r.says(say.Last) && !r.data() {
		r.Choice = len(s.Options)
	}
	if id := d.cpfEndingIn(s, r); id != 0 {
		d.chooseOption(s, r, id)
		return true
	}
	if d.namedReturning(s, r) {
		return true
	}
	numbered := r.Choice > 0 && len(s.Options) > 0 && (r.Choice <= len(s.Options) || s.Asked != conversation.AskSlot)
	if !numbered || r.says(say.Both) || !r.Mentions.Empty() || d.answered {
		return d.inWords(s, r)
	}
	if r.Choice > len(s.Options) {
		d.sayUnanswered(d.variant(wording.NumberUnknown, s.Excuses))
		return true
	}
	d.chooseOption(s, r, s.Options[r.Choice-1])
	return true
}

// cpfEndingIn is the one of several CPFs that a text means by its number in the list, "2, o dela", or by its last digits, "final
// 41-78"; 0 for none.
func (d *dialogue) cpfEndingIn(s *conversation.State, r reading) int {
	digits := digitsOf(r.text)
	if one := d.cpfNumbered(s, r, digits); one != 0 {
		return one
	}
	if s.Asked != conversation.AskCPF || len(digits) < 2 || len(digits) > 4 {
		return 0
	}
	ends := slices.DeleteFunc(slices.Clone(s.Options), func(id int) bool {
		return id <= 0 || !strings.HasSuffix(fmt.Sprintf("%011d", id), digits)
	})
	if len(ends) != 1 {
		return 0
	}
	return ends[0]
}

// cpfNumbered is the one of several CPFs that a text takes by its number in the list, "2, o dela", "o segundo"; 0 for none, and where
// it is said to be somebody else's.
func (d *dialogue) cpfNumbered(s *conversation.State, r reading, digits string) int {
	if s.Asked != conversation.AskCPF || len(s.Options) == 0 || len(digits) > 1 {
		return 0
	}
	number := numberOf(digits)
	r.scan()
	if at := slices.IndexFunc(r.tokens, func(t language.Token) bool { return say.Ordinal.Has(t.Text) }); at >= 0 && digits == "" {
		number = d.facts("o " + r.tokens[at].Raw).Choice
	}
	own := s.For != "" && r.says(say.WritersDatum) && !r.says(say.PatientsDatum)
	if number < 1 || number > len(s.Options) || own || r.saysAny(say.NotThat, say.Objects) {
		return 0
	}
	return max(0, s.Options[number-1])
}

// inWords reads an answer to a question with few ways on that was given in words.
func (d *dialogue) inWords(s *conversation.State, r reading) bool {
	switch {
	case asksReturning(s):
		return d.returning(s, r)
	case s.Asked == conversation.AskSame:
		return d.same(s, r)
	case s.Asked == conversation.AskPast:
		return d.past(s, r)
	case s.Asked == conversation.AskPlan && r.Choice == 0 && r.Mentions.Empty():
		return d.samePlan(s, r)
	case s.Asked == conversation.AskPerson:
		return d.goOnOrWait(r)
	case s.Asked == conversation.AskOther && r.Choice == 0 && r.Mentions.Empty():
		return d.yesOrNo(s, r)
	default:
		return false
	}
}

// chooseOption does what stands behind a number.
func (d *dialogue) chooseOption(s *conversation.State, r reading, id int) {
	switch {
	case id == optionPerson:
		d.propose(conversation.Transfer{Reason: reasonOr(s, reasonAsked)})
	case id == optionWait:
		d.await()
	case id == optionLater:
		d.propose(conversation.Close{})
	case id == optionService:
		d.askInstead(d.catalogueQuestion(s, conversation.AskService, nil))
	case id == optionPlan && len(d.clinic.Plans) == 1:
		move := conversation.Search{Request: conversation.Request{PlanID: d.clinic.Plans[0].ID}}
		if r.Choice == 0 { // a yes to which of the ways?
			move.Unsure = []conversation.Question{conversation.AskPlan}
		}
		d.propose(move)
	case id == optionPlan:
		d.askInstead(d.catalogueQuestion(s, conversation.AskPlan, nil))
	case id == optionPrivate:
		d.propose(conversation.Search{Request: conversation.Request{PlanID: d.clinic.PrivatePlan()}})
	case id == optionMore:
		d.propose(conversation.Search{More: true})
	case id <= optionReturning:
		d.takeReturning(optionReturning - id + 1)
	case id == optionNo && s.Asked == conversation.AskSame:
		d.propose(conversation.Identify{Other: true})
	case id == optionYes:
		d.chooseYes(s, r)
	case id == optionNo:
		d.askInstead(question{text: d.text(wording.TalkWhenThere), asks: s.Asked})
	case s.Asked == conversation.AskCPF:
		d.propose(conversation.Identify{Identity: conversation.Identity{CPF: fmt.Sprintf("%011d", id)}})
	default: // "2, depois das 15h"
		d.propose(conversation.Search{Request: requestOf(s.Asked, id), Wish: d.searchWish(s, r)})
	}
}

// requestOf is an entry of the catalogue that answers a question.
func requestOf(asked conversation.Question, id int) conversation.Request {
	switch asked {
	case conversation.AskService:
		return conversation.Request{SpecialtyID: id}
	case conversation.AskProcedure:
		return conversation.Request{ProcedureID: id}
	case conversation.AskPlan:
		return conversation.Request{PlanID: id}
	default:
		return conversation.Request{AgendaID: id}
	}
}

// chooseYes goes on with this time, this person.
func (d *dialogue) chooseYes(s *conversation.State, r reading) {
	switch {
	case s.Asked == conversation.AskSlot:
		d.proposeSlot(s, r, 1)
	case s.Asked == conversation.AskConfirm:
		d.agreed, d.learned = true, true
	case asksReturning(s):
		d.takeReturning(1)
	case s.Asked == conversation.AskSame && s.Known != nil:
		d.propose(conversation.Identify{Identity: *s.Known})
	default:
		d.answerAside(d.text(wording.TalkGoOn))
	}
}

// goOnOrWait reads whether a patient who asked for a person goes on all the same.
func (d *dialogue) goOnOrWait(r reading) bool {
	switch {
	case r.data():
		return false
	case r.says(say.WithYou):
		d.learned = true
	case r.says(say.WaitsForPerson), r.Intent == understand.Deny:
		d.propose(conversation.Transfer{Reason: reasonAsked})
	case r.Intent == understand.Confirm, r.says(say.GoesOn):
		d.learned = true
	default:
		return false
	}
	return true
}

// yesOrNo reads a plain yes as the first way on, and a plain no as giving up.
func (d *dialogue) yesOrNo(s *conversation.State, r reading) bool {
	switch {
	case r.Intent == understand.Confirm && len(s.Options) > 0:
		d.chooseOption(s, r, s.Options[0])
	case r.Intent == understand.Deny && !r.More && r.wish().Empty() && !r.identifies():
		d.propose(conversation.Close{})
	default:
		return false
	}
	return true
}

// same reads whether the new booking is for the person of the last one.
func (d *dialogue) same(s *conversation.State, r reading) bool {
	if at, ok := r.place(say.ForSomebody); ok && r.Name == "" && r.Mentions.Empty() {
		r.Name = d.facts(r.text[at.end:]).Name
	}
	switch {
	case s.Known == nil || r.CPF != "":
		return false
	case r.says(say.Myself) && !r.says(say.MyselfIndeed) && r.Intent != understand.Confirm && !s.Own && s.Booked != nil: // and not who is known
		d.propose(conversation.Identify{Identity: conversation.Identity{Name: r.Name}, For: conversation.ForWriter, Other: true})
	case r.Name != "" || r.Intent == understand.Deny || r.says(say.Others):
		d.propose(conversation.Identify{Identity: conversation.Identity{Name: r.Name}, Other: true})
		if len(r.Plans) == 1 { // "não, pra minha mãe, o convênio dela é Amil"
			d.propose(conversation.Search{Request: conversation.Request{PlanID: r.Plans[0]}})
		}
	case r.Intent == understand.Confirm || r.says(say.Myself):
		d.propose(conversation.Identify{Identity: *s.Known})
	default:
		return false
	}
	return true
}
