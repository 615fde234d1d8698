package session

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/decide/emergency"
	"atende/actors/journal"
	"atende/actors/session/record"
	"atende/actors/session/sessiontest"
	"atende/integrations/outbound"
)

// order accepts what an operator wants of the session.
func (b *bench) order(id string, kind journal.Kind, body string) {
	b.t.Helper()
	if err := b.journal.Accept(b.t.Context(), journal.Incoming{SessionID: "s", MessageID: id, Kind: kind, Body: []byte(body)}); err != nil {
		b.t.Fatal(err)
	}
}

func (b *bench) pause(id string, d time.Duration) {
	b.t.Helper()
	b.order(id, journal.Paused, time.Now().Add(d).UTC().Format(time.RFC3339))
}

// While a session is paused its messages wait in the journal; then they are answered in one turn.
func TestPause(t *testing.T) {
	ends := map[string]func(b *bench){
		"by its time":        func(*bench) { time.Sleep(time.Hour) },
		"by the operator":    func(b *bench) { b.order("p2", journal.Resumed, "") },
		"over a restart":     func(b *bench) { b.start(); b.wake(); time.Sleep(time.Hour) },
		"by a shorter one":   func(b *bench) { b.pause("p2", time.Minute); b.wake(); time.Sleep(time.Minute) },
		"by one in the past": func(b *bench) { b.pause("p2", -time.Minute) },
		"by nonsense":        func(b *bench) { b.order("p2", journal.Paused, "52998224725") },
	}
	for name, end := range ends {
		t.Run(name, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				b.pause("p1", time.Hour)
				if again := b.wake(); again != time.Hour {
					t.Fatalf("woken again after %v", again)
				}
				b.write("um", "dois")
				if again := b.wake(); again != time.Hour || b.journal.Pending() != 3 || b.gateway.Reads() != 0 {
					t.Fatalf("woken again after %v, %d rows wait, %d reads", again, b.journal.Pending(), b.gateway.Reads())
				}
				end(b)
				began := time.Now()
				b.settle()
				if took := time.Since(began); took > time.Second {
					t.Errorf("answered %v after the pause", took)
				}
				b.wantTexts("TEXT:um|TEXT:dois")
				b.wantResults("replied")
				if n, sum := b.histogram("atende_reply_latency_seconds"); n != 1 || sum != 0 {
					t.Errorf("%d latencies of %v s together: a pause is nobody's delay", n, sum)
				}
			})
		})
	}
}

// A pause that a stored row claims for years ends after half a day.
func TestPauseIsBounded(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.pause("p", 1000*time.Hour)
		b.write("oi")
		if again := b.wake(); again != record.LongestPause {
			t.Errorf("woken again after %v", again)
		}
	})
}

// More than anybody would answer is no longer held back: it goes to a person as ever, and no pause hides it.  The
// orders of operators are no messages.
func TestFloodEndsAPause(t *testing.T) {
	for name, orders := range map[string]int{"one order": 1, "many orders": 7} {
		t.Run(name, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				for i := range orders {
					b.pause("p"+strconv.Itoa(i), time.Hour)
				}
				for n := range floodRows {
					b.write("oi")
					if again := b.wake(); again != time.Hour {
						t.Fatalf("woken again after %v with %d messages", again, n+1)
					}
				}
				b.write("oi")
				began := time.Now()
				b.settle()
				if n, took := len(b.gateway.Transfers()), time.Since(began); n != 1 || len(b.gateway.Texts()) != 1 || took > time.Minute {
					t.Errorf("%d transfers after %v, the patient read %q", n, took, b.gateway.Texts())
				}
			})
		})
	}
}

// A flood that is read all at once, behind many orders, is one, too.
func TestFloodAtOnceEndsAPause(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		for i := range 7 {
			b.pause("p"+strconv.Itoa(i), time.Hour)
		}
		for range floodRows + 1 {
			b.write("oi")
		}
		b.settle()
		if len(b.gateway.Transfers()) != 1 || len(b.gateway.Texts()) != 1 {
			t.Errorf("%d transfers, the patient read %q", len(b.gateway.Transfers()), b.gateway.Texts())
		}
	})
}

