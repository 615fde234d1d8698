package rules

import (
	"atende/actors/conversation"
	"atende/actors/understand"
)

// refuseWork notes hours at which somebody works or is at school, which are no wish, and takes what is wished before or behind them for
// hours: "trabalho de segunda a sexta das 8 às 17, pode ser depois disso?"
func (d *dialogue) refuseWork(s *conversation.State, r *reading) {
	if noTimes(s) || !d.said(r.times, say.WorksAhead) {
		return
	}
	for _, m := range d.mentioned(r.times) {
		at, ok := d.parse(r.times[:m.Start]).place(say.WorksUpTo)
		if !ok || !bothEnds(m.Time) || asksAt(r.times, m.End) || d.said(r.times[:m.End], say.NoWork) {
			continue
		}
		at.end = m.End
		days, _ := d.parse(r.times[at.start:at.end]).weekdays()
		left := cutOut(r.times, at)
		wished := d.besideWork(left, m.Time)
		if wished != nil {
			left = d.withoutPhrase(d.withoutPhrase(left, say.AfterThose), say.BeforeThose)
		}
		d.retime(r, left)
		r.not = append(r.not, conversation.Wish{Weekdays: days, Times: []conversation.Span{m.Time}})
		if len(r.Times) == 0 && wished != nil {
			r.Times, r.Period = wished, ""
		}
		return
	}
}

// bothEnds reports a stretch of hours of which both ends are said.
func bothEnds(hours understand.Span) bool {
	return hours.From < hours.To && hours.From > "00:00" && hours.To < lastHour
}

// besideWork are the hours that words wish behind those of work, or before them; nil for neither, or both.
func (d *dialogue) besideWork(text string, work understand.Span) []understand.Span {
	after, before := d.said(text, say.AfterThose), d.said(text, say.BeforeThose)
	switch {
	case after == before:
		return nil
	case after:
		return []understand.Span{{From: work.To, To: endOfDay}}
	default:
		return []understand.Span{{From: "00:00", To: minutesLater(work.From, -1)}}
	}
}
