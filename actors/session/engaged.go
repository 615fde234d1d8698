package session

import (
	"atende/actors/session/record"
)

// weigh remembers whether a session is engaged: a patient in the middle of a booking, or something
// decided that is not done yet.  It is kept apart from the record, which is forgotten at every doubt,
// because it only decides who goes first.
func (s *session) weigh() {
	if s.rec == nil {
		return
	}
	ours := s.owner() == record.TheAgent // a person's patients need nothing of us
	s.engaged = ours && s.rec.State.Engaged() || s.rec.Intent != nil || s.sent < len(s.rec.Outbox)
}
