package rules

import (
	"slices"

	"atende/actors/conversation"
	"atende/actors/understand"
)

// withConclusion is a text without the hours of a story behind which it says what follows of it for the appointment: "saio 7h da manhã e
// preciso dormir, então antes das 11 não dá" is of 11:00 alone.  What is wished or refused before stays.
func (d *dialogue) withConclusion(s *conversation.State, text string) string {
	if d.literal || noTimes(s) || !d.said(text, say.Concludes) || d.tellsShift(text) {
		return text
	}
	p := d.parse(text)
	for _, m := range slices.Backward(p.matches(say.Concludes)) {
		at := p.placeOf(m).start
		if !slices.ContainsFunc(d.mentioned(text[at:]), func(m understand.Moment) bool { return sortOf(m) != "dia" }) {
			continue
		}
		var story []place
		from := 0
		for _, clause := range d.clauses(text[:at]) {
			if here := (place{from, from + len(clause)}); d.tellsStory(clause) {
				story = append(story, d.hoursIn(text, here)...)
			}
			from += len(clause)
		}
		return cutOut(text, story...)
	}
	return text
}

// tellsStory reports a clause that neither wishes nor refuses anything.
func (d *dialogue) tellsStory(clause string) bool {
	f := d.facts(clause)
	return len(f.Not) == 0 && f.Intent != understand.Book && f.Choice == 0 && !d.parse(clause).saysAny(say.Wishing, say.Cannot, say.Except)
}

// hoursIn are where hours are named in a part of a text.
func (d *dialogue) hoursIn(text string, within place) (list []place) {
	for _, m := range d.mentioned(text) {
		if m.Time.From != "" && within.start <= m.Start && m.End <= within.end {
			list = append(list, place{m.Start, m.End})
		}
	}
	return list
}

// tellsShift reports hours of a shift, which has days of its own.
func (d *dialogue) tellsShift(text string) bool {
	return slices.ContainsFunc(d.mentioned(text), func(m understand.Moment) bool { return d.said(text[:m.Start], say.ShiftIs) })
}

// fromRefused are the hours of a wish that begin behind those up to which nothing will do: "acordo às 10, antes das 11 não dá".
func fromRefused(r *reading) {
	for _, not := range r.not {
		if namesDay(not) || not.Period != "" || len(not.Times) != 1 || not.Times[0].From != "00:00" {
			continue
		}
		behind := func(hours conversation.Span) conversation.Span {
			if end := not.Times[0].To; hours.From <= end && end < hours.To {
				hours.From = minutesLater(end, 1)
			}
			return hours
		}
		r.Times, r.bound.Times = each(r.Times, behind), each(r.bound.Times, behind)
	}
}
