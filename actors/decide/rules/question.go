package rules

import (
	"slices"

	"atende/actors/conversation"
)

// question is what a reply ends with.
type question struct {
	text    string
	asks    conversation.Question
	options []int
}

// question is the next thing to ask: the first that is missing, in the order of the booking flow
// (spec 1.5).
func (d *dialogue) question(s *conversation.State) question {
	r := s.Request
	switch {
	case d.ask != nil:
		return *d.ask
	case s.Closed != "":
		return question{}
	case r.SpecialtyID == 0 && d.start == conversation.AskDoctor && len(s.Options) > 0:
		return doctorQuestion(d.clinic, s.Options) // still open: two doctors with one first name
	case r.SpecialtyID == 0:
		return specialtyQuestion(d.clinic, nil)
	case r.AgendaID == 0:
		return doctorQuestion(d.clinic, agendas(d.clinic.DoctorsOf(r.SpecialtyID)))
	case r.ProcedureID == 0:
		return procedureQuestion(d.clinic, procedureIDs(d.clinic.ProceduresOf(r.SpecialtyID)))
	case r.PlanID == 0:
		return planQuestion(d.clinic, nil)
	case s.Choice != nil:
		return d.identityQuestion(s)
	case len(s.Offer) > 0:
		return d.offerQuestion(s)
	default:
		return waysOnQuestion(d.clinic, s, nothingLeftText(d.clinic, s))
	}
}

func (d *dialogue) offerQuestion(s *conversation.State) question {
	if s.Found == conversation.FoundExhausted && (d.searched || d.start == conversation.AskOther) {
		return waysOnQuestion(d.clinic, s, nothingElseText(d.clinic, s))
	}
	if slices.Equal(d.shown, s.Offer) && s.Misses == 0 && len(s.Offer) > 1 {
		text := askSlotAgainText
		if d.searched && s.Found == conversation.FoundElse {
			text = sameOfferText
		}
		return question{text: text, asks: conversation.AskSlot}
	}
	return question{text: offerText(d.clinic, s, d.now()), asks: conversation.AskSlot}
}

func (d *dialogue) identityQuestion(s *conversation.State) question {
	chosen := ""
	if d.chose {
		chosen = chosenText(*s.Choice, d.now()) + "\n"
	}
	p := s.Patient
	switch {
	case s.Known != nil && p == (conversation.Identity{}):
		return question{text: chosen + sameText(s.Known.Name), asks: conversation.AskSame}
	case p.Name == "":
		return question{text: chosen + askNameText, asks: conversation.AskName}
	case p.CPF == "":
		return question{text: chosen + askCPFText, asks: conversation.AskCPF}
	default:
		return question{text: chosen + askBirthDateText, asks: conversation.AskBirthDate}
	}
}

// specialtyQuestion asks for the service: among ids, or among all.
func specialtyQuestion(c *conversation.Clinic, ids []int) question {
	var names []string
	var options []int
	for _, s := range c.Specialties {
		if ids == nil || slices.Contains(ids, s.ID) {
			names, options = append(names, s.Name), append(options, s.ID)
		}
	}
	return numbered(askServiceText, names, options, conversation.AskService)
}

func doctorQuestion(c *conversation.Clinic, ids []int) question {
	several := false
	var names []string
	for _, id := range ids {
		doctor, _ := c.Doctor(id)
		first, _ := c.Doctor(ids[0])
		several = several || doctor.SpecialtyID != first.SpecialtyID
		names = append(names, doctor.Name)
	}
	if several {
		for i, id := range ids {
			doctor, _ := c.Doctor(id)
			specialty, _ := c.Specialty(doctor.SpecialtyID)
			names[i] += " (" + specialty.Name + ")"
		}
	}
	return numbered(askDoctorText, names, ids, conversation.AskDoctor)
}

func procedureQuestion(c *conversation.Clinic, ids []int) question {
	var names []string
	for _, id := range ids {
		procedure, _ := c.Procedure(id)
		names = append(names, procedure.Name)
	}
	return numbered(askProcedureText, names, ids, conversation.AskProcedure)
}

func planQuestion(c *conversation.Clinic, ids []int) question {
	var names []string
	var options []int
	for _, p := range c.Plans {
		if ids == nil || slices.Contains(ids, p.ID) {
			names, options = append(names, p.Name), append(options, p.ID)
		}
	}
	return numbered(askPlanText, names, options, conversation.AskPlan)
}

// waysOnQuestion shows the ways on when there is nothing to choose from (contract, "No times at
// all").
func waysOnQuestion(c *conversation.Clinic, s *conversation.State, text string) question {
	var names []string
	var options []int
	for _, agenda := range otherAgendas(c, s.Request) {
		if len(options) < maxWaysOn {
			names, options = append(names, "Ver horários "+withDoctor(c, agenda)), append(options, agenda)
		}
	}
	names = append(names, "Falar com uma pessoa da equipe", "Deixar para depois")
	options = append(options, optionPerson, optionLater)
	return numbered(text, names, options, conversation.AskOther)
}

// maxWaysOn bounds the other doctors that are proposed after nothing was found.
const maxWaysOn = 5

// otherDoctorQuestion asks with whom else, or shows the ways on where there is nobody else.
func otherDoctorQuestion(c *conversation.Clinic, s *conversation.State) question {
	if list := otherAgendas(c, s.Request); len(list) > 0 {
		return doctorQuestion(c, list)
	}
	return waysOnQuestion(c, s, onlyDoctorText(c, s))
}

// otherAgendas are the doctors of the specialty but for the one that was wanted.
func otherAgendas(c *conversation.Clinic, r conversation.Request) []int {
	return slices.DeleteFunc(agendas(c.DoctorsOf(r.SpecialtyID)), func(id int) bool { return id == r.AgendaID })
}

func agendas(doctors []conversation.Doctor) []int {
	var ids []int
	for _, d := range doctors {
		ids = append(ids, d.AgendaID)
	}
	return ids
}

func procedureIDs(procedures []conversation.Procedure) []int {
	var ids []int
	for _, p := range procedures {
		ids = append(ids, p.ID)
	}
	return ids
}

// instead asks q rather than what follows from the state.
func (d *dialogue) instead(q question) { d.ask, d.learned = &q, true }
