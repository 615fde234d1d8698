package session

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil"

	"atende/actors/conversation"
	"atende/actors/journal"
	"atende/actors/session/record"
	"atende/actors/session/sessiontest"
	"atende/integrations/outbound"
	"atende/metrics"
)

// visitor begins a test with a patient who has an appointment on 2000-02-01 at 09:00, and a chat session that the gateway
// has closed since.
func visitor(t *testing.T, f func(t *testing.T, b *bench)) {
	t.Helper()
	virtual(t, func(t *testing.T, b *bench) {
		catalogue := *sessiontest.Catalogue()
		catalogue.Patience = conversation.Patience{Before: 24 * time.Hour}
		b.config.Clinic = conversation.NewClinic(catalogue)
		b.config.Filters.Closed = []string{"COMPLETED"}
		b.config.Conversion, b.config.Tags = b.metrics.Conversion, true
		b.say(sessiontest.Book)
		b.stands("COMPLETED")
		f(t, b)
	})
}

// stands is the status of the chat session at the gateway.
func (b *bench) stands(status string) {
	c := sessiontest.Open()
	c.Status = status
	b.gateway.Set("s", c)
}

// at lets time pass until then, in the clinic's clock, and what is due happen every half hour.
func (b *bench) at(month time.Month, day, hour, minute int) {
	b.t.Helper()
	until := time.Date(2000, month, day, hour, minute, 0, 0, b.config.Clinic.Location)
	for time.Now().Before(until) {
		time.Sleep(min(time.Until(until), 30*time.Minute))
		if b.ring() > 0 {
			b.settle()
		}
	}
}

// asked are the questions about an appointment that the patient read, each with the way that it took.
func (b *bench) asked() (list []string) {
	for _, sent := range b.gateway.Sent() {
		if !strings.Contains(sent.Text, "*sim* ou *não*") {
			continue
		}
		way := "in session"
		if sent.Session == "" {
			way = "by phone"
		}
		list = append(list, way+": "+strings.SplitAfter(sent.Text, "Souza")[0])
	}
	return list
}

// visits is what atende_visits_total counts, without zeros.
func (b *bench) visits() map[string]int {
	counts := map[string]int{}
	for _, event := range metrics.VisitEvents {
		if n := testutil.ToFloat64(b.metrics.Conversion.Visits.WithLabelValues(event)); n > 0 {
			counts[event] = int(n)
		}
	}
	return counts
}

// noted is what the records of all sessions remember of that, for reports.
func (b *bench) noted() map[string]int {
	b.t.Helper()
	page, err := b.journal.(journal.Archive).Sessions(b.t.Context(), "", journal.MaxPage)
	if err != nil {
		b.t.Fatal(err)
	}
	counts := map[string]int{}
	for _, stored := range page {
		rec, _ := record.ReadStored(stored)
		for _, v := range rec.State.VisitEvents {
			counts[v.Event]++
		}
	}
	return counts
}

// wantVisits checks the whole of it: "asked 1".
func (b *bench) wantVisits(want ...string) {
	b.t.Helper()
	var got []string
	for event, n := range b.visits() {
		got = append(got, event+" "+strconv.Itoa(n))
	}
	slices.Sort(got)
	if slices.Sort(want); !slices.Equal(got, want) {
		b.t.Errorf("visits %q, want %q", got, want)
	}
	if noted := b.noted(); !maps.Equal(noted, b.visits()) {
		b.t.Errorf("counted %v, remembered %v", b.visits(), noted)
	}
}

const (
	dayBefore = "Oi! Passando para lembrar: *amanhã, terça, 01/02, às 9h*, com a Dra. Ana Souza"
	morning   = "Oi! *hoje, terça, 01/02, às 9h*, com a Dra. Ana Souza"
)

// A patient who says nothing is asked the day before and on the morning, by phone where the gateway has closed the session,
// and in the session where it is open; however often the process begins anew.
func TestVisit(t *testing.T) {
	for status, way := range map[string]string{"COMPLETED": "by phone", "Pendente": "in session"} {
		visitor(t, func(t *testing.T, b *bench) {
			b.stands(status)
			b.at(time.January, 31, 8, 59)
			if asked := b.asked(); len(asked) > 0 {
				t.Errorf("asked too early: %q", asked)
			}
			b.start()
			b.at(time.January, 31, 9, 0)
			b.start()
			b.at(time.February, 3, 0, 0)
			if got, want := b.asked(), []string{way + ": " + dayBefore, way + ": " + morning}; !slices.Equal(got, want) {
				t.Errorf("%s: asked %q, want %q", status, got, want)
			}
			b.wantVisits("asked 1", "asked_again 1", "silent 1")
			b.wantOutcomes("AGENDADO 1")
			b.wantLogWithout("Maria", "5511999990000")
		})
	}
}

