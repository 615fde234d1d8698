package rules

import (
	"cmp"
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/understand"
	"atende/actors/wording"
)

// withoutTheirCancel is a text without words that cancel the appointment of somebody else than who is being booked, beside
// something that goes on with the booking, "a 1, e cancela a da minha vizinha": people do that, and how to ask them is said.
func (d *dialogue) withoutTheirCancel(s *conversation.State, text string) string {
	whose := d.cancelledFor(s, text)
	if whose == "" || opens(s) {
		return text
	}
	left := d.withoutPhrase(text, say.CancelsTheirs)
	if r := d.readAgain(s, left); !r.data() && r.Intent != understand.Confirm && r.Intent != understand.Book {
		return text // which a rule deals with
	}
	d.addNote(d.text(wording.TalkCancelTheirs, "of", d.whoseText(whose).Text).With(d.whoseText(whose)))
	return left
}

// cancelsTheirs hands over who wants the appointment of somebody else cancelled in the middle of a booking, and nothing else: with
// words that name it where it was made here.  Behind a booking for another it is the writer's own that was not.
func (d *dialogue) cancelsTheirs(h *heard) bool {
	if afterBooking(h.s) {
		m, ok := h.whole.match(say.CancelsTheirs)
		mine := ok && d.toldBack(h.whole.parsed, m) == "" && h.whole.saysMine(m) && !bookedFor(h.s, "")
		if mine {
			d.propose(d.transferTheirs(h.s, somebody{call: conversation.ForWriter}, reasonCancel))
		}
		return mine
	}
	whose := d.cancelledFor(h.s, h.whole.text)
	if whose == "" || opens(h.s) {
		return false
	}
	made := strings.TrimPrefix(whose, conversation.ForWriter)
	for _, b := range h.s.Appointments() {
		if b.For == made {
			booked := d.bookedOf(b)
			d.propose(d.transferSaying(reasonCancel, d.text(wording.TransferBookedCancel, "appointment", booked.Text).With(booked)))
			return true
		}
	}
	handOver(reasonCancel)(d, h)
	return true
}

// cancelledFor is whose appointment a text cancels while that of somebody else is being booked, as the writer is told back; "" for
// nobody's.
func (d *dialogue) cancelledFor(s *conversation.State, text string) string {
	p := d.parse(text)
	m, ok := p.match(say.CancelsTheirs)
	if !ok || s.Closed != "" || p.saysAny(say.AsksToCancel, say.KeepsIt) {
		return ""
	}
	whose := d.toldBack(p, m)
	if whose == "" && p.saysMine(m) {
		whose = conversation.ForWriter
	}
	for _, next := range s.Next {
		if next.For == whose {
			return ""
		}
	}
	if whose == cmp.Or(s.For, conversation.ForWriter) {
		return ""
	}
	return whose
}

// saysMine reports words of a match that are of the writer's own appointment: "cancela a minha de amanhã".
func (p *parsed) saysMine(m language.Match) bool {
	return slices.ContainsFunc(p.tokens[m.From:m.To], func(t language.Token) bool { return say.Our.Has(t.Text) })
}

// whoseText is whose an appointment is, "da sua mãe", as words about it say it.
func (d *dialogue) whoseText(call string) wording.Words {
	if call == conversation.ForWriter {
		return d.text(wording.BookedYours)
	}
	return wording.Words{Text: "d" + call}
}
