package emergency

import (
	"context"
	"strings"
	"testing"
	"time"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/wording"
)

var (
	emergencyText = wording.Default().Text(wording.TransferEmergency)
	despairText   = wording.Default().Text(wording.TransferDespair)
)

// driver notes what it was asked and always replies the same.
type driver struct{ turns []decide.Turn }

func (d *driver) Start(turn decide.Turn) decide.Dialogue {
	d.turns = append(d.turns, turn)
	return echo{}
}

type echo struct{}

func (echo) Next(context.Context, *conversation.State, *conversation.Refusal) (conversation.Event, error) {
	return conversation.Reply{Text: "Qual é o convênio?"}, nil
}

func sampleClinic() *conversation.Clinic {
	return conversation.NewClinic(conversation.Clinic{
		Location: time.UTC,
		Doctors:  []conversation.Doctor{{AgendaID: 1, Name: "Dra. Socorro Lima", SpecialtyID: 1}},
	})
}

// turnOf is a burst of texts.
func turnOf(texts ...string) decide.Turn {
	turn := decide.Turn{Now: time.Date(2026, 11, 23, 9, 0, 0, 0, time.UTC)}
	for _, text := range texts {
		turn.Messages = append(turn.Messages, decide.Message{Type: "TEXT", Text: text, At: turn.Now})
	}
	return turn
}

