package rules

import (
	"slices"
	"strings"
	"time"

	"atende/actors/conversation"
	"atende/actors/language"
)

// refusals are the times that a text says will not do, and the text without them.
func (d *dialogue) refusals(text string) (not []conversation.Wish, rest string) {
	var kept strings.Builder
	clauses := d.clauses(text)
	for i, clause := range clauses {
		if before, after, both := d.refusesBoth(clause); both {
			not = append(not, d.widened(d.timesIn(before), before), d.timesIn(after))
			continue
		}
		if d.said(clause, say.BeforeDay) { // "antes do dia 18, que eu viajo" refuses nothing before
			kept.WriteString(clause)
			continue
		}
		refused, left := d.refusedPart(clause)
		end := ""
		if i > 0 {
			end = clauses[i-1]
		}
		refused, left = d.wishedBefore(end, refused, left)
		if wish := d.timesIn(refused); !wish.Empty() {
			not, clause = append(not, d.widened(wish, clause)), left
		}
		kept.WriteString(clause)
	}
	return not, kept.String()
}

// refusesBoth parts a clause that refuses one time and then another one: "de manhã não posso e sexta também não".
func (d *dialogue) refusesBoth(clause string) (before, after string, both bool) {
	head, after, found := cutLast(clause, " e ")
	if !found || !d.said(head, say.Cannot) || !d.said(after, say.NotBehind) {
		return "", "", false
	}
	before, _ = d.refusedPart(head)
	return before, after, !d.timesIn(before).Empty() && !d.timesIn(after).Empty()
}

// widened is what a clause refuses, with all hours before one that is too early, and behind one that is too late.
func (d *dialogue) widened(not conversation.Wish, clause string) conversation.Wish {
	for i, span := range not.Times {
		switch {
		case d.said(clause, say.TooEarly):
			not.Times[i], not.Period = conversation.Span{From: "00:00", To: span.To}, ""
		case d.said(clause, say.TooLate):
			not.Times[i], not.Period = conversation.Span{From: span.From, To: endOfDay}, ""
		}
	}
	return not
}

// aWeekLater are refusals in which "quarta que vem" is the day a week behind the one that is wished for beside it: "quarta que vem
// não, essa quarta 25".
func (d *dialogue) aWeekLater(text string, not []conversation.Wish, wished []conversation.Span) []conversation.Wish {
	if len(wished) != 1 || wished[0].From != wished[0].To || !d.said(text, say.AnotherWeek) {
		return not
	}
	return each(not, func(wish conversation.Wish) conversation.Wish {
		if len(wish.Dates) == 1 && wish.Dates[0] == wished[0] {
			wish.Dates = just(daysLater(wished[0].From, 7))
		}
		return wish
	})
}

// clauses parts a text without losing any of it. The list is shared: it is not to be changed.
func (d *dialogue) clauses(text string) []string {
	p := d.parse(text)
	if p.clauses == nil {
		p.clauses = clausesOf(p)
	}
	return p.clauses
}

// clausesOf are the clauses of a text, each other one what stands between two.
func clausesOf(p *parsed) []string {
	var list []string
	from, text := 0, p.text
	inside := p.matches(say.NoClauseEnd)
	for _, m := range p.matches(say.ClauseEnds) {
		if slices.ContainsFunc(inside, func(n language.Match) bool { return n.To == m.To }) {
			continue
		}
		begin := p.tokens[m.From]
		at := p.placeOf(m)
		if !p.apart(m.To-1) || begin.Kind == language.Letters && (begin.Glued || m.From == 0 || m.To == len(p.tokens)) {
			continue
		}
		list = append(list, text[from:at.start], text[at.start:at.end])
		from = at.end
	}
	return append(list, text[from:])
}

