package rules

import (
	"slices"
	"strings"
	"time"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/understand"
)

// tellShifts takes the days and hours of somebody's shift for what they are, none that are wished for, and refuses them: "meu
// plantão é 19h às 7h, hoje, quarta e sexta, no dia seguinte de manhã tô dormindo".
func (d *dialogue) tellShifts(r *reading, list []told) {
	var shift conversation.Wish
	from, within := 0, false // where the last mention ends, and whether it is of a shift
	for i := range list {
		t := &list[i]
		before := r.times[from:t.mention.start]
		begins := d.said(before, say.ShiftIs)
		from = t.mention.end
		if d.upTo(*t) || onwards(*t) || t.ofWork() || strings.HasPrefix(strings.TrimSpace(r.times[from:]), "?") {
			within = false
			continue
		}
		now := d.ofShift(r.times, *t)
		switch {
		case begins:
			if i > 0 && list[i-1].kind == toldBusy && strings.HasSuffix(r.times[:list[i-1].end], before) { // "esse mês meus plantões são terça e quinta"
				list[i-1].kind = toldNone
			}
			r.refuse(shift)
			shift, within = now, true
			if t.kind == "" || !now.Empty() {
				t.kind = toldNone
			}
		case within && onlySigns(before) && onlySigns(r.times[from:t.end]) && fillsShift(shift, now, *t):
			shift.Dates, shift.Weekdays = append(shift.Dates, now.Dates...), append(shift.Weekdays, now.Weekdays...)
			shift.Times, shift.Period, t.kind = append(shift.Times, now.Times...), shift.Period+now.Period, toldNone
		case t.kind == toldBusy && t.sort() == "parte" && namesDay(shift) && d.said(before, say.DayAfter):
			r.refuse(dayAfter(shift, t.moments[0].Period))
			t.kind = toldNone
		default:
			within = false
		}
	}
	r.refuse(shift)
}

// refuse notes a time that will not do, if any is said.
func (r *reading) refuse(not conversation.Wish) {
	if !not.Empty() {
		r.not = append(r.not, not)
	}
}

// ofShift are the days and hours of a shift; of one at night, the hours of the day on which it begins.
func (d *dialogue) ofShift(text string, t told) conversation.Wish {
	not := d.timesIn(text[t.mention.start:t.mention.end])
	if slices.ContainsFunc(t.moments, func(m understand.Moment) bool { return m.Day.From != "" && !m.Weekday }) { // "hoje, quarta e sexta"
		not.Dates, not.Weekdays = nil, nil
		for _, m := range t.moments {
			if m.Day.From != "" {
				not.Dates = append(not.Dates, m.Day)
			}
		}
	}
	if n := len(not.Times); n > 0 && not.Times[0].From == not.Times[0].To {
		hours := conversation.Span{From: not.Times[0].From, To: endOfDay}
		if last := not.Times[n-1].To; last > hours.From {
			hours.To = last
		}
		not.Times = []conversation.Span{hours}
		if n == 1 && !namesDay(not) { // which is when it begins, or whatever
			not.Times = nil
		}
	}
	return not
}

// fillsShift reports that what follows the days of a shift are its hours, or what follows its hours its days.
func fillsShift(shift, now conversation.Wish, t told) bool {
	if timed := len(now.Times) > 0 || now.Period != ""; !timed {
		return namesDay(now) && !namesDay(shift) && t.sort() == "lista"
	}
	return !namesDay(now) && len(shift.Times) == 0 && shift.Period == ""
}

// onlySigns reports nothing but signs and small words that join times.
func onlySigns(text string) bool {
	return !slices.ContainsFunc(language.Tokenize(text), func(t language.Token) bool {
		return t.Kind == language.Letters && !say.BetweenTimes.Has(t.Text)
	})
}

// dayAfter is a part of the days that follow those of a shift.
func dayAfter(shift conversation.Wish, part understand.Period) conversation.Wish {
	return conversation.Wish{
		Dates: each(shift.Dates, func(day conversation.Span) conversation.Span {
			return conversation.Span{From: daysLater(day.From, 1), To: daysLater(day.To, 1)}
		}),
		Weekdays: each(shift.Weekdays, func(day time.Weekday) time.Weekday { return (day + 1) % 7 }),
		Period:   part,
	}
}
