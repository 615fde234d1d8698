package session

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/journal"
	"atende/actors/session/record"
	"atende/actors/session/sessiontest"
	"atende/integrations/outbound"
	"atende/integrations/scheduling"
)

// failingText is what the patient reads before an uncontrolled error becomes a transfer.
func failingText() string {
	return saying(conversation.Fail(sessiontest.Catalogue(), &conversation.State{}, time.Time{}))
}

// pendingText is what the patient reads while nobody knows what became of the booking, and
// uncertainText when nobody will.
func pendingText() string   { return saying(answered(conversation.AppointmentPending{})) }
func uncertainText() string { return saying(answered(conversation.AppointmentUncertain{})) }

// textlessText is what the patient reads of a booking at 9 whose texts are lost.
func textlessText() string {
	s := &conversation.State{
		Wanted:      conversation.Wanted{Request: conversation.Request{SpecialtyID: 7, AgendaID: 101, ProcedureID: 501, PlanID: 2}},
		Offering:    conversation.Offering{Choice: &conversation.Slot{AgendaID: 101, Date: "2000-02-01", Hour: "09:00"}},
		PatientData: conversation.PatientData{Patient: conversation.Identity{Name: "Maria Silva"}},
	}
	return saying(conversation.Step(sessiontest.Catalogue(), s, time.Date(1999, 12, 31, 9, 0, 0, 0, time.UTC), conversation.AppointmentMadeTextless{}))
}

func answered(e conversation.Event) conversation.Result {
	return conversation.Step(sessiontest.Catalogue(), &conversation.State{Offering: conversation.Offering{Choice: &conversation.Slot{}}}, time.Time{}, e)
}

func saying(res conversation.Result) string {
	for _, effect := range res.Effects {
		if say, ok := effect.(conversation.Say); ok {
			return say.Text
		}
	}
	return ""
}

// S-7-1, S-C-12: a failing A1 or A2, and an A3 that registered nobody, are an uncontrolled error: a sentence and a
// transfer, and not FALHA_CONSULTA.
func TestSchedulingFails(t *testing.T) {
	for _, operation := range []string{"slots", "find_patient", "register_patient"} {
		for _, err := range []error{
			sessiontest.Failure("scheduling", outbound.Unknown, 0), sessiontest.Failure("scheduling", outbound.Unknown, 500),
			sessiontest.Failure("scheduling", outbound.Refused, 401), sessiontest.Failure("scheduling", outbound.NotSent, 0),
		} {
			t.Run(operation+" "+err.Error(), func(t *testing.T) {
				virtual(t, func(t *testing.T, b *bench) {
					b.clinic.Before = (&faults{fail: map[string]int{operation: -1}, err: err}).ask
					b.say(sessiontest.Book)
					b.wantTexts(failingText())
					b.wantOutcomes("TRANSFERIDO 1")
					b.wantResults("handed_over")
				})
			})
		}
	}
}

// S-C-12: a turn that panics or whose driver fails is tried once more; the second time a person
// takes over.  Nothing of the value is seen anywhere.
func TestTurnFails(t *testing.T) {
	for _, test := range []struct {
		text   string
		panics float64
	}{{sessiontest.Panic, 2}, {sessiontest.Error, 0}} {
		t.Run(test.text, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				begin := time.Now()
				b.say(test.text)
				if took := time.Since(begin); took > 2*time.Second {
					t.Errorf("the patient waited %v for a person", took)
				}
				b.wantTexts(failingText())
				b.wantResults("failed", "failed", "handed_over")
				b.wantOutcomes("TRANSFERIDO 1")
				if n := testutil.ToFloat64(b.metrics.Engine.TurnPanics); n != test.panics {
					t.Errorf("%v panics counted", n)
				}
				b.wantLogWithout("52998224725")
			})
		})
	}
}

func TestTurnFailsOnce(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		turns := 0
		b.config.Driver = sessiontest.Driver{OnTurn: func(decide.Turn) {
			if turns++; turns == 1 {
				panic("once")
			}
		}}
		b.say(sessiontest.Book)
		b.wantTexts(sessiontest.Description, sessiontest.Preparation)
		b.wantResults("failed", "replied")
		b.wantOutcomes("AGENDADO 1")
	})
}

// A driver that never ends its turn is stopped after a bounded number of moves.
func TestEndlessDriver(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.config.Driver = endless{}
		b.say("oi")
		b.wantTexts(failingText())
	})
}

type endless struct{}

func (endless) Start(decide.Turn) decide.Dialogue { return endless{} }
func (endless) Next(context.Context, *conversation.State, *conversation.Refusal) (conversation.Event, error) {
	return conversation.Choose{Number: 1}, nil
}

// faultyJournal fails by operation, as often as told.
type faultyJournal struct {
	journal.Journal
	fail    map[string]int
	err     error
	applied bool // the write stands although it failed
}

