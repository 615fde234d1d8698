package rules

import (
	"slices"

	"atende/actors/conversation"
	"atende/actors/wording"
)

// whetherSameDoctor answers who asks whether it is one doctor: "é o mesmo médico pros dois?", from what was booked here, and from the
// time that is chosen or those that are offered.  Where nobody was named yet, that is for who is asked next.
func (d *dialogue) whetherSameDoctor(s *conversation.State, sentence *parsed) wording.Words {
	if !sentence.says(say.AsksSameDoctor) || sentence.saysAny(say.GoesThen, say.AsksToBook, say.WantsSameDoctor) || !asks(reading{parsed: sentence}) {
		return wording.Words{}
	}
	made, now := s.Appointments(), openAgendas(s)
	of := func(b conversation.Booked) int { return b.Slot.AgendaID }
	all := slices.Concat(each(made, of), now)
	switch one := len(all) > 0 && len(minus(all, all[:1])) == 0; {
	case len(all) == 0:
		return wording.Words{}
	case one && s.Closed == "" && len(s.Next) > 0 && len(otherAgendas(d.clinic, s.Request)) > 0:
		return d.text(wording.AnswerSameDoctorSoFar, "with", d.clinic.With(all[0]))
	case one:
		return d.text(wording.AnswerSameDoctor, "with", d.clinic.With(all[0]))
	}
	list := each(made, func(b conversation.Booked) wording.Words {
		what := b.Name
		if slices.ContainsFunc(made, func(o conversation.Booked) bool { return o.Name == b.Name && o.Slot != b.Slot }) { // who has both
			specialty, _ := d.clinic.Specialty(d.specialtyOf(b.Slot.AgendaID))
			what = specialty.Name
		}
		return d.text(wording.AnswerDoctorOf, "name", what, "with", d.clinic.With(b.Slot.AgendaID))
	})
	if len(now) > 0 {
		with := wording.Join(" ou ", each(now, func(id int) wording.Words { return named(d.clinic.With(id)) })...)
		list = append(list, d.text(wording.AnswerDoctorNow, "with", with.Text).With(with))
	}
	said := wording.Join(", e ", list...)
	return d.text(wording.AnswerOtherDoctors, "what", said.Text).With(said)
}

// openAgendas are those of the doctors of the booking that is under way: of the time that is chosen, else of the request or the list.
func openAgendas(s *conversation.State) []int {
	switch {
	case s.Closed != "":
		return nil
	case s.Choice != nil:
		return []int{s.Choice.AgendaID}
	case s.Request.AgendaID != 0:
		return []int{s.Request.AgendaID}
	}
	ids := each(s.Offer, func(slot conversation.Slot) int { return slot.AgendaID })
	slices.Sort(ids)
	return slices.Compact(ids)
}
