package session

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/journal"
	"atende/actors/journal/memory"
	"atende/actors/session/record"
	"atende/actors/session/sessiontest"
	"atende/integrations/outbound"
)

// A whole booking (S-1-6): the order of the calls (S-1-12, S-1-13), what the patient reads (S-1-7: by
// the gateway alone), what is counted.
func TestBooking(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.config.Tags = true
		b.say(sessiontest.Book)
		b.wantTexts(sessiontest.Description, sessiontest.Preparation)
		if got := b.clinic.Calls(); got != "slots find_patient register_patient find_patient book slots" { // the last for B7
			t.Errorf("calls: %s", got)
		}
		if p := b.clinic.Newcomer(); p.Phone != "5511999990000" || p.CPF != "52998224725" {
			t.Errorf("registered %+v", p)
		}
		b.wantOutcomes("AGENDADO 1")
		b.wantResults("replied")
		for _, stage := range []string{"started", "wished", "identified", "offered", "chosen", "patient", "booked"} {
			if n := testutil.ToFloat64(b.metrics.Turns.Funnel.WithLabelValues(stage)); n != 1 {
				t.Errorf("stage %s was reached %v times", stage, n)
			}
		}
		b.wantLogWithout("52998224725", "Maria", "5511999990000", "1985", "Ana")
		if !strings.Contains(b.log.String(), "outcome=AGENDADO") {
			t.Errorf("the log does not tell the outcome:\n%s", b.log)
		}
	})
}

// S-1-15, S-A4-6: both texts of A4 reach the patient whole, also when they have blank lines.
func TestBookingTexts(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.clinic.Description, b.clinic.Preparation = "Tudo certo!\n\nDia 1, às 9h.", "Jejum de 8 horas.\n\n\nTraga exames."
		b.say(sessiontest.Book)
		b.wantTexts("Tudo certo!", "Dia 1, às 9h.", "Jejum de 8 horas.", "Traga exames.")
	})
}

// S-1-9, S-7-1: no times is an answer and not an error: nobody is transferred.
func TestNoTimes(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.clinic.Full = true
		b.write("oi", sessiontest.Book)
		b.settle()
		b.wantOutcomes("FALHA_CONSULTA 1")
		b.wantTexts("TEXT:oi")
		if len(b.gateway.Transfers()) != 0 {
			t.Error("a full agenda led to a transfer")
		}
	})
}

// S-C-10: parts are sent in order, each in the session.
func TestPartsInOrder(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.say("um\n\n dois \r\n\r\n\n\ntrês")
		var texts []string
		for _, sent := range b.gateway.Sent() {
			if sent.Session != "s" {
				t.Errorf("sent outside of the session: %+v", sent)
			}
			texts = append(texts, sent.Text)
		}
		if !slices.Equal(texts, []string{"TEXT:um", "dois", "três"}) {
			t.Errorf("parts %q", texts)
		}
	})
}

// S-B-5: the gateway's repeats are normal, whenever they come.
func TestRepeatsAreAnsweredOnce(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.post("a", sessiontest.Body("oi"))
		b.post("a", sessiontest.Body("oi")) // in the same burst
		b.settle()
		b.post("a", sessiontest.Body("oi")) // after the answer
		b.settle()
		b.start()
		b.post("a", sessiontest.Body("oi")) // after a restart
		b.settle()
		b.wantTexts("TEXT:oi")
		b.wantResults("replied")
	})
}

// A message that was answered within two days is not answered again, however many came since, in a new process either.
func TestRepeatsOfTwoDays(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		const messages = 5 * record.KeptSeen
		for range messages {
			b.say("oi")
		}
		time.Sleep(47 * time.Hour)
		b.start()
		for _, id := range []string{"m1", "m100", "m" + strconv.Itoa(messages)} {
			b.post(id, sessiontest.Body("oi"))
		}
		b.settle()
		if n := len(b.gateway.Sent()); n != messages {
			t.Errorf("%d answers to %d messages", n, messages)
		}
	})
}

// More rows than one turn takes are answered in order, in several turns.
func TestLongQueue(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		var seen []string
		b.config.Driver = sessiontest.Driver{OnTurn: func(turn decide.Turn) {
			if len(turn.Messages) > maxRows {
				t.Errorf("a turn of %d messages", len(turn.Messages))
			}
			for _, m := range turn.Messages {
				seen = append(seen, m.Text)
			}
		}}
		want := strings.Fields(strings.Repeat("a b c d e ", 11))
		b.say(want...)
		if !slices.Equal(seen, want) {
			t.Errorf("the driver saw %q", seen)
		}
	})
}

