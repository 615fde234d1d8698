package rules

import (
	"atende/actors/conversation"
	"atende/actors/understand"
)

// talk answers what is no data: greetings, thanks, questions.  The open question follows anyway.
func (d *dialogue) talk(s *conversation.State, r reading) {
	switch r.Intent {
	case understand.Greet:
		d.learned = true
	case understand.Thanks:
		d.note(welcomeText)
	case understand.Question:
		if !d.rejected { // "não sei de cor" is no question
			d.answer(s, r)
		}
	default:
	}
	if s.Asked == conversation.AskNothing {
		d.learned = true // the first words are never "not understood"
	}
}

// answer answers from what is known, and says so when it cannot.
func (d *dialogue) answer(s *conversation.State, r reading) {
	switch {
	case len(r.Plans) == 1:
		plan, _ := d.clinic.Plan(r.Plans[0])
		d.note(acceptsPlanText(plan.Name))
	case asksPlans.MatchString(r.text) && r.wish().Empty():
		d.note(plansText(d.clinic))
	case asksDoctors.MatchString(r.text):
		d.note(doctorsText(d.clinic))
	case s.Choice != nil && asksWhen.MatchString(r.text):
		d.note(choiceText(*s.Choice, d.now()))
	case r.wish().Empty() && !r.More: // a question about times is answered by the search
		d.note(unknownQuestionText)
	}
}

// reply ends the turn: greeting, notes, the next question.  A third text in a row that did not get
// the conversation on goes to a person.
func (d *dialogue) reply(s *conversation.State) conversation.Event {
	q := d.question(s)
	wrote := len(d.turn.Messages) > 0 // not in a turn that goes on after a crash
	missed := wrote && !d.learned && s.Asked != conversation.AskNothing
	stuck := missed || d.rejected
	if stuck && s.Misses >= maxMisses {
		return conversation.Transfer{Reason: "nao_entendido", Text: notUnderstoodTransferText}
	}
	var lines []string
	if !s.Greeted {
		lines = append(lines, greetingText(d.clinic, d.turn.Now))
	}
	if missed {
		lines = append(lines, missedText(s))
	}
	lines = append(lines, d.notes...)
	if d.recorded && !d.rejected && q.asks == d.start && q.asks != conversation.AskNothing {
		lines = append(lines, notedText) // or the same question twice would look as if nobody listened
	}
	if q.text != "" {
		lines = append(lines, q.text)
	}
	return conversation.Reply{
		Text: joinLines(lines), Asks: q.asks, Options: q.options, Misunderstood: stuck,
	}
}
