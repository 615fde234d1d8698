package rules

import (
	"strings"

	"atende/actors/conversation"
	"atende/actors/understand"
)

// work is a stretch of hours at which somebody works or is at school, as a text tells it.
type work struct {
	place
	hours understand.Span
	weeks []understand.Moment // of which it tells
}

// refuseWork notes hours at which somebody works or is at school, which are no wish, and takes what is wished before or behind them for
// hours: "trabalho de segunda a sexta das 8 às 17, pode ser depois disso?"  Of several each is of its week, and no week is wished:
// "essa semana rodo das 4:30 às 13h, semana que vem é das 14 às 22:30".
func (d *dialogue) refuseWork(s *conversation.State, r *reading) {
	if noTimes(s) || !d.said(r.times, say.WorksAhead) {
		return
	}
	list := d.workIn(r.times)
	if len(list) == 0 {
		return
	}
	left := cutOut(r.times, each(list, func(w work) place { return w.place })...)
	var wished []understand.Span
	for _, w := range list {
		days, _ := d.parse(r.times[w.start:w.end]).weekdays()
		weeks := each(w.weeks, func(m understand.Moment) understand.Span { return m.Day })
		r.not = append(r.not, conversation.Wish{Dates: weeks, Weekdays: days, Times: []conversation.Span{w.hours}})
	}
	if len(list) == 1 {
		for _, week := range list[0].weeks {
			left = r.times[week.Start:week.End] + " " + left
		}
		if wished = d.besideWork(left, list[0].hours); wished != nil {
			left = d.withoutPhrase(d.withoutPhrase(left, say.AfterThose), say.BeforeThose)
		}
	}
	d.retime(r, left)
	if len(r.Times) == 0 && wished != nil {
		r.Times, r.Period = wished, ""
	}
}

// workIn are the hours of work in a text.
func (d *dialogue) workIn(text string) (list []work) {
	mentioned := d.mentioned(text)
	for i, m := range mentioned {
		at, ok := d.parse(text[:m.Start]).place(say.WorksUpTo)
		ofWeek := false
		if !ok && (len(list) > 0 || longHours(m.Time)) {
			at, ofWeek = d.parse(text[:m.Start]).place(say.WeekIsUpTo)
		}
		if !ok && !ofWeek || !bothEnds(m.Time) || asksAt(text, m.End) || d.said(text[:m.End], say.NoWork) {
			continue
		}
		one := work{place: place{at.start, m.End}, hours: m.Time}
		switch {
		case i > 0 && isWeek(mentioned[i-1]) && (mentioned[i-1].Start >= one.start || onlySigns(text[mentioned[i-1].End:one.start])):
			one.weeks = mentioned[i-1 : i : i]
			one.start = min(one.start, mentioned[i-1].Start)
		case i+1 < len(mentioned) && isWeek(mentioned[i+1]) && strings.TrimSpace(text[m.End:mentioned[i+1].Start]) == "":
			one.weeks = mentioned[i+1 : i+2 : i+2]
			one.end = mentioned[i+1].End
		}
		list = append(list, one)
	}
	return list
}

// isWeek reports a mention of a stretch of days: "essa semana".
func isWeek(m understand.Moment) bool { return m.Day.From < m.Day.To && !conversation.OpenEnded(m.Day) }

// longHours reports hours that are too many for a wish.
func longHours(hours understand.Span) bool {
	return bothEnds(hours) && minutesLater(hours.From, 5*60) <= hours.To
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

// startsWork reports an hour at which somebody begins to work: "eu pego só às 14".
func (d *dialogue) startsWork(text string, t told) bool {
	return t.moments[0].Time.From != "" && !d.upTo(t) && d.beforeWork(text, t)
}

// beforeWork reports words before an hour that say that somebody begins to work then.
func (d *dialogue) beforeWork(text string, t told) bool {
	return d.said(text[sentenceAround(text, t.mention).start:t.mention.start], say.StartsWork)
}
