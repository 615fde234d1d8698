package session

import (
	"context"
	"strings"
	"testing"
	"time"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/decide/emergency"
	"atende/actors/session/sessiontest"
	"atende/integrations/outbound"
	"atende/integrations/outbound/gate"
)

// hanging is a driver that thinks until its context ends, and answers at once from the second turn on.
type hanging struct{ turns *int }

func (d hanging) Start(decide.Turn) decide.Dialogue { *d.turns++; return d }

func (d hanging) Next(ctx context.Context, _ *conversation.State, _ *conversation.Refusal) (conversation.Event, error) {
	if *d.turns == 1 {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	return conversation.Reply{Text: "oi"}, nil
}

// An emergency waits for no language model.
func TestEmergencyEndsAThought(t *testing.T) {
	for _, test := range []struct {
		name, text string
		slow       bool
		sooner     bool
	}{
		{"an emergency", "socorro meu marido não respira", true, true},
		{"other words", "tem alguém aí?", true, false},
		{"a driver that is never slow is not watched", "socorro meu marido não respira", false, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				turns := 0
				b.config.Driver = emergency.New(hanging{&turns}, b.config.Clinic)
				b.config.SlowDriver = test.slow
				b.config.RedFlag = emergency.RedFlag
				b.write("oi tudo bem?")
				b.start()
				go func() {
					time.Sleep(5 * time.Second)
					b.write(test.text)
				}()
				began := time.Now()
				b.settle()
				took := time.Since(began)
				if sooner := took < 20*time.Second; sooner != test.sooner {
					t.Errorf("answered after %v", took)
				}
				if test.sooner && (len(b.gateway.Texts()) != 1 || !strings.Contains(b.gateway.Texts()[0], "192")) {
					t.Errorf("the patient read %q", b.gateway.Texts())
				}
			})
		})
	}
}

// Where calls wait for the rate those of a turn about an emergency go before everybody's, the answer's too, and no others.
func TestEmergencyGoesFirst(t *testing.T) {
	for text, first := range map[string]bool{"socorro meu marido não respira": true, "oi": false} {
		virtual(t, func(t *testing.T, b *bench) {
			b.config.Driver = emergency.New(sessiontest.Driver{}, b.config.Clinic)
			b.config.RedFlag = emergency.RedFlag
			made := map[string]bool{}
			b.gateway.Before = func(ctx context.Context, operation, _ string) error {
				made[operation] = true
				if got := outbound.Class(ctx) == gate.First; got != first {
					t.Errorf("%q: %s goes first: %v", text, operation, got)
				}
				return nil
			}
			b.write(text)
			b.start()
			b.settle()
			if !made["get_session"] || !made["send_in_session"] || first && !made["transfer"] {
				t.Errorf("%q: %v", text, made)
			}
		})
	}
}
