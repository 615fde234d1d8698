package rules

import (
	"slices"
	"strings"
	"time"

	"atende/actors/conversation"
	"atende/actors/understand"
	"atende/actors/wording"
)

// asksDaysOfAnother shows the times of another doctor of the specialty to who asks on which days that one works, wherever the
// booking is; what stands before the question is taken, too: "22/07/88, e a dra Helena atende que dia?"  The chosen time is told.
func (d *dialogue) asksDaysOfAnother(h *heard) bool {
	if h.s.Closed != "" || h.s.Request.AgendaID == 0 || !h.s.Searched || d.literal {
		return false
	}
	before, question, agenda := d.daysAskedIn(h)
	if agenda == 0 {
		return false
	}
	first := d.readAgain(h.s, before)
	if readingBack(h.s) && (first.Intent == understand.Confirm || before != "" && d.wholeYes(h.s, before)) { // which comes first
		return false
	}
	if asksIdentity(h.s.Asked) {
		d.identity(h.s, first)
	}
	d.tellsPicked(h.s, first)
	d.propose(conversation.Search{
		Request: conversation.Request{AgendaID: agenda}, Wish: d.readAgain(h.s, question).wish(), AnyDay: true, AnyHour: true,
	})
	return true
}

// tellsPicked says which time is chosen, or was just picked, before those of another doctor are shown.
func (d *dialogue) tellsPicked(s *conversation.State, r reading) {
	if s.Choice != nil {
		d.answerAside(d.choiceTold(s))
		return
	}
	if s.Asked != conversation.AskSlot || r.wish().Empty() {
		return
	}
	if numbers := matching(s.Offer, r.wish()); len(numbers) == 1 {
		slot := s.Offer[numbers[0]-1]
		d.propose(conversation.Choose{Number: numbers[0]})
		d.answerAside(d.text(wording.ChoiceTold, "day", d.day(slot.Date), "hour", slot.Hour, "with", d.clinic.With(slot.AgendaID)))
	}
}

// daysAskedIn parts a message before the question on which days another doctor works; agenda is that doctor's, 0 where nothing asks so.
func (d *dialogue) daysAskedIn(h *heard) (before, question string, agenda int) {
	list := wholeSentences(h.whole.parsed)
	for i, sentence := range list {
		if d.daysAskedOf(h.s, sentence) == 0 {
			if told := strings.Join(list[:i+1], ""); d.said(sentence, say.AsksDaysOf) && d.daysAskedOf(h.s, told) != 0 { // "… da dra Helena. ela atende que dia?"
				return "", h.whole.text, d.daysAskedOf(h.s, told)
			}
			continue
		}
		parts := d.clauses(sentence)
		at := 0
		for n := 2; n < len(parts); n += 2 { // the shortest end that asks it
			if d.daysAskedOf(h.s, strings.Join(parts[n:], "")) != 0 {
				at = n
			}
		}
		before = strings.Join(list[:i], "") + strings.Join(parts[:at], "")
		question = strings.Join(parts[at:], "") + strings.Join(list[i+1:], "")
		return before, question, d.daysAskedOf(h.s, sentence)
	}
	return "", "", 0
}

// daysAskedOf is the other doctor of the specialty on whose days a text asks, by name or as "a outra" of two; 0 for none.
func (d *dialogue) daysAskedOf(s *conversation.State, text string) int {
	p := d.parse(text)
	works := p.says(say.AsksDaysOf)
	if !works && !p.says(say.AsksDays) {
		return 0
	}
	others := otherAgendas(d.clinic, s.Request)
	named := slices.Concat(d.find(text).Doctors, d.nicknamed(d.readAgain(s, text)))
	if of := slices.DeleteFunc(slices.Clone(others), func(id int) bool { return !slices.Contains(named, id) }); len(named) > 0 {
		if len(of) == 1 && (works || p.says(say.Titled)) && !p.says(say.Family) {
			return of[0]
		}
		return 0
	}
	if len(others) == 1 && len(s.Next)+len(d.kept) == 0 && p.saysAny(say.TheOther, say.OtherDoctor) {
		return others[0]
	}
	return 0
}

// asksDaysElsewhere is the specialty, not the one that is being booked, on whose days a sentence asks: "e a dermatologista, que dias ela
// atende?", "a gineco atende terça ou quinta?"; "" for none.
func (d *dialogue) asksDaysElsewhere(s *conversation.State, sentence *parsed) string {
	if d.literal || s.Closed != "" || s.Request.SpecialtyID == 0 || len(s.Offer) == 0 {
		return ""
	}
	works := sentence.says(say.SheWorks) && strings.Contains(sentence.text, "?") && len(d.mentioned(sentence.text)) > 0
	if !works && !sentence.says(say.AsksDaysOf) {
		return ""
	}
	named := d.find(sentence.text).Specialties
	if len(named) != 1 || named[0] == s.Request.SpecialtyID || d.facts(sentence.text).Intent == understand.Book {
		return "" // "na verdade quero dermato, atende quinta?"
	}
	specialty, _ := d.clinic.Specialty(named[0])
	return specialty.Name
}

// otherToo are the doctor who is known and the others where one of these will do as well, "com a outra também pode ser"; nil for no such words.
func (d *dialogue) otherToo(s *conversation.State, r reading) []int {
	others := d.notOffered(s)
	if s.Request.AgendaID == 0 || !r.says(say.OtherToo) || len(others) == 0 {
		return nil
	}
	return append([]int{s.Request.AgendaID}, others...)
}

// tellsWhoThen says when it will be seen which doctor is there at a time, to who asks that before the plan is known.
func (d *dialogue) tellsWhoThen(s *conversation.State, r reading) {
	if s.Asked == conversation.AskDoctor && s.Request.PlanID == 0 && len(r.Plans) == 0 && r.says(say.WhoThen) {
		d.answerAside(d.text(wording.AnswerWhoThen))
	}
}

// asksOtherWeekdays looks on other days of the week, at a list all of one weekday, for who asks whether that is all: "sábado não dá, não
// tem dia de semana não?"  Where the doctor has none of these, that is said, and others' times are shown.
func (d *dialogue) asksOtherWeekdays(h *heard) bool {
	r := h.whole
	day, one := onlyWeekday(h.s.Offer)
	if !one || h.s.Closed != "" || h.s.Asked != conversation.AskSlot || d.literal {
		return false
	}
	if r.Choice > 0 || len(r.Doctors) > 0 { // says which, or with whom
		return false
	}
	move := conversation.Search{Not: r.not, AnyDay: true}
	named, _ := r.weekdays()
	other := len(named) == 1 && named[0] == day
	switch {
	case r.says(say.OnWeekdays) && (day == time.Saturday || day == time.Sunday):
		move.Wish.Weekdays = slices.Clone(conversation.Workdays)
	case !r.says(say.OnlyThatDay) || !other:
		return false
	}
	if other {
		move.Not = append(slices.Clip(move.Not), conversation.Wish{Weekdays: named})
	}
	d.propose(move)
	return true
}

// onlyWeekday is the weekday of all times of an offer.
func onlyWeekday(offer []conversation.Slot) (day time.Weekday, one bool) {
	days := map[time.Weekday]bool{}
	for _, slot := range offer {
		at, err := time.Parse(time.DateOnly, slot.Date)
		if err != nil {
			return 0, false
		}
		day, days[at.Weekday()] = at.Weekday(), true
	}
	return day, len(days) == 1
}
