package record

import (
	"slices"
	"testing"
	"time"

	"atende/actors/conversation"
	"atende/actors/journal"
)

// Everybody whose data are in a record is told of once, with all that is known of them, and every appointment with the names
// of the catalogue, by time; what is not in the catalogue any more has no name.
func TestTell(t *testing.T) {
	clinic := conversation.NewClinic(conversation.Clinic{
		Location:    time.UTC,
		Specialties: []conversation.Service{{ID: 7, Name: "Cardiologia"}},
		Doctors:     []conversation.Doctor{{AgendaID: 101, Name: "Dra. Ana Souza", SpecialtyID: 7}},
		Procedures:  []conversation.Procedure{{ID: 501, Name: "Consulta", SpecialtyID: 7}},
		Plans:       []conversation.Service{{ID: 1, Name: "Particular"}},
	})
	at := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	late, early := conversation.Slot{AgendaID: 101, Date: "2026-11-25", Hour: "09:00"}, conversation.Slot{AgendaID: 999, Date: "2026-11-24", Hour: "16:30"}
	maria := conversation.Identity{Name: "Maria Prado", CPF: "52998224725", BirthDate: "1980-03-12"}
	rec := New()
	rec.Phone = "5511988887777"
	s := rec.State
	s.Patient, s.Known, s.NoReminders = conversation.Identity{Name: "Rui Prado"}, &maria, true
	s.Booked = &conversation.Booked{Slot: late, ProcedureID: 501, PlanID: 1, Name: "Maria Prado", CPF: maria.CPF, Description: "2º andar", Preparation: "jejum"}
	s.Earlier = []conversation.Booked{{Slot: early, Name: "Lia Prado", CPF: "11144477735"}}
	s.Visits = []conversation.Visit{{Slot: late, AskedAt: at, Answer: conversation.Comes}, {Slot: conversation.Slot{AgendaID: 101, Date: "2026-12-01", Hour: "10:00"}, Key: "A-7", Name: "Rui"}}
	message := journal.PatientMessage{Text: "oi", From: "5511900000000"}
	stored := journal.Stored{State: rec.Encode(), Waiting: []journal.Message{
		{Kind: journal.Patient, ReceivedAt: at, Body: message.Encode()}, {Kind: journal.Patient, ReceivedAt: at, Body: []byte("torn")}, {Kind: journal.Paused, Body: []byte("x")},
	}}
	about := Tell(stored, clinic)
	if want := []conversation.Identity{{Name: "Rui Prado"}, maria, {Name: "Lia Prado", CPF: "11144477735"}}; !slices.Equal(about.People, want) {
		t.Errorf("people %+v", about.People)
	}
	want := []Appointment{
		{Date: "2026-11-24", Hour: "16:30", For: "Lia Prado"},
		{
			Date: "2026-11-25", Hour: "09:00", For: "Maria Prado", Doctor: "Dra. Ana Souza", Procedure: "Consulta", Plan: "Particular", Description: "2º andar",
			Preparation: "jejum", AskedAt: at, Answer: conversation.Comes,
		},
		{Date: "2026-12-01", Hour: "10:00", For: "Rui", Doctor: "Dra. Ana Souza"},
	}
	if !slices.Equal(about.Appointments, want) {
		t.Errorf("appointments %+v", about.Appointments)
	}
	if about.Phone != "5511988887777" || !about.NoReminders || !slices.Equal(about.Unanswered, []Unanswered{{at, "oi"}, {at, "torn"}}) {
		t.Errorf("%+v", about)
	}
	if about := Tell(journal.Stored{State: []byte("{torn"), Waiting: stored.Waiting[:1]}, clinic); about.Phone != "5511900000000" || len(about.People) > 0 {
		t.Errorf("of a record that cannot be read: %+v", about)
	}
}
