package session

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"atende/actors/conversation"
	"atende/actors/session/sessiontest"
	"atende/integrations/outbound"
)

// patient begins a test at noon of a day, with reminders after an hour and an end after 22.
func patient(t *testing.T, f func(t *testing.T, b *bench)) {
	t.Helper()
	virtual(t, func(t *testing.T, b *bench) {
		catalogue := *sessiontest.Catalogue()
		catalogue.Patience = conversation.Patience{Nudge: time.Hour, Close: 22 * time.Hour}
		b.config.Clinic = conversation.NewClinic(catalogue)
		time.Sleep(15 * time.Hour) // 2000-01-01 12:00 in São Paulo
		f(t, b)
	})
}

// ring turns what is due into rows, as the router does, and reports how many sessions were rung.
func (b *bench) ring() int {
	b.t.Helper()
	rung, err := b.journal.Ring(b.t.Context(), time.Now(), 10)
	if err != nil {
		b.t.Fatal(err)
	}
	return len(rung)
}

// later lets time pass, and whatever is due happen, once a minute.
func (b *bench) later(d time.Duration) {
	b.t.Helper()
	for end := time.Now().Add(d); time.Now().Before(end); {
		time.Sleep(time.Minute)
		if b.ring() > 0 {
			b.settle()
		}
	}
}

func nudge() string   { return sessiontest.Catalogue().Texts.Text("nudge.plan.only") }
func silence() string { return sessiontest.Catalogue().Texts.Text("close.silence") }

// Who stays silent is reminded once, and then the conversation ends.
func TestSilence(t *testing.T) {
	patient(t, func(t *testing.T, b *bench) {
		b.say(sessiontest.Ask)
		b.later(59 * time.Minute)
		b.wantTexts(sessiontest.Question)
		b.later(2 * time.Minute)
		b.wantTexts(sessiontest.Question, nudge())
		b.later(20 * time.Hour)
		b.wantTexts(sessiontest.Question, nudge())
		b.later(2 * time.Hour)
		b.wantTexts(sessiontest.Question, nudge(), silence())
		b.wantOutcomes("SEM_INTERESSE 1")
		b.later(100 * time.Hour)
		b.wantTexts(sessiontest.Question, nudge(), silence())
		b.wantOutcomes("SEM_INTERESSE 1")
	})
}

// A reminder survives every restart, and a process that dies after it rang reminds nobody twice.
func TestReminderSurvivesRestarts(t *testing.T) {
	patient(t, func(t *testing.T, b *bench) {
		b.say(sessiontest.Ask)
		time.Sleep(time.Hour)
		b.start()
		if b.ring() != 1 {
			t.Fatal("nothing is due")
		}
		b.start()
		b.settle()
		b.wantTexts(sessiontest.Question, nudge())
		b.start()
		b.later(time.Hour)
		b.wantTexts(sessiontest.Question, nudge())
	})
}

// A reminder that comes too early, because the patient wrote meanwhile, says nothing and asks again.
func TestReminderBehindAMessage(t *testing.T) {
	patient(t, func(t *testing.T, b *bench) {
		b.say(sessiontest.Ask)
		time.Sleep(50 * time.Minute)
		b.say(sessiontest.Ask)
		b.later(20 * time.Minute)
		b.wantTexts(sessiontest.Question, sessiontest.Question)
		b.wantResults("replied", "replied", "silent")
		b.later(45 * time.Minute)
		b.wantTexts(sessiontest.Question, sessiontest.Question, nudge())
	})
}

// A time between two milliseconds is not lost where the journal knows none: nobody is looked at too early.
func TestReminderBetweenMilliseconds(t *testing.T) {
	patient(t, func(t *testing.T, b *bench) {
		time.Sleep(700 * time.Microsecond)
		b.say(sessiontest.Ask)
		time.Sleep(time.Hour - 400*time.Microsecond)
		if n := b.ring(); n != 0 {
			t.Errorf("%d reminders rang too early", n)
		}
		time.Sleep(time.Millisecond)
		b.ring()
		b.settle()
		b.wantTexts(sessiontest.Question, nudge())
	})
}

// A message in the same turn is answered as if there were no reminder, and held for the rest of its burst.
func TestReminderBesideAMessage(t *testing.T) {
	patient(t, func(t *testing.T, b *bench) {
		b.config.QuietWindow = time.Second
		b.say(sessiontest.Ask)
		time.Sleep(time.Hour)
		b.ring()
		b.write("oi")
		if again := b.wake(); again != time.Second {
			t.Errorf("the burst is held for %v", again)
		}
		b.settle()
		b.wantTexts(sessiontest.Question, "TEXT:oi")
	})
}

// Nobody is reminded whom a person talks to, whether the gateway says so or the webhook.
func TestNoReminderBesideAPerson(t *testing.T) {
	for name, take := range map[string]func(b *bench){
		"in the gateway": func(b *bench) {
			c := sessiontest.Open()
			c.Status = "COMPLETED"
			b.gateway.Set("s", c)
		},
		"by webhook": func(b *bench) { b.taken() },
	} {
		t.Run(name, func(t *testing.T) {
			patient(t, func(t *testing.T, b *bench) {
				b.say(sessiontest.Ask)
				take(b)
				b.later(30 * time.Hour)
				b.wantTexts(sessiontest.Question)
				b.wantOutcomes()
				if len(b.results) > 2 {
					t.Errorf("rung again and again: %v", b.results)
				}
			})
		})
	}
}

// A gateway that is away delays a reminder, and one that is away for a day makes it pointless: nobody is
// told, and it is no error of a message.
func TestReminderWithoutAGateway(t *testing.T) {
	patient(t, func(t *testing.T, b *bench) {
		b.say(sessiontest.Ask)
		b.gateway.Before = func(context.Context, string, string) error {
			return sessiontest.Failure("gateway", outbound.Unknown, 503)
		}
		time.Sleep(time.Hour)
		b.ring()
		b.settle()
		synctest.Wait()
		b.wantTexts(sessiontest.Question)
		b.wantOutcomes()
	})
}

// Whatever call the process dies at, the next one reminds the patient, or knows that it was done: the words
// come once, or twice where they were on their way.
func TestCrashWhileReminding(t *testing.T) {
	total := 0
	patient(t, func(_ *testing.T, b *bench) { total = b.dieReminding(0, false) })
	if total < 5 {
		t.Fatalf("only %d calls were seen", total)
	}
	for _, after := range []bool{true, false} {
		for at := 1; at <= total; at++ {
			t.Run(fmt.Sprintf("after %v, call %d", after, at), func(t *testing.T) {
				patient(t, func(t *testing.T, b *bench) {
					b.dieReminding(at, after)
					reminded := strings.Count(strings.Join(b.gateway.Texts(), "\n"), nudge())
					if reminded < 1 || reminded > 2 {
						t.Errorf("reminded %d times", reminded)
					}
					b.later(23 * time.Hour)
					b.wantOutcomes("SEM_INTERESSE 1")
				})
			})
		}
	}
}

// dieReminding asks, lets an hour pass and a process die at one call of what follows, begins another one,
// and returns how many calls the first made.
func (b *bench) dieReminding(at int, after bool) int {
	b.say(sessiontest.Ask)
	time.Sleep(time.Hour)
	healthy := b.config
	m := &mortal{bench: b, diesAt: at, after: after}
	b.config.Journal = mortalJournal{b.journal, m}
	b.config.Gateway = mortalGateway{b.gateway, m}
	b.start()
	b.ring()
	b.live(m)
	b.config = healthy
	b.start()
	b.settle()
	return m.calls
}