// refusedPart is what a clause refuses, and what of it stands before.
func (d *dialogue) refusedPart(clause string) (refused, left string) {
	p := d.parse(clause)
	if p.says(say.WorksBut) {
		return "", ""
	}
	if at, ok := p.place(say.Except); ok {
		return clause[at.end:], clause[:at.start]
	}
	work := d.parse(d.withoutPhrase(d.withoutPhrase(clause, say.NoWork), say.UntilLate))
	if before, after, ok := d.askedBehind(work.text); ok {
		return before, after
	}
	if at, ok := work.place(say.Cannot); ok {
		return cutOut(work.text, at), ""
	}
	m, ok := work.match(say.NothingAt)
	if asks := m.From > 0 && say.HasAny.Has(work.tokens[m.From-1].Text); ok && !asks { // "nada antes das 17h": all but its first word says when
		return cutOut(work.text, place{work.tokens[m.From].Start, work.tokens[m.From].End}), ""
	}
	if at, ok := p.place(say.NotBehind); ok {
		return clause[:at.start], ""
	}
	return "", ""
}

// askedBehind parts a text around a refusal of a time, behind which another one is asked for: "8h não consigo tem 9h?"
func (d *dialogue) askedBehind(text string) (before, after string, ok bool) {
	refusal, ok := d.parse(text).place(say.RefusesThen)
	if !ok {
		return "", "", false
	}
	before, after = text[:refusal.start], text[refusal.end:]
	return before, after, d.said(after, say.AsksBehind) && !d.timesIn(before).Empty()
}

// wishedBefore parts what is refused from a wish before it: "só de manhã e quinta não pode", where a clause ends with
// "só", and "bota na sexta que quarta eu trabalho".
func (d *dialogue) wishedBefore(end, refused, left string) (onlyRefused, wished string) {
	for _, reason := range []string{" que ", " q "} {
		before, after, ok := cutLast(refused, reason)
		next := strings.HasPrefix(after, "vem") // "sexta que vem"
		if ok && !next && !d.timesIn(before).Empty() && !d.timesIn(after).Empty() {
			return after, before
		}
	}
	before, after, ok := cutLast(refused, " e ")
	if ok && d.said(end, say.OnlyWhen) && !d.timesIn(before).Empty() && !d.timesIn(after).Empty() {
		return after, before
	}
	return refused, left
}

// cutLast cuts a text around the last of some separators.
func cutLast(text, separator string) (before, after string, found bool) {
	at := strings.LastIndex(text, separator)
	if at < 0 {
		return text, "", false
	}
	return text[:at], text[at+len(separator):], true
}

// timesIn reads a wish in which a weekday is any such day.
func (d *dialogue) timesIn(text string) conversation.Wish {
	facts := d.facts(text)
	wish := conversation.Wish{Times: facts.Times, Period: facts.Period}
	days, _ := d.parse(text).weekdays()
	if len(days) > 0 && !d.said(text, say.OneDay) {
		wish.Weekdays = days
	} else {
		wish.Dates = facts.Dates
	}
	wish.Times = beforeEnds(wish.Times)
	return wish
}

// beforeEnds are stretches that are refused, without the hour at which they end: "antes das 15h" does not refuse 15:00.
func beforeEnds(hours []conversation.Span) []conversation.Span {
	return each(hours, func(span conversation.Span) conversation.Span {
		if span.From == "00:00" && span.To != endOfDay {
			span.To = minutesLater(span.To, -1)
		}
		return span
	})
}

// narrowed are the days of a wish without stretches of which one day is meant, "eu disse depois de quinta. Então segunda", "quarta às 8.
// é essa semana, né?"; either leaves both to choose from, "quarta, ou qualquer dia dessa semana".
func narrowed(dates []conversation.Span, either bool) []conversation.Span {
	var kept []conversation.Span
	for i, span := range dates {
		days := dates
		if either {
			days = dates[i+1:]
		}
		if !slices.ContainsFunc(days, func(day conversation.Span) bool {
			return day.From == day.To && span.From != span.To && span.From <= day.From && day.To <= span.To
		}) {
			kept = append(kept, span)
		}
	}
	return kept
}

const endOfDay = "23:59"

// minutesLater is an hour some minutes later or, but for midnight, earlier.
func minutesLater(hour string, minutes int) string {
	at, err := time.Parse("15:04", hour)
	if err != nil || minutes < 0 && at.Hour()+at.Minute() == 0 {
		return hour
	}
	return at.Add(time.Duration(minutes) * time.Minute).Format("15:04")
}

