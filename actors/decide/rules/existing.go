package rules

import (
	"atende/actors/conversation"
	"atende/actors/understand"
	"atende/actors/wording"
)

// movesExisting hands over who tells of an appointment that there is, and that it is to be changed or called off, or that somebody
// is late for it, in whatever sentence: "meu pai tem consulta com vcs dia 30 e precisa mudar".  One that was made in this talk is
// for the rules that know it.
func (d *dialogue) movesExisting(h *heard) bool {
	r := h.whole
	reason := existingChange(r)
	if d.literal || reason == "" {
		return false
	}
	other := r.says(say.CallsOffOther) && len(h.s.Next) == 0
	if goesOn := underWay(h.s) || h.s.Closed == "" && h.s.Booked != nil; goesOn && !other && !r.says(say.Here) { // else "tenho consulta na quinta" says when not
		return false
	}
	call := d.onlyKin(r.parsed)
	if d.madeHere(h.s, r, call) && !other {
		return false
	}
	h.purpose = reason
	if call == "" || reason == reasonExisting {
		handOver(reason)(d, h)
		return true
	}
	id := wording.TransferBookedMove
	if reason == reasonCancel {
		id = wording.TransferBookedCancel
	}
	booked := d.text(wording.BookedTheirs, "of", d.whoseText(call).Text)
	d.propose(d.transferSaying(reason, d.text(id, "appointment", booked.Text).With(booked)))
	return true
}

// existingChange is why an appointment that a text tells of goes to a person; "" where none is told of, or nothing of it shall
// change.
func existingChange(r reading) string {
	switch {
	case r.says(say.CallsOffOther): // "sim, e cancela a outra"
		return reasonCancel
	case !r.says(say.HasVisit) || r.saysAny(say.OtherPlace, say.ChangeSupposed, say.KeepsIt):
		return ""
	case r.Intent == understand.Reschedule:
		return reasonReschedule
	case r.Intent == understand.Cancel, r.says(say.CallsOff):
		return reasonCancel
	case r.saysAny(say.ToChangeVisit, say.CannotCome, say.NotComing, say.MovesIt):
		return reasonReschedule
	case r.says(say.LateForVisit):
		return reasonExisting
	}
	return ""
}

// madeHere reports that an appointment that is told of may be one that was made in this talk: of the same patient, and on no other
// day.
func (d *dialogue) madeHere(s *conversation.State, r reading, call string) bool {
	for _, b := range s.Appointments() {
		day := conversation.Wish{Dates: r.Dates}
		if b.For == call && (len(r.Dates) == 0 || day.Allows(conversation.Slot{Date: b.Slot.Date})) {
			return true
		}
	}
	return false
}
