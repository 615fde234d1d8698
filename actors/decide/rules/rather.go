package rules

import (
	"slices"

	"atende/actors/conversation"
)

// ratherThan is what words beside one of the offered times wish for instead, on its day: "terça 8h tá ótimo. ah, pode ser mais pro fim da
// manhã?"  The last word counts.  "" where they wish for nothing else, or of another day, or for somebody else.
func (d *dialogue) ratherThan(s *conversation.State, beside string, slot conversation.Slot) string {
	at, ok := d.parse(beside).place(say.WishesRather)
	if !ok {
		return ""
	}
	wished := beside[at.start:]
	r := d.readAgain(s, wished)
	other := len(d.kinIn(d.parse(beside))) > 0 || !r.Mentions.Empty() || r.identifies() || r.saysAny(say.Also, say.OneMore, say.AsksOverBy)
	if other || len(r.not) > 0 || !r.bound.Empty() || r.Choice > 0 {
		return ""
	}
	whole := d.readAgain(s, beside)
	if ofDay := (conversation.Wish{Dates: whole.Dates}); slices.ContainsFunc(whole.not, namesDay) || !ofDay.Allows(slot) {
		return ""
	}
	wish, date := r.wish(), dayMonth(slot.Date)
	ofDay := conversation.Wish{Dates: wish.Dates, Weekdays: wish.Weekdays}
	hours := conversation.Wish{Times: wish.Times, Period: wish.Period}
	switch {
	case len(wish.Any) > 0 || !ofDay.Allows(slot):
		return ""
	case !hours.Empty() && !hours.Allows(slot), d.edgeBeside(wished, slot.Hour):
		return "dia " + date + ", " + wished
	case !hours.Empty():
		return ""
	case r.says(say.LaterInDay):
		return "dia " + date + " a partir das " + minutesLater(slot.Hour, nextSlot)
	case r.says(say.SoonerInDay):
		return "dia " + date + " antes das " + slot.Hour
	default:
		return ""
	}
}

// edgeBeside reports words for the begin or end of a part of the day at which an hour is not.
func (d *dialogue) edgeBeside(text, hour string) bool {
	return slices.ContainsFunc(edges(), func(e edge) bool { return d.said(text, e.words) && (hour < e.hours.From || hour > e.hours.To) })
}

// nextSlot is how many minutes later than one time another one is at the earliest.
const nextSlot = 5

// laterThanRefused wishes for later times than an hour that is refused, where these are asked for; for the last ones of the day where
// somebody is at work then: "13h eu to trabalhando, tem nada mais tarde?"
func laterThanRefused(s *conversation.State, r reading, wish *conversation.Wish) {
	timeless := len(wish.Times)+len(wish.Any) == 0 && wish.Period == "" && !wish.Latest
	if !timeless || s.Asked != conversation.AskSlot || !r.says(say.LaterInDay) {
		return
	}
	last := ""
	for _, not := range r.not {
		for _, span := range not.Times {
			last = max(last, span.To)
		}
	}
	switch {
	case last == "" || last >= lastHour:
	case r.says(say.AtWork):
		wish.Latest = true
	case slices.ContainsFunc(r.not, func(not conversation.Wish) bool { return single(not.Times) }):
		wish.Times = []conversation.Span{{From: minutesLater(last, 60), To: endOfDay}}
	}
}
