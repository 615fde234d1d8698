package session

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"atende/actors/journal"
	"atende/actors/session/outbox"
	"atende/actors/session/sessiontest"
	"atende/integrations/chat"
	"atende/integrations/outbound"
)

// faults makes a gateway fail by operation, as often as told, counting all calls.
type faults struct {
	fail  map[string]int // -1: always
	err   error
	calls []string
}

func (f *faults) ask(_ context.Context, operation, _ string) error {
	f.calls = append(f.calls, operation)
	if f.fail[operation] == 0 {
		return nil
	}
	f.fail[operation]--
	return f.err
}

func (f *faults) count(operation string) int {
	n := 0
	for _, call := range f.calls {
		if call == operation {
			n++
		}
	}
	return n
}

// S-C-9: a message goes in the session; by phone only when that failed, and not on top of a part that may have
// arrived.  The rules are outbox.Rules.
func TestSendLadder(t *testing.T) {
	unknown := func(status int) error { return sessiontest.Failure("gateway", outbound.Unknown, status) }
	refused := sessiontest.Failure("gateway", outbound.Refused, 404)
	tests := []struct {
		name  string
		err   error
		fail  map[string]int
		calls string // of the first part
		phone bool   // it arrived by phone
	}{
		{"in the session", nil, nil, "send_in_session", false},
		{"refused: by phone at once", refused, map[string]int{"send_in_session": 1},
			"send_in_session send_by_phone", true},
		{"no answer: once more in the session", unknown(0), map[string]int{"send_in_session": 1},
			"send_in_session send_in_session", false},
		{"an error: by phone at once", unknown(500), map[string]int{"send_in_session": 1},
			"send_in_session send_by_phone", true},
		{"a gateway behind a proxy fails: by phone at once", unknown(503), map[string]int{"send_in_session": 1},
			"send_in_session send_by_phone", true},
		{"an error, by phone too: again from the start", unknown(500), map[string]int{"send_in_session": 1, "send_by_phone": 1},
			"send_in_session send_by_phone send_in_session", false},
		{"too many calls: later, in the session", unknown(429), map[string]int{"send_in_session": 2},
			"send_in_session send_in_session send_in_session", false},
		{"too many calls for 20 s: by phone", unknown(429), map[string]int{"send_in_session": 6},
			"send_in_session send_in_session send_in_session send_in_session send_in_session send_in_session send_by_phone", true},
		{"the gateway is away: later, in the session", sessiontest.Failure("gateway", outbound.NotSent, 0),
			map[string]int{"send_in_session": 3}, strings.TrimSpace(strings.Repeat("send_in_session ", 4)), false},
		{"by phone fails too: again from the start", refused, map[string]int{"send_in_session": 1, "send_by_phone": 1},
			"send_in_session send_by_phone send_in_session", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				f := &faults{fail: test.fail, err: test.err}
				b.gateway.Before = f.ask
				b.say("um\n\ndois")
				sends := slices.DeleteFunc(f.calls, func(call string) bool { return call == "get_session" })
				want := test.calls + " send_in_session"
				if got := strings.Join(sends, " "); got != want {
					t.Errorf("calls:\n%s, want\n%s", got, want)
				}
				b.wantTexts("TEXT:um", "dois")
				if byPhone := b.gateway.Sent()[0].Phone == "5511999990000"; byPhone != test.phone {
					t.Errorf("sent %+v", b.gateway.Sent()[0])
				}
			})
		})
	}
}

// Contract, "Repeated parts": a part that arrives without an answer is said once more, in the session, and then a
// person has the session; nothing else of the turn is said but what tells of an appointment.  The same where it
// was refused in the session, and by phone no answer came.
func TestSaidOnceMoreAtMost(t *testing.T) {
	for name, test := range map[string]struct {
		text     string
		inPhone  bool
		restarts bool // a new process after each try
		want     []string
	}{
		"in the session": {text: "um\n\ndois", want: []string{"TEXT:um", "TEXT:um"}},
		"by phone":       {text: "um\n\ndois", inPhone: true, want: []string{"TEXT:um", "TEXT:um"}},
		"over restarts":  {text: "um\n\ndois", restarts: true, want: []string{"TEXT:um", "TEXT:um"}},
		"an appointment": {text: sessiontest.Book, want: []string{sessiontest.Description, sessiontest.Description,
			sessiontest.Preparation, sessiontest.Preparation}},
	} {
		t.Run(name, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				b.gateway.After = (&faults{fail: map[string]int{"send_in_session": -1, "send_by_phone": -1}, err: sessiontest.Failure("gateway", outbound.Unknown, 0)}).ask
				if test.inPhone {
					b.gateway.Before = (&faults{fail: map[string]int{"send_in_session": -1}, err: sessiontest.Failure("gateway", outbound.Refused, 404)}).ask
				}
				b.write(test.text)
				for range 6 {
					again := b.wake()
					time.Sleep(max(0, again))
					if test.restarts {
						b.start()
					}
				}
				b.settle()
				b.wantTexts(test.want...)
				if n := len(b.gateway.Transfers()); n != 1 {
					t.Errorf("%d transfers", n)
				}
				if !strings.Contains(b.log.String(), "level=ERROR") {
					t.Error("nobody hears of it")
				}
			})
		})
	}
}

