package rules

import (
	"slices"
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

// asksArrival reports a question for when to be there for an appointment that was made, which is no question about the clinic.
func (d *dialogue) asksArrival(s *conversation.State, sentence string) bool {
	return afterBooking(s) && d.said(sentence, say.AsksArrival)
}

// arrivalBeside is what a sentence asks beside when to be there: "quanto custa e chego que horas?" Where nothing is booked yet, only
// another question beside it tells that it is none for a time.
func (d *dialogue) arrivalBeside(s *conversation.State, sentence string) inquiry {
	if !d.said(sentence, say.AsksArrival) {
		return inquiry{}
	}
	one := d.answersTo(s, d.parse(d.withoutPhrase(sentence, say.AsksArrival)))
	switch wishes := !wishOf(d.facts(sentence)).Empty() || d.said(sentence, say.GoesThen); {
	case afterBooking(s) && (!one.ofClinic || !one.asks()):
		return inquiry{arrival: 1}
	case !afterBooking(s) && (wishes || !one.ofClinic || !one.asks()):
		return inquiry{}
	default:
		one.arrival = 1 + len(one.answers)
		return one
	}
}

// addArrival answers when to be there where it is asked beside something else; alone it is for the rules of what was booked.
func (d *dialogue) addArrival(s *conversation.State, q *inquiry) {
	if q.arrival == 0 || !q.asks() {
		q.arrival = 0
		return
	}
	var early inquiry
	switch own := d.ofPreparation(s, d.saysEarly); {
	case d.confirmed && own.Text != "": // which the words of the booking say
	case afterBooking(s):
		early.answers = []wording.Words{wording.Lines(d.bookedTexts(s), d.earlyText(s))}
	default:
		early = d.howEarly()
	}
	q.about = append(q.about, early.about...)
	q.answers = slices.Insert(q.answers, q.arrival-1, slices.DeleteFunc(early.answers, func(w wording.Words) bool { return q.gives(w) })...)
}

// gives reports an answer that is there already.
func (q *inquiry) gives(answer wording.Words) bool {
	return slices.ContainsFunc(q.answers, func(given wording.Words) bool { return given.Text == answer.Text })
}

// saysEarly reports a sentence that says how long before one should be there.
func (d *dialogue) saysEarly(sentence string) bool { return d.said(sentence, say.BeEarly) }

// answersArrival answers when to be there, with what the words about the appointment say of it.  Where the appointment
// was not made here, people know.
func (d *dialogue) answersArrival(h *heard) {
	if h.s.Booked == nil {
		handOver(reasonExisting)(d, h)
		return
	}
	if d.giveAnswers(h.asked); h.asked.arrival > 0 {
		return
	}
	tellsBooked(d, h)
	if early := d.earlyText(h.s); early.Text != "" {
		d.note(early)
	}
}

// earlyText is how early to be there for the appointment that was made, as its words say, else the clinic's file; nothing where neither
// says it.
func (d *dialogue) earlyText(s *conversation.State) wording.Words {
	if own := d.ofPreparation(s, d.saysEarly); own.Text != "" {
		return own
	}
	return wording.Join(" ", d.howEarly().answers...)
}