// A yes is thanked for, tagged and counted, and nothing is asked again: in the session that asked, or in a new one of the
// same phone, where a patient answers who was asked by phone.
func TestVisitConfirmed(t *testing.T) {
	for _, session := range []string{"s", "another"} {
		visitor(t, func(t *testing.T, b *bench) {
			b.at(time.January, 31, 10, 0)
			b.stands(map[bool]string{true: "Pendente", false: "COMPLETED"}[session == "s"])
			first := b.session
			if session != "s" {
				b.session = newSession(NewBehavior(b.config), b.host, session)
			}
			b.postTo(session, "answer", sessiontest.Body(sessiontest.Comes))
			b.settle()
			b.session = first
			b.at(time.February, 3, 0, 0)
			if n := len(b.asked()); n != 1 {
				t.Errorf("%s: asked %d times", session, n)
			}
			if texts := b.gateway.Texts(); texts[len(texts)-1] != "Combinado, obrigada por avisar! Até lá. 😊" {
				t.Errorf("%s: said %q", session, texts)
			}
			b.wantVisits("asked 1", "confirmado 1")
			if tags := strings.Join(b.gateway.Tags(), ", "); tags != "5511999990000 agendado, 5511999990000 confirmado" {
				t.Errorf("%s: tagged %q", session, tags)
			}
		})
	}
}

// Who wants no more of it hears nothing more, also of what is booked later.
func TestVisitStopped(t *testing.T) {
	visitor(t, func(t *testing.T, b *bench) {
		b.at(time.January, 31, 10, 0)
		b.stands("Pendente")
		b.say(sessiontest.Stop)
		b.say(sessiontest.Book)
		b.at(time.February, 5, 0, 0)
		if n := len(b.asked()); n != 1 {
			t.Errorf("asked %d times", n)
		}
		b.wantVisits("asked 1", "no_reminders 1")
	})
}

// A person who has the chat session is not talked over: the next chance is the morning.
func TestVisitBesideAPerson(t *testing.T) {
	for name, test := range map[string]struct {
		take  func(b *bench)
		leave func(b *bench)
		want  []string
	}{
		"in the gateway": {func(b *bench) { b.stands("Em atendimento") }, func(*bench) {}, nil},
		"by webhook":     {func(b *bench) { b.stands("Pendente"); b.taken(); b.settle() }, func(*bench) {}, nil},
		"until it ended": {func(b *bench) { b.stands("Em atendimento") }, func(b *bench) { b.stands("COMPLETED") }, []string{"by phone: Oi! Passando para lembrar: *hoje, terça, 01/02, às 9h*, com a Dra. Ana Souza"}},
	} {
		t.Run(name, func(t *testing.T) {
			visitor(t, func(t *testing.T, b *bench) {
				b.at(time.January, 31, 8, 30)
				b.results = nil
				test.take(b)
				b.at(time.January, 31, 20, 0)
				test.leave(b)
				b.at(time.February, 2, 0, 0)
				if got := b.asked(); !slices.Equal(got, test.want) {
					t.Errorf("asked %q, want %q", got, test.want)
				}
				if test.want == nil {
					b.wantVisits("missed 1")
				}
				if strings.Count(strings.Join(b.results, " "), " ") > 6 {
					t.Errorf("rung again and again: %q", b.results)
				}
			})
		})
	}
}

// The gateway's no is an end, and neither an error of a turn nor a matter for a person.
func TestVisitRefused(t *testing.T) {
	visitor(t, func(t *testing.T, b *bench) {
		b.gateway.Before = func(_ context.Context, operation, _ string) error {
			if strings.HasPrefix(operation, "send_") {
				return sessiontest.Failure("gateway", outbound.Refused, 400)
			}
			return nil
		}
		b.at(time.February, 3, 0, 0)
		b.wantVisits("asked 1", "refused 1")
		b.wantOutcomes("AGENDADO 1")
		if n := len(b.gateway.Transfers()); n != 0 {
			t.Errorf("%d transfers", n)
		}
	})
}

// Where WhatsApp takes nothing else, the clinic's template goes out, once, with what it is about; within a day of the
// patient's last message the text does.
func TestVisitTemplate(t *testing.T) {
	for fresh, want := range map[bool]string{false: "5511999990000 amanhã, terça, 01/02, às 9h, com a Dra. Ana Souza", true: ""} {
		visitor(t, func(t *testing.T, b *bench) {
			var sent []string
			b.config.SendTemplate = func(_ context.Context, phone, value string) (json.RawMessage, error) {
				sent = append(sent, phone+" "+value)
				return nil, nil
			}
			b.stands("Pendente")
			b.start()
			if b.at(time.January, 31, 8, 0); fresh {
				b.say(sessiontest.Ask)
			}
			b.at(time.January, 31, 12, 0)
			if got := strings.Join(sent, ", "); got != want || (len(b.asked()) == 0) == fresh {
				t.Errorf("fresh %t: sent %q and %q, want %q", fresh, sent, b.asked(), want)
			}
		})
	}
}