// A part is not said once more to a gateway that answers nothing: it is asked for the session first, for as long as
// it takes.
func TestSaidOnceMoreToWhoAnswers(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		back := time.Now().Add(time.Hour)
		var tries []string
		b.gateway.Before = func(_ context.Context, operation, _ string) error {
			if operation == "get_session" && len(tries) == 0 {
				return nil
			}
			if time.Now().Before(back) {
				tries = append(tries, operation)
				return sessiontest.Failure("gateway", outbound.Unknown, 0)
			}
			return nil
		}
		b.say("um")
		b.wantTexts("TEXT:um")
		if sends := slices.DeleteFunc(tries, func(operation string) bool { return operation == "get_session" }); len(sends) != 1 {
			t.Errorf("tries %q", sends)
		}
	})
}

// S-C-9: a 429 in the session is paced, as long as the gateway asks, and after 20 s the part goes by
// phone, once, whatever the gateway asked for, and whether or not it says who has the session.
func TestBusyGateway(t *testing.T) {
	for name, test := range map[string]struct {
		asks     time.Duration // Retry-After
		forAll   bool          // the session is not read either
		phones   bool          // the gateway takes it by phone
		restarts bool
		want     time.Duration // until the part was sent
		tries    int           // in the session, at most
	}{
		"without a wish":             {phones: true, want: outbox.BusyPatience, tries: 6},
		"a short wish":               {asks: 6 * time.Second, phones: true, want: outbox.BusyPatience, tries: 5},
		"a long wish":                {asks: 50 * time.Second, phones: true, want: outbox.BusyPatience, tries: 2},
		"over restarts":              {phones: true, restarts: true, want: outbox.BusyPatience, tries: 40},
		"all calls are too many":     {forAll: true, phones: true, want: outbox.BusyPatience, tries: 6},
		"busy by phone, too":         {want: 5 * time.Minute, tries: 15},
		"busy by phone, with a wish": {asks: 50 * time.Second, want: 5 * time.Minute, tries: 10},
	} {
		t.Run(name, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				busy := &outbound.Error{Client: "gateway", Operation: "test", Kind: outbound.Unknown, Status: 429, RetryAfter: test.asks}
				began, calls := time.Now(), map[string]int{}
				b.gateway.Before = func(_ context.Context, operation, _ string) error {
					calls[operation]++
					free := time.Since(began) >= 5*time.Minute
					switch {
					case free, operation == "send_by_phone" && test.phones, operation == "get_session" && (!test.forAll || calls[operation] == 1):
						return nil
					}
					return busy
				}
				b.write("um")
				for again := b.wake(); again > 0; again = b.wake() {
					if test.restarts {
						b.start()
						again = min(again, time.Second)
					}
					b.rest(again)
				}
				b.wantTexts("TEXT:um")
				took := time.Since(began)
				if took < test.want || took > test.want+2*time.Minute+test.asks || test.phones && took > test.want+time.Second {
					t.Errorf("sent after %v", took)
				}
				if calls["send_by_phone"] != 1 || calls["send_in_session"] > test.tries {
					t.Errorf("calls %v", calls)
				}
			})
		})
	}
}

