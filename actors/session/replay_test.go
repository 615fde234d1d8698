package session

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"atende/actors/booking"
	"atende/actors/decide"
	"atende/actors/journal"
	"atende/actors/session/sessiontest"
	"atende/integrations/outbound"
	"atende/integrations/scheduling"
)

// dieBooking lets the process die when A4 was executed and before anybody hears of it, or hears of it
// and dies before the turn is committed.
func (b *bench) dieBooking(heard bool) {
	b.t.Helper()
	b.clinic.After = func(_ context.Context, operation, _ string) error {
		if operation != "book" {
			return nil
		}
		b.host.cancel()
		if heard {
			return nil
		}
		return lost
	}
	b.start()
	b.write(sessiontest.Book)
	b.wake()
	synctest.Wait() // the call that goes on without its turn
	b.clinic.After = nil
}

// An intent remembers that the scheduling API knew intents.  When the next process talks to one that does
// not, because the settings name another or it was replaced, a repeat would book twice.
func TestReplayTowardsAnotherServer(t *testing.T) {
	for name, heard := range map[string]bool{"answer lost": false, "answer recorded": true} {
		t.Run(name, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				b.clinic.Replays, b.clinic.Announces = true, true
				b.dieBooking(heard)
				b.clinic.Replays, b.clinic.Announces, b.clinic.Overbooks = false, false, true
				b.start()
				b.settle()
				if heard { // it was made, only its texts are lost
					b.wantTexts(textlessText())
					b.wantOutcomes("AGENDADO 1", "TRANSFERIDO 1")
				} else {
					b.wantOutcomes("TRANSFERIDO 1")
				}
				if n := len(b.clinic.Booked()); n != 1 {
					t.Errorf("%d appointments", n)
				}
			})
		})
	}
}

// What the journal knows of an appointment is told, whatever became of the repeat that was to bring its texts,
// and whoever has the session: then without another transfer.
func TestAppointmentWithoutTextsIsTold(t *testing.T) {
	for name, test := range map[string]struct {
		then      func(b *bench)
		transfers int
	}{
		"repeats are lost": {func(b *bench) { b.clinic.After = (&faults{fail: map[string]int{"book": -1}, err: lost}).ask }, 1},
		"repeats are refused": {func(b *bench) {
			b.clinic.Before = (&faults{fail: map[string]int{"book": -1}, err: sessiontest.Failure("scheduling", outbound.Refused, 409)}).ask
		}, 1},
		"a person came": {func(b *bench) { b.taken() }, 0},
		"nobody says whether a person came": {func(b *bench) {
			b.gateway.Before = (&faults{fail: map[string]int{"get_session": 5}, err: away}).ask
		}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				b.clinic.Replays, b.clinic.Announces = true, true
				b.dieBooking(true)
				test.then(b)
				b.start()
				b.settle()
				if texts := b.gateway.Texts(); len(texts) == 0 || texts[len(texts)-1] != textlessText() {
					t.Errorf("the patient read %q", texts)
				}
				if n := len(b.gateway.Transfers()); n != test.transfers || len(b.clinic.Booked()) != 1 {
					t.Errorf("%d transfers, %d appointments", n, len(b.clinic.Booked()))
				}
			})
		})
	}
}

// While the scheduling API is away nobody knows whether it is the same one, which is no reason for a person.
func TestReplayAfterTheClinicWasAway(t *testing.T) {
	for name, heard := range map[string]bool{"answer lost": false, "answer recorded": true} {
		t.Run(name, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				b.clinic.Replays, b.clinic.Announces = true, true
				b.dieBooking(heard)
				back := time.Now().Add(45 * time.Second)
				b.clinic.Before = func(context.Context, string, string) error {
					if time.Now().Before(back) {
						return away
					}
					return nil
				}
				b.start()
				b.settle()
				b.wantOutcomes("AGENDADO 1")
				if n := len(b.clinic.Booked()); n != 1 || time.Since(back) > lookPause {
					t.Errorf("%d appointments, told %v after the clinic was back", n, time.Since(back))
				}
			})
		})
	}
}

// B10: a driver that panics over a booking of which it is told keeps nobody from settling it.
func TestDriverPanicsWhileSettling(t *testing.T) {
	virtual(t, func(_ *testing.T, b *bench) {
		b.dieBooking(false)
		b.config.Driver = sessiontest.Driver{OnTurn: func(turn decide.Turn) {
			if len(turn.Messages) == 0 {
				panic("52998224725")
			}
		}}
		b.start()
		b.settle()
		b.wantTexts(pendingText(), uncertainText())
		b.wantOutcomes("TRANSFERIDO 1")
	})
}