func (j *faultyJournal) failing(operation string) bool {
	if j.fail[operation] == 0 {
		return false
	}
	j.fail[operation]--
	return true
}

func (j *faultyJournal) Activate(ctx context.Context, id string, schema int) (journal.Activation, error) {
	if j.failing("activate") {
		return journal.Activation{}, j.err
	}
	return j.Journal.Activate(ctx, id, record.Schema)
}

func (j *faultyJournal) Read(ctx context.Context, id string, limit int) ([]journal.Message, error) {
	if j.failing("read") {
		return nil, j.err
	}
	return j.Journal.Read(ctx, id, limit)
}

func (j *faultyJournal) Commit(ctx context.Context, schema int, c journal.Commit) (int64, error) {
	if j.failing("commit") {
		if j.applied {
			if _, err := j.Journal.Commit(ctx, schema, c); err != nil {
				return 0, err
			}
		}
		return 0, j.err
	}
	return j.Journal.Commit(ctx, schema, c)
}

// A failing journal makes the session wait, however often; it is no reason to call a person.
func TestJournalFails(t *testing.T) {
	for _, operation := range []string{"activate", "read", "commit"} {
		t.Run(operation, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				b.config.Journal = &faultyJournal{Journal: b.journal, fail: map[string]int{operation: 7}, err: errors.New("disk full")}
				b.say("oi")
				b.wantTexts("TEXT:oi")
				b.wantOutcomes()
				if got := strings.Count(strings.Join(b.results, " "), "held"); got != 7 {
					t.Errorf("turns ended %v", b.results)
				}
			})
		})
	}
}

// A commit whose answer was lost is looked up, not repeated: nothing is answered twice, and a part
// at most once too often.
func TestCommitUnknown(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.config.Journal = &faultyJournal{Journal: b.journal, fail: map[string]int{"commit": 1}, err: context.DeadlineExceeded, applied: true}
		b.say("oi")
		b.say("alô")
		b.wantTexts("TEXT:oi", "TEXT:alô")
	})
}

// A session that somebody else has activated stops at its next commit and begins again from what
// stands (C1).
func TestFenced(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.config.Driver = sessiontest.Driver{OnTurn: func(decide.Turn) {
			if len(b.results) == 0 {
				if _, err := b.journal.Activate(t.Context(), "s", record.Schema); err != nil {
					t.Error(err)
				}
			}
		}}
		b.say("oi")
		b.wantResults("fenced", "replied")
		b.wantTexts("TEXT:oi")
	})
}

// A record that cannot be read is not silently replaced: the patient gets a person.
func TestUnreadableRecord(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		a, err := b.journal.Activate(t.Context(), "s", record.Schema)
		if err == nil {
			_, err = b.journal.Commit(t.Context(), record.Schema, journal.Commit{SessionID: "s", Version: a.Version, State: []byte(`{"cpf":`)})
		}
		if err != nil {
			t.Fatal(err)
		}
		b.say("oi")
		b.wantTexts(failingText())
		b.wantResults("handed_over")
	})
}

// A record of a newer release waits for it, untouched.
func TestNewerRecord(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		a, err := b.journal.Activate(t.Context(), "s", record.Schema+1)
		if err == nil {
			_, err = b.journal.Commit(t.Context(), record.Schema+1, journal.Commit{SessionID: "s", Version: a.Version, State: []byte(`{}`)})
		}
		if err != nil {
			t.Fatal(err)
		}
		b.write("oi")
		for range 10 {
			time.Sleep(b.wake())
		}
		if b.journal.Pending() != 1 || b.gateway.Reads() != 0 {
			t.Error("the session was worked on")
		}
	})
}

// Rows that were there when the process started are counted before their turn; the third process
// that would try them calls a person instead.
func TestPoisonousRow(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		deaths := 0
		b.config.Driver = sessiontest.Driver{OnTurn: func(decide.Turn) {
			deaths++
			b.host.cancel() // stands for the end of the process in the middle of the turn
			panic("dead")
		}}
		b.write("oi")
		for range 5 {
			time.Sleep(time.Second)
			b.start()
			b.wake()
		}
		if deaths != 2 {
			t.Errorf("%d processes tried the row", deaths)
		}
		b.wantTexts(failingText())
		b.wantOutcomes("TRANSFERIDO 1")
		if turns := b.history(); turns[0].Heard[0].Text != "" { // it may be the masking of its words that ends a process
			t.Errorf("the history heard %+v", turns[0].Heard)
		}
	})
}

// A row is counted once a process: what waits for the gateway is no poison.
func TestOldRowIsNoPoison(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.write("oi")
		time.Sleep(time.Minute)
		b.gateway.Before = (&faults{fail: map[string]int{"get_session": 8}, err: sessiontest.Failure("gateway", outbound.NotSent, 0)}).ask
		b.settle()
		b.wantTexts("TEXT:oi")
	})
}

