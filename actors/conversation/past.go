package conversation

import "time"

// Past is what was said in an earlier conversation with the same phone, which a person had or which was left.  It is
// proposed, never assumed: the phone may be in other hands.
type Past struct {
	At time.Time `json:"at"` // when the patient wrote last
	// Request is what was wanted and not booked; zero for nothing.
	Request Request `json:"request,omitzero"`
	// Patient is who it was for, all of the data or none.
	Patient Identity `json:"patient,omitzero"`
	// Proposed is set once the patient was asked about Request.
	Proposed bool `json:"proposed,omitempty"`
}

// Remembered is what a conversation leaves to the next one with the same phone; nil for nothing.  Who gave one CPF
// after another, or data that the clinic's record contradicts, is not remembered as a patient.
func (s *State) Remembered() *Past {
	past := &Past{At: s.HeardAt}
	booked := s.Closed == OutcomeBooked || s.Former != nil && *s.Former == s.Request
	if !booked && s.Closed != OutcomeNoInterest && s.Pending == nil && s.Request.ProcedureID != 0 {
		past.Request = s.Request
	}
	disputed := s.HandedOver == ReasonRecord || s.Rechecked != AskNothing || len(s.CPFs) > maxCPFs
	switch {
	case disputed:
	case s.Patient.Complete():
		past.Patient = s.Patient
	case s.Known != nil && s.Known.Complete():
		past.Patient = *s.Known
	}
	if past.Request == (Request{}) && past.Patient == (Identity{}) {
		if s.Past != nil && !disputed {
			kept := *s.Past
			kept.Proposed = false
			return &kept
		}
		return nil
	}
	return past
}

// Recall keeps what an earlier conversation left in mind, unless it is a day old: who it was for is asked about like
// the patient of a booking before.  The patient's own words come first: it changes nothing that is known.
func (s *State) Recall(past *Past, now time.Time) {
	if past == nil || now.Sub(past.At) >= GuessWindow {
		return
	}
	kept := *past
	s.Past = &kept
	if s.Known == nil && kept.Patient.Complete() {
		s.Known = &kept.Patient
	}
}

// TakeBack (retomar_pedido) answers whether to go on with Past: with it, or without.
type TakeBack struct{ Same bool }

func (TakeBack) Tool() string { return "retomar_pedido" }

func takeBack(c *Clinic, s *State, now time.Time, m TakeBack) Result {
	if s.Past == nil || s.Closed != "" {
		return refuse(ReasonUnexpected)
	}
	request := s.Past.Request
	s.Past = nil
	if !m.Same {
		s.Known = nil
		return Result{}
	}
	return search(c, s, now, Search{Request: request})
}
