package session

import (
	"context"
	"slices"
	"testing"
	"time"

	"atende/actors/journal"
	"atende/actors/session/sessiontest"
	"atende/integrations/chat"
	"atende/integrations/outbound"
)

// S-B-6, S-B-11: the session is read once a turn, the filters apply in order, and only the first
// that fails counts.
func TestFilters(t *testing.T) {
	with := func(change func(*chat.Session)) chat.Session {
		c := sessiontest.Open()
		change(&c)
		return c
	}
	tests := []struct {
		name    string
		session chat.Session
		outcome string // "": answered
	}{
		{"S-B-12 all pass", sessiontest.Open(), ""},
		{"platform ignores case", with(func(c *chat.Session) { c.Platform = "WhatsApp" }), ""},
		{"S-B-7 another platform", with(func(c *chat.Session) { c.Platform = "INSTAGRAM" }), "IGNORADO_PLATAFORMA"},
		{"S-B-7 no platform", with(func(c *chat.Session) { c.Platform = "" }), "IGNORADO_PLATAFORMA"},
		{"S-B-8 another instance", with(func(c *chat.Session) { c.Instance = "5511001" }), "IGNORADO_INSTANCIA"},
		{"S-B-9 another team", with(func(c *chat.Session) { c.Team = "recepção" }), "IGNORADO_EQUIPE"},
		{"S-B-10 another status", with(func(c *chat.Session) { c.Status = "COMPLETED" }), "IGNORADO_STATUS"},
		{"S-3-1 IN_PROGRESS", with(func(c *chat.Session) { c.Status = "IN_PROGRESS" }), ""},
		{"S-3-1 exact strings", with(func(c *chat.Session) { c.Status = "pendente" }), "IGNORADO_STATUS"},
		{"S-3-2 an unknown status", with(func(c *chat.Session) { c.Status = "NOVO" }), "IGNORADO_STATUS"},
		{"S-B-11 everything is wrong", chat.Session{}, "IGNORADO_PLATAFORMA"},
		{"S-B-11 all but the platform", chat.Session{Platform: "WHATSAPP"}, "IGNORADO_INSTANCIA"},
		{"S-B-11 team and status", chat.Session{Platform: "WHATSAPP", Instance: "5511000"}, "IGNORADO_EQUIPE"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				b.gateway.Set("s", test.session)
				b.say("oi")
				if b.gateway.Reads() != 1 {
					t.Errorf("the session was read %d times", b.gateway.Reads())
				}
				if test.outcome == "" {
					b.wantTexts("TEXT:oi")
					b.wantOutcomes()
					return
				}
				b.wantTexts()
				b.wantOutcomes(test.outcome + " 1")
				b.wantResults("ignored")
				if len(b.gateway.Transfers()) != 0 || b.clinic.Calls() != "" {
					t.Error("an ignored message led to calls")
				}
			})
		})
	}
}

func TestIgnoredOutcomesCountMessages(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.gateway.Set("s", chat.Session{})
		b.say("oi", "tudo bem?")
		b.post("m1", sessiontest.Body("oi")) // the gateway repeats the first
		b.settle()
		b.wantOutcomes("IGNORADO_PLATAFORMA 2")
	})
}

// S-B-6: while the gateway fails nothing is given up, and nothing is transferred before the filters
// were read.
func TestSessionReadFails(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		recovers := time.Now().Add(time.Hour)
		b.gateway.Before = func(_ context.Context, operation, _ string) error {
			if time.Now().Before(recovers) {
				return sessiontest.Failure("gateway", outbound.Unknown, 503)
			}
			return nil
		}
		b.say("oi")
		if late := time.Since(recovers); late > 75*time.Second {
			t.Errorf("answered %v after the gateway came back", late)
		}
		if n := len(b.results); n < 20 || n > 100 {
			t.Errorf("%d tries in an hour: the pauses do not grow, or too far", n)
		}
		if len(b.gateway.Transfers()) != 0 {
			t.Error("the session was transferred although its filters were not known")
		}
		b.wantTexts("TEXT:oi")
	})
}

func TestSessionReadGivenUp(t *testing.T) {
	tests := []struct {
		name        string
		err         error
		least, most time.Duration
	}{
		{"a failing gateway after a day", sessiontest.Failure("gateway", outbound.Unknown, 500), 24 * time.Hour, 24*time.Hour + 2*time.Minute},
		{"a wrong token is repaired within a day", sessiontest.Failure("gateway", outbound.Refused, 401), 24 * time.Hour, 24*time.Hour + 2*time.Minute},
		{"a session that nobody knows after three tries", sessiontest.Failure("gateway", outbound.Refused, 404), time.Second, 10 * time.Second},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				b.gateway.Before = func(context.Context, string, string) error { return test.err }
				begin := time.Now()
				b.say("oi")
				if took := time.Since(begin); took < test.least || took > test.most {
					t.Errorf("given up after %v, want %v to %v", took, test.least, test.most)
				}
				b.wantTexts()
				b.wantOutcomes("ERRO 1")
				if last := b.results[len(b.results)-1]; last != "failed" {
					t.Errorf("the last turn ended %q", last)
				}
			})
		})
	}
}

// S-3-3: after a transfer nothing waits for a status; the session is silent while it looks as
// before.
func TestSilenceAfterHandOver(t *testing.T) {
	closed := sessiontest.Open()
	closed.Status = "COMPLETED"
	tests := []struct {
		name  string
		after func(b *bench)
		want  []string
	}{
		{"silent while nothing changed", func(b *bench) { b.say("alô?") }, []string{"silent"}},
		{"silent for almost a day", func(b *bench) { time.Sleep(23 * time.Hour); b.say("alô?") }, []string{"silent"}},
		{"answers after a day", func(b *bench) { time.Sleep(24 * time.Hour); b.say("oi de novo") }, []string{"replied"}},
		{"answers once the person is done", func(b *bench) {
			b.gateway.Set("s", closed)
			b.say("obrigada")
			b.gateway.Set("s", sessiontest.Open())
			b.say("oi de novo")
		}, []string{"ignored", "replied"}},
		{"forgets nothing in a restart", func(b *bench) { b.start(); b.say("alô?") }, []string{"silent"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				b.say(sessiontest.Person)
				b.wantResults("handed_over")
				b.wantOutcomes("TRANSFERIDO 1")
				b.results = nil
				test.after(b)
				b.wantResults(test.want...)
				if n := len(b.gateway.Transfers()); n != 1 {
					t.Errorf("%d transfers", n)
				}
			})
		})
	}
}

// A new conversation after a person starts empty, but the numbers of its bookings go on: the
// scheduling API knows the old ones.
func TestFreshStateKeepsBookingNumbers(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.say(sessiontest.Book)
		b.say(sessiontest.Person)
		time.Sleep(25 * time.Hour)
		b.say("oi")
		if state := b.session.rec.State; state.Bookings != 1 || state.Patient.CPF != "" {
			t.Errorf("the new conversation begins with %+v", state)
		}
	})
}

// A transfer by webhook silences the session, also for what the patient wrote just before.
func TestTransferredByWebhook(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.write("oi")
		err := b.journal.Accept(t.Context(), journal.Incoming{SessionID: "s", MessageID: "x", Kind: journal.Transferred})
		if err != nil {
			t.Fatal(err)
		}
		b.settle()
		b.say("alô?")
		b.wantTexts()
		b.wantResults("silent", "silent")
		if !slices.Equal(b.gateway.Transfers(), nil) {
			t.Error("the session was transferred twice")
		}
	})
}
