package session

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"atende/actors/booking"
	"atende/actors/journal"
	"atende/actors/session/sessiontest"
	"atende/integrations/outbound"
	"atende/integrations/scheduling"
)

// agenda is what is known of the agenda that the tests book at.
type agenda int

const (
	unknownAgenda agenda = iota
	exclusiveAgenda
	sharedAgenda
)

func (b *bench) know(a agenda) {
	b.t.Helper()
	if a == unknownAgenda {
		return
	}
	err := b.journal.Learn(b.t.Context(), journal.Fact{AgendaID: 101, Exclusive: a == exclusiveAgenda, At: time.Now()})
	if err != nil {
		b.t.Fatal(err)
	}
}

// script is what happens to the calls of one operation in turn: before they take effect or after it;
// what is beyond it succeeds.
type script struct {
	before, after []error
	times         []time.Time
}

// play makes the clinic follow scripts by operation.
func (b *bench) play(scripts map[string]*script) {
	b.clinic.Before = func(_ context.Context, operation, _ string) error {
		s := scripts[operation]
		if s == nil {
			return nil
		}
		s.times = append(s.times, time.Now())
		return at(s.before, len(s.times))
	}
	b.clinic.After = func(_ context.Context, operation, _ string) error {
		if s := scripts[operation]; s != nil {
			return at(s.after, len(s.times))
		}
		return nil
	}
}

func at(list []error, n int) error {
	if n > len(list) {
		return nil
	}
	return list[n-1]
}

var (
	lost     = sessiontest.Failure("scheduling", outbound.Unknown, 0)
	reset    = sessiontest.Failure("scheduling", outbound.Unknown, 503)
	away     = sessiontest.Failure("scheduling", outbound.NotSent, 0)
	conflict = sessiontest.Failure("scheduling", outbound.Refused, 409)
)

// B5 to B7, B9: an open A4 is waited out, then A1 is asked for that agenda and day; a second attempt
// is made only where a listed time proves that nothing was booked, and never a third.
func TestOpenBooking(t *testing.T) {
	const booked, person = "AGENDADO 1", "TRANSFERIDO 1"
	for _, test := range []struct {
		name   string
		agenda agenda
		book   script // of A4
		slots  script // of A1; the first one is the search
		taken  bool   // by somebody else meanwhile
		want   string
		asked  int           // A4
		exists int           // appointments of this patient
		after  time.Duration // the outcome
	}{
		{"free and exclusive: second attempt", exclusiveAgenda, script{before: []error{lost}}, script{}, false, booked, 2, 1, time.Minute},
		{"5xx is open, too", exclusiveAgenda, script{before: []error{reset}}, script{}, false, booked, 2, 1, time.Minute},
		{"executed: gone", exclusiveAgenda, script{after: []error{lost}}, script{}, false, person, 1, 1, time.Minute},
		{"taken by somebody else", exclusiveAgenda, script{before: []error{lost}}, script{}, true, person, 1, 0, time.Minute},
		{"nothing known of the agenda", unknownAgenda, script{before: []error{lost}}, script{}, false, person, 1, 0, time.Minute},
		{"not exclusive", sharedAgenda, script{before: []error{lost}}, script{}, false, person, 1, 0, time.Minute},
		{"A1 fails for a while", exclusiveAgenda, script{before: []error{lost}}, script{before: []error{nil, lost, away}}, false, booked, 2, 1, 80 * time.Second},
		{"A1 fails for a minute", exclusiveAgenda, script{before: []error{lost}}, script{before: append([]error{nil}, slices.Repeat([]error{lost}, 20)...)}, false, person, 1, 0, 2 * time.Minute},
		{"second attempt refused", exclusiveAgenda, script{before: []error{lost, conflict}}, script{}, false, person, 2, 0, time.Minute},
		{"second attempt open", exclusiveAgenda, script{before: []error{lost, lost}}, script{}, false, person, 2, 0, time.Minute},
		{"second attempt open, executed", exclusiveAgenda, script{before: []error{lost}, after: []error{nil, lost}}, script{}, false, person, 2, 1, time.Minute},
		{"second attempt not sent", exclusiveAgenda, script{before: []error{lost, away}}, script{}, false, person, 2, 0, time.Minute},
		{"first not sent, second open", exclusiveAgenda, script{before: []error{away, lost}}, script{}, false, person, 2, 0, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				b.know(test.agenda)
				b.play(map[string]*script{"book": &test.book, "slots": &test.slots})
				b.write(sessiontest.Book)
				again := b.wake()
				if test.taken {
					b.clinic.Occupy("2000-02-01", "09:00")
				}
				began := test.book.times[0]
				b.rest(again)
				b.settle()
				b.wantOutcomes(test.want)
				if n := len(b.clinic.Booked()); n != test.exists || len(test.book.times) != test.asked {
					t.Errorf("%d appointments, want %d; %d calls, want %d", n, test.exists, len(test.book.times), test.asked)
				}
				if took := time.Since(began); took < test.after || took > test.after+5*time.Second {
					t.Errorf("the end came after %v, want %v", took, test.after)
				}
				texts := b.gateway.Texts()
				if test.after > 0 && texts[0] != pendingText() || slices.Index(texts[1:], pendingText()) >= 0 {
					t.Errorf("the patient read %q", texts)
				}
				if last := texts[len(texts)-1]; test.want == person && last != uncertainText() || test.want == booked && last != "continuando" {
					t.Errorf("the patient read %q", texts)
				}
				if b.session.rec.Intent != nil || b.session.rec.State.Pending != nil {
					t.Error("still open")
				}
			})
		})
	}
}

