package session

import (
	"context"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"atende/actors/journal"
	"atende/actors/session/sessiontest"
	"atende/integrations/chat"
	"atende/integrations/scheduling"
)

// slowly lets the answer of A4 take its time.
func slowly(d time.Duration) sessiontest.Fault {
	return func(_ context.Context, operation, _ string) error {
		if operation == "book" {
			time.Sleep(d)
		}
		return nil
	}
}

// during lets a second pass while the session rests, and then something happen.
func (b *bench) during(again time.Duration, f func()) {
	b.t.Helper()
	if again < time.Second {
		b.t.Fatalf("the session rests for %v only", again)
	}
	time.Sleep(time.Second)
	f()
}

// B5: an A4 that takes its time does not keep the patient waiting without a word; what came of it
// follows as soon as it is known, once.
func TestSlowBooking(t *testing.T) {
	for name, test := range map[string]struct {
		takes    time.Duration
		taken    bool
		want     []string
		outcomes []string
	}{
		"within the turn": {2900 * time.Millisecond, false, []string{sessiontest.Description, sessiontest.Preparation}, []string{"AGENDADO 1"}},
		"made":            {8 * time.Second, false, []string{pendingText(), sessiontest.Description, sessiontest.Preparation, "continuando"}, []string{"AGENDADO 1"}},
		"refused":         {8 * time.Second, true, []string{pendingText(), "continuando"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				b.clinic.After = slowly(test.takes)
				if test.taken {
					b.clinic.Taken = []string{"2000-02-01 09:00"}
				}
				began := time.Now()
				b.say(sessiontest.Book)
				b.wantTexts(test.want...)
				b.wantOutcomes(test.outcomes...)
				if took := time.Since(began); b.bookingCalls() != 1 || took != test.takes {
					t.Errorf("%d calls, all said after %v", b.bookingCalls(), took)
				}
				if s := b.session.rec; s.Intent != nil || s.State.Pending != nil {
					t.Errorf("still open: %+v", s)
				}
			})
		})
	}
}

// B5: while an A4 is open the patient is answered in turns of their own, nothing else is booked, and
// the row that asked for it stays until it is settled.
func TestMessagesWhilePending(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.clinic.After = slowly(10 * time.Second)
		b.write(sessiontest.Book)
		again := b.wake()
		if n := b.journal.Pending(); n != 1 {
			t.Errorf("%d rows wait for the booking", n)
		}
		b.during(again, func() { b.write("oi", sessiontest.Book) })
		b.post("m1", sessiontest.Body(sessiontest.Book)) // the webhook, repeated
		b.wake()
		b.wantTexts(pendingText(), "TEXT:oi")
		if n := b.journal.Pending(); n != 1 {
			t.Errorf("%d rows wait for the booking", n)
		}
		b.settle()
		b.wantTexts(pendingText(), "TEXT:oi", sessiontest.Description, sessiontest.Preparation, "continuando")
		if b.bookingCalls() != 1 || b.session.rec.State.Bookings != 1 {
			t.Errorf("%d calls", b.bookingCalls())
		}
	})
}

// A person who comes while an A4 is open gets the session at once.  The patient is told of an
// appointment that turns out to exist, and of nothing else.
func TestPersonWhilePending(t *testing.T) {
	for name, test := range map[string]struct {
		taken  bool
		err    error
		told   bool
		unmade bool // and would be made by a second attempt
	}{
		"made":                 {told: true},
		"refused":              {taken: true},
		"open":                 {err: lost},
		"open, and still free": {err: lost, unmade: true},
	} {
		for _, webhook := range []bool{false, true} {
			t.Run(name+map[bool]string{true: ", by webhook"}[webhook], func(t *testing.T) {
				virtual(t, func(t *testing.T, b *bench) {
					slow := slowly(10 * time.Second)
					unmade := 0
					if b.know(exclusiveAgenda); test.unmade {
						b.clinic.Before = func(_ context.Context, operation, _ string) error {
							if operation == "book" {
								unmade++
								return test.err
							}
							return nil
						}
					}
					b.clinic.After = func(ctx context.Context, operation, subject string) error {
						_ = slow(ctx, operation, subject)
						if operation == "book" {
							return test.err
						}
						return nil
					}
					if test.taken {
						b.clinic.Taken = []string{"2000-02-01 09:00"}
					}
					b.write(sessiontest.Book)
					b.during(b.wake(), func() {
						if webhook {
							b.taken()
							return
						}
						b.write(sessiontest.Person)
					})
					b.wake()
					if n := len(b.gateway.Transfers()); !webhook && n != 1 {
						t.Errorf("%d transfers at once", n)
					}
					said := b.gateway.Texts()
					if test.told {
						said = append(said, sessiontest.Description, sessiontest.Preparation)
					}
					b.settle()
					b.wantTexts(said...)
					if b.bookingCalls()+unmade != 1 || len(b.gateway.Transfers()) > 1 || b.session.rec.State.Pending != nil || b.session.rec.HandedOver == nil {
						t.Errorf("%d calls, %d transfers, %+v", b.bookingCalls(), len(b.gateway.Transfers()), b.session.rec)
					}
				})
			})
		}
	}
}

