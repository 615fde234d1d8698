package rules

import (
	"atende/actors/conversation"
	"atende/actors/understand"
)

// pending answers while nobody knows yet whether the appointment was made.  Whatever the patient
// wants can wait for that, but for an emergency and the wish for a person; said again and again the
// same sentence would help nobody, so after its variants there is silence until the answer comes.
func (d *dialogue) pending(s *conversation.State) conversation.Event {
	for _, m := range d.turn.Messages {
		r := d.reading(s, m.Text)
		if isEmergency(r.text) || s.Closed == conversation.OutcomeTransferred || r.Intent == understand.Human {
			d.ends(s, r)
			return d.moves[0]
		}
	}
	if n := s.Pending.Said - 1; n < len(stillPendingTexts) {
		return conversation.Reply{Text: stillPendingTexts[max(0, n)]}
	}
	return conversation.Reply{}
}
