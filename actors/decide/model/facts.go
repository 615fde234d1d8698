package model

import (
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/decide/grounding"
	"atende/integrations/model"
)

// facts is what a text of this turn may claim.
func (d *dialogue) facts(s *conversation.State, text string) grounding.Facts {
	f := grounding.Facts{
		Clinic: d.Clinic, Now: d.now(), Offer: d.ahead(s.Offer), Slots: d.ahead(slices.Concat(s.Offer, s.Seen)),
		Doctors: d.doctors(s), Sayings: d.clinicWords(),
	}
	if s.Choice != nil {
		f.Slots = append(f.Slots, *s.Choice)
	}
	if s.Booked != nil {
		if d.speaksOfBooked(s, text) {
			f.Booked = s.Booked
		}
		f.Slots = append(f.Slots, s.Booked.Slot)
	}
	if s.Searched {
		f.Wished = s.Wish
	}
	return f
}

// ahead are times as they were numbered, those that have passed left blank.
func (d *dialogue) ahead(list []conversation.Slot) []conversation.Slot {
	list = slices.Clone(list)
	for i, slot := range list {
		if slot.Passed(d.now()) {
			list[i] = conversation.Slot{}
		}
	}
	return list
}

// speaksOfBooked reports that "está marcado" can only mean the appointment that there is: nothing else is going on,
// or its day and hour are named.  To a patient who wants another one, or this one moved or cancelled, the same words would
// be a lie.
func (d *dialogue) speaksOfBooked(s *conversation.State, text string) bool {
	if s.Closed == conversation.OutcomeBooked && !d.goesOn() && !d.second.ChangesExisting() {
		return true
	}
	day, hour := d.names(text, s.Booked.Slot)
	return day && hour
}

// doctors are those who may be named: of this booking and the one before, those that tool results gave, and those
// that either side named already.
func (d *dialogue) doctors(s *conversation.State) []int {
	list := slices.Clone(d.named)
	if s.Request.AgendaID != 0 {
		list = append(list, s.Request.AgendaID)
	}
	for _, slot := range s.Offer {
		list = append(list, slot.AgendaID)
	}
	if s.Booked != nil {
		list = append(list, s.Booked.Slot.AgendaID)
	}
	for _, line := range s.Thread {
		list = append(list, d.Clinic.Find(line.Text).Doctors...)
	}
	return list
}

// clinicWords are the clinic's own words about itself.  They are true whoever says them again.
func (d *dialogue) clinicWords() []string {
	list := slices.Clone(d.sayings)
	for _, a := range d.Clinic.Answers {
		list = append(list, a.Text)
	}
	return append(list, d.Clinic.Back(d.now()))
}

// consult answers consultar_clinica.  It is no move: nothing changes.
func (d *dialogue) consult(s *conversation.State, call model.Call) (why string) {
	var a clinicArguments
	if bad := decode(call.Arguments, &a); bad != nil {
		return d.refuse(s, call, *bad)
	}
	topic := folded(a.Topic)
	var answers []string
	if topic != "" {
		for _, answer := range d.Rules.About(d.turn, s, a.Topic+"?") {
			answers = append(answers, answer.Text)
		}
		answers = append(answers, d.listed(s, topic)...)
	}
	if len(answers) == 0 {
		return d.refuse(s, call, refusal{reason: "a clínica não informou isso; diga que não sabe, ou chame transferir_atendimento"})
	}
	d.sayings = append(d.sayings, answers...)
	d.answer(call, result{OK: true, Answer: strings.Join(answers, "\n")})
	return ""
}

// listed answers questions about the catalogue.
func (d *dialogue) listed(s *conversation.State, topic string) []string {
	var lists []string
	says := func(list ...string) bool {
		return slices.ContainsFunc(list, func(word string) bool { return hasWords(topic, word) })
	}
	if says("medico", "medicos", "medica", "medicas", "doutor", "doutora", "doutores", "profissionais") {
		lists = append(lists, "Médicos: "+strings.Join(d.doctorsWithSpecialty(s), "; "))
	}
	if says("especialidade", "especialidades") {
		lists = append(lists, "Especialidades: "+strings.Join(d.specialtyNames(), "; "))
	}
	if says("procedimento", "procedimentos", "exame", "exames") {
		lists = append(lists, "Procedimentos: "+strings.Join(d.procedureNames(s.Request.SpecialtyID), "; "))
	}
	if says("convenio", "convenios", "plano", "planos") {
		if own := d.Clinic.Answer(conversation.TopicPlans); own != "" {
			lists = append(lists, own)
		}
		lists = append(lists, "Convênios: "+strings.Join(d.planNames(nil), "; "))
	}
	return lists
}

// doctorsWithSpecialty are the doctors of the specialty that is known, else all.
func (d *dialogue) doctorsWithSpecialty(s *conversation.State) []string {
	var list []string
	for _, name := range d.doctorNames(nil, s.Request.SpecialtyID) {
		for _, doctor := range d.Clinic.Doctors {
			if specialty, ok := d.Clinic.Specialty(doctor.SpecialtyID); ok && doctor.Name == name {
				list = append(list, name+" ("+specialty.Name+")")
			}
		}
	}
	return list
}

// hasWords reports that a folded text has these words.
func hasWords(text, words string) bool { return strings.Contains(" "+text+" ", " "+words+" ") }