// A pause behind more messages than a turn takes holds all of them, and its end is seen behind them.
func TestPauseBehindManyMessages(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		for range maxRows + 10 {
			b.write("oi")
		}
		b.pause("p", time.Hour)
		if again := b.wake(); again != time.Hour || len(b.gateway.Texts()) != 0 {
			t.Errorf("woken again after %v, read %q", again, b.gateway.Texts())
		}
		b.order("r", journal.Resumed, "")
		b.settle()
		if got := len(b.gateway.Texts()); got != 2 {
			t.Errorf("%d answers", got)
		}
	})
}

// An emergency waits for nobody.
func TestEmergencyInAPause(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.config.Driver = emergency.New(sessiontest.Driver{}, b.config.Clinic)
		b.config.RedFlag = emergency.RedFlag
		b.pause("p", time.Hour)
		b.write("oi")
		if again := b.wake(); again != time.Hour {
			t.Fatalf("woken again after %v", again)
		}
		b.write("socorro meu marido não respira", "rápido")
		again := b.wake()
		if texts := b.gateway.Texts(); len(texts) != 1 || !strings.Contains(texts[0], "192") || len(b.gateway.Transfers()) != 1 {
			t.Errorf("the patient read %q", texts)
		}
		if again != 0 || b.journal.Pending() != 0 { // a person has the session: nothing waits, not even the pause
			t.Errorf("woken again after %v, %d rows wait", again, b.journal.Pending())
		}
		time.Sleep(time.Hour)
		b.settle()
		if len(b.gateway.Texts()) != 1 {
			t.Errorf("the patient read %q", b.gateway.Texts())
		}
	})
}

// Whom the agent called may not have come yet: an emergency is answered meanwhile, once, and called for again.  What the filters
// stop is answered by nobody here (spec B), and whom a person took from outside they read.
func TestEmergencyAfterAHandOver(t *testing.T) {
	const redFlag = "socorro meu marido não respira"
	for name, test := range map[string]struct {
		do       func(b *bench)
		answered int
	}{
		"called by the agent": {func(b *bench) { b.say(sessiontest.Person); b.say("oi"); b.say(redFlag) }, 1},
		"in parts":            {func(b *bench) { b.say(sessiontest.Person); b.say("meu pai", "desmaiou agora") }, 1},
		"told again":          {func(b *bench) { b.say(sessiontest.Person); b.say(redFlag); b.say(redFlag) }, 1},
		"called for one":      {func(b *bench) { b.say(redFlag); b.say(redFlag) }, 1},
		"a doctor's name":     {func(b *bench) { b.say(sessiontest.Person); b.say("dra socorro") }, 0},
		"none":                {func(b *bench) { b.say(sessiontest.Person); b.say("oi", "tem alguém aí?") }, 0},
		"taken from outside":  {func(b *bench) { b.taken(); b.say(redFlag) }, 0},
		"moved to another team": {func(b *bench) {
			b.say(sessiontest.Person)
			b.gateway.Set("s", withPerson())
			b.say(redFlag)
		}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				b.config.Clinic = conversation.NewClinic(conversation.Clinic{Location: time.UTC, Doctors: []conversation.Doctor{{Name: "Maria do Socorro Lima"}}})
				b.config.Driver, b.config.RedFlag = emergency.New(sessiontest.Driver{}, b.config.Clinic), emergency.Alarm(b.config.Clinic)
				test.do(b)
				helped := 0
				for _, text := range b.gateway.Texts() {
					helped += strings.Count(text, "192")
				}
				if helped != test.answered {
					t.Errorf("%d answers: %q", helped, b.gateway.Texts())
				}
				if b.journal.Pending() != 0 || len(b.gateway.Transfers()) > 2 {
					t.Errorf("%d rows wait, %d transfers", b.journal.Pending(), len(b.gateway.Transfers()))
				}
			})
		})
	}
}

