package rules

import (
	"atende/actors/conversation"
	"atende/actors/wording"
)

// wantsOtherSex looks for a woman, or a man, of the same specialty instead of the doctor who was read back, on that day or at that hour
// where it is said: "tem doutora mulher? msm dia".  Where there is nobody, it says so, and what was read back stays.
func (d *dialogue) wantsOtherSex(h *heard) bool {
	of := d.otherSexAsked(h.s, h.whole)
	if d.literal || of == "" || len(h.whole.Doctors) > 0 || h.whole.identifies() {
		return false
	}
	others := d.othersOfSex(h.s, of)
	switch {
	case len(others) > 0:
		d.propose(d.searchOf(h, others))
	case d.woman(h.s.Request.AgendaID) == (of == womanWanted):
		d.answerAside(d.worksInText(h.s.Request.AgendaID))
	case of == womanWanted:
		d.answerAside(d.text(wording.AnswerNoWoman))
	default:
		d.answerAside(d.text(wording.AnswerNoMan))
	}
	return true
}

// otherSexAsked is whether the read-back is answered with the wish for a woman or for a man; "" for neither.
func (d *dialogue) otherSexAsked(s *conversation.State, r reading) string {
	switch {
	case !readingBack(s) || s.Choice == nil || s.Closed != "":
		return ""
	case r.says(say.AsksWoman):
		return womanWanted
	case r.says(say.AsksMan):
		return manWanted
	default:
		return ""
	}
}

// searchOf looks for times of some doctors: those that are wished, or of the day or the hour that was read back.
func (d *dialogue) searchOf(h *heard, agendas []int) conversation.Search {
	move := conversation.Search{Wish: d.searchWish(h.s, h.whole)}
	hour := h.whole.says(say.AtThatHour)
	if day := len(move.Wish.Dates)+len(move.Wish.Weekdays) > 0; !day && (hour || h.whole.says(say.OnThatDay)) {
		move.Wish.Dates = just(h.s.Choice.Date)
	}
	if timed := len(move.Wish.Times) > 0 || move.Wish.Period != ""; hour && !timed {
		move.Wish.Times = just(h.s.Choice.Hour)
	} else {
		move.AnyHour = !timed && h.whole.says(say.OnThatDay)
	}
	if len(agendas) == 1 {
		move.AgendaID = agendas[0]
	} else {
		move.Among = agendas
	}
	return move
}
