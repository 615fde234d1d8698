package conversation

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Returning is who had an appointment made from a phone, in an earlier chat session.  A phone is not a person, so they are
// proposed and never assumed, and nothing of theirs is told but the first name and the end of the CPF until the patient
// said yes.
type Returning struct {
	Identity
	PlanID int `json:"plan,omitempty"`
	// For says who they are to the writer, as Identify.For has it; "" for the writer.
	For string `json:"for,omitempty"`
	// At is when the appointment was made.
	At time.Time `json:"at"`
}

// MaxReturning is how many patients of a phone are proposed, and kept of one chat session.
const MaxReturning = 5

// FirstName is what they are called before anybody said yes.
func (r Returning) FirstName() string {
	first, _, _ := strings.Cut(r.Name, " ")
	return first
}

// LastDigits are the two digits of the CPF that are told.
func (r Returning) LastDigits() string { return r.CPF[max(0, len(r.CPF)-2):] }

// CPFMark tells patients of a phone apart; thousands of CPFs share one (GivenCPF).
func CPFMark(cpf string) uint16 { return markOf(cpf) }

// serve keeps in mind whose appointment was made, for the next chat sessions of the phone.
func (c *Clinic) serve(s *State, now time.Time) {
	if c.Recognises <= 0 || !s.Patient.Complete() {
		return
	}
	kept := slices.DeleteFunc(slices.Clone(s.Served), func(r Returning) bool {
		return r.CPF == s.Patient.CPF || now.Sub(r.At) >= c.Recognises
	})
	kept = append(kept, Returning{Identity: s.Patient, PlanID: s.Request.PlanID, For: s.For, At: now})
	s.Served = slices.Clip(kept[max(0, len(kept)-MaxReturning):])
}

// Recognise keeps in mind who may be proposed in a new chat session of a phone: the last patients of the phone, the newest
// first.  It changes nothing that the patient said.
func (s *State) Recognise(c *Clinic, list []Returning, now time.Time) {
	var kept []Returning
	for _, r := range list {
		known := slices.ContainsFunc(kept, func(k Returning) bool { return k.CPF == r.CPF })
		if r.Complete() && now.Sub(r.At) < c.Recognises && !known && len(kept) < MaxReturning {
			kept = append(kept, r)
		}
	}
	if len(kept) == 0 {
		return
	}
	s.Returning, s.Known = kept, nil // one proposal, not two
}

// Proposes reports somebody who can be proposed as the patient, because nobody else was named.
func (s *State) Proposes() bool {
	return len(s.Returning) > 0 && s.Patient == Identity{} && s.FirstName == ""
}

// onlyFor leaves of those who may be proposed who is that to the writer.
func (s *State) onlyFor(whom string) {
	s.Returning = slices.DeleteFunc(slices.Clone(s.Returning), func(r Returning) bool { return r.For != whom })
}

// returningMark is a mark of who is proposed: a yes is a yes to them.
func (s *State) returningMark() uint32 {
	var all strings.Builder
	for _, r := range s.Returning {
		fmt.Fprintln(&all, r.Name, r.CPF)
	}
	return Mark(all.String())
}

// SamePatient (mesmo_paciente) answers whom of Returning the appointment is for.
type SamePatient struct {
	// Number is one of them, from 1; 0: none.  It is taken only as the answer to the question for exactly these.
	Number int
	// Stranger says that the writer is not who they are taken for: nobody is proposed to the phone any more.
	Stranger bool
}

func (SamePatient) Tool() string { return "mesmo_paciente" }

func samePatient(s *State, m SamePatient) Result {
	switch {
	case m.Stranger:
		if s.UsualPlan != 0 { // who was proposed is no patient then
			s.PatientData = PatientData{}
		}
		s.forgetReturning()
		return Result{Effects: []Effect{ForgetPhone{}}}
	case s.Closed != "":
		return refuse(ReasonClosed)
	case m.Number < 0 || m.Number > len(s.Returning):
		return refuse(ReasonNotOffered)
	case m.Number == 0:
		s.Returning = nil
		return Result{}
	case s.Asked != AskSame || s.Proposed != s.returningMark() || s.Patient != Identity{}:
		return refuse(ReasonNotAgreed)
	}
	who := s.Returning[m.Number-1]
	s.PatientData = PatientData{Patient: who.Identity, For: who.For, UsualPlan: who.PlanID}
	return Result{}
}

// forgetReturning forgets who may be proposed, here and in the next chat sessions.
func (s *State) forgetReturning() { s.Returning, s.Served, s.UsualPlan = nil, nil, 0 }
