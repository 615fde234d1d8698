package grounding_test

import (
	"fmt"
	"time"

	"atende/actors/conversation"
	"atende/actors/decide/grounding"
)

// A model may name the time that was offered, and nothing that no answer of the clinic's systems covers.
func ExampleCheck() {
	zone := time.FixedZone("-03", -3*60*60)
	clinic := conversation.NewClinic(conversation.Clinic{
		Name: "Clínica Boa Vida", Location: zone,
		Specialties: []conversation.Service{{ID: 7, Name: "Cardiologia"}},
		Doctors:     []conversation.Doctor{{AgendaID: 101, Name: "Dra. Ana Souza", SpecialtyID: 7}},
		Procedures:  []conversation.Procedure{{ID: 501, Name: "Consulta", SpecialtyID: 7}},
		Plans:       []conversation.Service{{ID: 1, Name: "Particular"}},
	})
	slot := conversation.Slot{AgendaID: 101, Date: "2026-11-24", Hour: "09:30"}
	facts := grounding.Facts{
		Clinic: clinic, Now: time.Date(2026, 11, 23, 9, 0, 0, 0, zone),
		Offer: []conversation.Slot{slot}, Slots: []conversation.Slot{slot}, Doctors: []int{101},
	}
	for _, text := range []string{
		"A Dra. Ana Souza tem amanhã, terça, 24/11, às 9h30. Serve?",
		"A Dra. Ana Souza tem amanhã às 10h. Serve?",
		"Pronto, sua consulta está marcada!",
	} {
		fmt.Println(text)
		for _, v := range grounding.Check(text, facts) {
			fmt.Printf("  %s: %q\n", v.Reason, text[v.From:v.To])
		}
	}
	// Output:
	// A Dra. Ana Souza tem amanhã, terça, 24/11, às 9h30. Serve?
	// A Dra. Ana Souza tem amanhã às 10h. Serve?
	//   hour: "10h"
	//   slot: "10h"
	// Pronto, sua consulta está marcada!
	//   booking: "marcada"
}
