package node

import (
	"slices"

	"atende/actors/conversation"
	"atende/actors/wording"
	"atende/integrations/catalog"
	"atende/integrations/scheduling"
)

// knowledge is what a conversation needs of the clinic file: names and how they belong together, what
// the clinic says about itself, and when its people answer.  The doctors' hours and the preparations
// are the scheduling API's business.
func knowledge(o Options) *conversation.Clinic { return Knowledge(o.Clinic, o.Texts, o.Patience) }

// Knowledge is that of an agent with these files, for who leads conversations without one.
func Knowledge(file *catalog.Clinic, texts *wording.Texts, patience conversation.Patience) *conversation.Clinic {
	clinic := conversation.Clinic{
		Name: file.Name, Phone: file.Phone, Version: file.Version, Location: file.Location, Texts: texts, Patience: patience,
		Phrases: conversation.Phrases(file.Phrases), Offer: conversation.Limits(file.Offer),
	}
	if file.DPO != nil {
		clinic.DPO = &conversation.DPO{Name: file.DPO.Name, Contact: file.DPO.Contact}
	}
	for _, s := range file.Specialties {
		clinic.Specialties = append(clinic.Specialties, conversation.Service(s))
	}
	for _, d := range file.Doctors {
		clinic.Doctors = append(clinic.Doctors, conversation.Doctor(d))
	}
	for _, p := range file.Procedures {
		clinic.Procedures = append(clinic.Procedures, conversation.Procedure(p))
	}
	for _, p := range file.Plans {
		clinic.Plans = append(clinic.Plans, conversation.Service(p))
	}
	for _, a := range file.Answers {
		clinic.Answers = append(clinic.Answers, conversation.Answer{
			Topic: conversation.Topic(a.Topic), Aliases: a.Aliases, Text: a.Text,
		})
	}
	if said := opening(file, texts); said != nil {
		clinic.Answers = append(clinic.Answers, *said)
	}
	if file.Reception != nil { // a nil *catalog.Reception in the interface would not be nil
		clinic.Reception = file.Reception
	}
	return conversation.NewClinic(clinic)
}

// opening answers when the clinic is open from its reception, where its own words do not say so.
func opening(file *catalog.Clinic, texts *wording.Texts) *conversation.Answer {
	const topic = conversation.TopicHours
	own := slices.ContainsFunc(file.Answers, func(a catalog.Answer) bool { return conversation.Topic(a.Topic) == topic })
	if own || file.Reception == nil {
		return nil
	}
	if texts == nil {
		texts = wording.Default()
	}
	said := texts.Text(wording.AnswerOpening, "hours", file.Reception.Hours())
	if file.Reception.KeepsHolidays() {
		said += " " + texts.Text(wording.AnswerHolidays)
	}
	return &conversation.Answer{Topic: topic, Text: said}
}

// CheckPhrases returns how many phrases of its own a clinic file has, and all that is wrong with them.
func CheckPhrases(file *catalog.Clinic) (int, error) {
	return Knowledge(file, nil, conversation.Patience{}).CheckPhrases()
}

// Doctors are those of the clinic file by whose names the agendas of A1 are told apart (spec A1).
func Doctors(clinic *catalog.Clinic) []scheduling.Doctor {
	specialties := map[int]string{}
	for _, s := range clinic.Specialties {
		specialties[s.ID] = s.Name
	}
	list := make([]scheduling.Doctor, 0, len(clinic.Doctors))
	for _, d := range clinic.Doctors {
		list = append(list, scheduling.Doctor{AgendaID: d.AgendaID, Name: d.Name, SpecialtyID: d.SpecialtyID, Specialty: specialties[d.SpecialtyID]})
	}
	return list
}
