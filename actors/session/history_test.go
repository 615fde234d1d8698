package session

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/journal"
	"atende/actors/session/history"
	"atende/actors/session/record"
	"atende/actors/session/sessiontest"
	"atende/actors/wording"
	"atende/integrations/chat"
	"atende/integrations/outbound"
	"atende/metrics/tracing"
)

// history are the entries of the session.
func (b *bench) history() []history.Entry {
	b.t.Helper()
	lines, err := b.journal.(journal.Archive).History(b.t.Context(), "s", 100)
	if err != nil {
		b.t.Fatal(err)
	}
	var list []history.Entry
	for _, line := range lines {
		var e history.Entry
		if err := json.Unmarshal(line.Body, &e); err != nil {
			b.t.Fatal(err)
		}
		list = append(list, e)
	}
	return list
}

// story is an entry in one line: what was heard, done, said, and how it ended.
func story(e history.Entry) string {
	var parts []string
	for _, h := range e.Heard {
		parts = append(parts, "> "+h.Text)
	}
	for _, step := range e.Steps {
		parts = append(parts, step.Name+" "+step.Result)
	}
	for _, said := range e.Said {
		parts = append(parts, said.Kind+" "+said.Text)
	}
	if len(e.Outcomes) > 0 {
		parts = append(parts, "= "+strings.Join(e.Outcomes, ","))
	}
	return fmt.Sprintf("%d %s: %s", e.Turn, e.Result, strings.Join(parts, " | "))
}

func (b *bench) wantHistory(want ...string) {
	b.t.Helper()
	var got []string
	for _, e := range b.history() {
		got = append(got, story(e))
	}
	if !slices.Equal(got, want) {
		b.t.Errorf("the history is\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// bookedStory is the history of a turn that books.
const bookedStory = "1 : > agendar | consultar_horarios ok | A1 12 | escolher_horario ok | identificar_paciente ok | confirmar_agendamento ok | " +
	"A2 missing | A3 ok | A2 found | A4 made | part Consulta confirmada com a Dra. Ana Souza. | part Chegue 15 minutos antes. | = AGENDADO"

// Every turn that did something is told, with ids and codes.
func TestHistory(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.say(sessiontest.Book)
		b.post("m1", sessiontest.Body("a repeat")) // of the first message
		b.settle()
		b.say("oi, tudo bem?")
		b.say(sessiontest.Person)
		b.say("alguém aí?")
		b.wantHistory(bookedStory,
			"2 : > oi, tudo bem? | part …:oi, tudo bem?",
			"3 : > pessoa | transferir_atendimento ok | part "+b.config.Clinic.Texts.Text(wording.TransferAsked)+" | transfer other",
			"3 : = TRANSFERIDO",
			"4 silent: > ")
		first := b.history()[0]
		if want := []string{tracing.ID("s", "m1")}; !slices.Equal(first.Traces, want) || !first.At.Equal(time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)) {
			t.Errorf("traces %v at %v", first.Traces, first.At)
		}
		if want := []string{"started", "wished", "identified", "offered", "chosen", "patient", "booked"}; !slices.Equal(first.Stages, want) {
			t.Errorf("stages %v", first.Stages)
		}
		with := map[string]string{"agenda": "101", "n": "1", "procedure": "501", "plan": "2", "slot": "2000-02-01 09:00", "specialty": "7"}
		if got := first.Steps[len(first.Steps)-1].With; fmt.Sprint(got) != fmt.Sprint(with) {
			t.Errorf("A4 with %v", got)
		}
	})
}

// Nothing that identifies the patient is in the history, whoever says it: the patient, the texts that repeat it, or
// the clinic.  That a doctor has the same first name changes nothing.
func TestHistoryIsMasked(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.clinic.Description = "MARIA SILVA (529.982.247-25), sua consulta com a Dra. Ana Souza está confirmada. Fone 11 98888-7777."
		b.say("sou Maria Silva, 529.982.247-25, nascida em 12/03/1985, tel (11) 98888-7777, Krupski de solteira", sessiontest.Book)
		b.say("a Maria pode chegar mais tarde?")
		data, _ := json.Marshal(b.history())
		got := strings.ToLower(string(data))
		for _, secret := range []string{"maria", "silva", "krupski", "52998224725", "247-25", "1985", "98888", "7777"} {
			if strings.Contains(got, secret) {
				t.Errorf("the history has %q: %s", secret, data)
			}
		}
		if want := "a [NOME 1] pode chegar mais tarde?"; !strings.Contains(string(data), want) || !strings.Contains(string(data), "[NOME 1] ([CPF 1])") && !strings.Contains(string(data), "[NOME 1] (") {
			t.Errorf("the history is %s", data)
		}
	})
}

// Who is who stays the same over the turns of a session, whether the patient, the state or nobody told.
func TestHistoryNames(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.clinic.Description = "Confirmado para MARIA SILVA."
		b.say(sessiontest.Book)
		b.say("meu nome é Wanda Krupski")
		b.say("meu nome é Olga Tavares, o telefone da Maria é (21) 98888-7777")
		var said []string
		for _, e := range b.history() {
			for _, h := range e.Heard {
				said = append(said, h.Text)
			}
			said = append(said, e.Said[0].Text)
		}
		want := []string{"agendar", "Confirmado para [NOME 1].", "meu nome é [NOME 2]", "…:meu nome é [NOME 2]",
			"meu nome é [NOME 3], o telefone da [NOME 1] é [TELEFONE 2]", "…:meu nome é [NOME 3], o telefone da [NOME 1] é (…) …-…"}
		if !slices.Equal(said, want) { // the patient's own phone is the first
			t.Errorf("the history says %q, want %q", said, want)
		}
	})
}

