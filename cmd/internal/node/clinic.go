package node

import (
	"atende/actors/conversation"
	"atende/integrations/catalog"
)

// knowledge is what a conversation needs of the clinic file: names and how they belong together.
// Hours, closed days and preparations are the scheduling API's business.
func knowledge(file *catalog.Clinic) *conversation.Clinic {
	clinic := conversation.Clinic{Name: file.Name, Location: file.Location}
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
	return conversation.NewClinic(clinic)
}
