package rules

import (
	"strconv"
	"strings"
	"time"

	"atende/actors/conversation"
	"atende/actors/understand"
	"atende/actors/wording"
)

// readParity refuses the days with an odd number, or an even one, of who can only come on the others: "só dia par", "dia ímpar eu
// trabalho".
func (d *dialogue) readParity(s *conversation.State, r *reading) {
	if d.literal || noTimes(s) || !r.saysAny(say.EvenDays, say.OddDays) {
		return
	}
	for _, clause := range d.clauses(r.text) {
		p := d.parse(clause)
		even, odd := p.says(say.EvenDays), p.says(say.OddDays)
		if even == odd {
			continue // "dia par ou ímpar, tanto faz"
		}
		busy := p.saysAny(say.Cannot, say.ToldBusy, say.ShiftIs, say.Except, say.WorksAhead) && !p.saysAny(say.ToldFree, say.NoWork)
		r.refuse(conversation.Wish{Dates: d.daysOf(even == busy)})
	}
}

// daysOf are the next days with an even number, or an odd one.
func (d *dialogue) daysOf(even bool) (days []conversation.Span) {
	today := d.turn.Now.In(d.clinic.Location).Format(time.DateOnly)
	for n := range soon {
		day := daysLater(today, n)
		if number, _ := strconv.Atoi(day[strings.LastIndex(day, "-")+1:]); (number%2 == 0) == even {
			days = append(days, conversation.Span{From: day, To: day})
		}
	}
	return days
}

// inSomeWeeks reports that somebody can come every other week, and says no day.
func inSomeWeeks(_ *dialogue, h *heard) bool {
	open := readingBack(h.s) || h.s.Asked == conversation.AskSlot && h.s.OfferRead()
	ends := wantsPerson(h) || h.whole.Intent == understand.Cancel
	return h.s.Closed == "" && open && !ends && h.whole.says(say.EveryOtherWeek) && h.whole.wish().Empty()
}

// asksWhichWeek asks in which of the next two; at the read-back it is no question to which a yes books.
func asksWhichWeek(d *dialogue, h *heard) {
	asks := h.s.Asked
	if readingBack(h.s) {
		asks, d.objected, d.agreed = conversation.AskChange, true, false
	}
	d.learned = true
	d.askInstead(question{text: d.text(wording.AskWeek), asks: asks})
}

// withWeekNamed is an answer to a list of several times with the week that it names in full: "a que vem", "nessa mesmo".
func (d *dialogue) withWeekNamed(s *conversation.State, text string) string {
	open := s.Closed == "" && (s.Asked == conversation.AskSlot && len(s.Offer) > 1 || s.Asked == conversation.AskChange)
	switch {
	case d.literal || len(d.turn.Messages) == 0 || !open:
		return text
	case d.said(text, say.BareNextWeek):
		return "semana que vem"
	case d.said(text, say.BareThisWeek):
		return "esta semana"
	default:
		return text
	}
}