// An emergency in a pause is for the person who has the session, and for the agent once it was given back, wherever
// the rows that say so are.
func TestEmergencyInAPauseAfterAHandBack(t *testing.T) {
	const redFlag = "socorro meu marido não respira"
	give := func(b *bench) { b.order("b", journal.HandedBack, "") }
	pause := func(b *bench) { b.pause("p", time.Hour) }
	for name, test := range map[string]struct {
		do     func(b *bench)
		silent bool
	}{
		"given back before it":        {func(b *bench) { b.taken(); give(b); pause(b); b.write(redFlag) }, false},
		"given back after it":         {func(b *bench) { pause(b); b.taken(); b.write(redFlag, "rápido"); give(b) }, false},
		"given back when it was read": {func(b *bench) { pause(b); b.taken(); b.write(redFlag, "rápido"); b.wake(); give(b) }, true},
		"behind many messages": {func(b *bench) {
			b.taken()
			b.write(slices.Repeat([]string{"oi"}, maxRows+5)...)
			give(b)
			pause(b)
			b.write(redFlag)
		}, false},
		"with a person": {func(b *bench) { give(b); b.taken(); pause(b); b.write(redFlag) }, true},
	} {
		t.Run(name, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				b.config.Driver = emergency.New(sessiontest.Driver{}, b.config.Clinic)
				b.config.RedFlag = emergency.RedFlag
				test.do(b)
				if again := b.wake(); again != 0 || b.journal.Pending() != 0 { // a person has it now, in each
					t.Errorf("woken again after %v, %d rows wait", again, b.journal.Pending())
				}
				texts := b.gateway.Texts()
				if answered := len(texts) == 1 && strings.Contains(texts[0], "192"); answered == test.silent || len(b.gateway.Transfers()) != len(texts) {
					t.Errorf("the patient read %q, %d transfers", texts, len(b.gateway.Transfers()))
				}
			})
		})
	}
}

// A person who is given the session ends its pause: what patients write to them is nothing that the agent answers when
// it is given the session back, and an order that says nothing any more does not wait.
func TestPauseEndsWithAPerson(t *testing.T) {
	for name, do := range map[string]func(b *bench){
		"taken in a pause":            func(b *bench) { b.pause("p", time.Hour); b.taken(); b.write("10/05/1980") },
		"at once":                     func(b *bench) { b.pause("p", time.Hour); b.taken(); b.write("10/05/1980") },
		"paused with a person":        func(b *bench) { b.taken(); b.wake(); b.pause("p", time.Hour); b.say("10/05/1980") },
		"written before it was taken": func(b *bench) { b.pause("p", time.Hour); b.write("10/05/1980"); b.wake(); b.taken() },
	} {
		t.Run(name, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				do(b)
				if name != "at once" {
					if again := b.wake(); again != 0 || b.journal.Pending() != 0 {
						t.Errorf("with the person: woken again after %v, %d rows wait", again, b.journal.Pending())
					}
				}
				b.order("b", journal.HandedBack, "")
				if again := b.wake(); again != 0 || b.journal.Pending() != 0 || len(b.gateway.Texts()) != 0 {
					t.Errorf("woken again after %v, %d rows wait, the patient read %q", again, b.journal.Pending(), b.gateway.Texts())
				}
				b.pause("p2", time.Hour)
				b.write("oi")
				if again := b.wake(); again != time.Hour || len(b.gateway.Texts()) != 0 {
					t.Errorf("a pause after that: woken again after %v, the patient read %q", again, b.gateway.Texts())
				}
			})
		})
	}
}

// What a turn thought about while the operator paused the session is not said; it is thought about again.
func TestPauseDuringAThought(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		turns := 0
		b.config.Driver = sessiontest.Driver{OnTurn: func(decide.Turn) {
			if turns++; turns == 1 {
				time.Sleep(time.Second)
				b.pause("p", time.Hour)
			}
		}}
		b.write("oi")
		b.rest(b.wake())
		if again := b.wake(); again <= 50*time.Minute || len(b.gateway.Texts()) != 0 {
			t.Fatalf("woken again after %v, read %q", again, b.gateway.Texts())
		}
		time.Sleep(time.Hour)
		b.settle()
		b.wantTexts("TEXT:oi")
		if turns != 2 {
			t.Errorf("thought %d times", turns)
		}
	})
}

