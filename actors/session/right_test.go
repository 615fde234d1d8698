package session

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"atende/actors/cluster"
	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/journal"
	"atende/actors/session/sessiontest"
	"atende/integrations/outbound"
)

// tenureOf is the tenure of an epoch that was gained in order.
func tenureOf(epoch int64) cluster.Tenure {
	return cluster.Tenure{Title: journal.Title{Incarnation: journal.Incarnation{Node: "n", Number: 1}, Epoch: epoch}}
}

// heldBack is what the clients answer when the permit says no.
func heldBack(client string) error { return sessiontest.Failure(client, outbound.NotSent, 0) }

// onceAt runs f before the call of an operation, once.
func onceAt(operation string, f func() error) sessiontest.Fault {
	done := false
	return func(_ context.Context, op, _ string) error {
		if op != operation || done {
			return nil
		}
		done = true
		return f()
	}
}

// C4: a node whose lease ended between two parts sends nothing more; whoever owns the session next sends
// the rest, and nothing twice.
func TestLeaseEndsBetweenParts(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.start()
		b.host.now(MayAct, tenureOf(1))
		b.gateway.After = onceAt("send_in_session", func() error {
			b.host.now(NoRight, cluster.Tenure{})
			return nil
		})
		b.write(sessiontest.Book)
		if again := b.wake(); again != nothing {
			t.Errorf("it wants to be woken after %v", again)
		}
		b.wantTexts(sessiontest.Description)
		b.host.now(MayAct, tenureOf(2))
		b.settle()
		b.wantTexts(sessiontest.Description, sessiontest.Preparation)
		b.wantOutcomes("AGENDADO 1")
	})
}

// C4: an error that comes of holding a call back is nobody's error.
func TestHeldBackIsNoFailure(t *testing.T) {
	for _, operation := range []string{"get_session", "slots", "find_patient", "register_patient", "send_in_session", "transfer"} {
		t.Run(operation, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				b.start()
				b.host.now(MayAct, tenureOf(1))
				lose := onceAt(operation, func() error {
					b.host.now(NoRight, cluster.Tenure{})
					return heldBack("gateway")
				})
				b.gateway.Before, b.clinic.Before = lose, lose
				want := []string{sessiontest.Description, sessiontest.Preparation}
				outcome, text := "AGENDADO 1", sessiontest.Book
				if operation == "transfer" {
					want, outcome, text = nil, "TRANSFERIDO 1", sessiontest.Person
				}
				b.write(text)
				for range 3 {
					b.wake()
				}
				if operation != "send_in_session" { // what was decided counts
					b.wantOutcomes()
				}
				b.host.now(MayAct, tenureOf(2))
				b.settle()
				if want != nil {
					b.wantTexts(want...)
				}
				b.wantOutcomes(outcome)
			})
		})
	}
}

// C4: a lease that ran out for a moment, while its renewal was under way, held a call back.  That it runs again
// when the call returns does not make it an error of the clinic, for which a person would have to take over.
func TestHeldBackForAMomentIsNoFailure(t *testing.T) {
	for _, operation := range []string{"slots", "find_patient", "register_patient"} {
		t.Run(operation, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				b.start()
				b.host.now(MayAct, tenureOf(1))
				b.clinic.Before = onceAt(operation, func() error {
					b.host.now(NoRight, cluster.Tenure{})
					if b.session.permit.ask() == nil {
						t.Error("allowed without a lease")
					}
					b.host.now(MayAct, tenureOf(1))
					return heldBack("scheduling")
				})
				b.write(sessiontest.Book)
				b.wake() // and then by the periodic pass
				b.settle()
				b.wantTexts(sessiontest.Description, sessiontest.Preparation)
				b.wantOutcomes("AGENDADO 1")
			})
		})
	}
}

// B2: an A4 does not leave when the lease ended while its intent was committed; the owner makes the next
// attempt, at once.
func TestBookingNeedsTheLease(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.start()
		b.host.now(MayAct, tenureOf(1))
		b.clinic.Before = onceAt("book", func() error {
			b.host.now(NoRight, cluster.Tenure{})
			return nil // on its way to the guard
		})
		b.write(sessiontest.Book)
		b.wake()
		synctest.Wait()
		if b.bookingCalls() != 0 {
			t.Fatal("the booking was sent without a lease")
		}
		began := time.Now()
		b.start() // another node
		b.host.now(MayAct, tenureOf(2))
		b.settle()
		b.wantTexts(sessiontest.Description, sessiontest.Preparation, "continuando")
		if took := time.Since(began); took > 2*time.Second {
			t.Errorf("the next owner took %v", took)
		}
	})
}

// A turn that was begun ends although the session moves, and nothing is begun.
func TestFinishesWhatWasBegun(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.start()
		b.host.now(MayAct, tenureOf(1))
		b.config.Driver = sessiontest.Driver{}
		b.gateway.Before = onceAt("get_session", func() error {
			b.write("dois")
			b.host.now(MayFinish, tenureOf(1))
			return nil
		})
		b.write("um")
		if again := b.wake(); again != nothing {
			t.Errorf("it wants to be woken after %v", again)
		}
		b.wantTexts("TEXT:um")
		b.wake()
		b.wantTexts("TEXT:um")
	})
}