// Orderly restarts while the gateway is away are no deaths, however many: the row never came as far as
// a turn that could have killed a process.
func TestRestartsAreNoPoison(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.gateway.Before = (&faults{fail: map[string]int{"get_session": -1}, err: sessiontest.Failure("gateway", outbound.NotSent, 0)}).ask
		b.write("oi")
		for range 4 {
			time.Sleep(time.Second)
			b.start()
			b.wake()
		}
		b.gateway.Before = nil
		b.start()
		b.settle()
		b.wantTexts("TEXT:oi")
		b.wantResults("held", "held", "held", "held", "replied")
		b.wantOutcomes()
	})
}

// Nor are orderly stops in the middle of a slow turn.
func TestStopsAreNoPoison(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.write(sessiontest.Book)
		b.clinic.Before = func(ctx context.Context, _, _ string) error {
			b.host.cancel() // the drain's patience ends here
			<-ctx.Done()
			return sessiontest.Failure("scheduling", outbound.Canceled, 0)
		}
		for range 5 {
			time.Sleep(time.Second)
			b.start()
			b.wake()
		}
		b.clinic.Before = nil
		b.start()
		b.settle()
		b.wantOutcomes("AGENDADO 1")
	})
}

// More messages than anybody would answer one after the other: one sentence, a person, and the rest is
// taken in silence, in turns of a bounded size.
func TestFlood(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		for n := range 230 {
			b.write(fmt.Sprint("mensagem ", n))
		}
		b.settle()
		b.wantTexts(failingText())
		b.wantOutcomes("TRANSFERIDO 1")
		b.wantResults("handed_over", "silent", "silent", "silent") // 100, 100, 20, 10
	})
}

// A hundred are still answered, and a message that came again and again is one message.
func TestManyAreNoFlood(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		for n := range 100 {
			b.write(fmt.Sprint("mensagem ", n))
		}
		b.settle()
		b.wantOutcomes()
		for range 300 {
			b.post("again", sessiontest.Body("oi"))
		}
		b.settle()
		b.wantOutcomes()
		b.wantResults("replied", "replied", "replied", "replied", "replied", "replied")
	})
}

// forgetful registers patients and does not know them afterwards.
type forgetful struct{ *sessiontest.Clinic }

func (forgetful) FindPatient(context.Context, string) (scheduling.Patient, bool, error) {
	return scheduling.Patient{}, false, nil
}

// A patient who is still unknown after the registration is an error for an operator, too, although no
// call failed.
func TestUnknownAfterRegistration(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.config.Scheduling = forgetful{b.clinic}
		b.say(sessiontest.Book)
		b.wantTexts(failingText())
		b.wantOutcomes("TRANSFERIDO 1")
		var failures []string
		for line := range strings.Lines(b.log.String()) {
			if strings.Contains(line, "level=ERROR") {
				failures = append(failures, line)
			}
		}
		if len(failures) != 1 || !strings.Contains(failures[0], "uncontrolled error, a person takes over") ||
			!strings.Contains(failures[0], "session=s turn=1 ") {
			t.Errorf("errors in the log: %q", failures)
		}
		b.wantLogWithout("52998224725", "Maria")
	})
}

// A person whom the patient asked for is no error.
func TestTransferIsNoError(t *testing.T) {
	virtual(t, func(_ *testing.T, b *bench) {
		b.say(sessiontest.Person)
		b.wantOutcomes("TRANSFERIDO 1")
		b.wantLogWithout("level=ERROR")
	})
}

func TestCompleteMayPanic(t *testing.T) {
	for _, window := range []time.Duration{time.Second / 2, 10 * time.Second} { // over, or not, when the turn is tried again
		virtual(t, func(_ *testing.T, b *bench) {
			b.config.QuietWindow = window
			b.config.Complete = func(string, *conversation.State, time.Time) bool { panic("52998224725") }
			b.say("oi")
			b.wantTexts("TEXT:oi")
			b.wantLogWithout("52998224725")
		})
	}
}

// A part whose mark failed is not sent again by the process that knows it arrived (contract, "Repeated
// parts"); and a journal that fails for a moment keeps nobody waiting for long.
func TestMarkFails(t *testing.T) {
	for name, applied := range map[string]bool{"nothing was written": false, "it was written": true} {
		t.Run(name, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				faulty := &faultyJournal{Journal: b.journal, fail: map[string]int{}, err: context.DeadlineExceeded, applied: applied}
				b.config.Journal = faulty
				sends := 0
				b.gateway.After = func(_ context.Context, operation, _ string) error {
					if operation == "send_in_session" {
						if sends++; sends <= 2 {
							faulty.fail["commit"] = 6
						}
					}
					return nil
				}
				began := time.Now()
				b.say("um\n\ndois")
				b.wantTexts("TEXT:um", "dois")
				if took := time.Since(began); took > 12*journalPause*3/2 {
					t.Errorf("took %v", took)
				}
			})
		})
	}
}
