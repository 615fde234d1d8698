package rules

import (
	"strings"
	"unicode"

	"atende/actors/conversation"
	"atende/actors/understand"
	"atende/actors/wording"
)

// withoutPersonLater is a text without a wish for a person who is to come afterwards, "quero falar com alguém depois sobre
// a nota", beside something else in a booking that has begun: it goes on, and how to ask for somebody is said.
func (d *dialogue) withoutPersonLater(s *conversation.State, text string) string {
	if s.Closed != "" || opens(s) || d.literal {
		return text
	}
	if at, ok := d.parse(text).place(say.PassesLater); ok {
		at.end = max(at.end, sentenceAround(text, at).end)
		left := strings.Trim(cutOut(text, at), " ,.;!\n")
		d.afterwards = text[at.start:at.end]
		if d.learned = true; !readingBack(s) { // else it may be made at once
			d.note(d.text(wording.TalkPersonThen))
		}
		return left
	}
	if !underWay(s) || !d.said(text, say.PersonLater) {
		return text
	}
	left := d.withoutPhrase(text, say.PersonLater)
	if !strings.ContainsFunc(left, unicode.IsLetter) && !hasDigit(left) {
		return text
	}
	d.addNote(d.text(wording.TalkPersonLater))
	return left
}

// allBeside is what is to be read once the appointment is made that the patient agrees to: what stands beside the yes, and what was said
// before to be for then.
func (d *dialogue) allBeside(s *conversation.State) string {
	list := []string{d.beside, d.afterwards}
	if list = minus(list, []string{""}); len(list) > 0 && s.Beside != "" && !strings.Contains(d.beside, s.Beside) {
		list = append(list, s.Beside)
	}
	for i, said := range list[:max(0, len(list)-1)] {
		if !strings.ContainsAny(said[len(said)-1:], ".!?") {
			list[i] += "."
		}
	}
	return strings.Join(list, " ")
}

// passesOwn hands over, to change the writer's own appointment of this talk, who asks behind somebody else's for a person to see to it:
// "e o meu, vc vai passar pra alguem?"
func (d *dialogue) passesOwn(h *heard) bool {
	own := firstOf(h.s, "")
	if d.literal || own == nil || !afterBooking(h.s) || !h.whole.says(say.PassesOwn) || h.whole.identifies() {
		return false
	}
	h.purpose = reasonReschedule
	d.propose(d.transferMove(theirChange{whose: conversation.ForWriter, reason: reasonReschedule, made: own}, d.bookedOf(*own)))
	return true
}

// withoutRefusedPerson is a text without words that nobody is to be called, beside something else in a booking that has begun:
// "não quero atendente não, pode confirmar".
func (d *dialogue) withoutRefusedPerson(s *conversation.State, text string) string {
	if !underWay(s) || !d.said(text, say.NoPerson) || d.said(text, say.NotOfMachines) {
		return text
	}
	left := strings.Trim(d.withoutPhrase(text, say.NoPerson), " ,.;!-")
	if len(strings.Fields(left)) >= minMeant && !d.said(left, say.Farewell) { // "atendente não, deixa, tchau" goes
		return left
	}
	return text
}

// person reads who answers: none is wanted, "não quero atendente, quero o horário", or it is asked whether one writes.
func (d *dialogue) person(r *reading) {
	if r.Intent != understand.Human {
		return
	}
	if r.says(say.NoPerson) && !r.says(say.NotOfMachines) {
		if left := d.facts(d.withoutPhrase(r.text, say.NoPerson)); left.Intent != understand.Human {
			r.Facts = left
		}
	}
	if r.says(say.AsksHuman) && d.facts(d.withoutPhrase(r.text, say.AsksHuman)).Intent != understand.Human {
		r.Intent = understand.Question
	}
}

// withoutAskedWho is a text without a sentence that asks whether a machine or a person writes, which is answered: whom it calls "essa
// menina" is nobody's daughter, and "aquelas máquinas" no name.
func (d *dialogue) withoutAskedWho(s *conversation.State, text string) string {
	if d.literal || !d.said(text, say.AsksHuman) {
		return text
	}
	var left strings.Builder
	asks := false
	for _, sentence := range wholeSentences(d.parse(text)) {
		rest := d.withoutPhrase(sentence, say.AsksHuman)
		facts := d.facts(rest)
		switch data := facts.CPF+facts.InvalidCPF+facts.BirthDate != "" || facts.NameStated; {
		case rest == sentence, facts.Intent == understand.Human:
			left.WriteString(sentence)
		case (data || d.bringsMore(s, rest)) && readingBack(s): // a yes beside a doubt is read whole
			return text
		case data || d.bringsMore(s, rest):
			asks = true
			left.WriteString(rest)
		default:
			asks = true
		}
	}
	if asks {
		d.answerAside(d.text(wording.AnswerNoPerson, "clinic", d.clinic.Name))
	}
	return strings.TrimSpace(left.String())
}

// refusesPerson goes on with the open question where all that is said is that nobody is to be called: "não quero atendente".
func (d *dialogue) refusesPerson(h *heard) bool {
	begun := h.s.Closed == "" && !opens(h.s) || afterBooking(h.s)
	if !begun || !h.whole.says(say.NoPerson) || h.whole.says(say.NotOfMachines) {
		return false
	}
	left := d.readAgain(h.s, d.withoutPhrase(h.whole.text, say.NoPerson))
	if rest := strings.Fields(strings.Trim(left.text, " ,.;!")); len(rest) > 1 || left.data() || left.Intent == understand.Human {
		return false
	}
	d.answerAside(d.text(wording.TalkNoProblem))
	return true
}

// callsPerson takes the word that patients are told to write for a wish for a person, whatever stands behind it; at the
// begin of a talk it may greet.
func (d *dialogue) callsPerson(h *heard) {
	greets := opens(h.s) && h.s.Asked == conversation.AskNothing
	if h.whole.says(say.CallsPerson) && !h.whole.says(say.NoPerson) && !greets && !h.whole.identifies() && h.whole.Choice == 0 {
		h.whole.Intent = understand.Human
	}
}

// callsOffElse reads what is left without words of something else that was called off: "cancelei a academia, tem vaga hoje?"
func (d *dialogue) callsOffElse(r *reading) {
	if r.Intent != understand.Cancel || !r.says(say.CallsOffElse) {
		return
	}
	if left := d.facts(d.withoutPhrase(r.text, say.CallsOffElse)); left.Intent != understand.Cancel {
		r.Facts = left
	}
}