// A chat session that the gateway has forgotten is no reason to ask nobody.
func TestVisitOfAForgottenSession(t *testing.T) {
	visitor(t, func(t *testing.T, b *bench) {
		b.gateway.Before = func(_ context.Context, operation, _ string) error {
			if operation == "get_session" {
				return sessiontest.Failure("gateway", outbound.Refused, 404)
			}
			return nil
		}
		b.at(time.January, 31, 10, 0)
		if got := b.asked(); !slices.Equal(got, []string{"by phone: " + dayBefore}) {
			t.Errorf("asked %q", got)
		}
	})
}

// What the gateway could not take by day is not said at night, nor once the appointment began.
func TestVisitOutage(t *testing.T) {
	for name, test := range map[string]struct {
		ends time.Time
		want []string
	}{
		"until the evening": {time.Date(2000, 1, 31, 15, 0, 0, 0, time.UTC), []string{"by phone: " + dayBefore, "by phone: " + morning}},
		"into the night":    {time.Date(2000, 2, 1, 2, 0, 0, 0, time.UTC), []string{"by phone: Oi! Passando para lembrar: *hoje, terça, 01/02, às 9h*, com a Dra. Ana Souza"}},
		"beyond it":         {time.Date(2000, 2, 1, 14, 0, 0, 0, time.UTC), nil},
	} {
		t.Run(name, func(t *testing.T) {
			visitor(t, func(t *testing.T, b *bench) {
				b.gateway.Before = func(_ context.Context, operation, _ string) error {
					if strings.HasPrefix(operation, "send_") && time.Now().Before(test.ends) && time.Now().After(time.Date(2000, 1, 31, 0, 0, 0, 0, time.UTC)) {
						return sessiontest.Failure("gateway", outbound.Unknown, 503)
					}
					return nil
				}
				b.at(time.February, 3, 0, 0)
				if got := b.asked(); !slices.Equal(got, test.want) {
					t.Errorf("asked %q, want %q", got, test.want)
				}
				b.wantOutcomes("AGENDADO 1")
			})
		})
	}
}

// Whatever call the process dies at, the next one asks, or knows that it was done.
func TestCrashWhileAskingAboutAVisit(t *testing.T) {
	total := 0
	visitor(t, func(_ *testing.T, b *bench) { total = b.dieAsking(0, false) })
	if total < 5 {
		t.Fatalf("only %d calls were seen", total)
	}
	for _, after := range []bool{true, false} {
		for at := 1; at <= total; at++ {
			t.Run(fmt.Sprintf("after %v, call %d", after, at), func(t *testing.T) {
				visitor(t, func(t *testing.T, b *bench) {
					b.dieAsking(at, after)
					if n := len(b.asked()); n < 1 || n > 2 {
						t.Errorf("asked %d times", n)
					}
					b.stands("Pendente")
					b.say(sessiontest.Comes)
					before := len(b.asked())
					b.at(time.February, 3, 0, 0)
					if n := len(b.asked()); n != before {
						t.Errorf("asked %d times after the answer", n-before)
					}
					if visits := b.visits(); visits["confirmado"] != 1 || visits["silent"]+visits["asked_again"] > 0 { // what dies before it counts does not
						t.Errorf("counted %v", visits)
					}
					if noted := b.noted(); !maps.Equal(noted, map[string]int{"asked": 1, "confirmado": 1}) { // what is stored outlives the process
						t.Errorf("remembered %v", noted)
					}
				})
			})
		}
	}
}

// dieAsking lets a process die at one call of what follows when a question is due, and begins another one.
func (b *bench) dieAsking(at int, after bool) int {
	time.Sleep(time.Until(time.Date(2000, 1, 31, 9, 0, 0, 0, b.config.Clinic.Location)))
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

// An appointment that is far away keeps the session from being forgotten as one that nobody touches.
func TestVisitIsNotForgotten(t *testing.T) {
	visitor(t, func(t *testing.T, b *bench) {
		for day := range 20 {
			b.at(time.January, 2+day, 12, 0)
			if _, err := b.journal.Purge(t.Context(), journal.Retention{Sessions: time.Now().Add(-24 * time.Hour)}, 9); err != nil {
				t.Fatal(err)
			}
		}
		b.start()
		b.at(time.February, 3, 0, 0)
		b.wantVisits("asked 1", "asked_again 1", "silent 1")
		if n := strings.Count(strings.Join(b.results, " "), "silent"); n > 50 {
			t.Errorf("looked at %d times", n)
		}
	})
}

// A release before this one that has the session meanwhile keeps what it does not know: the appointment is asked about
// once a turn of this release asked for it again.
func TestVisitIsStored(t *testing.T) {
	visitor(t, func(t *testing.T, b *bench) {
		stored := b.stored()
		if !strings.Contains(string(stored.State), `"visits":[{"slot":{"a":101,"d":"2000-02-01","h":"09:00"},"name":"Maria","next":"2000-01-31T09:00:00-03:00"}]`) {
			t.Errorf("stored %s", stored.State)
		}
		if len(stored.Waiting) > 0 {
			t.Error("a row waits already")
		}
	})
}