// A person who came and left again while an A4 was open leaves a patient who waits for its answer.
func TestPersonLeftWhilePending(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.clinic.After = slowly(10 * time.Second)
		b.clinic.Taken = []string{"2000-02-01 09:00"}
		b.write(sessiontest.Book)
		b.during(b.wake(), func() { b.write(sessiontest.Person) })
		human := sessiontest.Open()
		human.Status = "IN_HUMAN"
		for _, c := range []chat.Session{sessiontest.Open(), human, sessiontest.Open()} {
			b.gateway.Set("s", c)
			b.during(b.wake(), func() { b.write("oi") })
		}
		b.settle()
		texts := b.gateway.Texts()
		if len(texts) != 5 || texts[2] != "TEXT:oi" || texts[4] != "continuando" { // with the news that the time is gone
			t.Errorf("the patient read %q", texts)
		}
		if s := b.session.rec.State; s.Bookings != 1 || s.Pending != nil || len(s.Gone) != 1 {
			t.Errorf("%+v", s)
		}
	})
}

// B4: the answer of an A4 is a fact.  It is recorded although its turn and its node have ended; the
// next process goes by it.
func TestAnswerAfterTheEnd(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.clinic.After = slowly(12 * time.Second)
		b.start()
		time.AfterFunc(time.Second, b.host.cancel)
		b.write(sessiontest.Book)
		if again := b.wake(); again != nothing {
			t.Errorf("a session of a node that stops asks to be woken in %v", again)
		}
		began := time.Now()
		if err := b.session.Wait(t.Context()); err != nil || time.Since(began) != 11*time.Second {
			t.Errorf("waited %v: %v", time.Since(began), err)
		}
		intents, err := b.journal.Intents(t.Context(), "s", 1)
		if err != nil || len(intents) != 1 || !strings.Contains(intents[0].Answer, `"executed"`) {
			t.Fatalf("intents %+v, %v", intents, err)
		}
		b.start()
		b.settle()
		b.wantTexts(textlessText()) // a person adds the rest
		b.wantOutcomes("AGENDADO 1", "TRANSFERIDO 1")
		if b.bookingCalls() != 1 {
			t.Errorf("%d calls", b.bookingCalls())
		}
	})
}

// Wait gives up when its own time ends, and returns at once when nothing is under way.
func TestWaitIsBounded(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.clinic.After = slowly(12 * time.Second)
		b.write(sessiontest.Book)
		b.wake()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if b.session.Wait(ctx) == nil {
			t.Error("a booking under way was not waited for")
		}
		b.settle()
		if err := b.session.Wait(ctx); err != nil {
			t.Error(err)
		}
	})
}

// A node that stops in order lets a turn wait for its A4 to the end, because nobody could tell the
// clinic's words afterwards.
func TestDrainWithBooking(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.clinic.After = slowly(12 * time.Second)
		b.start()
		time.AfterFunc(time.Second, func() { b.host.draining.Store(true) })
		b.write(sessiontest.Book)
		b.wake()
		b.wantTexts(sessiontest.Description, sessiontest.Preparation)
		b.wantOutcomes("AGENDADO 1")
	})
}

// A client that panics leaves a booking of which nobody knows anything.
func TestBookingPanics(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.config.Scheduling = panicking{b.clinic}
		b.say(sessiontest.Book)
		b.wantTexts(pendingText(), uncertainText())
		b.wantOutcomes("TRANSFERIDO 1")
		b.wantLogWithout("52998224725")
	})
}

type panicking struct{ *sessiontest.Clinic }

func (panicking) Book(context.Context, scheduling.Appointment) (scheduling.Booking, error) {
	panic("52998224725")
}

// As many bookings are under way as may be; the next one comes back.
func TestFlightsAreBounded(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.start()
		for b.session.flights.reserve() {
		}
		time.AfterFunc(time.Minute, b.session.flights.leave)
		b.say(sessiontest.Book)
		b.wantTexts(sessiontest.Description, sessiontest.Preparation)
		if !slices.Contains(b.results, "held") || b.bookingCalls() != 1 {
			t.Errorf("turns %q, %d calls", b.results, b.bookingCalls())
		}
		if intents, err := b.journal.Intents(t.Context(), "s", 1); err != nil || len(intents) != 1 {
			t.Errorf("intents %+v, %v", intents, err)
		}
	})
}

// The wait for an A4 holds no place among the running turns.
func TestPendingHoldsNoPlace(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.config.MaxTurns = 1
		b.clinic.After = slowly(10 * time.Second)
		b.write(sessiontest.Book)
		b.wake()
		other := newSession(b.session.Behavior, b.host, "other")
		err := b.journal.Accept(t.Context(), journal.Incoming{SessionID: "other", MessageID: "x", Body: sessiontest.Body("oi")})
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		if other.run(t.Context()); time.Since(began) != 0 || !slices.Contains(b.gateway.Texts(), "TEXT:oi") {
			t.Errorf("another session waited for %v", time.Since(began))
		}
		b.settle()
		synctest.Wait()
	})
}
