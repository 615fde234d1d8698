package trial

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/cmd/internal/persona"
)

// bad is the sample agent with something wrong about what it proposes.
type bad struct {
	decide.Driver
	spoil func(turn int, event conversation.Event) conversation.Event
	turns int
}

// Start implements decide.Driver.
func (b *bad) Start(turn decide.Turn) decide.Dialogue {
	b.turns++
	return spoilt{b.Driver.Start(turn), b}
}

type spoilt struct {
	decide.Dialogue
	by *bad
}

// Next implements decide.Dialogue.
func (d spoilt) Next(ctx context.Context, s *conversation.State, refused *conversation.Refusal) (conversation.Event, error) {
	event, err := d.Dialogue.Next(ctx, s, refused)
	if err != nil {
		return nil, err
	}
	if event = d.by.spoil(d.by.turns, event); event == nil {
		return nil, errors.New("spoilt")
	}
	return event, nil
}

// saying replaces what the agent says.
func saying(text func(turn int, said string) string) func(int, conversation.Event) conversation.Event {
	return func(turn int, event conversation.Event) conversation.Event {
		if reply, ok := event.(conversation.Reply); ok {
			reply.Text = text(turn, reply.Text)
			return reply
		}
		return event
	}
}

// An agent that says nothing in a turn is given words by the conversation: nobody is left without an answer.
func TestSilenceIsMended(t *testing.T) {
	plain, _ := persona.Named("plain")
	silent := 0
	for seed := uint64(1); seed <= 10; seed++ {
		agent := sampleAgent()
		agent.Driver = &bad{Driver: agent.Driver, spoil: saying(func(turn int, said string) string {
			if turn == 2 {
				silent++
				return ""
			}
			return said
		})}
		if v := visit(t, agent, plain, seed).Verdict(); v.Broke(persona.Unanswered) {
			t.Errorf("seed %d: %v", seed, v.Faults)
		}
	}
	if silent == 0 {
		t.Error("the agent never was silent")
	}
}

// Whatever an agent does wrong, some visit of a plain patient shows it.
func TestBadAgents(t *testing.T) {
	plain, _ := persona.Named("plain")
	for _, c := range []struct {
		name  string
		want  persona.Promise
		spoil func(int, conversation.Event) conversation.Event
	}{
		{"lies", persona.FalseConfirmation, saying(func(_ int, said string) string { return "Sua consulta está marcada! " + said })},
		{"repeats itself", persona.SameWords, saying(func(int, string) string { return "Desculpe, não entendi. Qual é o convênio?" })},
		{"speaks English", persona.BadText, saying(func(_ int, said string) string { return "Error: invalid input. " + said })},
		{"invents times", persona.InventedTime, saying(func(_ int, said string) string { return strings.ReplaceAll(said, ":00", ":05") })},
		{"books the next time", persona.WrongBooking, func(_ int, event conversation.Event) conversation.Event {
			if choice, ok := event.(conversation.Choose); ok && choice.Number > 1 {
				choice.Number--
				return choice
			}
			return silently(event)
		}},
		{"books for somebody else", persona.WrongBooking, func(_ int, event conversation.Event) conversation.Event {
			if who, ok := event.(conversation.Identify); ok && who.Name != "" {
				who.Name = "Alguém Outro"
				return who
			}
			return silently(event)
		}},
		{"fails", "", func(turn int, event conversation.Event) conversation.Event {
			if turn >= 2 {
				return nil
			}
			return event
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			noticed := false
			for seed := uint64(1); seed <= 10 && !noticed; seed++ {
				agent := sampleAgent()
				agent.Driver = &bad{Driver: agent.Driver, spoil: c.spoil}
				v := visit(t, agent, plain, seed).Verdict()
				noticed = !v.OK() && (c.want == "" || v.Broke(c.want))
			}
			if !noticed {
				t.Error("nobody noticed")
			}
		})
	}
}

// silently asks whether to book and does not say what.
func silently(event conversation.Event) conversation.Event {
	if check, ok := event.(conversation.Reply); ok && check.Asks == conversation.AskConfirm {
		check.Text = "E então, posso marcar?"
		return check
	}
	return event
}

// The same seed is the same conversation.
func TestDeterministic(t *testing.T) {
	agent := sampleAgent()
	for i, who := range persona.Cast() {
		if i%5 == 0 {
			if a, b := visit(t, agent, who, 3).Story(), visit(t, agent, who, 3).Story(); a != b {
				t.Errorf("%s differs:\n%s", who.Name, slices.Concat(strings.SplitAfter(a, "\n"), strings.SplitAfter(b, "\n")))
			}
		}
	}
}
