package conversation

import (
	"slices"
	"strings"
)

// Engaged reports whether the patient is in the middle of a booking: something of a wish, an offer, a
// choice or a person is known and the workflow has not ended.  Who has only greeted, or is done, is
// not.  Where there is more to do than can be done at once, engaged patients go first.
func (s *State) Engaged() bool {
	if s.Closed != "" {
		return false
	}
	return s.known()
}

// Learned reports that more, or something else, is known than in an earlier state of the conversation.
func (s *State) Learned(since *State) bool {
	choice := func(s *State) Slot {
		if s.Choice == nil {
			return Slot{}
		}
		return *s.Choice
	}
	same := s.Request == since.Request && s.Patient.equal(since.Patient) && s.For == since.For && s.Closed == since.Closed &&
		s.Wish.equal(since.Wish) && len(s.Not) == len(since.Not) && slices.Equal(s.Candidates, since.Candidates) &&
		choice(s) == choice(since) && slices.Equal(s.Offer, since.Offer)
	return !same
}

// known reports that the conversation got anywhere.
func (s *State) known() bool {
	return s.Request != (Request{}) || !s.Wish.Empty() || len(s.Candidates) > 0 ||
		len(s.Offer) > 0 || s.Choice != nil || s.Hunt != nil || s.Patient != (Identity{})
}

func (i Identity) equal(other Identity) bool {
	return strings.EqualFold(i.Name, other.Name) && i.CPF == other.CPF && i.BirthDate == other.BirthDate
}