// A session that nobody looked at yet is not begun during a move.
func TestMoveBeginsNothing(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.start()
		b.host.now(MayFinish, tenureOf(1))
		b.write("um")
		b.wake()
		b.wantTexts()
		if b.gateway.Reads() != 0 {
			t.Error("the session was worked on")
		}
	})
}

// Rows that the former owner may have died of are counted; those of an owner that gave the session
// away alive are not.
func TestSuspectsOfATakeover(t *testing.T) {
	for name, crashed := range map[string]bool{"the owner died": true, "planned": false} {
		t.Run(name, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				deaths := 0
				b.config.Driver = sessiontest.Driver{OnTurn: func(decide.Turn) {
					deaths++
					b.host.cancel() // stands for the end of the process in the middle of the turn
					panic("dead")
				}}
				b.write("oi")
				for epoch := range int64(5) {
					time.Sleep(time.Second)
					b.start()
					tenure := tenureOf(epoch)
					if crashed {
						tenure.Suspect = time.Now()
					}
					b.host.now(MayAct, tenure)
					b.wake()
				}
				if want := map[bool]int{true: 2, false: 5}[crashed]; deaths != want {
					t.Errorf("%d owners tried the row, want %d", deaths, want)
				}
			})
		})
	}
}

// What another owner is finishing is asked for again soon, without a word.
func TestHeldSession(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.start()
		b.session.Journal = holding{b.journal}
		b.write("oi")
		if again := b.wake(); again != heldPause {
			t.Errorf("it wants to be woken after %v", again)
		}
		b.wantResults()
		b.session.Journal = b.journal
		b.settle()
		b.wantTexts("TEXT:oi")
	})
}

type holding struct{ journal.Journal }

func (holding) Activate(context.Context, string, int) (journal.Activation, error) {
	return journal.Activation{}, journal.ErrHeld
}

// J5: a mark that fails while the session moves is made again, because the next owner would say the part
// once more.
func TestMarksOfAMovingSession(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.start()
		b.host.now(MayAct, tenureOf(1))
		flaky := &flakyJournal{Journal: b.journal}
		b.session.Journal = flaky
		b.gateway.After = onceAt("send_in_session", func() error {
			b.host.now(MayFinish, tenureOf(1))
			flaky.failures = 3
			return nil
		})
		b.write(sessiontest.Book)
		b.wake()
		b.start() // the new owner
		b.host.now(MayAct, tenureOf(2))
		b.settle()
		b.wantTexts(sessiontest.Description, sessiontest.Preparation)
	})
}

// flakyJournal fails some commits before they do anything.
type flakyJournal struct {
	journal.Journal
	failures int
}

func (j *flakyJournal) Commit(ctx context.Context, schema int, c journal.Commit) (int64, error) {
	if j.failures > 0 {
		j.failures--
		return 0, errors.New("the statement took too long")
	}
	return j.Journal.Commit(ctx, schema, c)
}

// A node that took over in the middle of a booking asks the scheduling API before the A4, which tells
// whether it may be repeated; else a lost answer would end with a person.
func TestNewcomerAsksBeforeItBooks(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.clinic.Replays, b.clinic.Announces = true, true
		b.say(sessiontest.Offer)
		b.start() // a process that has heard of nobody
		b.session.tenure = b.host.tenure
		if err := b.session.load(t.Context()); err != nil {
			t.Fatal(err)
		}
		e := conversation.MakeAppointment{Slot: b.session.rec.State.Offer[0]}
		before := b.looks()
		for range 2 {
			if b.session.wentMeanwhile(t.Context(), e) {
				t.Error("the time of a fresh offer is gone")
			}
		}
		if b.looks() != before+1 || !b.clinic.KnowsIntents() {
			t.Errorf("%d looks, want one; intents are known: %t", b.looks()-before, b.clinic.KnowsIntents())
		}
	})
}

// What a session that was erased had delivered says nothing of the session that comes back under its name, also
// where another node answered the first turn of that one: the patient is answered by whoever has it.
func TestErasedLifeIsForgotten(t *testing.T) {
	for name, test := range map[string]struct {
		before []string // turns of the erased life
		moves  bool     // another node answers the first turn of the next
		want   []string
	}{
		"at the same node": {[]string{"um"}, false, []string{"TEXT:um", "TEXT:três", "TEXT:quatro"}},
		"away and back":    {[]string{"um", "dois"}, true, []string{"TEXT:um", "TEXT:dois", "TEXT:três", "TEXT:quatro"}},
	} {
		t.Run(name, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				b.start()
				b.host.now(MayAct, tenureOf(1))
				for _, text := range test.before {
					b.say(text)
					time.Sleep(time.Minute)
				}
				if err := b.journal.(journal.Archive).Erase(t.Context(), "s", b.stored().Version); err != nil {
					t.Fatal(err)
				}
				first, host := b.session, b.host
				if test.moves {
					host.now(NoRight, cluster.Tenure{})
					b.wake()
					b.start()
					b.host.now(MayAct, tenureOf(2))
				}
				b.say("três")
				if test.moves {
					b.session, b.host = first, host
					host.now(MayAct, tenureOf(3))
				}
				time.Sleep(time.Minute)
				b.say("quatro")
				b.wantTexts(test.want...)
			})
		})
	}
}
