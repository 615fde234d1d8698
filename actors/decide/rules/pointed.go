package rules

import (
	"slices"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/wording"
)

// pointedAt is the doctor whom a text is about by no name: the woman or the man of the list or of the specialty whose times it asks for,
// "a dra não tem mais tarde?", or the one of before, "volta pro de antes".  It is nil where that is who is chosen, where it could be
// several, and where a pronoun may be for the patient: "quarta ele tem prova até 9h".
func (d *dialogue) pointedAt(s *conversation.State, r reading) []int {
	if s.Closed != "" || s.Request.SpecialtyID == 0 || len(s.Offer) == 0 || len(s.Next)+len(d.kept) > 0 {
		return nil
	}
	others := otherAgendas(d.clinic, s.Request)
	if s.Request.AgendaID != 0 && r.says(say.GoesBackTo) && len(others) == 1 {
		return others
	}
	she, he := r.says(say.WorksShe), r.says(say.WorksHe)
	if chosen := s.Request.AgendaID; she == he || chosen != 0 && len(s.Among) == 0 && d.woman(chosen) == she {
		return nil
	}
	listed, left := d.ofSex(openAgendas(s), she), d.ofSex(others, she)
	if !r.says(say.Titled) && !slices.ContainsFunc(r.tokens, func(t language.Token) bool { return say.GoesBack.Has(t.Text) }) {
		if of := s.For != "" && s.For != conversation.ForWriter; of || !asks(r) || len(listed) == 0 && r.wish().Empty() {
			return nil
		}
	}
	if found := firstFilled(listed, left); len(found) == 1 {
		return found
	}
	return nil
}

// ofSex are the women, or the men, of some agendas.
func (d *dialogue) ofSex(list []int, women bool) []int {
	if women {
		return d.women(list)
	}
	return minus(list, d.women(list))
}

// ofSpecialty are those of some doctors who work in the specialty that is known: of two who are called Ana the one.
func (d *dialogue) ofSpecialty(s *conversation.State, doctors []int) []int {
	all := agendas(d.clinic.DoctorsOf(s.Request.SpecialtyID))
	return minus(all, minus(all, doctors))
}

// withWhomListed says with whom a time of the list is, to who asks that before they choose: "pera, 8h é com a Ana ou com o Carlos?"
func (d *dialogue) withWhomListed(s *conversation.State, sentence *parsed) wording.Words {
	if s.Closed != "" || s.Asked != conversation.AskSlot || !s.OfferRead() || !asks(reading{parsed: sentence}) {
		return wording.Words{}
	}
	if named := sentence.says(say.ListedWithThem) && len(d.hits(sentence.text).Doctors) > 0; !named && !sentence.says(say.ListedWith) {
		return wording.Words{}
	}
	r := d.facts(sentence.text)
	var slots []conversation.Slot
	switch {
	case !wishOf(r).Empty():
		slots = each(matching(s.Offer, wishOf(r)), func(n int) conversation.Slot { return s.Offer[n-1] })
	case r.Choice > 0 && r.Choice <= len(s.Offer):
		slots = s.Offer[r.Choice-1 : r.Choice]
	}
	if len(slots) == 0 || len(slots) > 1 && len(r.Times) == 0 { // "quinta é com ela?" is of no time
		return wording.Words{}
	}
	oneHour := !slices.ContainsFunc(slots, func(slot conversation.Slot) bool { return slot.Hour != slots[0].Hour })
	if with := d.clinic.With(slots[0].AgendaID); len(slots) > 1 && oneHour && !severalDoctors(slots) {
		return d.text(wording.OfferHourWith, "hour", slots[0].Hour, "with", with).With(times(""))
	}
	return wording.Lines(each(slots, func(slot conversation.Slot) wording.Words {
		day := capitalised(d.day(slot.Date))
		return d.text(wording.OfferTimeWith, "day", day, "hour", slot.Hour, "with", d.clinic.With(slot.AgendaID)).With(times(""))
	})...)
}
