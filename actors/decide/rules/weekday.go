package rules

import (
	"slices"
	"strings"
	"time"

	"atende/actors/conversation"
)

// weekdayNames as people write them; the plural ("às sextas") says the same.
var weekdayNames = map[string]time.Weekday{
	"domingo": time.Sunday, "segunda": time.Monday, "terça": time.Tuesday, "terca": time.Tuesday,
	"quarta": time.Wednesday, "quinta": time.Thursday, "sexta": time.Friday, "sábado": time.Saturday, "sabado": time.Saturday,
}

// aWeekday is one of weekdayNames.
var aWeekday = phrase(`domingo|segunda|ter[çc]a|quarta|quinta|sexta|s[áa]bado`)

// oneDay marks a text that names a day of the calendar, not just of the week.
var oneDay = phrase(`que vem|pr[óo]xim|semana|\b(n?ess[ea]|n?est[ea]|dess[ea]|dest[ea]|hoje|amanh)|\bdia \d|\d/\d|\bde (jan|fev|mar|abr|mai|jun|jul|ago|set|out|nov|dez)`)

// searchWish is when to look for times.  A weekday said alone means any such day, unless one of them
// was just offered or an exact hour makes it one appointment.
func searchWish(s *conversation.State, r reading) conversation.Wish {
	wish := r.wish()
	days, habit := weekdaysOf(without(r.times, r.Name)) // "Domingos da Silva"
	exact := slices.ContainsFunc(wish.Times, func(span conversation.Span) bool { return span.From == span.To })
	stretch := slices.ContainsFunc(wish.Dates, func(span conversation.Span) bool { return span.From != span.To })
	offered := s.Asked == conversation.AskSlot && len(wish.Dates) > 0 && len(matching(s.Offer, wish)) > 0
	switch {
	case len(days) == 0 || r.Choice > 0 || exact || stretch || offered || oneDay.MatchString(r.times):
		return wish
	case len(wish.Dates) == 0 && (!habit || exclusion.MatchString(r.times)):
		return wish // "a segunda", "quarta não posso"
	}
	wish.Dates, wish.Weekdays = nil, days
	return wish
}

// weekdaysOf lists the weekdays a text names in full; habit reports a plural.
func weekdaysOf(text string) (days []time.Weekday, habit bool) {
	if !aWeekday.may(text) {
		return nil, false
	}
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return strings.ContainsRune(" ,.;:!?-\n\t", r) })
	for _, word := range words {
		day, ok := weekdayNames[word]
		if !ok {
			if day, ok = weekdayNames[strings.TrimSuffix(word, "s")]; ok {
				habit = true
			}
		}
		if ok && !slices.Contains(days, day) {
			days = append(days, day)
		}
	}
	return days, habit
}