// S-B-12: media are part of the conversation.
func TestMessageTypes(t *testing.T) {
	tests := []struct {
		name    string
		message journal.PatientMessage
		want    string
	}{
		{"text", journal.PatientMessage{Kind: "TEXT", Text: "oi"}, "TEXT:oi"},
		{"no type", journal.PatientMessage{Text: "oi"}, "TEXT:oi"},
		{"transcribed audio", journal.PatientMessage{Kind: "AUDIO", Transcription: "quero marcar"}, "AUDIO:quero marcar"},
		{"audio", journal.PatientMessage{Kind: "AUDIO"}, "AUDIO:"},
		{"picture with words", journal.PatientMessage{Kind: "IMAGE", Text: "meu pedido"}, "IMAGE:meu pedido"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				b.send("a", test.message)
				b.settle()
				b.wantTexts(test.want)
			})
		})
	}
}

func TestUnreadableRowIsDropped(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.post("a", []byte(`{"eventType":`))
		b.say("oi")
		b.wantTexts("TEXT:oi")
	})
}

// A message of a newer release is for a node that can read it, and holds those behind it back.
func TestRowOfANewerReleaseWaits(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.post("a", []byte(`{"patient_message":2,"said":["oi"]}`))
		b.write("oi")
		b.wake()
		b.wantTexts()
		if waiting := len(b.stored().Waiting); waiting != 2 {
			t.Errorf("%d rows wait, want 2", waiting)
		}
	})
}

func TestQuietWindow(t *testing.T) {
	whole := func(text string, _ *conversation.State, _ time.Time) bool { return strings.HasSuffix(text, "!") }
	const ms = time.Millisecond
	type writing struct {
		at   time.Duration
		text string
	}
	tests := []struct {
		name    string
		window  time.Duration
		writing []writing
		want    []string
		took    time.Duration
	}{
		{"a burst is answered once", time.Second,
			[]writing{{0, "oi"}, {900 * ms, "queria"}, {1800 * ms, "marcar"}},
			[]string{"TEXT:oi|TEXT:queria|TEXT:marcar"}, 2800 * ms},
		{"a whole answer is not held", time.Second, []writing{{0, "é isso!"}}, []string{"TEXT:é isso!"}, 0},
		{"words that complete a burst end it", time.Second, []writing{{0, "oi"}, {500 * ms, "pronto!"}},
			[]string{"TEXT:oi|TEXT:pronto!"}, 500 * ms},
		{"at most five windows", time.Second, []writing{
			{0, "1"}, {900 * ms, "2"}, {1800 * ms, "3"}, {2700 * ms, "4"}, {3600 * ms, "5"}, {4500 * ms, "6"}, {5400 * ms, "7"}},
			[]string{"TEXT:1|TEXT:2|TEXT:3|TEXT:4|TEXT:5|TEXT:6", "TEXT:7"}, 6400 * ms},
		{"switched off", 0, []writing{{0, "oi"}, {ms, "alô"}}, []string{"TEXT:oi", "TEXT:alô"}, ms},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				b.config.QuietWindow, b.config.Complete = test.window, whole
				begin := time.Now()
				var next time.Time // when the session wants to be woken
				for _, w := range test.writing {
					for due := begin.Add(w.at); !next.IsZero() && next.Before(due); next = b.wakeAt() {
						time.Sleep(time.Until(next))
					}
					time.Sleep(time.Until(begin.Add(w.at)))
					b.write(w.text)
					next = b.wakeAt()
				}
				b.settle()
				b.wantTexts(test.want...)
				if took := time.Since(begin); took != test.took {
					t.Errorf("answered after %v, want %v", took, test.took)
				}
			})
		})
	}
}

// A clock that went back holds nobody.
func TestQuietWindowClockBack(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.config.QuietWindow = time.Second
		b.config.Now = func() time.Time { return time.Now().Add(-time.Hour) }
		begin := time.Now()
		b.say("oi")
		if took := time.Since(begin); took != 0 {
			t.Errorf("answered after %v", took)
		}
	})
}

// The node that took the messages may have a clock that is a little ahead of ours.
func TestQuietWindowClockAhead(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.journal = memory.New(memory.Options{Now: func() time.Time { return time.Now().Add(100 * time.Millisecond) }})
		b.config.Journal, b.config.QuietWindow = b.journal, time.Second
		begin := time.Now()
		b.write("oi")
		if again := b.wake(); again != time.Second {
			t.Fatalf("it wants to be woken after %v", again)
		}
		time.Sleep(500 * time.Millisecond)
		b.write("queria")
		b.settle()
		b.wantTexts("TEXT:oi|TEXT:queria")
		if took := time.Since(begin); took > 1700*time.Millisecond {
			t.Errorf("answered after %v", took)
		}
	})
}

