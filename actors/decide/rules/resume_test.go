package rules

import (
	"strings"
	"testing"
	"time"

	"atende/actors/conversation"
	"atende/actors/decide"
)

// A turn that goes on after a crash has no messages: nobody was misunderstood in it, and a time that turned
// out to be gone is told as such.
func TestTurnWithoutMessages(t *testing.T) {
	clinic := sampleClinic()
	doctor := clinic.Doctors[0]
	s := &conversation.State{
		Greeted: true, Asked: conversation.AskBirthDate, Misses: 2, Searched: true, SlotGone: true,
		Request: conversation.Request{SpecialtyID: doctor.SpecialtyID, AgendaID: doctor.AgendaID, ProcedureID: clinic.Procedures[0].ID, PlanID: 1},
		Patient: conversation.Identity{Name: "Maria Silva", CPF: "52998224725", BirthDate: "1985-03-12"},
		Offer:   []conversation.Slot{{AgendaID: doctor.AgendaID, Date: "2026-11-24", Hour: "09:00"}, {AgendaID: doctor.AgendaID, Date: "2026-11-24", Hour: "10:00"}},
	}
	d := New(clinic).Start(decide.Turn{Now: time.Date(2026, 11, 23, 9, 0, 0, 0, time.UTC)})
	event, err := d.Next(t.Context(), s, nil)
	if err != nil {
		t.Fatal(err)
	}
	reply, ok := event.(conversation.Reply)
	if !ok || reply.Misunderstood || strings.Contains(reply.Text, "não entendi") || !strings.HasPrefix(reply.Text, "Não consegui confirmar esse horário.") {
		t.Errorf("got %#v", event)
	}
}