// A second attempt that takes its time changes nothing for the patient, who knows already.
func TestSlowSecondAttempt(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.know(exclusiveAgenda)
		calls := 0
		b.clinic.Before = func(_ context.Context, operation, _ string) error {
			if operation == "book" {
				if calls++; calls == 1 {
					return lost
				}
			}
			return nil
		}
		b.clinic.After = slowly(12 * time.Second)
		b.say(sessiontest.Book)
		b.wantTexts(pendingText(), sessiontest.Description, sessiontest.Preparation, "continuando")
		b.wantOutcomes("AGENDADO 1")
		if calls != 2 {
			t.Errorf("%d calls", calls)
		}
	})
}

// B5: whoever did not make the call counts the wait from when it first saw the intent, however old
// that is; its answer may have been recorded meanwhile.
func TestWaitOfAnotherProcess(t *testing.T) {
	for name, recorded := range map[string]bool{"still open": false, "recorded at last": true} {
		t.Run(name, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				b.know(exclusiveAgenda)
				b.start()
				b.clinic.Before = func(_ context.Context, operation, _ string) error {
					if operation == "book" {
						b.host.cancel()
						return lost
					}
					return nil
				}
				b.write(sessiontest.Book)
				b.wake()
				b.clinic.Before = nil
				time.Sleep(time.Hour)
				b.start()
				began := time.Now()
				again := b.wake()
				b.wantTexts(pendingText())
				if again != lookPause || b.bookingCalls() != 0 {
					t.Errorf("rests for %v after %d calls", again, b.bookingCalls())
				}
				if recorded {
					token := b.session.rec.Intent.Token
					if err := b.journal.Answer(t.Context(), "s", token, `{"verdict":"refused","status":409}`); err != nil {
						t.Fatal(err)
					}
				}
				time.Sleep(again)
				b.settle()
				want := booking.Quarantine
				if recorded { // whoever made the call may be frozen, or cut from the journal, and come back
					want = lookPause
				}
				if took := time.Since(began); took != want {
					t.Errorf("settled after %v, want %v", took, want)
				}
				if recorded {
					b.wantTexts(pendingText(), "continuando")
					b.wantOutcomes()
					return
				}
				b.wantTexts(pendingText(), sessiontest.Description, sessiontest.Preparation, "continuando")
				if b.bookingCalls() != 1 {
					t.Errorf("%d calls", b.bookingCalls())
				}
			})
		})
	}
}

// A person who took the session in the gateway while the booking was open is not talked over: only an
// appointment is still told.
func TestPersonCameWhileOpen(t *testing.T) {
	for _, made := range []bool{true, false} {
		t.Run(fmt.Sprintf("made %v", made), func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				if made {
					b.clinic.After = slowly(10 * time.Second)
				} else {
					b.clinic.Before = (&faults{fail: map[string]int{"book": 1}, err: lost}).ask
				}
				b.write(sessiontest.Book)
				again := b.wake()
				closed := sessiontest.Open()
				closed.Status = "IN_HUMAN"
				b.gateway.Set("s", closed)
				b.rest(again)
				b.settle()
				if made {
					b.wantTexts(pendingText(), sessiontest.Description, sessiontest.Preparation, "continuando")
				} else {
					b.wantTexts(pendingText())
				}
			})
		})
	}
}

