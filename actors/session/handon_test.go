package session

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"atende/actors/decide"
	"atende/actors/journal"
	"atende/actors/session/sessiontest"
	"atende/integrations/outbound"
)

// neighbour is another clinic on the gateway of a bench: its own journal, its own instance number, the same chat sessions.
func neighbour(b *bench) *bench {
	other := newBench(b.t)
	other.gateway, other.config.Gateway = b.gateway, b.gateway
	other.config.Filters.Instances = []string{"5511001"}
	c := sessiontest.Open()
	c.Instance = "5511001"
	b.gateway.Set("s", c)
	b.config.HandOn = func(_ context.Context, instance, session, message string, m journal.PatientMessage) (bool, error) {
		if instance != "5511001" {
			return false, nil
		}
		other.postTo(session, message, m.Encode())
		return true, nil
	}
	return other
}

// The process dies at each call of a turn that hands messages on, before it and after it: each message is answered once, by the
// clinic whose it is, whether that clinic answers before the first one tries again or after.
func TestCrashWhileHandingOn(t *testing.T) {
	total := 0
	virtual(t, func(t *testing.T, b *bench) { total = handOnAndDie(t, b, 0, false, false) }) // nothing dies
	if total < 6 {                                                                           // loading, reading, the chat session, two messages, the commit
		t.Fatalf("only %d calls were seen", total)
	}
	for _, after := range []bool{false, true} {
		for _, soon := range []bool{false, true} {
			for at := 1; at <= total; at++ {
				t.Run(fmt.Sprintf("after %v, answered before the next try %v, call %d", after, soon, at), func(t *testing.T) {
					virtual(t, func(t *testing.T, b *bench) { handOnAndDie(t, b, at, after, soon) })
				})
			}
		}
	}
}

// handOnAndDie returns how many calls the process made that dies at one of them.
func handOnAndDie(t *testing.T, b *bench, at int, after, soon bool) int {
	other := neighbour(b)
	healthy := b.config
	m := &mortal{bench: b, diesAt: at, after: after}
	b.config.Journal, b.config.Gateway = mortalJournal{b.journal, m}, mortalGateway{b.gateway, m}
	b.config.HandOn = func(ctx context.Context, instance, session, message string, p journal.PatientMessage) (handed bool, err error) {
		return mortally(m, "hand on", func() (bool, error) { return healthy.HandOn(ctx, instance, session, message, p) })
	}
	b.start()
	b.write("oi", "tudo bem?")
	b.live(m)
	if soon {
		other.settle()
	}
	b.config = healthy
	b.start()
	b.settle()
	other.settle()
	said := strings.Join(b.gateway.Texts(), "|")
	for _, text := range []string{"TEXT:oi", "TEXT:tudo bem?"} {
		if n := strings.Count(said, text); n != 1 {
			t.Errorf("%q was answered %d times: %q after %q", text, n, said, m.names)
		}
	}
	b.wantOutcomes()
	return m.calls
}

// What waited on its way counts as written when it was accepted first: it is no answer to what was asked meanwhile.
func TestHandedOnAsWritten(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		other := neighbour(b)
		var seen []decide.Message
		other.config.Driver = sessiontest.Driver{OnTurn: func(turn decide.Turn) { seen = append(seen, turn.Messages...) }}
		recovers := time.Now().Add(time.Hour)
		b.gateway.Before = func(context.Context, string, string) error {
			if time.Now().Before(recovers) {
				return sessiontest.Failure("gateway", outbound.Unknown, 503)
			}
			return nil
		}
		written := time.Now()
		b.say("oi")
		other.settle()
		other.messages = b.messages
		other.say("oi de novo") // which was never handed on
		if len(seen) != 2 || !seen[0].At.Equal(written) || seen[1].At.Before(recovers) {
			t.Errorf("written at %v, seen %+v", written, seen)
		}
	})
}

// What is handed on leaves nothing of the patient's words at the clinic that it passed through, and a person there who had the
// chat session before is done with it.
func TestHandedOnLeavesNothing(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		other := neighbour(b)
		theirs, err := b.gateway.Session(t.Context(), "s")
		if err != nil {
			t.Fatal(err)
		}
		ours := sessiontest.Open()
		b.gateway.Set("s", ours)
		b.say(sessiontest.Ask)
		b.gateway.Set("s", theirs)
		b.say("é a unimed")
		other.settle()
		b.wantTexts(sessiontest.Question, "TEXT:é a unimed")
		b.wantHistory("1 : > pergunta | part "+sessiontest.Question, "2 ignored: > ")
		b.gateway.Set("s", ours)
		b.say(sessiontest.Person)
		b.gateway.Set("s", theirs)
		b.say("oi")
		other.settle()
		b.gateway.Set("s", ours)
		b.say("de novo aqui")
		said := strings.Join(b.gateway.Texts(), "|")
		if !strings.HasSuffix(said, "|TEXT:oi|TEXT:de novo aqui") {
			t.Errorf("the patient read %q", said)
		}
	})
}