// refuseTimes records times that will not do and looks for others.  What is refused is not chosen, even where
// the same text names another time: that is offered, and asked.
func (d *dialogue) refuseTimes(s *conversation.State, r reading) bool {
	if len(r.not) == 0 || s.Closed != "" || r.Choice > 0 {
		return false
	}
	if n := listedBeside(s, r); n > 0 {
		d.proposeSlot(s, r, n)
		return true
	}
	move, _ := d.resolve(s, r)
	move.Not = append(move.Not, r.not...)
	laterThanRefused(s, r, &move.Wish)
	d.propose(move)
	return true
}

// listedBeside is the number of the only offered time that a text names by its hour beside others that it refuses, "8:20 não,
// 8:40", or of the first that it leaves open, "13:20 ou 13:40", "qualquer um desses, menos quarta"; 0 for none.
func listedBeside(s *conversation.State, r reading) int {
	numbers := slices.DeleteFunc(matching(s.Offer, r.wish()), func(n int) bool {
		return slices.ContainsFunc(r.not, func(not conversation.Wish) bool { return not.Allows(s.Offer[n-1]) })
	})
	if len(r.Times) > 0 && len(r.Dates) == 0 && slices.ContainsFunc(r.not, namesDay) {
		return 0
	}
	span := slices.ContainsFunc(r.Times, func(span conversation.Span) bool { return span.From != span.To })
	exact := !span && len(r.Times) == len(numbers) && (len(numbers) == 1 || r.says(say.Or))
	if first := exact || anyOne(r) || firstOfPart(r); s.Asked != conversation.AskSlot || doubtful(r) || len(numbers) == 0 || !first {
		return 0
	}
	return numbers[0]
}

// anyOne reports that any of what is listed will do: "qualquer um desses", "qq 1".
func anyOne(r reading) bool {
	return r.says(say.AnyListed) || r.says(say.AnyNumber) && digitsOf(r.text) == "1"
}

// firstOfPart reports a wish for the first time of a part of the day: "à tarde, o primeiro que tiver, que de manhã eu trabalho".
func firstOfPart(r reading) bool {
	return r.Period != "" && !r.says(say.Latest) && r.says(say.Earliest)
}

// searchWish is when to look for times.  A weekday said alone means any such day, unless one of them
// was just offered or an exact hour makes it one appointment; "sexta também serve" adds to the days wished before, and
// another hour alone that corrects the one just taken, or was offered on the day that was read back, is one of that day.
func (d *dialogue) searchWish(s *conversation.State, r reading) conversation.Wish {
	wish := d.wishedNow(s, r)
	sameDay := onlyHour(wish) && (ofChosenDay(s, wish.Times[0]) || refusesChosenHour(s, r))
	if sameDay && !r.saysAny(say.AnotherTime, say.AnyDay) {
		wish.Dates = []conversation.Span{{From: s.Choice.Date, To: s.Choice.Date}}
	}
	if days := len(wish.Dates)+len(wish.Weekdays) > 0; days && s.Closed == "" && r.Mentions.Empty() && d.said(r.times, say.DayToo) {
		wish.Dates, wish.Weekdays = slices.Concat(s.Wish.Dates, wish.Dates), slices.Concat(s.Wish.Weekdays, wish.Weekdays)
		if len(wish.Dates) > 0 && len(wish.Weekdays) > 0 { // which would narrow each other
			wish.Dates, wish.Weekdays = nil, append(wish.Weekdays, weekdaysOf(wish.Dates)...)
		}
	}
	return wish
}

// ofChosenDay reports an hour that can only be of the day that was chosen: another one for the time that was just taken, or that was
// read back.
func ofChosenDay(s *conversation.State, hour conversation.Span) bool {
	open := asksIdentity(s.Asked) || readingBack(s)
	return s.Choice != nil && open && hour.From == hour.To && hour.From != s.Choice.Hour
}

