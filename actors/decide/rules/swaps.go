package rules

import (
	"slices"

	"atende/actors/conversation"
	"atende/actors/wording"
)

// swaps hands over who wants two appointments to change places: in words for that, "troca o meu com o dela", or by giving each the time
// of the other.  People do that; both are named, for neither can be moved alone.
func (d *dialogue) swaps(h *heard) bool {
	all := h.s.Appointments()
	if d.literal || len(all) == 0 || h.s.Asked == conversation.AskNext {
		return false
	}
	if h.whole.says(say.KeepsPlaces) {
		agreed := len(all) > 1 && afterBooking(h.s) && h.whole.wish().Empty()
		if agreed {
			d.note(d.fresh(h.s, wording.TalkAgreed))
		}
		return agreed
	}
	if (len(all) == 1 || !h.whole.says(say.Swaps)) && !d.crossed(h.s, all, h.whole) {
		return false
	}
	if of := slices.DeleteFunc(slices.Clone(all), func(b conversation.Booked) bool { return !slices.Contains(d.patientsIn(h.s, h.whole), b.For) }); len(of) > 1 {
		all = of
	}
	booked, wish := wording.Join(" e ", each(all, d.bookedOf)...), d.text(wording.WishSwap)
	d.propose(d.transferSaying(reasonReschedule, d.text(wording.TransferBookedTo, "appointment", booked.Text, "wish", wish.Text).With(booked, wish)))
	h.purpose = reasonReschedule
	return true
}

// crossed reports a text that gives somebody who has an appointment another time, and that appointment's to somebody else: "eu vou no das
// 9 e ela no das 9:30".
func (d *dialogue) crossed(s *conversation.State, all []conversation.Booked, r reading) bool {
	at := map[string]conversation.Wish{}
	for _, part := range d.parts(r.parsed) {
		one := d.readAgain(s, part)
		if whom := d.patientsIn(s, one); len(whom) == 1 && !one.wish().Empty() {
			at[whom[0]] = one.wish()
		}
	}
	fits := func(whom string, b conversation.Booked) bool {
		wish, said := at[whom]
		return said && wish.Allows(b.Slot)
	}
	return slices.ContainsFunc(all, func(b conversation.Booked) bool {
		if _, said := at[b.For]; !said || slices.ContainsFunc(all, func(own conversation.Booked) bool { return own.For == b.For && fits(b.For, own) }) {
			return false
		}
		for whom := range at {
			own := firstOf(s, whom)
			if whom != b.For && fits(whom, b) && (own == nil || !fits(whom, *own)) {
				return true
			}
		}
		return false
	})
}

// patientsIn are those who have an appointment of this conversation, or are being booked, whom a text means: by name, as the relatives that
// they are, or as the one who writes, her or him.  They are told as Booked.For does.
func (d *dialogue) patientsIn(s *conversation.State, r reading) (list []string) {
	known := s.Appointments()
	if s.Closed == "" {
		known = append(known, conversation.Booked{For: s.For, Name: s.Patient.Name})
	}
	r.scan()
	pronoun := ""
	writer := r.says(say.MineOfSeveral) || slices.ContainsFunc(r.tokens, isWriter)
	for _, t := range r.tokens {
		switch t.Text {
		case "ela", "dela":
			pronoun = "a "
		case "ele", "dele":
			pronoun = "o "
		}
	}
	var third []string
	for _, b := range known {
		switch {
		case slices.Contains(list, b.For):
		case b.For == "" && writer, b.Name != "" && calledIn(r.parsed, b), d.namesKin(r.parsed, b):
			list = append(list, b.For)
		case pronoun != "" && b.For != "" && b.For[:len(pronoun)] == pronoun && !slices.Contains(third, b.For):
			third = append(third, b.For)
		}
	}
	if len(third) == 1 { // else nobody knows which of them
		list = append(list, third[0])
	}
	return list
}