// The driver that fails over a message of a patient who waits for a booking hands over, and the
// booking is settled all the same.
func TestDriverFailsWhilePending(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.clinic.After = slowly(14 * time.Second)
		b.write(sessiontest.Book)
		b.during(b.wake(), func() { b.write(sessiontest.Panic) })
		b.settle()
		texts := b.gateway.Texts()
		for _, want := range []string{failingText(), sessiontest.Description, sessiontest.Preparation} {
			if !slices.Contains(texts, want) {
				t.Errorf("the patient did not read %q: %q", want, texts)
			}
		}
		b.wantOutcomes("AGENDADO 1", "TRANSFERIDO 1")
	})
}

// The journal's facts are asked for when they are needed; while it fails nothing is decided, and the
// patient waits no longer than for any other failure of the journal.
func TestFactUnknown(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.know(exclusiveAgenda)
		b.config.Journal = &factless{Journal: b.journal, fails: 20}
		b.clinic.Before = (&faults{fail: map[string]int{"book": 1}, err: lost}).ask
		began := time.Now()
		b.say(sessiontest.Book)
		b.wantOutcomes("AGENDADO 1")
		if took := time.Since(began); b.bookingCalls() != 1 || took > booking.Quarantine+20*journalPause*3/2 {
			t.Errorf("%d calls, settled after %v", b.bookingCalls(), took)
		}
	})
}

type factless struct {
	journal.Journal
	fails int
}

func (j *factless) Fact(ctx context.Context, agendaID int) (journal.Fact, bool, error) {
	if j.fails--; j.fails >= 0 {
		return journal.Fact{}, false, context.DeadlineExceeded
	}
	return j.Journal.Fact(ctx, agendaID)
}

// The look at the agenda asks for exactly that agenda and day, with the ids of the booking.
func TestLookQuery(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		asked := &queries{Clinic: b.clinic}
		b.config.Scheduling = asked
		b.clinic.Before = (&faults{fail: map[string]int{"book": 1}, err: lost}).ask
		b.say(sessiontest.Book)
		want := scheduling.Query{
			AgendaID: 101, Doctor: "Dra. Ana Souza", SpecialtyID: 7, ProcedureID: 501, PlanID: 2, From: "2000-02-01", To: "2000-02-01",
		}
		if len(asked.list) != 2 || asked.list[1] != want {
			t.Errorf("asked %+v", asked.list)
		}
	})
}

type queries struct {
	*sessiontest.Clinic
	list []scheduling.Query
}

func (q *queries) Slots(ctx context.Context, query scheduling.Query) ([]scheduling.Slot, error) {
	q.list = append(q.list, query)
	return q.Clinic.Slots(ctx, query)
}

// A person whose news still waits among the rows decides, too: no further attempt is made.
func TestNoAttemptBehindUnreadNews(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.start()
		b.clinic.Before = func(_ context.Context, operation, _ string) error {
			if operation == "book" {
				b.host.cancel()
				return away
			}
			return nil
		}
		b.write(sessiontest.Book)
		b.wake()
		b.clinic.Before = nil
		b.taken()
		b.start()
		b.settle()
		b.wantTexts()
		if n := len(b.clinic.Booked()); n != 0 {
			t.Errorf("%d appointments", n)
		}
	})
}

// B10: an open booking ends with a person although the look at its agenda panics each time.
func TestLookPanics(t *testing.T) {
	virtual(t, func(_ *testing.T, b *bench) {
		b.know(exclusiveAgenda)
		f, looks := &faults{fail: map[string]int{"book": 1}, err: lost}, 0
		b.clinic.Before = func(ctx context.Context, operation, subject string) error {
			if operation == "slots" {
				if looks++; looks > 1 {
					panic("52998224725")
				}
			}
			return f.ask(ctx, operation, subject)
		}
		b.say(sessiontest.Book)
		b.wantTexts(pendingText(), uncertainText())
		b.wantOutcomes("TRANSFERIDO 1")
		b.wantLogWithout("52998224725")
	})
}
