package rules

import (
	"slices"

	"atende/actors/conversation"
	"atende/actors/language"
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
