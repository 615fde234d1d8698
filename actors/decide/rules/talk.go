package rules

import (
	"atende/actors/conversation"
	"atende/actors/understand"
	"atende/actors/wording"
)

// talk answers what is no data: greetings, thanks, questions.  The open question follows anyway.
func (d *dialogue) talk(s *conversation.State, r reading) {
	switch r.Intent {
	case understand.Greet:
		d.learned = true
	case understand.Thanks:
		d.note(d.text(wording.TalkWelcome))
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
		d.note(d.acceptsPlanText(plan.Name))
	case asksPlans.MatchString(r.text) && r.wish().Empty():
		d.note(d.plansText())
	case asksDoctors.MatchString(r.text):
		d.note(d.doctorsText())
	case s.Choice != nil && asksWhen.MatchString(r.text):
		d.note(d.choiceText(*s.Choice))
	case r.wish().Empty() && !r.More: // a question about times is answered by the search
		d.note(d.text(wording.AnswerUnknown))
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
		return conversation.Transfer{Reason: "nao_entendido", Text: d.text(wording.TransferNotUnderstood)}
	}
	var lines []string
	if !s.Greeted {
		lines = append(lines, d.greetingText())
	}
	if missed {
		lines = append(lines, d.missedText(s))
	}
	lines = append(lines, d.notes...)
	if d.recorded && !d.rejected && q.asks == d.start && q.asks != conversation.AskNothing {
		lines = append(lines, d.text(wording.TalkNoted)) // or the same question twice would look as if nobody listened
	}
	if q.text != "" {
		lines = append(lines, q.text)
	}
	return conversation.Reply{
		Text: joinLines(lines), Asks: q.asks, Options: q.options, Misunderstood: stuck,
	}
}