// A gateway that answers 504 may have delivered all the same: each part goes by phone once, and then
// only in the session, ever more rarely.
func TestPhoneOnceAfterServerErrors(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		f := &faults{fail: map[string]int{"send_in_session": -1, "send_by_phone": -1}, err: sessiontest.Failure("gateway", outbound.Unknown, 504)}
		delivered, since := 0, time.Now()
		var phoned []int // parts that were there when a part went by phone
		b.gateway.Before = func(ctx context.Context, operation, subject string) error {
			if n := len(b.gateway.Sent()); n != delivered {
				delivered, since = n, time.Now()
			}
			if operation == "send_by_phone" {
				phoned = append(phoned, delivered)
			}
			if operation == "get_session" || time.Since(since) > 10*time.Minute {
				return nil
			}
			return f.ask(ctx, operation, subject)
		}
		b.say("um\n\ndois")
		b.wantTexts("TEXT:um", "dois")
		if !slices.Equal(phoned, []int{0, 1}) {
			t.Errorf("went by phone with %v parts delivered, want each part once", phoned)
		}
		if n := f.count("send_in_session"); n < 10 || n > 40 {
			t.Errorf("%d tries in the session in twice ten minutes", n)
		}
	})
}

// A definite refusal goes by phone at any time, also after a server error.
func TestPhoneAfterLaterRefusal(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		var calls []string
		b.gateway.Before = func(_ context.Context, operation, _ string) error {
			calls = append(calls, operation)
			switch len(calls) {
			case 2, 3: // in the session and by phone
				return sessiontest.Failure("gateway", outbound.Unknown, 500)
			case 4:
				return sessiontest.Failure("gateway", outbound.Refused, 404)
			}
			return nil
		}
		b.say("oi")
		if got := strings.Join(calls, " "); got != "get_session send_in_session send_by_phone send_in_session send_by_phone" {
			t.Errorf("calls: %s", got)
		}
		b.wantTexts("TEXT:oi")
	})
}

// S-C-11: a part goes as soon as the one before was answered, and not earlier.
func TestNoDelayBetweenParts(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		var starts []time.Duration
		begin := time.Now()
		b.gateway.Before = func(_ context.Context, operation, _ string) error {
			if operation == "send_in_session" {
				starts = append(starts, time.Since(begin))
				time.Sleep(2 * time.Second)
			}
			return nil
		}
		b.say("um\n\ndois\n\ntrês")
		if want := []time.Duration{0, 2 * time.Second, 4 * time.Second}; !slices.Equal(starts, want) {
			t.Errorf("parts were sent after %v", starts)
		}
	})
}

// Without any phone there is nothing to fall back on: the part waits for the session.
func TestNoPhone(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		nobody := sessiontest.Open()
		nobody.Phone = ""
		b.gateway.Set("s", nobody)
		b.gateway.Before = (&faults{fail: map[string]int{"send_in_session": 2}, err: sessiontest.Failure("gateway", outbound.Refused, 400)}).ask
		b.send("a", journal.PatientMessage{Kind: "TEXT", Text: "oi"})
		b.settle()
		b.wantTexts("TEXT:oi")
	})
}

func TestPhone(t *testing.T) {
	tests := []struct {
		name         string
		from, to     string
		inRecord     string
		want         string
		wantFallback bool
	}{
		{"from wins", "5511911111111", "5511933333333", "5511922222222", "5511911111111", true},
		{"then the record", "", "5511933333333", "5511922222222", "5511922222222", true},
		{"then to", "", "5511933333333", "", "5511933333333", true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				c := sessiontest.Open()
				c.Phone = test.inRecord
				b.gateway.Set("s", c)
				b.gateway.Before = (&faults{fail: map[string]int{"send_in_session": -1}, err: sessiontest.Failure("gateway", outbound.Refused, 404)}).ask
				b.send("a", journal.PatientMessage{Kind: "TEXT", Text: "oi", From: test.from, To: test.to})
				b.settle()
				if want := []sessiontest.Sent{{Phone: test.want, Text: "TEXT:oi"}}; !slices.Equal(b.gateway.Sent(), want) {
					t.Errorf("sent %+v, want %+v", b.gateway.Sent(), want)
				}
			})
		})
	}
}

// A part that no try brought to anybody is given up after a day; the session goes on.
func TestUndeliverable(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		f := &faults{fail: map[string]int{"send_in_session": -1, "send_by_phone": -1}, err: sessiontest.Failure("gateway", outbound.Unknown, 503)}
		b.gateway.Before = f.ask
		begin := time.Now()
		b.say("oi")
		if took := time.Since(begin); took < 24*time.Hour || took > 24*time.Hour+15*time.Minute {
			t.Errorf("given up after %v", took)
		}
		if n := f.count("send_by_phone"); n != 1 {
			t.Errorf("%d tries by phone", n)
		}
		b.wantOutcomes("ERRO 1")
		f.fail = nil
		b.say("alô")
		b.wantTexts("TEXT:alô")
	})
}

