package rules

import (
	"slices"

	"atende/actors/conversation"
	"atende/actors/wording"
)

// reopened reports that before this turn something was asked again that is known already (a plan that
// changed, which of two CPFs), and that the turn does not answer it.  Nothing is booked before.
func (d *dialogue) reopened(s *conversation.State) bool {
	if s.Closed != "" || d.before.Closed != "" || d.settled {
		return false
	}
	r, p := d.before.Request, d.before.Patient
	switch d.start {
	case conversation.AskService:
		return r.SpecialtyID != 0 && d.wished.SpecialtyID+d.wished.AgendaID+d.wished.ProcedureID == 0
	case conversation.AskDoctor:
		return r.AgendaID != 0 && d.wished.SpecialtyID+d.wished.AgendaID == 0
	case conversation.AskProcedure:
		return r.ProcedureID != 0 && d.wished == conversation.Request{PlanID: d.wished.PlanID}
	case conversation.AskPlan:
		return r.PlanID != 0 && d.wished.PlanID == 0
	case conversation.AskName:
		return p.Name != "" && d.given.Name == ""
	case conversation.AskCPF:
		return p.CPF != "" && d.given.CPF == ""
	case conversation.AskBirthDate:
		return p.BirthDate != "" && d.given.BirthDate == ""
	default:
		return false
	}
}

// openQuestion is the question that is still open.
func (d *dialogue) openQuestion(s *conversation.State) question {
	ids := slices.DeleteFunc(slices.Clone(d.before.Options), func(id int) bool { return id <= 0 })
	if len(ids) == 0 {
		ids = nil
	}
	switch r := s.Request; d.start {
	case conversation.AskService:
		return d.specialtyQuestion(ids)
	case conversation.AskDoctor:
		return d.doctorQuestion(firstFilled(ids, agendas(d.clinic.DoctorsOf(r.SpecialtyID))))
	case conversation.AskProcedure:
		return d.procedureQuestion(firstFilled(ids, procedureIDs(d.clinic.ProceduresOf(r.SpecialtyID))))
	case conversation.AskPlan:
		return d.planQuestion(ids)
	case conversation.AskName:
		return question{text: d.identityText(s, wording.AskName, wording.AskNameOf), asks: d.start}
	case conversation.AskCPF:
		return question{text: d.identityText(s, wording.AskCPF, wording.AskCPFOf), asks: d.start}
	default:
		return question{text: d.identityText(s, wording.AskBirthDate, wording.AskBirthDateOf), asks: d.start}
	}
}

// disowns forgets data that the patient takes back: "esse cpf é do meu marido", "errei o nome".  They are
// asked again.
func (d *dialogue) disowns(s *conversation.State, r reading) bool {
	if s.Closed != "" || r.identifies() || !r.says(say.WrongData) {
		return false
	}
	kept := s.Patient
	if r.says(say.AboutName) {
		kept.Name = ""
	}
	if r.says(say.AboutCPF) {
		kept.CPF = ""
	}
	if r.says(say.AboutBirth) && s.Asked != conversation.AskSlot {
		kept.BirthDate = ""
	}
	if kept == s.Patient {
		return false
	}
	d.note(d.text(wording.TalkNoProblem))
	d.propose(conversation.Identify{Identity: kept, Other: true})
	d.given = conversation.Identity{}
	return true
}
