package rules

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/understand"
)

// dropTimesInPassing drops a time that was only mentioned beside the data that were asked for: "hoje fiz feijão …
// eu me chamo …".  Another time takes a word of change, or nothing beside it.
func (d *dialogue) dropTimesInPassing(s *conversation.State, r *reading) {
	if s.Booked != nil && s.Closed == "" && r.says(say.AlreadyBooked) { // of the one before
		r.Dates, r.Times, r.Period, r.not = nil, nil, "", nil
	}
	if s.Choice == nil || !asksIdentity(s.Asked) || r.changesTime() || len(r.not) > 0 {
		return
	}
	if r.identifies() || len(strings.Fields(r.text)) > maxBare {
		r.Dates, r.Times, r.Period, r.not = nil, nil, "", nil
	}
}

// maxBare is how many words may name a time and nothing else: "na sexta de manhã às 8 e meia".
const maxBare = 8

// preferListedDays reads a weekday with an hour as the one on the list, where the coming one is not there: as one with that hour, on
// this list or an earlier one, or else as any of them.  "Quarta que vem 8h" is the one at that hour of the list, too.
func (d *dialogue) preferListedDays(s *conversation.State, r *reading) {
	if len(s.Offer) == 0 || len(r.Dates) == 0 || len(r.Times) == 0 {
		return
	}
	days, _ := d.parse(d.without(r.times, r.Name)).weekdays()
	numbered := d.saysDay(r.times, r.Dates[0].From, false) // "quarta 25 8h"
	hour := conversation.Wish{Weekdays: days, Times: r.Times}
	later := datesOf(s.Offer, hour)
	listedHour := single(r.Times) && len(later) > 0 && later[0].From > r.Dates[0].From
	p := d.parse(r.times)
	oneDay := p.says(say.OneDay) && (!listedHour || p.says(say.DatedDay))
	if len(days) == 0 || numbered || oneDay || len(matching(s.Offer, conversation.Wish{Dates: r.Dates})) > 0 {
		return
	}
	listed := datesOf(s.Offer, conversation.Wish{Weekdays: days})
	switch seen := datesOf(s.Seen, hour); {
	case len(seen) > 0 && (len(matching(s.Offer, hour)) == 0 || r.says(say.EarlierList)):
		r.Dates = seen
	case len(listed) == 0:
	case len(matching(s.Offer, hour)) > 0, len(s.Wish.Dates) > 0 && !wishesAny(s.Wish.Dates, r.Dates):
		r.Dates = listed
	default:
		r.Dates = slices.Concat(r.Dates, listed)
	}
}

// wishesAny reports that one of some days is among those that are wished.
func wishesAny(wished, days []conversation.Span) bool {
	of := conversation.Wish{Dates: wished}
	return slices.ContainsFunc(days, func(day conversation.Span) bool { return of.Allows(conversation.Slot{Date: day.From}) })
}

// preferListedHour reads a weekday and a number, which may be its day of the month, as the hour that such a day has on the list:
// "quarta 16".
func (d *dialogue) preferListedHour(s *conversation.State, r *reading) {
	if len(s.Offer) == 0 || !single(r.Dates) || len(r.Times) > 0 || len(datesOf(s.Offer, conversation.Wish{Dates: r.Dates})) > 0 {
		return
	}
	for _, m := range d.mentioned(r.times) {
		words := language.Tokenize(r.times[m.Start:m.End])
		if m.Day != r.Dates[0] || len(words) != 2 || words[1].Kind != language.Digits {
			continue
		}
		hour := fmt.Sprintf("%02s:00", words[1].Text)
		if listed := datesOf(s.Offer, conversation.Wish{Weekdays: weekdaysOf(r.Dates), Times: just(hour)}); len(listed) > 0 {
			r.Dates, r.Times = listed, just(hour)
			return
		}
	}
}

// datesOf are the days of those of some times that a wish allows.
func datesOf(slots []conversation.Slot, wish conversation.Wish) (dates []understand.Span) {
	for _, n := range matching(slots, wish) {
		dates = append(dates, just(slots[n-1].Date)...)
	}
	return slices.Compact(dates) // which are in the order of their days
}

