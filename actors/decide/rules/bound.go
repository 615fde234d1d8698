package rules

import (
	"slices"
	"time"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/understand"
)

// rulesOut notes when somebody cannot come.
func (d *dialogue) rulesOut(r *reading, t told) {
	first := t.moments[0]
	not := d.timesIn(r.times[t.mention.start:t.mention.end])
	switch sort := t.sort(); {
	case t.kind == toldBusy && d.atLesson(r.times, t):
		not.Times = []conversation.Span{d.hoursOf(r.times, t)}
	case t.kind == toldBusy && d.lastsFrom(r.times, t) > 0:
		not = conversation.Wish{Dates: []conversation.Span{{From: first.Day.From, To: daysLater(first.Day.From, d.lastsFrom(r.times, t)-1)}}}
	case t.kind == toldBusy && t.atHour() && (t.exact || d.said(r.times[t.start:t.end], say.Impossible) || d.hectic(r.times, t)):
		not.Times = []conversation.Span{first.Time} // and not all that follow
	case sort == "hora":
		hour := first.Time // "de manhã até 11h50" begins with a part of the day
		if at := slices.IndexFunc(t.moments, func(m understand.Moment) bool { return m.Time.From != "" }); at > 0 {
			hour = t.moments[at].Time
		}
		r.bound.Times = complement(d.ruledOutHours(hour, t.kind))
		if r.bound.Times != nil {
			return
		}
		not.Times = []conversation.Span{d.ruledOutHours(hour, t.kind)}
	case t.kind == toldBusy && !d.upTo(t) && !onwards(t):
	case sort == "ambos":
		not.Times = []conversation.Span{d.ruledOutHours(t.moments[len(t.moments)-1].Time, t.kind)}
	case first.Day.From != "":
		r.bound.Dates = []conversation.Span{d.openDays(t)}
		return
	default:
		return
	}
	if !not.Empty() {
		r.not = append(r.not, not)
	}
}

// ruledOutHours are those at which somebody cannot come by an hour that is told.
func (d *dialogue) ruledOutHours(hour conversation.Span, kind string) conversation.Span {
	switch {
	case hour.From == hour.To && kind == toldFrom:
		return conversation.Span{From: "00:00", To: minutesLater(hour.From, -1)}
	case hour.From == hour.To:
		return conversation.Span{From: hour.From, To: endOfDay}
	case kind == toldLeave: // "tenho que sair até 10h"
		return conversation.Span{From: hour.To, To: endOfDay}
	case hour.From == "00:00":
		return conversation.Span{From: "00:00", To: minutesLater(hour.To, -1)}
	case kind == toldFrom && hour.To >= lastHour: // "só largo às 16" is read as from then on
		return conversation.Span{From: "00:00", To: minutesLater(hour.From, -1)}
	default:
		return hour
	}
}

// leavesUntimed reads by when an appointment must be over where the hour is none to whom it is no wish: "tenho que sair até 10h".
func (d *dialogue) leavesUntimed(s *conversation.State, r *reading) {
	m, ok := r.match(say.LeavesBy)
	if !ok || d.literal || noTimes(s) || len(r.Times)+len(r.bound.Times) > 0 {
		return
	}
	at := r.placeOf(m)
	if last := r.tokens[m.To-1]; last.Kind == language.Digits {
		at.end = last.Start
	}
	if left := d.facts(cutOut(r.text, at)); len(left.Times) == 1 {
		r.bound.Times = complement(conversation.Span{From: left.Times[0].To, To: endOfDay})
	}
}

// complement is what is left of a day; nil where that is not one stretch.
func complement(hours conversation.Span) []conversation.Span {
	switch {
	case hours.From == "00:00":
		return []conversation.Span{{From: minutesLater(hours.To, 1), To: endOfDay}}
	case hours.To >= lastHour:
		return []conversation.Span{{From: "00:00", To: minutesLater(hours.From, -1)}}
	default:
		return nil
	}
}

