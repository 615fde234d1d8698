package rules

import (
	"slices"
	"time"

	"atende/actors/conversation"
)

// searchWish is when to look for times.  A weekday said alone means any such day, unless one of them
// was just offered or an exact hour makes it one appointment.
func (d *dialogue) searchWish(s *conversation.State, r reading) conversation.Wish {
	wish := r.wish()
	days, habit := d.passage(without(r.times, r.Name)).weekdays() // "Domingos da Silva"
	exact := slices.ContainsFunc(wish.Times, func(span conversation.Span) bool { return span.From == span.To })
	stretch := slices.ContainsFunc(wish.Dates, func(span conversation.Span) bool { return span.From != span.To })
	offered := s.Asked == conversation.AskSlot && len(wish.Dates) > 0 && len(matching(s.Offer, wish)) > 0
	switch {
	case len(days) == 0 || r.Choice > 0 || d.said(r.times, say.OneDay), exact || stretch || offered:
		return wish
	case len(wish.Dates) == 0 && (!habit || d.said(r.times, say.Exclusion)):
		return wish // "a segunda", "quarta não posso"
	}
	wish.Dates, wish.Weekdays = nil, days
	return wish
}

// weekdays lists the weekdays that a text names in full; habit reports a plural.
func (p *passage) weekdays() (days []time.Weekday, habit bool) {
	p.scan()
	for _, t := range p.tokens {
		number := say.Weekday.Value(t.Text)
		if number == "" {
			number = say.Weekdays.Value(t.Text)
			habit = habit || number != ""
		}
		if day := time.Weekday(numberOf(number)); number != "" && !slices.Contains(days, day) {
			days = append(days, day)
		}
	}
	return days, habit
}