// A person who was given the session, and gave it back, while a turn thought about its answer.
func TestHandBackDuringAThought(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.config.Driver = sessiontest.Driver{OnTurn: func(decide.Turn) {
			time.Sleep(time.Second)
			b.taken()
			b.order("b", journal.HandedBack, "")
		}}
		b.say("oi")
		b.wantTexts("TEXT:oi")
	})
}

// What is under way when the pause comes is told all the same.
func TestPauseDuringABooking(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.config.Driver = sessiontest.Driver{OnTurn: func(decide.Turn) {
			time.Sleep(time.Second)
			b.pause("p", time.Hour)
		}}
		b.write(sessiontest.Book)
		b.wake()
		b.wantOutcomes("AGENDADO 1")
		b.wantTexts(sessiontest.Description, sessiontest.Preparation)
	})
}

// Nor does a pause hold back what became of a booking that came to nothing.
func TestPauseDuringARefusedBooking(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.clinic.Before = onceAt("book", func() error {
			time.Sleep(holdAfter + time.Second)
			b.pause("p", time.Hour)
			return sessiontest.Failure("scheduling", outbound.Refused, 409)
		})
		began := time.Now()
		b.write(sessiontest.Book)
		b.rest(b.wake())
		b.wake()
		if took := time.Since(began); len(b.gateway.Texts()) != 2 || took > time.Minute {
			t.Errorf("after %v the patient read %q", took, b.gateway.Texts())
		}
	})
}

// A person who has the session gives it back: the agent goes on where the conversation stood.
func TestHandBack(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.say(sessiontest.Offer)
		b.taken()
		b.say("alguém aí?")
		b.order("b", journal.HandedBack, "")
		b.settle()
		if s := b.session.rec; s.HandedOver != nil || len(s.State.Offer) == 0 {
			t.Errorf("after it was handed back: %+v", s)
		}
		b.say("oi")
		b.wantTexts("TEXT:horários", "TEXT:oi")
		b.wantHistory("1 : > horários | consultar_horarios ok | A1 12 | part …:horários",
			"2 silent: >  | taken webhook", "3 silent: handed_back ok", "4 : > oi | part …:oi")
	})
}

// What would hand over at the next doubt counts from the beginning after a hand-back.
func TestHandBackForgivesDoubts(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.say(sessiontest.Offer)
		state := b.session.rec.State
		state.Misses, state.Excuses, state.Refusals, state.Idled = 1, 1, 1, 1
		b.taken()
		b.order("b", journal.HandedBack, "")
		b.settle()
		if state := b.session.rec.State; state.Misses+state.Excuses+state.Refusals+state.Idled != 0 {
			t.Errorf("state %+v", state)
		}
	})
}

// A conversation that went to a person by itself has ended, and a new one begins.
func TestHandBackAfterATransfer(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.say(sessiontest.Person)
		b.session.rec.State.Notice = &conversation.Notice{Version: "v"}
		b.order("b", journal.HandedBack, "")
		b.settle()
		if state := b.session.rec.State; state.Closed != "" || state.Notice == nil {
			t.Errorf("state %+v", state)
		}
		b.say(sessiontest.Book)
		b.wantOutcomes("AGENDADO 1", "TRANSFERIDO 1")
	})
}

// The last order counts, also when all of them come at once; so does one that comes while a turn thinks.
func TestHandBackInOrder(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.taken()
		b.order("b", journal.HandedBack, "")
		b.say("oi")
		b.wantTexts("TEXT:oi")
		b.order("b2", journal.HandedBack, "")
		b.order("t2", journal.Transferred, TakenByOperator)
		b.say("tem alguém?")
		b.wantTexts("TEXT:oi")
		turns := b.history()
		if last := story(turns[len(turns)-1]); last != "2 silent: >  | handed_back ok | taken operator" {
			t.Errorf("the history ends with %q", last)
		}
	})
}