// openDays are the days from or until one that is told.
func (d *dialogue) openDays(t told) conversation.Span {
	today := d.turn.Now.In(d.clinic.Location).Format(time.DateOnly)
	day := t.moments[0].Day
	switch {
	case t.kind == toldAfter:
		return conversation.Span{From: daysLater(day.From, 1), To: daysLater(day.From, aheadDays)}
	case d.upTo(t):
		return conversation.Span{From: daysLater(day.To, 1), To: daysLater(day.To, aheadDays)}
	case onwards(t) && t.kind != toldFrom, t.kind == toldUntil:
		return conversation.Span{From: today, To: daysLater(day.From, -1)}
	case t.moments[len(t.moments)-1].Period == understand.Evening:
		return conversation.Span{From: daysLater(day.From, 1), To: daysLater(day.From, aheadDays)}
	default:
		return conversation.Span{From: day.From, To: daysLater(day.From, aheadDays)}
	}
}

// aheadDays is how far the days reach from which somebody can come.
const aheadDays = 90

// daysLater is a day so many days later.
func daysLater(date string, days int) string {
	at, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return date
	}
	return at.AddDate(0, 0, days).Format(time.DateOnly)
}

// bounded is a wish within the days and hours from or until which somebody can come.
func bounded(wish, bound conversation.Wish) conversation.Wish {
	if bound.Empty() {
		return wish
	}
	wish.Dates, wish.Times = common(wish.Dates, bound.Dates), common(wish.Times, bound.Times)
	if wish.Period == "" {
		wish.Period = bound.Period
	}
	return wish
}

// common is what two lists of stretches have in common; the first where that is nothing, the second where it is empty.
func common(wished, bound []conversation.Span) []conversation.Span {
	if len(bound) == 0 {
		return wished
	}
	if len(wished) == 0 {
		return bound
	}
	var list []conversation.Span
	for _, a := range wished {
		for _, b := range bound {
			if both := (conversation.Span{From: max(a.From, b.From), To: min(a.To, b.To)}); both.From <= both.To {
				list = append(list, both)
			}
		}
	}
	if list == nil {
		return wished // which was said in so many words
	}
	return list
}

// opensClause reports a time that stands in the words with which a clause begins: "não posso terça e quarta tem que ser cedo".
func (d *dialogue) opensClause(text string, m understand.Moment) bool {
	p := d.parse(text)
	return slices.ContainsFunc(p.matches(say.ClauseEnds), func(end language.Match) bool {
		at := p.placeOf(end)
		return at.start < m.Start && m.End < at.end
	})
}

// ofWork reports nothing but hours at which work begins or ends, of which the bounds are read.
func (t *told) ofWork() bool {
	return !slices.ContainsFunc(t.moments, func(m understand.Moment) bool { return !m.Work })
}

// partOf reports a part of the day, or an hour, in the clause of a day that is told as busy: "na quinta eu levo meu
// neto na fono de manhã", "terça eu tenho curso até as 12".
func (d *dialogue) partOf(text string, day, part told) bool {
	clause := day.mention.end + len(d.clauses(text[day.mention.end:])[0])
	if !day.onlyDays() || part.mention.end > clause || sortOf(part.moments[0]) == "dia" {
		return false
	}
	return day.kind == toldBusy && !d.said(text[day.mention.end:part.end], say.UntilLate)
}

// onlyDays reports a mention of days, and of no hour or part of them.
func (t *told) onlyDays() bool { return t.sort() == "dia" || t.sort() == "lista" }

// withoutRefused are wished days without those that are refused, where others are left: "quinta às 14h30 estaria ótimo, mas quinta é dia
// de buscar meu neto. A sexta seria possível?"
func withoutRefused(days []understand.Span, not []conversation.Wish) []understand.Span {
	left := slices.DeleteFunc(slices.Clone(days), func(day understand.Span) bool { return day.From == day.To && refusesDay(not, day.From) })
	if len(left) == 0 {
		return days // "quero quinta porque quinta é o dia da minha carona"
	}
	return left
}

// awayThen reports a day in a clause of its own that says that somebody is away then, or cannot come from then on: "essa semana ele tá
// fora", "a partir de quinta eu viajo".
func (d *dialogue) awayThen(text string, t told, end int) bool {
	own := d.parse(d.ownClause(text, t, end))
	return own.says(say.AwayThen) || onwards(t) && own.says(say.Cannot)
}
