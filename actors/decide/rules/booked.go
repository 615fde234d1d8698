package rules

import (
	"atende/actors/conversation"
	"atende/actors/understand"
	"atende/actors/wording"
)

// bookedOf names the appointment that was made: "a consulta de *Ana Prado* com a Dra. Helena Castro, *sábado, 28/11, às
// 09:00*".
func (d *dialogue) bookedOf(s *conversation.State) wording.Words {
	b := s.Booked
	return d.text(wording.BookedShort, "name", s.Patient.Name, "with", d.clinic.With(b.Slot.AgendaID),
		"day", d.day(b.Slot.Date), "hour", b.Slot.Hour)
}

// transferBooked hands over who wants the appointment that was made otherwise, or not at all, and says which one that is
// and what is wished.
func (d *dialogue) transferBooked(h *heard, reason string) conversation.Transfer {
	id := wording.TransferBookedMove
	if reason == reasonCancel {
		id = wording.TransferBookedCancel
	}
	booked := d.bookedOf(h.s)
	words := d.text(id, "appointment", booked.Text).With(booked)
	if wish := d.wishInstead(h); wish.Text != "" && reason != reasonCancel {
		words = d.text(wording.TransferBookedTo, "appointment", booked.Text, "wish", wish.Text).With(booked, wish)
	}
	return d.transferSaying(reason, words)
}

// wishInstead is what is wished instead of the appointment that was made, "sexta de manhã", "com a Dra. Helena Castro".
func (d *dialogue) wishInstead(h *heard) wording.Words {
	wish := conversation.Wish{}
	if own := h.wish(); !own.Empty() && !own.Allows(h.s.Booked.Slot) {
		wish = own
	}
	var with wording.Words
	if len(h.Doctors) == 1 && h.Doctors[0] != h.s.Booked.Slot.AgendaID {
		with = named(d.clinic.With(h.Doctors[0]))
	}
	return wording.Join(" ", d.wishText(wish), with)
}

// transferSaying hands over with words, and with compassion where somebody is not well.
func (d *dialogue) transferSaying(reason string, words wording.Words) conversation.Transfer {
	if feels := d.compassion(); feels.Text != "" {
		words = wording.Join(" ", feels, words)
	}
	return conversation.Transfer{Reason: reason, Text: words.Text, From: words.From}
}

// afterBooking reports a booking that was made, and nothing begun since.
func afterBooking(s *conversation.State) bool {
	return s.Closed == conversation.OutcomeBooked && s.Booked != nil
}

// movesBooking hands over who does not come, or wants another time or doctor for the appointment that was made.
func (d *dialogue) movesBooking(h *heard) bool {
	asks := h.whole.Intent == understand.Question
	switch {
	case h.whole.says(say.AsksToCancel), h.whole.says(say.NoMoreWishes):
		return false
	case !asks && h.whole.says(say.NotComing), h.whole.says(say.CallsOff):
		d.propose(d.transferBooked(h, reasonCancel))
	case h.whole.says(say.MovesIt), h.whole.says(say.Exchanges), d.otherDoctor(h):
		d.propose(d.transferBooked(h, reasonReschedule))
	default:
		return false
	}
	return true
}

// otherDoctor reports that somebody else of the same specialty is wished instead.
func (d *dialogue) otherDoctor(h *heard) bool {
	return len(h.Doctors) == 1 && h.Doctors[0] != h.s.Booked.Slot.AgendaID && h.whole.says(say.Instead)
}

// asksWhichWay asks who writes something after a booking that is neither a goodbye nor a question nor a new wish.
func (d *dialogue) asksWhichWay(h *heard) {
	if d.told || d.unanswered { // something was answered already
		return
	}
	booked := d.bookedOf(h.s)
	text := d.text(wording.BookedWhich, "appointment", booked.Text).With(booked)
	if conversation.Mark(text.Text) == h.s.Said {
		text = d.variant(wording.BookedWhich, 1, "appointment", booked.Text).With(booked)
	}
	d.note(text)
}

// onlyEnds reports words that end a talk and say nothing else: "não, era só isso, obrigada".
func (r reading) onlyEnds() bool { return r.says(say.OnlyEnds) }