// What waits in the outbox goes out before anything newer, and each part once.
func TestOutboxComesFirst(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		f := &faults{fail: map[string]int{"send_in_session": 4}, err: sessiontest.Failure("gateway", outbound.NotSent, 0)}
		b.gateway.Before = f.ask
		b.write("um\n\ndois")
		again := b.wake()
		b.write("três")
		if sooner := b.wake(); sooner > again {
			t.Errorf("a new message made the session wait longer: %v after %v", sooner, again)
		}
		b.settle()
		b.wantTexts("TEXT:um", "dois", "TEXT:três")
	})
}

// S-C-12: the tool transfers, once, after the sentence, and counts when the gateway confirmed it.
func TestTransferByTool(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		f := &faults{fail: map[string]int{"transfer": 5}, err: sessiontest.Failure("gateway", outbound.Unknown, 502)}
		b.gateway.Before = f.ask
		b.write(sessiontest.Person)
		b.wake()
		if len(b.gateway.Sent()) != 1 || len(b.gateway.Transfers()) != 0 {
			t.Fatalf("sent %v, transferred %v", b.gateway.Texts(), b.gateway.Transfers())
		}
		b.wantOutcomes()
		b.settle()
		b.wantOutcomes("TRANSFERIDO 1")
		if len(b.gateway.Sent()) != 1 || f.count("transfer") != 6 {
			t.Errorf("sent %v, %d tries to transfer", b.gateway.Texts(), f.count("transfer"))
		}
	})
}

// S-C-12: an error in the transfer itself is no loop; a definite refusal ends as ERRO.
func TestTransferRefused(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		f := &faults{fail: map[string]int{"transfer": -1}, err: sessiontest.Failure("gateway", outbound.Refused, 403)}
		b.gateway.Before = f.ask
		b.say(sessiontest.Person)
		if f.count("transfer") != 1 {
			t.Errorf("%d tries to transfer", f.count("transfer"))
		}
		b.wantOutcomes("ERRO 1")
		if !strings.Contains(b.log.String(), "level=ERROR") {
			t.Error("nobody hears of a patient who waits for nobody")
		}
		if sent := b.gateway.Texts(); len(sent) != 2 || !strings.Contains(sent[1], "ligue para a clínica: *(11) 3333-4444*") || len(b.gateway.Tags()) > 0 {
			t.Errorf("sent %q, tags %v", sent, b.gateway.Tags())
		}
		b.say("alô") // not handed over, so not silent
		b.wantResults("handed_over", "replied")
	})
}

// S-C-13: words alone transfer nobody; that is for the agent to decide.
func TestWordsDoNotTransfer(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.say("quero falar com um atendente humano", "transferir_atendimento", "pessoa por favor")
		if len(b.gateway.Transfers()) != 0 {
			t.Error("the engine transferred by itself")
		}
	})
}

// S-C-14: tags are optional, and a failing one changes nothing else.
func TestTags(t *testing.T) {
	const phone = "5511999990000"
	for _, test := range []struct{ text, tag string }{
		{sessiontest.Book, "agendado"}, {sessiontest.Person, "transferido"}, {sessiontest.GiveUp, "sem_interesse"},
	} {
		for _, mode := range []string{"on", "off", "failing", "without a phone"} {
			t.Run(fmt.Sprintf("S-C-14 %s %s", test.tag, mode), func(t *testing.T) {
				virtual(t, func(t *testing.T, b *bench) {
					b.config.Tags = mode != "off"
					f := &faults{err: sessiontest.Failure("gateway", outbound.Unknown, 500), fail: map[string]int{}}
					if mode == "failing" {
						f.fail["tag"] = -1
					}
					b.gateway.Before = f.ask
					m := sessiontest.Text(test.text)
					if mode == "without a phone" {
						b.gateway.Set("s", withoutPhone())
						m = journal.PatientMessage{Text: test.text}
						b.send("phone", journal.PatientMessage{Text: "11 98765-4321"})
						b.settle() // without one nobody is registered
					}
					before := len(b.results)
					b.send("a", m)
					b.settle()
					var want []string
					if mode == "on" {
						want = []string{phone + " " + test.tag}
					}
					if !slices.Equal(b.gateway.Tags(), want) {
						t.Errorf("tags %q, want %q", b.gateway.Tags(), want)
					}
					if mode == "failing" && f.count("tag") != 1 {
						t.Errorf("%d tries to tag", f.count("tag"))
					}
					if len(b.gateway.Sent()) == 0 || len(b.results) != before+1 {
						t.Errorf("the turn did not end as usual: %v", b.results)
					}
				})
			})
		}
	}
}