func TestBurst(t *testing.T) {
	cases := []struct {
		name  string
		texts []string
		want  string // the transfer's text, "" for the driver
	}{
		{"nothing written", nil, ""},
		{"an audio without words", []string{""}, ""},
		{"a wish", []string{"quero marcar cardiologista"}, ""},
		{"a red flag", []string{"meu pai desmaiou"}, emergencyText},
		{"among others", []string{"oi", "estou com falta de ar", "quero marcar"}, emergencyText},
		{"in two parts", []string{"meu pai", "apagou e não", "responde"}, emergencyText},
		{"pain in two parts", []string{"tô com uma dor", "no peito"}, emergencyText},
		{"despair", []string{"não quero mais viver"}, despairText},
		{"despair in two parts", []string{"não quero mais", "viver"}, despairText},
		{"despair and a poison", []string{"tomei veneno", "quero morrer"}, despairText},
		{"the first name of a doctor", []string{"socorro"}, ""},
		{"a call for help", []string{"socorro!"}, emergencyText},
		{"a shout", []string{"SOCORRO"}, emergencyText},
		{"a call for help that is no name", []string{"socorro meu pai caiu e não acorda"}, emergencyText},
		{"the name of a doctor", []string{"Dra. Socorro"}, ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			inner := &driver{}
			turn := turnOf(c.texts...)
			event, err := New(inner, sampleClinic()).Start(turn).Next(t.Context(), &conversation.State{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			switch move := event.(type) {
			case conversation.Transfer:
				if !strings.HasPrefix(move.Text, c.want) || move.Reason != "emergencia" || len(inner.turns) != 0 {
					t.Errorf("got %+v after %d turns of the driver", move, len(inner.turns))
				}
			case conversation.Reply:
				if c.want != "" || len(inner.turns) != 1 || len(inner.turns[0].Messages) != len(turn.Messages) {
					t.Errorf("got %+v of the driver, want %q", move, c.want)
				}
			default:
				t.Errorf("got %T", event)
			}
		})
	}
}

// Where no doctor is called so, "socorro" is a call.
func TestCryWithoutSuchADoctor(t *testing.T) {
	for name, clinic := range map[string]*conversation.Clinic{
		"other doctors": conversation.NewClinic(conversation.Clinic{Location: time.UTC,
			Doctors: []conversation.Doctor{{AgendaID: 1, Name: "Dra. Ana Souza"}}}),
		"a phrase of the clinic": conversation.NewClinic(conversation.Clinic{Location: time.UTC,
			Doctors: []conversation.Doctor{{AgendaID: 1, Name: "Dra. Ana Souza"}},
			Phrases: conversation.Phrases{Text: "[Dra. Ana Souza]\nsocorro"}}),
		"no clinic": nil,
	} {
		t.Run(name, func(t *testing.T) {
			event, _ := New(&driver{}, clinic).Start(turnOf("socorro")).Next(t.Context(), &conversation.State{}, nil)
			if _, ok := event.(conversation.Transfer); !ok {
				t.Errorf("got %+v", event)
			}
		})
	}
}

// Wherever the conversation is, the move is taken, says the number and hands over.
func TestAnyState(t *testing.T) {
	now := time.Date(2026, 11, 23, 9, 0, 0, 0, time.UTC)
	slot := conversation.Slot{AgendaID: 1, Date: "2026-11-24", Hour: "09:00"}
	states := map[string]*conversation.State{
		"new":                   {},
		"asked for a slot":      {Offering: conversation.Offering{Offer: []conversation.Slot{slot}}, Talk: conversation.Talk{Asked: conversation.AskSlot, Misses: 2}},
		"a booking is pending":  {Offering: conversation.Offering{Choice: &slot}, Progress: conversation.Progress{Pending: &conversation.Pending{Said: 1, Since: now}}},
		"booked":                {Progress: conversation.Progress{Booked: &conversation.Booked{Slot: slot}}, Ending: conversation.Ending{Closed: conversation.OutcomeBooked}},
		"with a person already": {Ending: conversation.Ending{Closed: conversation.OutcomeTransferred}},
		"said goodbye":          {Ending: conversation.Ending{Closed: conversation.OutcomeNoInterest}},
	}
	clinic := sampleClinic()
	for name, s := range states {
		t.Run(name, func(t *testing.T) {
			event, err := New(&driver{}, clinic).Start(turnOf("meu marido está infartando")).Next(t.Context(), s, nil)
			if err != nil {
				t.Fatal(err)
			}
			res := conversation.Step(clinic, s, now, event)
			if res.Refusal != nil || !res.Done {
				t.Fatalf("got %+v", res)
			}
			said, handed := "", ""
			for _, effect := range res.Effects {
				switch e := effect.(type) {
				case conversation.Say:
					said += e.Text
				case conversation.HandOver:
					handed = e.Reason
				default:
				}
			}
			if !strings.Contains(said, "192") || handed != ReasonEmergency {
				t.Errorf("said %q, handed over for %q", said, handed)
			}
		})
	}
}

// A condition that was told once counts in all later messages of the conversation.
func TestConditionToldBefore(t *testing.T) {
	for _, c := range []struct {
		name   string
		turns  []string
		alarms bool // the last one does
	}{
		{"pregnant, then bleeding", []string{"oi, tô grávida de 9 semanas", "tô um pouco preocupada, aumentou o sangramento e tá dando cólica"}, true},
		{"with a turn between", []string{"estou grávida e queria começar o pré-natal", "tenho unimed", "desceu um sanguinho marrom agora, é normal?"}, true},
		{"a blood thinner, then a fall", []string{"tomo anticoagulante", "ontem caí em casa e bati a cabeça"}, true},
		{"pregnant, then nothing", []string{"tô grávida", "pode ser quinta"}, false},
		{"bleeding alone", []string{"quero marcar gineco", "às vezes tenho sangramento"}, false},
		{"a fever, then pregnant: signs pass, conditions stay", []string{"tô com febre, quero clínico", "estou grávida de 8 semanas"}, false},
		{"pregnant alone, twice", []string{"tô grávida", "é, grávida de 9 semanas"}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			watch := New(&driver{}, sampleClinic())
			var s conversation.State
			for i, text := range c.turns {
				event, err := watch.Start(turnOf(text)).Next(t.Context(), &s, nil)
				if err != nil {
					t.Fatal(err)
				}
				if reply, ok := event.(conversation.Reply); ok {
					reply.Heard = time.Time{}
					conversation.Step(sampleClinic(), &s, time.Time{}, reply)
				}
				_, alarm := event.(conversation.Transfer)
				if want := c.alarms && i == len(c.turns)-1; alarm != want {
					t.Errorf("%q: alarm %v", text, alarm)
				}
			}
		})
	}
}

// It counts behind a booking, too, when somebody goes on with another wish.
func TestConditionToldBeforeABooking(t *testing.T) {
	clinic := sampleClinic()
	s := conversation.State{Ending: conversation.Ending{Closed: conversation.OutcomeBooked}}
	told := conversation.Reply{Text: "Parabéns!", Ailing: []string{"pregnant"}}
	conversation.Step(clinic, &s, time.Time{}, told)
	conversation.Step(clinic, &s, time.Time{}, conversation.Search{Request: conversation.Request{AgendaID: 1}})
	if s.Closed != "" {
		t.Fatal("the search began nothing new")
	}
	event, err := New(&driver{}, clinic).Start(turnOf("aumentou o sangramento e tá dando cólica")).Next(t.Context(), &s, nil)
	if _, alarm := event.(conversation.Transfer); !alarm || err != nil {
		t.Errorf("%v, %v", event, err)
	}
}
