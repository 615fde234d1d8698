package conversation

import (
	"slices"
	"strings"
)

// Engaged reports whether the patient is in the middle of a booking: something of a wish, an offer, a
// choice or a person is known and the workflow has not ended.  Who has only greeted, or is done, is
// not.  Where there is more to do than can be done at once, engaged patients go first.
func (s *State) Engaged() bool {
	phase := s.Phase()
	return phase == PhaseBooking || phase.awaitsPatient() && phase != PhaseOpening
}

// Learned reports that more, or something else, is known than in an earlier state of the conversation.
func (s *State) Learned(since *State) bool {
	return s.Closed != since.Closed || s.otherWanted(&since.Wanted) || s.otherOffering(&since.Offering) ||
		s.otherPatient(&since.PatientData)
}

// otherWanted reports that something else is asked for than before.  Of what was refused only the number counts.
func (w *Wanted) otherWanted(before *Wanted) bool {
	return w.Request != before.Request || !w.Wish.Equal(before.Wish) || len(w.Not) != len(before.Not) ||
		!slices.Equal(w.Candidates, before.Candidates)
}

// otherOffering reports that another offer was made than before, or another choice.
func (o *Offering) otherOffering(before *Offering) bool {
	return !slices.Equal(o.Offer, before.Offer) || o.chosen() != before.chosen()
}

// chosen is the time that the patient took, the zero Slot for none.
func (o *Offering) chosen() Slot {
	if o.Choice == nil {
		return Slot{}
	}
	return *o.Choice
}

// otherPatient reports that the appointment is for somebody else than before.
func (p *PatientData) otherPatient(before *PatientData) bool {
	return !p.Patient.equal(before.Patient) || p.For != before.For
}

func (i Identity) equal(other Identity) bool {
	return strings.EqualFold(i.Name, other.Name) && i.CPF == other.CPF && i.BirthDate == other.BirthDate
}
