package rules

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/decide/emergency"
	"atende/actors/understand"
)

// benchNow is a Monday morning.
var benchNow = time.Date(2026, 11, 23, 9, 10, 0, 0, brasilia)

// booking is a conversation from the first word to the appointment, each turn in the state that those before
// it led to.
var booking = []struct{ name, text string }{
	{"greeting", "oi"},
	{"service", "queria marcar um cardiologista com a dra ana, tenho unimed"},
	{"procedure", "consulta"},
	{"question", "onde fica a clínica?"},
	{"slot", "2"},
	{"name", "Maria das Dores e Silva"},
	{"cpf", "529.982.247-25"},
	{"birth", "12/03/1985"},
	{"yes", "sim"},
}

// BenchmarkTurn is what package emergency and the driver, Complete included, cost per turn; sub-benchmark "reading" is its
// baseline: understand.Read alone, once for the same text.
func BenchmarkTurn(b *testing.B) {
	Prepare()
	clinic := storyClinic("answers")
	driver := New(clinic)
	watched := emergency.New(driver, clinic)
	s := &conversation.State{}
	for _, turn := range booking {
		before := benchCopy(b, s)
		b.Run(turn.name+"/turn", func(b *testing.B) {
			b.ReportAllocs()
			want := benchJSON(b, before)
			for b.Loop() {
				own := *before
				driver.Complete(turn.text, &own, benchNow)
				benchTurn(b, watched, clinic, &own, turn.text)
			}
			if got := benchJSON(b, before); got != want {
				b.Fatalf("the turn changed the state before it:\n%s\n%s", want, got)
			}
		})
		b.Run(turn.name+"/reading", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				understand.Read(turn.text, benchNow)
			}
		})
		benchTurn(b, watched, clinic, s, turn.text)
	}
	if s.Closed != conversation.OutcomeBooked {
		b.Fatalf("no appointment: %+v", s)
	}
}

// The conversation of the benchmark ends with an appointment.
func TestBenchmarkBooks(t *testing.T) {
	t.Parallel()
	clinic, s := storyClinic("answers"), &conversation.State{}
	for _, turn := range booking {
		benchTurn(t, New(clinic), clinic, s, turn.text)
	}
	if s.Closed != conversation.OutcomeBooked {
		t.Errorf("%+v", s)
	}
}

// benchTurn holds a turn with a clinic that always has the same times.
func benchTurn(b testing.TB, driver decide.Driver, clinic *conversation.Clinic, s *conversation.State, text string) {
	dialogue := driver.Start(decide.Turn{Now: benchNow, Messages: []decide.Message{{Type: "TEXT", Text: text, At: benchNow}}})
	var refused *conversation.Refusal
	for range 24 {
		event, err := dialogue.Next(context.Background(), s, refused)
		for event != nil && err == nil {
			res := conversation.Step(clinic, s, benchNow, event)
			if res.Done {
				return
			}
			event, refused = nil, res.Refusal
			for _, effect := range res.Effects {
				event = benchResult(effect)
			}
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	b.Fatal("the turn does not end")
}

func benchResult(effect conversation.Effect) conversation.Event {
	switch e := effect.(type) {
	case conversation.FindSlots:
		var slots []conversation.Slot
		for _, date := range []string{"2026-11-24", "2026-11-25"} {
			for _, hour := range []string{"08:00", "09:30", "14:00"} {
				slots = append(slots, conversation.Slot{AgendaID: e.Agendas[0], Date: date, Hour: hour})
			}
		}
		return conversation.SlotsFound{Slots: slots}
	case conversation.FindPatient:
		return conversation.PatientFound{ID: 7}
	case conversation.MakeAppointment:
		return conversation.AppointmentMade{Description: "d", Preparation: "p"}
	default:
		return nil
	}
}

func benchJSON(b *testing.B, s *conversation.State) string {
	data, err := json.Marshal(s)
	if err != nil {
		b.Fatal(err)
	}
	return string(data)
}

func benchCopy(b *testing.B, s *conversation.State) *conversation.State {
	own := &conversation.State{}
	if err := json.Unmarshal([]byte(benchJSON(b, s)), own); err != nil {
		b.Fatal(err)
	}
	return own
}

// talked are the questions of `atende load --script talk`.
var talked = []string{
	"bom dia, vocês atendem Unimed?", "onde fica a clínica?", "qual o horário de funcionamento?", "quanto custa a consulta?",
	"aceita cartão?", "tem estacionamento?", "o que preciso levar no dia?",
}

// BenchmarkTalk is what package emergency and the driver cost for a talk of seven questions.
func BenchmarkTalk(b *testing.B) {
	Prepare()
	clinic := storyClinic("answers")
	driver := New(clinic)
	watched := emergency.New(driver, clinic)
	b.ReportAllocs()
	for b.Loop() {
		s := &conversation.State{}
		for _, text := range talked {
			benchTurn(b, watched, clinic, s, text)
		}
	}
}

// BenchmarkBooking is what they cost for a whole booking.
func BenchmarkBooking(b *testing.B) {
	Prepare()
	clinic := storyClinic("answers")
	driver := New(clinic)
	watched := emergency.New(driver, clinic)
	b.ReportAllocs()
	for b.Loop() {
		s := &conversation.State{}
		for _, turn := range booking {
			benchTurn(b, watched, clinic, s, turn.text)
		}
	}
}
