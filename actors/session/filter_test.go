package session

import (
	"context"
	"slices"
	"strings"
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

// What is of another clinic of the process is handed on and counts for nothing here; while that clinic can take no more it
// waits.  A number that no clinic has is ignored, and so is what another filter stops.
func TestHandedOn(t *testing.T) {
	for _, test := range []struct {
		name, instance, team string
		failures             int
		given, outcome       string
	}{
		{"another clinic", "5511001", "Recepção", 0, "5511001 s m1 oi", ""},
		{"another clinic that is full", "5511001", "Recepção", 3, "5511001 s m1 oi", ""},
		{"nobody's", "5511002", "Recepção", 0, "", "IGNORADO_INSTANCIA 1"},
		{"ours, another team", "5511000", "Financeiro", 0, "", "IGNORADO_EQUIPE 1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				c := sessiontest.Open()
				c.Instance, c.Team = test.instance, test.team
				b.gateway.Set("s", c)
				given, tries := "", 0
				b.config.HandOn = func(_ context.Context, instance, session, message string, m journal.PatientMessage) (bool, error) {
					if instance != "5511001" {
						return false, nil
					}
					if tries++; tries <= test.failures {
						return true, journal.ErrFull
					}
					given += strings.Join([]string{instance, session, message, m.Text}, " ")
					return true, nil
				}
				b.say("oi")
				if given != test.given {
					t.Errorf("handed on %q, want %q", given, test.given)
				}
				b.wantTexts()
				if test.outcome == "" {
					b.wantOutcomes()
					return
				}
				b.wantOutcomes(test.outcome)
			})
		})
	}
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

// While the gateway fails a message is given up when it is a day old and not before (contract, "Uncontrolled error"); so
// it is where the gateway denies a session that it knew before, and then the tries become rarer.  One that it has never
// known is given up within minutes, and leaves no record.
func TestSessionReadGivenUp(t *testing.T) {
	const day = 24 * time.Hour
	refused := func(status int) error { return sessiontest.Failure("gateway", outbound.Refused, status) }
	tests := []struct {
		name  string
		known bool // before
		err   error
		after time.Duration
		late  time.Duration // at most this after that
		tries int           // at most
	}{
		{"a failing gateway", false, sessiontest.Failure("gateway", outbound.Unknown, 500), day, 2 * time.Minute, 2000},
		{"a wrong token is repaired", false, refused(401), day, 2 * time.Minute, 2000},
		{"400", false, refused(400), lateness, 90 * time.Second, 12},
		{"404", false, refused(404), lateness, 90 * time.Second, 12},
		{"410", false, refused(410), lateness, 90 * time.Second, 12},
		{"422", false, refused(422), lateness, 90 * time.Second, 12},
		{"404, known before", true, refused(404), day, 12 * time.Minute, 200},
		{"400, known before", true, refused(400), day, 12 * time.Minute, 200},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				said := 0
				if test.known {
					b.say("oi")
					said = len(b.gateway.Texts())
					b.start()
				}
				b.gateway.Before = func(context.Context, string, string) error { return test.err }
				begin := time.Now()
				b.say("oi")
				if took := time.Since(begin); took < test.after || took > test.after+test.late {
					t.Errorf("given up after %v", took)
				}
				if n := len(b.results); n > test.tries {
					t.Errorf("%d tries", n)
				}
				if n := len(b.gateway.Texts()); n != said || len(b.gateway.Transfers()) != 0 {
					t.Errorf("%d parts, %d transfers", n-said, len(b.gateway.Transfers()))
				}
				b.wantOutcomes("ERRO 1")
				if n := len(b.results); n == 0 || b.results[n-1] != "failed" {
					t.Errorf("the turns ended %q", b.results)
				}
				stored, _, err := b.journal.Look(t.Context(), "s")
				if kept := stored.State != nil; err != nil || kept != (test.after == day) {
					t.Errorf("a record is kept: %t, %v", kept, err)
				}
			})
		})
	}
}

// A session that the gateway comes to know late is answered once it is there: a new one within two minutes, one that it
// knew before within a day.
func TestSessionAppears(t *testing.T) {
	for name, test := range map[string]struct {
		known bool
		after time.Duration
		late  time.Duration
	}{
		"seconds":           {false, 3 * time.Second, 5 * time.Second},
		"minutes":           {false, 2 * time.Minute, 75 * time.Second},
		"known before, day": {true, 23 * time.Hour, 12 * time.Minute},
	} {
		t.Run(name, func(t *testing.T) { appears(t, test.known, test.after, test.late) })
	}
}

func appears(t *testing.T, known bool, after, most time.Duration) {
	virtual(t, func(t *testing.T, b *bench) {
		want := []string{"TEXT:oi"}
		if known {
			b.say("oi")
			want = append(want, want...)
		}
		appears := time.Now().Add(after)
		b.gateway.Before = func(context.Context, string, string) error {
			if time.Now().Before(appears) {
				return sessiontest.Failure("gateway", outbound.Refused, 404)
			}
			return nil
		}
		b.say("oi")
		b.wantTexts(want...)
		b.wantOutcomes()
		if late := time.Since(appears); late > most {
			t.Errorf("answered %v after the session appeared", late)
		}
	})
}

// Giving up an old message gives up no younger one beside it.
func TestYoungMessagesWaitOn(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.start()
		begin := time.Now()
		b.gateway.Before = func(context.Context, string, string) error {
			if time.Since(begin) < 30*time.Hour {
				return sessiontest.Failure("gateway", outbound.Unknown, 500)
			}
			return nil
		}
		b.write("oi")
		for time.Since(begin) < 20*time.Hour {
			time.Sleep(b.wake())
		}
		b.say("alô")
		b.wantTexts("TEXT:alô")
		b.wantOutcomes("ERRO 1")
	})
}

// What was decided when the gateway came back after a day is said, above all a booking.
func TestAnswerAfterADay(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.write(sessiontest.Book)
		time.Sleep(24*time.Hour + time.Minute)
		b.settle()
		b.wantTexts(sessiontest.Description, sessiontest.Preparation)
		b.wantOutcomes("AGENDADO 1")
	})
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
		b.taken()
		b.settle()
		b.say("alô?")
		b.wantTexts()
		b.wantResults("silent", "silent")
		if !slices.Equal(b.gateway.Transfers(), nil) {
			t.Error("the session was transferred twice")
		}
	})
}