// refusesChosenHour reports that the hour of the chosen time will not do, and nothing of its day: "8h não dá, tem 10?"
func refusesChosenHour(s *conversation.State, r reading) bool {
	return s.Choice != nil && slices.ContainsFunc(r.not, func(not conversation.Wish) bool {
		return len(not.Dates)+len(not.Weekdays) == 0 && slices.Contains(not.Times, just(s.Choice.Hour)[0])
	})
}

// onlyHour reports a wish for an hour, and no day.
func onlyHour(w conversation.Wish) bool {
	return len(w.Times) == 1 && len(w.Dates)+len(w.Weekdays)+len(w.Any) == 0
}

// weekdaysOf are the weekdays of single days.
func weekdaysOf(dates []conversation.Span) (list []time.Weekday) {
	for _, span := range dates {
		if at, err := time.Parse(time.DateOnly, span.From); err == nil && span.From == span.To {
			list = append(list, at.Weekday())
		}
	}
	return list
}

// wishedNow is what a text wishes by itself.
func (d *dialogue) wishedNow(s *conversation.State, r reading) conversation.Wish {
	wish := atSameHour(s, r, d.rightBehind(r))
	days, habit := d.parse(d.without(r.times, r.Name)).weekdays() // "Domingos da Silva"
	if len(wish.Dates) > 0 {
		days = slices.DeleteFunc(days, func(day time.Weekday) bool { return !onWeekday(wish.Dates, day) }) // "quarta não dá"
	}
	if within := d.withinWished(s, r, wish); len(within) > 0 {
		wish.Dates = within
		return wish
	}
	exact := slices.ContainsFunc(wish.Times, func(span conversation.Span) bool { return span.From == span.To })
	stretch := slices.ContainsFunc(wish.Dates, func(span conversation.Span) bool { return span.From != span.To })
	offered := s.Asked == conversation.AskSlot && len(wish.Dates) > 0 && len(matching(s.Offer, wish)) > 0
	switch {
	case len(days) == 0 || r.Choice > 0 || d.said(r.times, say.OneDay), exact || stretch && !habit || offered, len(wish.Dates) == 1 && d.saysDay(r.times, wish.Dates[0].From, false):
		return wish
	case len(wish.Dates) == 0 && (!habit || d.said(r.times, say.Exclusion)):
		return wish // "a segunda", "quarta não posso"
	}
	wish.Dates, wish.Weekdays = nil, days
	wish.Any = each(wish.Any, func(one conversation.Wish) conversation.Wish {
		if on := slices.DeleteFunc(slices.Clone(days), func(day time.Weekday) bool { return !onWeekday(one.Dates, day) }); len(one.Dates) > 0 && len(on) > 0 {
			one.Dates, one.Weekdays = nil, on
		}
		return one
	})
	return wish
}

// atSameHour is a wish for a day with the hour that stays: "na quinta, no mesmo horário".
func atSameHour(s *conversation.State, r reading, wish conversation.Wish) conversation.Wish {
	at, ok := lastTime(s)
	keeps := ok && len(wish.Dates) > 0 && len(wish.Times) == 0 && r.saysAny(say.SameHour, say.KeepsHour)
	if keeps && (conversation.Wish{Period: wish.Period}).Allows(at) {
		wish.Times, wish.Period = just(at.Hour), ""
	}
	return wish
}

// withinWished are the days of the week that was wished before which a bare weekday names with an hour: "terça ou quinta da outra
// semana", and then "depois das nove, na terça"; none where that day was wished or offered itself.
func (d *dialogue) withinWished(s *conversation.State, r reading, wish conversation.Wish) (days []conversation.Span) {
	hours := len(wish.Times) > 0 || wish.Period != ""
	if s.Closed != "" || !hours || len(wish.Any) > 0 || len(s.Wish.Dates) == 0 {
		return nil
	}
	for _, date := range wish.Dates {
		day := conversation.Wish{Dates: just(date.From)}
		wished := (conversation.Wish{Dates: s.Wish.Dates}).Allows(conversation.Slot{Date: date.From})
		if date.From != date.To || wished || len(matching(s.Offer, day)) > 0 || !d.saysDay(r.times, date.From, true) {
			return nil
		}
	}
	for _, weekday := range weekdaysOf(wish.Dates) {
		days = append(days, ofWeekday(s.Wish.Dates, weekday)...)
	}
	if len(days) > 0 && d.said(r.times, say.OneDay) { // "essa terça"
		return nil
	}
	return days
}

