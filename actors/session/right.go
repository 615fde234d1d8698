package session

// entitled is what may be done for the session, and forgets what was loaded under an ownership that
// ended: somebody else may have gone on since (C6).
func (s *session) entitled() Right {
	right, tenure := s.host.Right(s.id)
	same := tenure.Title == s.tenure.Title
	switch {
	case right == MayFinish && same && s.rec != nil:
		return MayFinish
	case right != MayAct:
		s.forget()
		return NoRight
	case !same:
		s.forget()
		s.tenure, s.bumped = tenure, false
		s.progressed()
		s.pausedUntil = s.Now() // the pause was for another life of the session
	}
	s.tenure.Suspect = tenure.Suspect
	return MayAct
}

// forget drops what is in memory of the record.  What this process did itself, and knows for certain,
// stays: the newest A4 and the newest part.
func (s *session) forget() {
	if t := s.turn; t != nil {
		s.rec, s.turn = nil, nil
		s.endSpan(t)
	}
	s.rec, s.packed = nil, nil
}

// finishing reports that the session goes to another node once its turn has ended.
func (s *session) finishing() bool {
	right, tenure := s.host.Right(s.id)
	return right == MayFinish && tenure.Title == s.tenure.Title
}

// lost reports that the right went since the session was loaded, or was away for a moment in this pass.
func (s *session) lost() bool {
	return s.permit != nil && s.permit.denied.Load() || allowed(s.host, s.id, s.tenure.Title) != nil
}