// S-C-14: a transfer by webhook is tagged like one of our own, when the phone is known by then.
func TestTagAfterTransferByWebhook(t *testing.T) {
	for name, test := range map[string]struct {
		tags   bool
		before string // what the patient wrote, "" for nothing
		again  string // what came in the same turn as the news of the transfer
		want   []string
	}{
		"on":                {tags: true, before: "oi", want: []string{"5511999990000 transferido"}},
		"with other news":   {tags: true, before: "oi", again: "alô", want: []string{"5511999990000 transferido"}},
		"off":               {before: "oi"},
		"nobody ever spoke": {tags: true},
		"the phone is news": {tags: true, again: "oi"},
	} {
		t.Run("S-C-14 "+name, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				b.config.Tags = test.tags
				if test.before != "" {
					b.say(test.before)
				}
				said := len(b.gateway.Sent())
				b.taken()
				if test.again != "" {
					b.write(test.again)
				}
				b.settle()
				if !slices.Equal(b.gateway.Tags(), test.want) || len(b.gateway.Sent()) != said || len(b.gateway.Transfers()) != 0 {
					t.Errorf("tags %q, sent %q, transfers %q", b.gateway.Tags(), b.gateway.Texts(), b.gateway.Transfers())
				}
				b.start()
				b.say("alô?")
				if len(b.gateway.Tags()) != len(test.want) || len(b.gateway.Sent()) != said {
					t.Errorf("afterwards: tags %q, sent %q", b.gateway.Tags(), b.gateway.Texts())
				}
			})
		})
	}
}

func withoutPhone() chat.Session {
	c := sessiontest.Open()
	c.Phone = ""
	return c
}

// A gateway that was away at the first try and then fails only in the session: the part still goes by
// phone.
func TestPhoneAfterTheGatewayWasAway(t *testing.T) {
	virtual(t, func(_ *testing.T, b *bench) {
		tries := 0
		b.gateway.Before = func(_ context.Context, operation, _ string) error {
			if operation != "send_in_session" {
				return nil
			}
			if tries++; tries == 1 {
				return sessiontest.Failure("gateway", outbound.NotSent, 0)
			}
			return sessiontest.Failure("gateway", outbound.Unknown, 500)
		}
		b.say("um")
		b.wantTexts("TEXT:um")
	})
}

// A transfer that the gateway confirmed and whose mark failed is neither made again nor taken for a person who
// came from elsewhere: it counts once, and its tag follows.
func TestTransferMarkFails(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.config.Tags = true
		faulty := &faultyJournal{Journal: b.journal, fail: map[string]int{}, err: context.DeadlineExceeded}
		b.config.Journal = faulty
		b.gateway.After = func(_ context.Context, operation, _ string) error {
			if operation == "transfer" && b.gateway.Reads() == 1 {
				faulty.fail["commit"] = 6
				b.gateway.Set("s", withPerson())
			}
			return nil
		}
		b.say(sessiontest.Person)
		b.wantOutcomes("TRANSFERIDO 1")
		if transfers, tags := len(b.gateway.Transfers()), len(b.gateway.Tags()); transfers != 1 || tags != 1 {
			t.Errorf("%d transfers, %d tags", transfers, tags)
		}
	})
}

// Tries that never left cost nobody anything: after a long outage patients are answered soon, not when a pause
// has ended that grew meanwhile.
func TestGatewayComesBack(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		back := time.Now().Add(time.Hour)
		b.gateway.Before = func(context.Context, string, string) error {
			if time.Now().Before(back) {
				return sessiontest.Failure("gateway", outbound.NotSent, 0)
			}
			return nil
		}
		b.say("oi")
		if late := time.Since(back); late > awayPause*6/5 {
			t.Errorf("answered %v after the gateway came back", late)
		}
		b.wantTexts("TEXT:oi")
	})
}
