package model

import (
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/decide/grounding"
	"atende/actors/understand"
	"atende/actors/wording"
)

// maxWhether is how many words a text may have that asks whether it is booked without a question mark.
const maxWhether = 6

// asksWhether reports that the patient asks whether there is an appointment, and there is none: the shortest yes to
// that would be a lie that no text shows.
func (d *dialogue) asksWhether(s *conversation.State) bool {
	if s.Closed == conversation.OutcomeBooked && !d.goesOn() {
		return false
	}
	for _, m := range d.fresh {
		asks := strings.Contains(m.Text, "?") || len(strings.Fields(m.Text)) <= maxWhether
		if asks && holds(m.Text, say.AsksWhether) {
			return true
		}
	}
	return false
}

// notBooked says so, and goes on.
func (d *dialogue) notBooked(s *conversation.State) conversation.Reply {
	reply := d.safe(s)
	words := wording.Lines(d.Clinic.Texts.Words(wording.TalkNotBooked, 0), wording.Quote(reply.Text, reply.From...))
	reply.Text, reply.From = words.Text, words.From
	d.account.Replaced = append(d.account.Replaced, "booking")
	return reply
}

// soundsBooked reports a text that repeats the day or the hour that was chosen, and neither asks nor says that it is
// not booked yet: however it is worded, it reads like a confirmation.
func (d *dialogue) soundsBooked(s *conversation.State, text string) bool {
	if s.Choice == nil || s.Closed != "" || strings.Contains(text, "?") || holds(text, say.Denies) || grounding.Lists(text, s.Offer) {
		return false
	}
	f := understand.Read(text, d.turn.Now)
	day, hour := conversation.Span{From: s.Choice.Date, To: s.Choice.Date}, conversation.Span{From: s.Choice.Hour, To: s.Choice.Hour}
	names := slices.Contains(f.Dates, day) || slices.Contains(f.Times, hour)
	return names && !holds(text, say.AsksFor)
}
