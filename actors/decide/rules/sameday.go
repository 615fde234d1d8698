package rules

import (
	"slices"
	"strings"
	"unicode"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/understand"
	"atende/actors/wording"
)

// namedBeside is what a sentence names of the catalogue, or else what the message names that it is a part of: "e o eletro, vocês
// fazem?"
func (d *dialogue) namedBeside(sentence string) conversation.Mentions {
	named := d.find(sentence)
	if !named.Empty() || d.literal || d.read == 0 || d.read > len(d.turn.Messages) {
		return named
	}
	whole := d.parse(d.turn.Messages[d.read-1].Text)
	if len(d.elsewhere(whole)) > 0 { // "holter, mapa e eletro, vcs fazem?"
		return named
	}
	return d.find(whole.text)
}

// examOf is the exam of which a sentence speaks: one that it names, or else the one that is being booked, "fazem o exame aí?"; 0 for
// none, and for something that the clinic does not have.
func (d *dialogue) examOf(s *conversation.State, sentence *parsed) int {
	if named := d.services(reading{Mentions: d.namedBeside(sentence.text)}); len(named) > 0 {
		return named[0]
	}
	whole := d.read > 0 && d.read <= len(d.turn.Messages) && strings.TrimSpace(d.turn.Messages[d.read-1].Text) == strings.TrimSpace(sentence.text)
	if !whole && !sentence.says(say.SomeExam) || len(d.elsewhere(sentence)) > 0 || !d.find(sentence.text).Empty() { // "e a biópsia, faz aí?"
		return 0
	}
	return d.examBooked(s)
}

// examBooked is the exam that is being booked; 0 where it is a visit, or nothing that is known.
func (d *dialogue) examBooked(s *conversation.State) int {
	if s.Closed != "" || d.isVisit(s.Request.ProcedureID) {
		return 0
	}
	return s.Request.ProcedureID
}

// nextTimesText says when the times of what is booked next are looked up.
func (d *dialogue) nextTimesText(procedureID int) wording.Words {
	what := d.nextText(conversation.Next{ProcedureID: procedureID})
	return d.text(wording.TalkNextTimes, "what", what.Text).With(what)
}

// sameDayThing is what a sentence asks to have on the day of what is being booked, "e o eletro, faz-se no mesmo dia?"; 0 for
// nothing.
func (d *dialogue) sameDayThing(s *conversation.State, sentence *parsed) int {
	asks := strings.Contains(sentence.text, "?") && sentence.says(say.AsksSameDay) && !sentence.says(say.AsksWhen)
	if !asks || s.Closed != "" || s.Request.ProcedureID == 0 {
		return 0
	}
	named := d.namedBeside(sentence.text)
	others := slices.DeleteFunc(d.services(reading{Mentions: named}), func(id int) bool { return id == s.Request.ProcedureID })
	visit := d.consultationOf(s.Request.SpecialtyID)
	switch {
	case d.namesNextThing(s, sentence):
		return s.Next[0].ProcedureID
	case len(others) == 1:
		return others[0]
	case len(others) == 0 && visit != s.Request.ProcedureID && slices.Contains(named.Procedures, visit):
		return visit
	default:
		return 0
	}
}

// namesNextThing reports a sentence that names what is booked next for the same patient: as it is called, by the first word of that
// ("o mapeamento"), or as the exam that it is.
func (d *dialogue) namesNextThing(s *conversation.State, sentence *parsed) bool {
	if s.Closed != "" || len(s.Next) == 0 || s.Next[0].For != "" || s.Next[0].ProcedureID == 0 || s.Next[0].ProcedureID == s.Request.ProcedureID {
		return false
	}
	thing, _ := d.clinic.Procedure(s.Next[0].ProcedureID)
	if named := d.hits(sentence.text).Procedures; len(named) > 0 || isConsultation(thing) { // refused or not: "não esquece do eletro"
		return slices.ContainsFunc(named, func(hit understand.Hit) bool { return hit.ID == thing.ID })
	}
	sentence.scan()
	first := language.Tokenize(thing.Name)[0].Text
	return hasWord(sentence.tokens, first) || sentence.says(say.SomeExam) && len(d.elsewhere(sentence)) == 0
}