// afterFirst moves a day that is named by its weekday behind those that will not do: "a partir do dia 3", and then "sábado 9h".
func (d *dialogue) afterFirst(s *conversation.State, r *reading) {
	first := d.firstDay(s)
	if hours := len(r.Dates) > 0 && len(r.Times) > 0; !hours || first == "" || s.Closed != "" || d.said(r.times, say.OneDay) {
		return
	}
	var named []string
	for _, m := range d.mentioned(r.times) {
		words := language.Tokenize(r.times[m.Start:m.End])
		if len(words) > 0 && (say.Weekday.Has(words[0].Text) || say.WeekdayShort.Has(words[0].Text)) && !hasDigit(r.times[m.Start:m.End]) {
			named = append(named, m.Day.From)
		}
	}
	moved := func(day understand.Span) understand.Span {
		for day.From == day.To && day.From < first && slices.Contains(named, day.From) {
			later := daysLater(day.From, 7)
			named = append(named, later)
			day = just(later)[0]
		}
		return day
	}
	r.Dates = each(r.Dates, moved)
	r.Any = each(r.Any, func(one understand.When) understand.When {
		one.Dates = each(one.Dates, moved)
		return one
	})
}

// firstDay is the day before which nothing will do, by what was wished or refused; "" for none.
func (d *dialogue) firstDay(s *conversation.State) string {
	today := d.turn.Now.In(d.clinic.Location).Format(time.DateOnly)
	first := today
	if len(s.Wish.Dates) == 1 && s.Wish.Dates[0].From != s.Wish.Dates[0].To {
		first = max(first, s.Wish.Dates[0].From)
	}
	for _, not := range s.Not {
		if hours := len(not.Times) > 0 || not.Period != ""; !hours && len(not.Dates) == 1 && not.Dates[0].From <= today && not.Dates[0].From != not.Dates[0].To {
			first = max(first, daysLater(not.Dates[0].To, 1))
		}
	}
	if first == today {
		return ""
	}
	return first
}

// keepFirst keeps in mind before which day nothing will do where a single later day is wished, which would replace it.
func (d *dialogue) keepFirst(s *conversation.State, move *conversation.Search) {
	first := d.firstDay(s)
	before := func(day understand.Span) bool { return day.From != day.To || day.From < first }
	if first == "" || len(move.Wish.Dates) == 0 || len(s.Wish.Dates) != 1 || !conversation.OpenEnded(s.Wish.Dates[0]) || slices.ContainsFunc(move.Wish.Dates, before) {
		return
	}
	today := d.turn.Now.In(d.clinic.Location).Format(time.DateOnly)
	move.Not = append(move.Not, conversation.Wish{Dates: []conversation.Span{{From: today, To: daysLater(first, -1)}}})
}

// separateRefusedTimes keeps, of times that will not do and times that will, the latter.  The former are
// remembered.
func (d *dialogue) separateRefusedTimes(s *conversation.State, r *reading) {
	if at, ok := r.place(say.NeverSaidThat); ok {
		r.times = r.text[at.end:]
		said := d.facts(r.times)
		r.Dates, r.Times, r.Period, r.Choice = said.Dates, said.Times, said.Period, 0
		return
	}
	if noTimes(s) || r.Behind || d.tagQuestion(r.text) || !d.parse(r.times).saysAny(say.Exclusion, say.Except, say.Cannot, say.NothingAt) {
		return
	}
	not, rest := d.refusals(r.times)
	if not == nil {
		return
	}
	wanted := d.facts(rest)
	r.not, r.Facts.Not = append(r.not, d.aWeekLater(r.times, not, wanted.Dates)...), nil
	r.Dates, r.Times, r.Period, r.times = wanted.Dates, wanted.Times, wanted.Period, rest
	r.Any, r.Below = wanted.Any, wanted.Below
	r.Dates = slices.DeleteFunc(slices.Clone(r.Dates), func(day understand.Span) bool { return day.From == day.To && refusesDay(r.not, day.From) })
	if !hasDigit(rest) {
		r.Choice = 0 // "qualquer um menos segunda"
	}
}

// refusedBesides notes the days and hours that the text refuses in other words, where times are spoken of.
func (d *dialogue) refusedBesides(s *conversation.State, r *reading) {
	if noTimes(s) || d.tagQuestion(r.text) || r.says(say.NeverSaidThat) {
		return
	}
	free := d.freeDays(r.times)
	if len(free) > 0 {
		r.Dates = slices.DeleteFunc(slices.Clone(r.Dates), func(day understand.Span) bool { return refusesDay(r.not, day.From) })
		r.Dates = append(r.Dates, free...)
	}
	for _, when := range r.Facts.Not {
		not := wishAt(when)
		not.Times = beforeEnds(not.Times)
		if len(when.Dates) > 0 && slices.Contains(free, when.Dates[0]) {
			continue
		}
		if len(when.Weekdays) == len(when.Dates) && !d.said(r.text, say.OneDay) {
			not.Dates, not.Weekdays = nil, when.Weekdays // any such day
		}
		if !not.Empty() {
			r.not = append(r.not, not)
		}
	}
}

