package conversation

import "slices"

// lists reports whether every id of r that is set stands in the catalogue.
func (c *Clinic) lists(r Request) bool {
	_, doctor := c.Doctor(r.AgendaID)
	_, specialty := c.Specialty(r.SpecialtyID)
	_, procedure := c.Procedure(r.ProcedureID)
	_, plan := c.Plan(r.PlanID)
	return (doctor || r.AgendaID == 0) && (specialty || r.SpecialtyID == 0) &&
		(procedure || r.ProcedureID == 0) && (plan || r.PlanID == 0)
}

// merge puts what a move says over what is known and redoes only what depends on it: a doctor
// brings the specialty, a specialty drops the doctor and the procedure of another one, and what
// leaves no choice needs no question (contract, "Clinic catalogue").
func (c *Clinic) merge(s *State, m Search) {
	r := &s.Request
	if m.PlanID != 0 {
		r.PlanID = m.PlanID
	}
	if m.SpecialtyID != 0 {
		r.SpecialtyID = m.SpecialtyID
	}
	if p, ok := c.Procedure(m.ProcedureID); ok {
		r.ProcedureID, r.SpecialtyID = p.ID, p.SpecialtyID
	}
	if len(m.Among) > 0 {
		s.Among, r.AgendaID = m.Among, 0
	}
	if d, ok := c.Doctor(m.AgendaID); ok {
		r.AgendaID, r.SpecialtyID, s.Among = d.AgendaID, d.SpecialtyID, nil
	}
	if len(m.Candidates) > 0 {
		s.Candidates = m.Candidates
	}
	if d, ok := c.Doctor(r.AgendaID); ok && d.SpecialtyID != r.SpecialtyID {
		r.AgendaID = 0
	}
	if p, ok := c.Procedure(r.ProcedureID); ok && p.SpecialtyID != r.SpecialtyID {
		r.ProcedureID = 0
	}
	if len(c.Specialties) == 1 {
		r.SpecialtyID = c.Specialties[0].ID
	}
	if len(c.Plans) == 1 && !slices.Contains(s.Unsure, AskPlan) { // else the patient spoke against it
		r.PlanID = c.Plans[0].ID
	}
	c.narrow(s)
	if r.SpecialtyID != 0 {
		c.fillSingles(s)
	}
}

// settleDoctor drops a doctor of another specialty, whom a search before this one was for.
func (c *Clinic) settleDoctor(s *State) {
	if d, ok := c.Doctor(s.Request.AgendaID); ok && d.SpecialtyID != s.Request.SpecialtyID {
		s.Request.AgendaID = 0
		c.fillSingles(s)
	}
}

// MaxAgendas bounds how many agendas are asked at once.
const MaxAgendas = 8

// narrow keeps, of the agendas any of which will do, those of the specialty.
func (c *Clinic) narrow(s *State) {
	s.Among = slices.DeleteFunc(slices.Clone(s.Among), func(id int) bool {
		d, ok := c.Doctor(id)
		return !ok || d.SpecialtyID != s.Request.SpecialtyID
	})
	s.Among = s.Among[:min(len(s.Among), MaxAgendas)]
	if len(s.Among) == 1 {
		s.Request.AgendaID, s.Among = s.Among[0], nil
	}
	if len(s.Among) == 0 {
		s.Among = nil
	}
}

// fillSingles sets what the specialty leaves no choice about.
func (c *Clinic) fillSingles(s *State) {
	r := &s.Request
	if doctors := c.DoctorsOf(r.SpecialtyID); r.AgendaID == 0 && len(doctors) == 1 {
		r.AgendaID = doctors[0].AgendaID
	}
	if r.ProcedureID != 0 {
		return
	}
	procedures := c.ProceduresOf(r.SpecialtyID)
	named := slices.DeleteFunc(slices.Clone(procedures), func(p Procedure) bool {
		return !slices.Contains(s.Candidates, p.ID)
	})
	if len(named) == 1 {
		procedures = named
	}
	if len(procedures) == 1 {
		r.ProcedureID = procedures[0].ID
	}
}

// missing lists what must be asked before A1, in the order of asking.
func (w *Wanted) missing() []Question {
	var list []Question
	switch r := w.Request; {
	case r.SpecialtyID == 0:
		list = append(list, AskService)
	case r.AgendaID == 0 && len(w.Among) == 0:
		list = append(list, AskDoctor)
	}
	if w.Request.SpecialtyID != 0 && w.Request.ProcedureID == 0 {
		list = append(list, AskProcedure)
	}
	if w.Request.PlanID == 0 {
		list = append(list, AskPlan)
	}
	return list
}