// wakeAt wakes the session and says when it wants to be woken again, zero for never.
func (b *bench) wakeAt() time.Time {
	if again := b.wake(); again > 0 {
		return time.Now().Add(again)
	}
	return time.Time{}
}

// The time from the acceptance of the oldest message to the last part of the answer, quiet window
// included; the turn itself is shorter.
func TestDurations(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.config.QuietWindow = 3 * time.Second
		b.say("oi")
		if n, sum := b.histogram("atende_reply_latency_seconds"); n != 1 || sum != 3 {
			t.Errorf("%d latencies of %v s together", n, sum)
		}
		if n, sum := b.histogram("atende_turn_duration_seconds"); n != 1 || sum != 0 {
			t.Errorf("%d turns of %v s together", n, sum)
		}
		if log := b.log.String(); !strings.Contains(log, "session=s turn=1 result=replied") {
			t.Errorf("no line about the turn:\n%s", log)
		}
	})
}

// A node that stops cuts its own calls short: that is nobody's error, no person is called, and the
// next process answers.
func TestStoppingIsNoError(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.start()
		b.clinic.Before = func(context.Context, string, string) error {
			b.host.cancel()
			return sessiontest.Failure("scheduling", outbound.Canceled, 0)
		}
		b.write(sessiontest.Book)
		b.wake()
		if b.journal.Pending() != 1 || len(b.results) != 0 || strings.Contains(b.log.String(), "a person takes over") {
			t.Errorf("%d rows wait, results %v, log:\n%s", b.journal.Pending(), b.results, b.log)
		}
		b.clinic.Before = nil
		b.start()
		b.settle()
		b.wantOutcomes("AGENDADO 1")
	})
}

// While draining no turn starts; the rows stay.
func TestDrainingStartsNothing(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.start()
		b.host.draining.Store(true)
		b.write("oi")
		if again := b.wake(); again != 0 || b.journal.Pending() != 1 || b.gateway.Reads() != 0 {
			t.Errorf("again %v, %d rows wait, %d reads", again, b.journal.Pending(), b.gateway.Reads())
		}
	})
}

// The one line of a turn says how long it took, in seconds, and names outcomes only if there are any.
func TestTurnLine(t *testing.T) {
	tests := []struct{ name, text, want, without string }{
		{"reply", "oi", "result=replied seconds=2", "outcome="},
		{"booking", sessiontest.Book, "result=replied seconds=4 outcome=AGENDADO", "duration="},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				b.gateway.Before = func(_ context.Context, operation, _ string) error {
					if operation == "send_in_session" {
						time.Sleep(2 * time.Second)
					}
					return nil
				}
				b.say(test.text)
				if !strings.Contains(b.log.String(), test.want+" trace=") {
					t.Errorf("no %q in the log:\n%s", test.want, b.log)
				}
				b.wantLogWithout(test.without)
			})
		})
	}
}

// countingJournal counts looks at the waiting rows.
type countingJournal struct {
	journal.Journal
	reads int
}

func (j *countingJournal) Read(ctx context.Context, id string, limit int) ([]journal.Message, error) {
	j.reads++
	return j.Journal.Read(ctx, id, limit)
}

// A quick turn looks at the rows when it begins and before its part, and not once more at its end: what comes later
// sends a Wake.  What it saw come meanwhile is answered without one.
func TestLooksOfATurn(t *testing.T) {
	for name, test := range map[string]struct {
		meanwhile int // messages
		turns     int
		reads     int
	}{
		"alone":                  {0, 1, 2},
		"one came meanwhile":     {1, 2, 4},
		"more than a turn takes": {maxRows + 1, 3, 7},
	} {
		t.Run(name, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				counting := &countingJournal{Journal: b.journal}
				b.config.Journal = counting
				turns := 0
				b.config.Driver = sessiontest.Driver{OnTurn: func(decide.Turn) {
					if turns++; turns == 1 {
						b.write(slices.Repeat([]string{"oi"}, test.meanwhile)...)
					}
				}}
				b.say("oi")
				if turns != test.turns || counting.reads != test.reads {
					t.Errorf("%d turns with %d looks, want %d with %d", turns, counting.reads, test.turns, test.reads)
				}
			})
		})
	}
}