// hourOfBusyDay reads an hour, or a part of the day, beside a day that is busy at other hours, and no other day, as one of that day:
// "quarta ele tem prova até 9h, melhor 10h", "terça tenho dentista de manhã, de tarde dá".
func (d *dialogue) hourOfBusyDay(r *reading) {
	if len(r.Dates) > 0 || len(r.Times)+len(r.Period) == 0 || len(r.Times) > 1 || r.saysAny(say.AnotherDay, say.AnyDay) {
		return
	}
	hour := map[understand.Period]string{understand.Morning: "08:00", understand.Afternoon: "12:00", understand.Evening: "18:00"}[r.Period]
	if len(r.Times) > 0 {
		hour = r.Times[0].From
	}
	mentioned := d.mentioned(r.text)
	for i, m := range mentioned {
		if m.Day.From == "" || m.Day.From != m.Day.To {
			continue
		}
		if len(r.Times) == 0 && slices.ContainsFunc(mentioned[:i], func(before understand.Moment) bool { return before.Period == r.Period }) {
			return // "à tarde, pois de manhã dou aula segunda e quarta" is of any day
		}
		partly, refused := false, false
		for _, not := range r.not {
			refused = refused || not.Allows(conversation.Slot{Date: m.Day.From, Hour: hour})
			partly = partly || (len(not.Times) > 0 || not.Period != "") && namesDay(not) && touchesDay(not, m.Day.From)
		}
		if partly && !refused {
			r.Dates = just(m.Day.From)
			return
		}
	}
}

// touchesDay reports that a wish, or what is refused, is of a day, at whatever hour.
func touchesDay(w conversation.Wish, date string) bool {
	w.Times, w.Period = nil, ""
	return w.Allows(conversation.Slot{Date: date, Hour: "12:00"})
}

// namesDay reports a wish for days, or a refusal of some.
func namesDay(w conversation.Wish) bool { return len(w.Dates)+len(w.Weekdays) > 0 }

// freeDays are days on which somebody is free, in words that refuse them elsewhere: "quinta eu folgo", "trabalho todo dia menos quinta".
func (d *dialogue) freeDays(text string) (days []understand.Span) {
	if !d.parse(text).saysAny(say.FreeThen, say.WorksBut) {
		return nil
	}
	for _, clause := range d.clauses(text) {
		if d.parse(clause).saysAny(say.FreeThen, say.WorksBut) {
			for _, when := range d.facts(clause).Not {
				days = append(days, when.Dates...)
			}
		}
	}
	return days
}

// noTimes reports that no times are spoken of, so that none is refused: a conversation is over, or asks for the patient's
// data before a time was chosen.
func noTimes(s *conversation.State) bool {
	return s.Closed != "" || asksIdentity(s.Asked) && s.Choice == nil
}

// tagQuestion reports a sentence that asks with a "não" and refuses nothing.
func (d *dialogue) tagQuestion(text string) bool {
	return slices.ContainsFunc(strings.SplitAfter(text, ". "), func(part string) bool {
		if !d.said(part, say.TagQuestion) {
			return false
		}
		_, _, anew := d.askedBehind(part)
		return !anew
	})
}

// refusesDay reports that a whole day was refused, so that another mention of it is no wish: "você anotou quinta, mas quinta
// não posso".
func refusesDay(not []conversation.Wish, date string) bool {
	return slices.ContainsFunc(not, func(wish conversation.Wish) bool {
		return len(wish.Times) == 0 && wish.Period == "" && wish.Allows(conversation.Slot{Date: date, Hour: "12:00"})
	})
}

// withToday adds today to a weekday that is today's: said alone, "terça" on a Tuesday means the next
// one, but with today on the list both may be meant, and that is asked.
func (d *dialogue) withToday(s *conversation.State, r reading) []understand.Span {
	if len(s.Offer) == 0 {
		return r.Dates
	}
	now := d.turn.Now.In(d.clinic.Location)
	today, week := now.Format(time.DateOnly), now.AddDate(0, 0, 7)
	next := just(week.Format(time.DateOnly))[0]
	onList := slices.ContainsFunc(s.Offer, func(slot conversation.Slot) bool { return slot.Date == today })
	if !onList || !slices.Contains(r.Dates, next) || r.says(say.AnotherWeek) || !d.saysDay(r.text, next.From, true) {
		return r.Dates
	}
	return append(slices.Clone(r.Dates), just(today)...)
}