// Nor does what an earlier process recorded allow repeats of other bookings.
func TestRecordedAnswerAllowsNoReplay(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.clinic.Replays, b.clinic.Announces = true, true
		b.dieBooking(true)
		b.clinic.Replays, b.clinic.Announces, b.clinic.Overbooks = false, false, true
		b.start()
		b.settle()
		b.clinic.After = (&faults{fail: map[string]int{"book": 1}, err: lost}).ask
		before := len(b.clinic.Booked())
		b.say(sessiontest.Book)
		if n := len(b.clinic.Booked()) - before; n > 1 {
			t.Errorf("%d appointments for the second booking", n)
		}
	})
}

// A repeat that could not be sent is made again after a pause, although its own end wakes the session.
func TestReplayPace(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.clinic.Replays, b.clinic.Announces = true, true
		b.dieBooking(false)
		f := &faults{fail: map[string]int{"book": -1}, err: away}
		b.clinic.Before = f.ask
		b.start()
		b.settle()
		b.wantOutcomes("TRANSFERIDO 1")
		if most := int((booking.Quarantine+booking.LookFor)/lookPause+1) * maxReplays; f.count("book") > most {
			t.Errorf("%d calls, want %d at most", f.count("book"), most)
		}
	})
}

// A call that ended open before anybody knew that the scheduling API knows intents is repeated once that is
// known, instead of a person.
func TestReplayOnceKnown(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.clinic.Replays = true
		f := &faults{fail: map[string]int{"book": 1}, err: lost}
		b.clinic.After = f.ask
		b.write(sessiontest.Book)
		b.during(b.wake(), func() { // another session hears of it
			b.clinic.Announces = true
			if _, err := b.clinic.Slots(t.Context(), scheduling.Query{}); err != nil {
				t.Error(err)
			}
		})
		began := time.Now()
		b.settle()
		b.wantOutcomes("AGENDADO 1")
		if n := len(b.clinic.Booked()); n != 1 || time.Since(began) > booking.Quarantine {
			t.Errorf("%d appointments after %v", n, time.Since(began))
		}
	})
}

// slowly lets each A4 take longer than its call waits; it is executed only if executes says so of the n-th.
func (b *bench) slowly(executes func(n int) bool) (calls *int) {
	b.clinic.Replays, b.clinic.Announces = true, true
	calls = new(int)
	b.clinic.Before = func(_ context.Context, operation, _ string) error {
		if operation != "book" {
			return nil
		}
		if *calls++; executes(*calls) {
			return nil
		}
		time.Sleep(bookTimeout)
		return lost
	}
	return calls
}

// Towards a server that knows intents a call that took its time is repeated, for as long as an open booking
// may take.
func TestSlowReplay(t *testing.T) {
	t.Run("the server comes back", func(t *testing.T) {
		virtual(t, func(t *testing.T, b *bench) {
			calls := b.slowly(func(n int) bool { return n == 3 })
			b.say(sessiontest.Book)
			b.wantOutcomes("AGENDADO 1")
			if *calls != 3 || len(b.clinic.Booked()) != 1 {
				t.Errorf("%d calls, %d appointments", *calls, len(b.clinic.Booked()))
			}
		})
	})
	t.Run("it does not", func(t *testing.T) {
		virtual(t, func(t *testing.T, b *bench) {
			began := time.Now()
			calls := b.slowly(func(int) bool { return false })
			b.say(sessiontest.Book)
			b.wantOutcomes("TRANSFERIDO 1")
			b.wantTexts(pendingText(), uncertainText())
			if took := time.Since(began); *calls < 3 || *calls > 6 || took > booking.Quarantine+booking.LookFor {
				t.Errorf("%d calls in %v", *calls, took)
			}
		})
	})
}

// A person who took the session meanwhile, with or without a word to us, decides what becomes of an open
// booking: a repeat, or a second attempt, could book beside an appointment that the person makes.
func TestNoCallBesideAPerson(t *testing.T) {
	for name, come := range map[string]func(*bench){
		"in the gateway": func(b *bench) { b.gateway.Set("s", withPerson()) },
		"by webhook":     func(b *bench) { b.taken() },
	} {
		for _, announces := range []bool{true, false} {
			t.Run(name, func(t *testing.T) {
				virtual(t, func(t *testing.T, b *bench) {
					err := b.journal.Learn(t.Context(), journal.Fact{AgendaID: 101, Exclusive: true, At: time.Now()})
					if err != nil {
						t.Fatal(err)
					}
					calls := b.slowly(func(n int) bool {
						if n == 1 {
							come(b)
						}
						return n > 1
					})
					b.clinic.Replays, b.clinic.Announces = announces, announces
					b.say(sessiontest.Book)
					if *calls != 1 || len(b.clinic.Booked()) != 0 {
						t.Errorf("%d calls, %d appointments", *calls, len(b.clinic.Booked()))
					}
					for _, text := range b.gateway.Texts() {
						if text != pendingText() {
							t.Errorf("the patient read %q", text)
						}
					}
				})
			})
		}
	}
}
