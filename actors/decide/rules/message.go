package rules

import (
	"time"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/understand"
	"atende/actors/wording"
)

// message turns one message into moves and notes.
func (d *dialogue) message(s *conversation.State, m decide.Message) {
	if m.Text == "" {
		d.note(d.mediaText(m.Type))
		return
	}
	r := d.reading(s, m.Text)
	if d.ends(s, r) || d.afterBooking(s, r) || d.afterGoodbye(s, r) || d.waits(s, r) {
		return
	}
	if d.option(s, r) || d.slot(s, r) {
		d.identity(s, r)
		return
	}
	d.wanted(s, r)
	d.identity(s, r)
	d.talk(s, r)
}

// waits lets a patient fetch a card without hearing that this was not understood.
func (d *dialogue) waits(s *conversation.State, r reading) bool {
	if s.Closed != "" || r.data() || !waiting.MatchString(r.text) {
		return false
	}
	d.instead(question{text: d.text(wording.TalkNoHurry), asks: s.Asked, options: s.Options})
	return true
}

// wanted proposes a search for what the text says of service, doctor, plan and time.
func (d *dialogue) wanted(s *conversation.State, r reading) {
	if d.excludes(s, r) {
		return
	}
	move, ok := d.resolve(s, r)
	if d.ask == nil && d.wantsMore(s, r) && move.Wish.Empty() {
		switch {
		case exclusion.MatchString(r.text) && partOfOffer.MatchString(r.text):
			d.instead(question{text: d.text(wording.OfferOthers), asks: conversation.AskSlot})
			return
		case laterInDay.MatchString(r.text):
			move.Wish.Times = []conversation.Span{laterThan(s.Offer)}
		case soonerInDay.MatchString(r.text):
			move.Wish.Times = []conversation.Span{{From: "00:00", To: soonerThan(s.Offer)}}
		default:
			move.More = true
		}
		ok = true
	}
	opens := r.Intent == understand.Book && s.Asked == conversation.AskNothing
	if ok || opens || s.Closed != "" { // after an end, whatever is said opens a new workflow
		d.propose(move)
	}
	if r.Intent == understand.Book {
		d.learned = true
	}
}

// excludes handles a text that names only times that will not do: nothing is searched that was
// refused, and the rest of the list stands.
func (d *dialogue) excludes(s *conversation.State, r reading) bool {
	if r.times != r.text && !r.wish().Empty() || s.Asked != conversation.AskSlot || s.Closed != "" || !busy.MatchString(r.text) || r.Choice > 0 ||
		!partOfOffer.MatchString(r.text) && len(r.Times) == 0 || !r.Mentions.Empty() || changes.MatchString(r.text) {
		return false
	}
	d.instead(question{text: d.text(wording.OfferOthers), asks: conversation.AskSlot})
	return true
}

// wantsMore reports that none of the offered times will do.
func (d *dialogue) wantsMore(s *conversation.State, r reading) bool {
	if len(s.Offer) == 0 || s.Closed != "" || s.Asked != conversation.AskSlot {
		return false
	}
	return r.Intent == understand.Deny || r.More || r.Intent == understand.Reschedule
}

// soonerThan is the minute before the earliest hour of an offer.
func soonerThan(offer []conversation.Slot) string {
	earliest := endOfDay
	for _, slot := range offer {
		earliest = min(earliest, slot.Hour)
	}
	hour, err := time.Parse("15:04", earliest)
	if err != nil || hour.Hour()+hour.Minute() == 0 {
		return earliest
	}
	return hour.Add(-time.Minute).Format("15:04")
}

const endOfDay = "23:59"

// laterThan is the part of the day after the latest hour of an offer.
func laterThan(offer []conversation.Slot) conversation.Span {
	latest := "00:00"
	for _, slot := range offer {
		latest = max(latest, slot.Hour)
	}
	hour, err := time.Parse("15:04", latest)
	if err != nil {
		return conversation.Span{From: latest, To: endOfDay}
	}
	return conversation.Span{From: hour.Add(time.Minute).Format("15:04"), To: endOfDay}
}