// saysDay reports that a text names a day by its weekday alone, "terça", or else otherwise: "terça, dia 25", "terça vinte e
// cinco".
func (d *dialogue) saysDay(text, date string, weekday bool) bool {
	return slices.ContainsFunc(d.mentioned(text), func(m understand.Moment) bool {
		return m.Day.From == date && m.Day.To == date && m.Weekday == weekday
	})
}

// withPlainQuestion is a text that says when without an "ou não" behind that, and without a swearword: "tem hoje ou não?", "hoje,
// porra".  A yes to the read-back keeps all its words.
func (d *dialogue) withPlainQuestion(s *conversation.State, text string) string {
	plain := understand.Asked(text)
	if d.said(plain, say.Swears) {
		plain = d.withoutPhrase(plain, say.Swears)
	}
	if plain == text || d.literal || readingBack(s) || wishOf(d.facts(plain)).Empty() || d.said(plain, say.Grumbles) {
		return text
	}
	return plain
}

// dropGrumbledTimes drops days and hours of a grumble: "liguei hoje a manhã toda e ninguém atende".
func (d *dialogue) dropGrumbledTimes(r *reading) {
	if r.wish().Empty() || !r.says(say.Grumbles) {
		return
	}
	r.times = d.withoutParts(r.text, say.Grumbles)
	left := d.facts(r.times)
	r.Dates, r.Times, r.Period = left.Dates, left.Times, left.Period
}

// ailing reports a part of the day in a clause that tells what somebody feels then, and wishes for nothing: "tossi a noite toda".
func (d *dialogue) ailing(text string, t told) bool {
	p := d.parse(d.ownClause(text, t, d.endOfClause(text, t)))
	return t.sort() == "parte" && p.says(say.Ailing) && !p.says(say.WantsThen)
}

// asksBehindStory keeps of the days and hours of a text those that it asks for beside a story: "tá deslocado desde ontem, têm vaga
// hoje?"
func (d *dialogue) asksBehindStory(r *reading) bool {
	if r.wish().Empty() || !endsAsking(*r) {
		return false
	}
	times := d.withoutParts(r.text, say.Since)
	left := d.facts(times)
	if times == r.text || wishOf(left).Empty() {
		return false
	}
	r.times, r.Dates, r.Times, r.Period = times, left.Dates, left.Times, left.Period
	return true
}

// dropSymptomTimes drops days and hours of a story.
func (d *dialogue) dropSymptomTimes(s *conversation.State, r *reading) {
	tells := r.Intent == understand.Other || r.Intent == understand.Deny && len(r.tokens) >= minRemark
	ails := tells && r.wish().Empty() && r.says(say.Ailing) && r.Choice == 0 && len(r.not) == 0
	if s.Closed != "" || !r.says(say.Since) && !ails || r.says(say.Wishing) || r.identifies() {
		return
	}
	if d.asksBehindStory(r) {
		return
	}
	r.Dates, r.Times, r.Period, r.not, r.times, r.Choice = nil, nil, "", nil, "", 0
	r.symptoms = r.Mentions.Empty() && len(r.notPlans) == 0
	if ails {
		r.Intent = understand.Other // "não dormi a noite inteira" refuses nothing
	}
}

// tellsReason reports a message that tells beside the open question what somebody comes for, in words of patients for what a
// specialty sees to, and asks and answers nothing: "tô com muita espinha".
func (d *dialogue) tellsReason(s *conversation.State, r *reading) bool {
	open := s.Closed == "" && s.Request.SpecialtyID != 0 && !readingBack(s) && !asksIdentity(s.Asked)
	wants := r.Intent != understand.Other || r.More || len(r.not) > 0
	if !open || wants || strings.Contains(r.text, "?") || r.says(say.Wishing) {
		return false
	}
	told := *r
	if slices.Equal(r.Specialties, []int{s.Request.SpecialtyID}) && !d.names(r.text, s.Request.SpecialtyID) {
		told.Specialties = nil // by the part of the body
	}
	lay := d.lay(r.parsed)
	seen := len(lay.Specialties) > 0 && len(lay.Procedures) == 0
	if told.data() || !seen && (len(d.clinic.LayElsewhere(r.text)) == 0 || !r.says(say.Unwell)) {
		return false
	}
	r.Mentions = told.Mentions
	return true
}