// timesThing is what a sentence asks the times of, where that is booked next, or is another thing than the one whose times are
// chosen: "o eletro vocês fazem que horas quarta?"; 0 for nothing.  They are looked up when its turn comes, on the day of what is
// booked now, if that is the day that is asked about.
func (d *dialogue) timesThing(s *conversation.State, sentence *parsed) int {
	wish := wishOf(d.facts(sentence.text))
	elsewhen := s.Choice != nil && !(conversation.Wish{Dates: wish.Dates, Weekdays: wish.Weekdays}).Allows(*s.Choice)
	if elsewhen || s.Closed != "" || !strings.Contains(sentence.text, "?") {
		return 0
	}
	asks := sentence.says(say.AsksWhen)
	if d.namesNextThing(s, sentence) && s.Next[0].When().Empty() {
		if asks || !wish.Empty() || sentence.saysAny(say.RightAfter, say.AsksSameDay, say.AsksFree) {
			return s.Next[0].ProcedureID
		}
		return 0
	}
	named := minus(d.services(reading{Mentions: d.find(sentence.text)}), []int{s.Request.ProcedureID})
	if !asks || len(named) != 1 || !choosingTime(s) || len(s.Next) > 0 {
		return 0
	}
	return named[0]
}

// withoutReminder is an answer to offered times, or what comes behind one, without what it says of the thing that comes next: that it shall not be forgotten, or
// shall be on the same day, which is kept in mind: "pode. mas não esquece do eletro", "pode, desde que o eletro seja junto".
func (d *dialogue) withoutReminder(s *conversation.State, text string) string {
	open := s.Closed == "" && (s.Asked == conversation.AskSlot || asksIdentity(s.Asked))
	if !open || len(s.Next) == 0 || s.Next[0].For != "" || d.literal {
		return text
	}
	p := d.parse(text)
	var parts []place
	for _, m := range p.matches(say.RemindsOfNext) {
		at := p.placeOf(m)
		for _, hit := range d.hits(text).Procedures {
			if hit.Start >= at.end && strings.TrimSpace(text[at.end:hit.Start]) == "" {
				at.end = hit.End // "não esquece do" eletro
			}
		}
		if said := d.parse(text[at.start:at.end]); d.namesNextThing(s, said) || said.says(say.Both) || said.says(say.TheTwo) {
			parts = append(parts, at)
		}
	}
	rest := cutOut(text, parts...)
	if len(parts) == 0 || !strings.ContainsFunc(rest, unicode.IsLetter) && !hasDigit(rest) {
		return text
	}
	d.note(d.nextTimesText(s.Next[0].ProcedureID))
	if next := s.Next[0]; !next.SameDay && next.When().Empty() {
		d.moves = append(d.moves, conversation.Later{Next: conversation.Next{ProcedureID: next.ProcedureID, SameDay: true}})
	}
	return rest
}

// wantsSameDay reports a sentence of a text that wishes one day for two people, however it is asked: "e pro Enzo tem no mesmo dia?", "queria
// marcar pros dois aí se der no mesmo dia".
func (d *dialogue) wantsSameDay(s *conversation.State, text, sentence string) bool {
	p := d.parse(sentence)
	if s.Closed != "" || !p.says(say.SameDay) || p.saysAny(say.Results, say.AsksDaysOfAll) || len(d.topics(sentence)) > 0 {
		return false
	}
	r := d.readAgain(s, text)
	h := alone(s, r)
	waits := len(s.Next)+len(d.kept) > 0
	return r.says(say.Both) || len(d.relatives(r)) > 0 || waits && (d.calledByName(h, r) != "" || r.saysAny(say.ThirdPerson, say.AnotherNow))
}

// onSameDay notes that what is booked afterwards shall be on the same day.
func (d *dialogue) onSameDay(h *heard) {
	if d.inARow && h.s.Closed == "" {
		d.keepRow(h.s)
		return
	}
	if h.s.Closed != "" || !h.whole.says(say.SameDay) || h.s.Choice != nil && h.whole.says(say.SameHour) {
		return
	}
	for _, next := range d.queue(h.s) {
		same := conversation.Next{For: next.For, ProcedureID: next.ProcedureID, SameDay: true, After: h.whole.says(say.RightAfter)}
		if known := slices.ContainsFunc(d.kept, same.Same); next.For != "" && (known || !d.told && !d.unanswered) {
			d.keepAsked(same)
			continue
		}
		d.moves = append(d.moves, conversation.Later{Next: same})
		d.learned = true
	}
}
