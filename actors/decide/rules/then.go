package rules

import (
	"strings"

	"atende/actors/conversation"
	"atende/actors/understand"
	"atende/actors/wording"
)

// aboutTheTime answers who, once the booking has ended, asks about a time of an appointment or cannot come then: whether
// there is one then, when to be there, whether another time will do.
func (d *dialogue) aboutTheTime(h *heard) bool {
	if h.s.Closed != conversation.OutcomeBooked && h.s.Closed != conversation.OutcomeNoInterest || d.namesMore(h) || d.agreesToNext(h) {
		return false
	}
	wish, asks := h.whole.wish(), asks(h.whole)
	then := !wish.Empty() && afterBooking(h.s) && wish.Allows(h.s.Booked.Slot)
	switch {
	case asks && h.whole.says(say.AsksArrival):
		d.answersArrival(h)
	case h.whole.saysAny(say.WorksOn, say.HoursAsked):
		return false
	case asks && then && h.whole.saysAny(say.AsksThen, say.GoesThen):
		tellsBooked(d, h)
	case asks && !wish.Empty() && h.whole.says(say.AsksThen):
		d.tellsOther(h)
	case afterBooking(h.s) && (d.wouldComeThen(h.whole, then) || cannotComeThen(h.s, h.whole, asks)):
		d.propose(d.transferBooked(&heard{s: h.s, whole: h.whole, reading: h.whole}, reasonReschedule))
	default:
		return false
	}
	return true
}

// tellsOther answers who asks for an appointment at another time than that of the one that was made here, if any.
func (d *dialogue) tellsOther(h *heard) {
	if !afterBooking(h.s) {
		handOver(reasonExisting)(d, h)
		return
	}
	booked := d.allBooked(h.s)
	d.note(d.text(wording.BookedOnly, "appointment", booked.Text).With(booked))
}

// asks reports words of a question.
func asks(r reading) bool {
	return strings.Contains(r.text, "?") || r.saysAny(say.Wonders, say.TagNe)
}

// namesMore reports a message that is for other rules: it names somebody else or something of the catalogue, wants one
// more appointment, or says by itself what becomes of the one that was made.
func (d *dialogue) namesMore(h *heard) bool {
	switch h.whole.Intent {
	case understand.Human, understand.Cancel, understand.Reschedule:
		return true
	default:
		named := len(h.whole.Doctors)+len(h.whole.Specialties)+len(h.whole.Plans)+len(d.services(h.whole)) > 0
		return named || h.whole.identifies() || h.whole.saysAny(say.Others, say.ForRelative, say.OneMore, say.AnotherNow, say.Also)
	}
}

// wouldComeThen reports that another time than that of the appointment is wished or asked for.
func (d *dialogue) wouldComeThen(r reading, then bool) bool {
	if !r.says(say.GoesThen) || then {
		return false
	}
	return !r.wish().Empty() || r.saysAny(say.LaterInDay, say.SoonerInDay, say.AnotherTime)
}

// cannotComeThen reports that the time of the appointment will not do.
func cannotComeThen(s *conversation.State, r reading, asks bool) bool {
	for _, not := range r.not {
		if not.Allows(s.Booked.Slot) {
			return true
		}
	}
	return !asks && r.says(say.CannotThen) && !r.says(say.ComesAnyway) && (hasDigit(r.text) || r.says(say.NamesTime))
}

// answersArrival answers when to be there, with what the words about the appointment say of it.  Where the appointment
// was not made here, people know.
func (d *dialogue) answersArrival(h *heard) {
	if h.s.Booked == nil {
		handOver(reasonExisting)(d, h)
		return
	}
	tellsBooked(d, h)
	if early := d.ofPreparation(h.s, func(sentence string) bool { return d.said(sentence, say.BeEarly) }); early.Text != "" {
		d.note(early)
	}
}
