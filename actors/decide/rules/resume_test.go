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
		Wanted: conversation.Wanted{Request: conversation.Request{
			SpecialtyID: doctor.SpecialtyID, AgendaID: doctor.AgendaID, ProcedureID: clinic.Procedures[0].ID, PlanID: 1,
		}},
		Offering: conversation.Offering{Searched: true, SlotGone: true, Offer: []conversation.Slot{
			{AgendaID: doctor.AgendaID, Date: "2026-11-24", Hour: "09:00"}, {AgendaID: doctor.AgendaID, Date: "2026-11-24", Hour: "10:00"},
		}},
		PatientData: conversation.PatientData{Patient: conversation.Identity{Name: "Maria Silva", CPF: "52998224725", BirthDate: "1985-03-12"}},
		Talk:        conversation.Talk{Greeted: true, Asked: conversation.AskBirthDate, Misses: 2},
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

// What was written before the patient heard that the answer takes its time was answered by that sentence; the
// wish for a person and the withdrawal count all the same.
func TestPendingAnswersOnlyWhatCameAfter(t *testing.T) {
	told := time.Date(2026, 11, 23, 9, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		text  string
		after time.Duration
		want  string
	}{
		{"oi?", -time.Second, ""},
		{"oi?", time.Second, "an answer"},
		{"quero falar com uma pessoa", -time.Second, "pediu_atendente"},
		{"cancela", -time.Second, "cancelar"},
		{"cancela", time.Second, "cancelar"},
		{"prefiro remarcar", time.Second, "cancelar"},
		{"espera um pouco", time.Second, "an answer"},
	} {
		s := &conversation.State{Progress: conversation.Progress{Pending: &conversation.Pending{Said: 1, Since: told}}}
		d := New(sampleClinic()).Start(decide.Turn{Now: told.Add(2 * time.Second), Messages: []decide.Message{
			{Type: "TEXT", Text: c.text, At: told.Add(c.after)},
		}})
		event, err := d.Next(t.Context(), s, nil)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		switch e := event.(type) {
		case conversation.Transfer:
			got = e.Reason
		case conversation.Reply:
			if e.Text != "" {
				got = "an answer"
			}
		}
		if got != c.want {
			t.Errorf("%q %v after: %#v, want %s", c.text, c.after, event, c.want)
		}
	}
}
