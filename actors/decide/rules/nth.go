package rules

import (
	"slices"
	"strings"
	"time"

	"atende/actors/conversation"
	"atende/actors/language"
)

// withNthBooked is a text with the day and hour of an appointment that it calls by its place among those that were made here:
// "cancela a primeira que marquei", "muda a segunda consulta", which is no Monday.
func (d *dialogue) withNthBooked(s *conversation.State, text string) string {
	all := s.Appointments()
	if len(all) < 2 || d.literal {
		return text
	}
	p := d.parse(ordinalSigns.Replace(text))
	m, told := p.match(say.NthBooked)
	if !told && afterBooking(s) { // else it may be a time of the list
		m, told = p.match(say.NthAlone)
	}
	ordinal := func(t language.Token) bool { return say.Nth.Value(t.Text) != "" }
	first := told && m.From > 0 && say.IsOrGoes.Has(p.tokens[m.From-1].Text) // "é a primeira consulta dele"
	if !told || first || !slices.ContainsFunc(p.tokens[m.From:m.To], ordinal) {
		return text
	}
	named := p.says(say.NthBooked)
	k := m.From + slices.IndexFunc(p.tokens[m.From:m.To], ordinal)
	n := numberOf(say.Nth.Value(p.tokens[k].Text))
	if n == 0 { // the last one
		n = len(all)
	}
	if n > len(all) || !named && bookedOn(all, say.Weekday.Value(p.tokens[k].Text)) {
		return text
	}
	at, slot := place{p.tokens[k].Start, p.tokens[k].End}, all[n-1].Slot
	if named {
		at.end = p.placeOf(m).end
	}
	return p.text[:at.start] + "de " + dayMonth(slot.Date) + " às " + slot.Hour + p.text[at.end:]
}

// ordinalSigns are as they are typed without them: "a 1ª".
var ordinalSigns = strings.NewReplacer("ª", "a", "º", "o")

// bookedOn reports that one of some appointments is on a day of the week, by its number.
func bookedOn(all []conversation.Booked, number string) bool {
	return number != "" && slices.ContainsFunc(all, func(b conversation.Booked) bool {
		day, err := time.Parse(time.DateOnly, b.Slot.Date)
		return err == nil && day.Weekday() == time.Weekday(numberOf(number))
	})
}