// Whom only a driver has masked has a number, too.
func TestHistoryOfMaskedNames(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.say("oi")
		b.session.rec.State.Masks = []conversation.Mask{{Name: "[NOME 1]", Value: "Wanda Krupski"}}
		b.say("a Wanda já chegou?")
		if got := b.history()[1].Heard[0].Text; got != "a [NOME 1] já chegou?" {
			t.Errorf("the history says %q", got)
		}
	})
}

// The turn that books has one entry, wherever the process dies, and it tells all of it.
func TestHistoryOverACrash(t *testing.T) {
	for _, after := range []bool{false, true} {
		for at := 1; at < 20; at++ {
			t.Run(fmt.Sprint(at, after), func(t *testing.T) {
				virtual(t, func(t *testing.T, b *bench) {
					b.clinic.Replays, b.clinic.Announces = true, true
					m := &mortal{bench: b, diesAt: at, after: after}
					healthy := b.config
					b.config.Journal, b.config.Gateway, b.config.Scheduling = mortalJournal{b.journal, m}, mortalGateway{b.gateway, m}, mortalClinic{b.clinic, m}
					b.write(sessiontest.Book)
					b.start()
					b.wake()
					synctest.Wait() // for what goes on beside the turns
					b.config = healthy
					b.start()
					b.settle()
					turns := b.history()
					if len(turns) != 1 || len(turns[0].Heard) != 1 || len(turns[0].Traces) != 1 || len(turns[0].Said) < 2 || !slices.Contains(turns[0].Outcomes, "AGENDADO") {
						t.Errorf("the history is %+v", turns)
					}
				})
			})
		}
	}
}

// A booking that takes its time, and how it ends, are two turns.
func TestHistoryOfAHeldBooking(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.clinic.After = func(_ context.Context, operation, _ string) error {
			if operation == "book" {
				time.Sleep(5 * time.Second)
			}
			return nil
		}
		b.say(sessiontest.Book)
		turns := b.history()
		if len(turns) != 2 || !strings.Contains(story(turns[0]), "A4 pending | part ") || !strings.HasPrefix(story(turns[1]), "2 : A4 made | part Consulta confirmada") {
			t.Errorf("the history is %v", turns)
		}
	})
}

// What is not ours to answer is noted, and its words are not.
func TestHistoryOfOthers(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.gateway.Set("s", chat.Session{Platform: "INSTAGRAM"})
		b.say("oi")
		b.gateway.Set("s", sessiontest.Open())
		b.taken()
		b.settle()
		b.say("oi")
		b.wantHistory("1 ignored: >  | = IGNORADO_PLATAFORMA", "2 silent: taken webhook", "3 silent: > ")
	})
}

// A transfer that the gateway refuses, and a reply that is dropped because a person came first.
func TestHistoryOfWhatCameOfIt(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.gateway.Before = func(_ context.Context, operation, _ string) error {
			if operation == "transfer" {
				return sessiontest.Failure("gateway", outbound.Refused, 400)
			}
			return nil
		}
		b.say(sessiontest.Person)
		if turns := b.history(); len(turns) != 2 || !strings.HasPrefix(story(turns[1]), "1 :") || !strings.HasSuffix(story(turns[1]), "= ERRO") ||
			len(turns[1].Said) != 1 || turns[1].Said[0].From[0] != "text:transfer.refused.phone" {
			t.Errorf("the history is %+v", turns)
		}
	})
}

// So is a reply that a person came before, and one that was given up after a day.
func TestHistoryOfWhatWasNotSaid(t *testing.T) {
	for name, test := range map[string]struct {
		meanwhile func(b *bench)
		want      string
	}{
		"a person came": {func(b *bench) { b.gateway.Set("s", withPerson()) }, "1 silent: "},
		"given up":      {func(*bench) { time.Sleep(record.Patience) }, "1 failed: = ERRO"},
	} {
		t.Run(name, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				f := &faults{fail: map[string]int{"send_in_session": -1}, err: sessiontest.Failure("gateway", outbound.NotSent, 0)}
				b.gateway.Before = f.ask
				b.write("oi")
				b.wake()
				time.Sleep(longWait + 1)
				test.meanwhile(b)
				b.settle()
				b.wantHistory("1 : > oi | part …:oi", test.want)
			})
		})
	}
}

// sourced is a driver whose words name what they come from.
type sourced struct{}

func (d sourced) Start(decide.Turn) decide.Dialogue { return d }
func (sourced) Next(context.Context, *conversation.State, *conversation.Refusal) (conversation.Event, error) {
	return conversation.Reply{Text: "Fique à vontade, Zwanda.\n\nAté já!", From: []string{"model:m prompt=1"}}, nil
}

// Each part says what it comes from.
func TestHistorySources(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.config.Driver = sourced{}
		b.say("oi")
		said := b.history()[0].Said
		if len(said) != 2 || said[0].Text != "Fique à vontade, …." || said[1].Text != "Até já!" || !slices.Equal(said[1].From, []string{"model:m prompt=1"}) {
			t.Errorf("said %+v", said)
		}
	})
}

// An entry never grows without bounds.
func TestHistoryBounds(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		long := strings.Repeat("quero marcar uma consulta ", 2000)
		for range 15 {
			b.write(long)
		}
		b.settle()
		for _, line := range b.history() {
			if size := len(line.Encode()); size > 64<<10/2 {
				t.Errorf("an entry of %d bytes", size)
			}
		}
	})
}
