package rules

import (
	"slices"
	"time"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/understand"
	"atende/actors/wording"
)

// pending answers while nobody knows yet whether the appointment was made.  Whatever the patient
// wants can wait for that, but for the wish for a person, and the news that the time is not
// wanted any more, which only a person can see to; said again and again the same sentence would help nobody,
// so after its variants there is silence until the answer comes.
func (d *dialogue) pending(s *conversation.State) conversation.Event {
	for _, m := range d.turn.Messages {
		r := d.reading(s, m.Text)
		if s.Closed == conversation.OutcomeTransferred || r.Intent == understand.Human {
			d.goDown(d.tables.ends, &heard{s: s, whole: r, reading: r})
			return d.moves[0]
		}
		if withdraws(r) {
			return d.transfer(reasonCancel, wording.TransferWithdrawal)
		}
	}
	if !d.wroteSince(s.Pending.Since) {
		return conversation.Reply{}
	}
	if n := s.Pending.Said - 1; n < d.clinic.Texts.Variants(wording.PendingStill) {
		words := d.variant(wording.PendingStill, n)
		return conversation.Reply{Text: words.Text, From: words.From}
	}
	return conversation.Reply{}
}

// withdraws reports that the patient does not want the time any more, or another one.
func withdraws(r reading) bool {
	switch r.Intent {
	case understand.Cancel, understand.Decline, understand.Reschedule:
		return !r.says(say.Waiting)
	default:
		return r.says(say.Mistaken)
	}
}

// wroteSince reports a message from after the patient heard that the answer takes its time.
func (d *dialogue) wroteSince(told time.Time) bool {
	return slices.ContainsFunc(d.turn.Messages, func(m decide.Message) bool { return !m.At.Before(told) })
}
