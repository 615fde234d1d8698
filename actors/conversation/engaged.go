package conversation

// Engaged reports whether the patient is in the middle of a booking: something of a wish, an offer, a
// choice or a person is known and the workflow has not ended.  Who has only greeted, or is done, is
// not.  Where there is more to do than can be done at once, engaged patients go first.
func (s *State) Engaged() bool {
	if s.Closed != "" {
		return false
	}
	return s.known()
}

// known reports that the conversation got anywhere.
func (s *State) known() bool {
	return s.Request != (Request{}) || !s.Wish.Empty() || len(s.Candidates) > 0 ||
		len(s.Offer) > 0 || s.Choice != nil || s.Hunt != nil || s.Patient != (Identity{})
}