// ofWeekday are the days with a weekday in some days and weeks; longer stretches have none of their own.
func ofWeekday(dates []conversation.Span, weekday time.Weekday) (days []conversation.Span) {
	for _, span := range dates {
		from, err := time.Parse(time.DateOnly, span.From)
		if err != nil {
			continue
		}
		day := from.AddDate(0, 0, int(weekday-from.Weekday()+7)%7).Format(time.DateOnly)
		if week := from.AddDate(0, 0, 6).Format(time.DateOnly); day <= span.To && span.To <= week {
			days = append(days, just(day)...)
		}
	}
	return days
}

// rightBehind is what a text wishes, of the morning alone where it is right behind one of its hours: "logo depois das 9 e meia".
func (d *dialogue) rightBehind(r reading) conversation.Wish {
	wish := r.wish()
	if !d.said(r.times, say.RightBehind) {
		return wish
	}
	wish.Times = each(wish.Times, func(hours conversation.Span) conversation.Span {
		if hours.From > "00:00" && hours.From < noonHour && hours.To >= lastHour {
			hours.To = noonHour
		}
		return hours
	})
	return wish
}

// noonHour is when the morning ends.
const noonHour = "12:00"

// onDayElse reads that the day of that time will not do where another day is wanted, whichever, because something is then, "quinta tenho
// reunião às 14h, tem outro dia?", and the hour where that stays: "outro dia, no mesmo horário".
func onDayElse(s *conversation.State, r *reading) {
	at, known := lastTime(s)
	if !known || s.Closed != "" || !r.wish().Empty() || !r.says(say.AnotherDay) {
		return
	}
	day, same := conversation.Wish{Dates: just(at.Date)}, r.says(say.SameHour)
	if same {
		r.Times, r.More = just(at.Hour), false
	}
	if same || slices.ContainsFunc(r.not, namesDay) {
		r.not = append(r.not, day)
	}
}

// lastTime is the time that "no mesmo horário" is of: the one that is chosen, or was before others were asked for, or is offered alone.
func lastTime(s *conversation.State) (slot conversation.Slot, ok bool) {
	switch {
	case s.Choice != nil:
		return *s.Choice, true
	case s.Left != nil:
		return *s.Left, true
	default:
		return onlyTime(s)
	}
}

// onWeekday reports that one of some stretches of days has a weekday.
func onWeekday(dates []conversation.Span, day time.Weekday) bool {
	return slices.ContainsFunc(dates, func(span conversation.Span) bool {
		from, err := time.Parse(time.DateOnly, span.From)
		return err != nil || span.From != span.To || from.Weekday() == day
	})
}

// weekdays lists the weekdays that a text names in full, and those between two: "de segunda a sexta"; habit reports a plural,
// or such a stretch.
func (p *parsed) weekdays() (days []time.Weekday, habit bool) {
	p.scan()
	last, before := -1, time.Sunday // where the one before stands, and which day it is
	for i, t := range p.tokens {
		number := say.Weekday.Value(t.Text)
		if number == "" {
			number = say.Weekdays.Value(t.Text)
			habit = habit || number != ""
		}
		if number == "" {
			continue
		}
		day := time.Weekday(numberOf(number))
		from := day
		if last >= 0 && p.stretch(last, i) && before < day {
			from, habit = before+1, habit || before+1 < day
		}
		for each := from; each <= day; each++ {
			if !slices.Contains(days, each) {
				days = append(days, each)
			}
		}
		last, before = i, day
	}
	return days, habit
}

// stretch reports that from one word to another is from one day to another: "segunda a sexta", "segunda até a quinta".
func (p *parsed) stretch(from, to int) bool {
	between := p.tokens[from+1 : to]
	if len(between) > 0 && between[0].Text == "feira" {
		between = between[1:]
	}
	return len(between) > 0 && len(between) < 3 && !slices.ContainsFunc(between, func(t language.Token) bool { return !say.UntilDay.Has(t.Text) })
}
