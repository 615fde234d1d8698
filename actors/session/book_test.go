package session

import (
	"context"
	"strconv"
	"strings"
	"testing"
	"time"

	"atende/actors/conversation"
	"atende/actors/journal"
	"atende/actors/session/record"
	"atende/actors/session/sessiontest"
	"atende/integrations/outbound"
)

// booking counts the A4 that left.
func (b *bench) bookingCalls() int { return strings.Count(b.clinic.Calls(), "book") }

// S-1-14: exactly one A4 a booking, whatever the scheduling API answers; only a call that certainly
// did not leave is made again (B1, B4).
func TestBookingAnswers(t *testing.T) {
	failure := func(kind outbound.Kind, status int) error {
		return sessiontest.Failure("scheduling", kind, status)
	}
	refusal := func(status int) error { return failure(outbound.Refused, status) }
	const newOffer = ""
	tests := []struct {
		name     string
		err      error // of the call
		times    int
		executed bool   // although it failed
		calls    int    // that arrived
		asked    int    // calls in all
		outcome  string // or newOffer
		want     string // the last text
	}{
		{"made", nil, 0, false, 1, 1, "AGENDADO", sessiontest.Preparation},
		{"400", refusal(400), 1, false, 0, 1, newOffer, ""},
		{"401", refusal(401), 1, false, 0, 1, newOffer, ""},
		{"403", refusal(403), 1, false, 0, 1, newOffer, ""},
		{"404", refusal(404), 1, false, 0, 1, newOffer, ""},
		{"405", refusal(405), 1, false, 0, 1, newOffer, ""},
		{"409", refusal(409), 1, false, 0, 1, newOffer, ""},
		{"413", refusal(413), 1, false, 0, 1, newOffer, ""},
		{"415", refusal(415), 1, false, 0, 1, newOffer, ""},
		{"422", refusal(422), 1, false, 0, 1, newOffer, ""},
		{"not sent once", failure(outbound.NotSent, 0), 1, false, 1, 2, "AGENDADO", sessiontest.Preparation},
		{"not sent twice", failure(outbound.NotSent, 0), 2, false, 0, 2, newOffer, ""},
		{"timeout, not executed", failure(outbound.Unknown, 0), 1, false, 0, 1, "TRANSFERIDO", uncertainText()},
		{"timeout, executed", failure(outbound.Unknown, 0), 1, true, 1, 1, "TRANSFERIDO", uncertainText()},
		{"500", failure(outbound.Unknown, 500), 1, false, 0, 1, "TRANSFERIDO", uncertainText()},
		{"500, executed", failure(outbound.Unknown, 500), 1, true, 1, 1, "TRANSFERIDO", uncertainText()},
		{"429", failure(outbound.Unknown, 429), 1, false, 0, 1, "TRANSFERIDO", uncertainText()},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				f := &faults{fail: map[string]int{"book": test.times}, err: test.err}
				if b.clinic.Before = f.ask; test.executed {
					b.clinic.Before, b.clinic.After = nil, f.ask
				}
				b.say(sessiontest.Book)
				if b.bookingCalls() != test.calls || f.count("book") != test.asked {
					t.Errorf("%d calls arrived of %d, want %d of %d", b.bookingCalls(), f.count("book"), test.calls, test.asked)
				}
				if test.outcome == newOffer {
					b.wantOutcomes()
					if s := b.session.rec.State; !s.SlotGone && len(s.Offer) == 0 || s.Choice != nil || len(s.Gone) != 1 {
						t.Errorf("no new offer: %+v", s)
					}
					return
				}
				b.wantOutcomes(test.outcome + " 1")
				if texts := b.gateway.Texts(); len(texts) == 0 || texts[len(texts)-1] != test.want {
					t.Errorf("the patient read %q", texts)
				}
			})
		})
	}
}

// A refusal that no new offer mends (a wrong token, an API that is away for A4 alone) ends with a
// person at the third time.
func TestBookingRefusedForEver(t *testing.T) {
	for name, err := range map[string]error{
		"401":      sessiontest.Failure("scheduling", outbound.Refused, 401),
		"not sent": sessiontest.Failure("scheduling", outbound.NotSent, 0),
	} {
		t.Run(name, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				b.clinic.Before = (&faults{fail: map[string]int{"book": -1}, err: err}).ask
				b.say(sessiontest.Book)
				b.say(sessiontest.Book)
				b.wantOutcomes()
				b.say(sessiontest.Book)
				b.wantOutcomes("TRANSFERIDO 1")
				if len(b.gateway.Transfers()) != 1 || b.bookingCalls() != 0 {
					t.Errorf("%d transfers, %d bookings", len(b.gateway.Transfers()), b.bookingCalls())
				}
			})
		})
	}
}

// A4 made, its answer without texts: a person tells the patient.
func TestUnreadableBooking(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.clinic.Unreadable = true
		b.say(sessiontest.Book)
		b.wantTexts(uncertainText())
		b.wantOutcomes("TRANSFERIDO 1")
		if b.bookingCalls() != 1 {
			t.Errorf("%d calls", b.bookingCalls())
		}
	})
}

// Towards a server that announced Atende-Intent an open call is repeated with the same intent, at
// most twice (B8).
func TestReplay(t *testing.T) {
	tests := []struct {
		name     string
		fails    int
		executed bool
		outcome  string
		asked    int
	}{
		{"executed, answer lost", 1, true, "AGENDADO", 2},
		{"executed, answer lost twice", 2, true, "AGENDADO", 3},
		{"lost before", 2, false, "AGENDADO", 3},
		{"no answer at all", 3, true, "TRANSFERIDO", 3},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				b.clinic.Replays, b.clinic.Announces = true, true
				b.start()
				f := &faults{fail: map[string]int{"book": test.fails}, err: sessiontest.Failure("scheduling", outbound.Unknown, 0)}
				if b.clinic.Before = f.ask; test.executed {
					b.clinic.Before, b.clinic.After = nil, f.ask
				}
				b.say(sessiontest.Book)
				b.wantOutcomes(test.outcome + " 1")
				if len(b.clinic.Booked()) > 1 || f.count("book") != test.asked {
					t.Errorf("%d appointments, %d calls", len(b.clinic.Booked()), f.count("book"))
				}
			})
		})
	}
}

// A repeat that certainly did not leave, or was turned away before anybody looked, tells nothing of
// the call before it: no new offer and no new intent may follow, for the appointment may exist.
func TestReplayTellsNothing(t *testing.T) {
	for name, second := range map[string]error{
		"not sent": sessiontest.Failure("scheduling", outbound.NotSent, 0),
		"401":      sessiontest.Failure("scheduling", outbound.Refused, 401),
		"404":      sessiontest.Failure("scheduling", outbound.Refused, 404),
	} {
		t.Run(name, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				b.clinic.Replays, b.clinic.Announces = true, true
				b.start()
				lost := &faults{fail: map[string]int{"book": 1}, err: sessiontest.Failure("scheduling", outbound.Unknown, 0)}
				b.clinic.After = lost.ask
				b.clinic.Before = func(_ context.Context, operation, _ string) error {
					if operation == "book" && lost.count("book") > 0 {
						return second
					}
					return nil
				}
				b.say(sessiontest.Book)
				b.wantOutcomes("TRANSFERIDO 1")
				b.wantTexts(uncertainText())
				if len(b.clinic.Booked()) != 1 {
					t.Errorf("%d appointments", len(b.clinic.Booked()))
				}
				if intents, err := b.journal.Intents(t.Context(), "s", 1); err != nil || len(intents) != 1 || intents[0].Answer != "" {
					t.Errorf("intents %+v, %v", intents, err)
				}
			})
		})
	}
}

// A repeat that is refused by a server that looked for the first call settles it: a new offer.
func TestReplayRefused(t *testing.T) {
	for _, status := range []int{400, 409, 422} {
		t.Run(strconv.Itoa(status), func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				b.clinic.Replays, b.clinic.Announces = true, true
				b.start()
				calls := 0
				b.clinic.Before = func(_ context.Context, operation, _ string) error {
					if operation != "book" {
						return nil
					}
					if calls++; calls == 1 {
						return sessiontest.Failure("scheduling", outbound.Unknown, 0)
					}
					return sessiontest.Failure("scheduling", outbound.Refused, status)
				}
				b.say(sessiontest.Book)
				b.wantOutcomes()
				if s := b.session.rec.State; calls != 2 || s.Choice != nil || len(s.Gone) != 1 {
					t.Errorf("no new offer after %d calls: %+v", calls, s)
				}
			})
		})
	}
}

// A server that has not said that it knows intents gets no repeat, not even once it has answered
// other things.
func TestNoBlindReplay(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		f := &faults{fail: map[string]int{"book": 1}, err: sessiontest.Failure("scheduling", outbound.Unknown, 0)}
		b.say(sessiontest.Book)
		b.clinic.After = f.ask
		b.say(sessiontest.Book)
		b.wantOutcomes("AGENDADO 1", "TRANSFERIDO 1")
		if f.count("book") != 1 {
			t.Errorf("%d calls for the second booking", f.count("book"))
		}
	})
}

// slowJournal takes its time for commits with an intent.
type slowJournal struct {
	journal.Journal
	takes []time.Duration
}

func (j *slowJournal) Commit(ctx context.Context, schema int, c journal.Commit) (int64, error) {
	if c.Intent != nil && len(j.takes) > 0 {
		time.Sleep(j.takes[0])
		j.takes = j.takes[1:]
	}
	return j.Journal.Commit(ctx, schema, c)
}

// B2: an A4 leaves within two seconds of starting its intent or not at all; the next attempt has an
// intent of its own.
func TestSendWindow(t *testing.T) {
	tests := []struct {
		takes   []time.Duration
		calls   int
		outcome string
	}{
		{[]time.Duration{1900 * time.Millisecond}, 1, "AGENDADO 1"},
		{[]time.Duration{2 * time.Second}, 1, "AGENDADO 1"},
		{[]time.Duration{3 * time.Second, 3 * time.Second}, 0, ""},
	}
	for i, test := range tests {
		t.Run(strconv.Itoa(i), func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				b.config.Journal = &slowJournal{Journal: b.journal, takes: test.takes}
				b.say(sessiontest.Book)
				if test.outcome == "" { // nothing was booked: a new offer
					b.wantOutcomes()
				} else {
					b.wantOutcomes(test.outcome)
				}
				if b.bookingCalls() != test.calls {
					t.Errorf("%d calls", b.bookingCalls())
				}
				intents, err := b.journal.Intents(t.Context(), "s", 1)
				if err != nil || len(intents) == 0 {
					t.Fatal(intents, err)
				}
				for n, in := range intents {
					if in.Attempt != n+1 || in.Answer == "" || strings.Contains(in.Answer+in.Slot, "52998224725") {
						t.Errorf("intent %+v", in)
					}
				}
			})
		})
	}
}

// The intent that the scheduling API sees names neither patient nor session, and is a different
// one for each booking.
func TestIntentHeader(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.say(sessiontest.Book)
		b.say(sessiontest.Book)
		booked := b.clinic.Booked()
		if len(booked) != 2 || booked[0].Intent == booked[1].Intent || booked[0].Intent == "" {
			t.Fatalf("booked %+v", booked)
		}
		for _, a := range booked {
			if len(a.Intent) > 100 || strings.Contains(a.Intent, "52998224725") || strings.HasPrefix(a.Intent, "s/") {
				t.Errorf("intent %q", a.Intent)
			}
		}
	})
}

// The right to book is lost with the session's record, but not its number: nobody books under a
// number that was used.
func TestIntentTaken(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		a, err := b.journal.Activate(t.Context(), "s", record.Schema)
		if err == nil {
			_, err = b.journal.Commit(t.Context(), record.Schema, journal.Commit{
				SessionID: "s", Version: a.Version, Intent: &journal.Intent{N: 1, Attempt: 1, Token: "old"},
			})
		}
		if err != nil {
			t.Fatal(err)
		}
		b.say(sessiontest.Book)
		b.wantOutcomes("TRANSFERIDO 1")
		if b.bookingCalls() != 0 {
			t.Error("booked without a right to")
		}
	})
}

// The ids of the outbox, the record and the answer are small.
func TestRecordSize(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		for range record.KeptSeen {
			b.say("oi")
		}
		b.say(sessiontest.Book)
		size := len(b.session.rec.Encode())
		t.Logf("%d bytes after a booking and %d messages", size, record.KeptSeen+1)
		if size > 2048 {
			t.Errorf("the record takes %d bytes", size)
		}
		if b.session.rec.State.Closed != conversation.OutcomeBooked {
			t.Error("nothing was booked")
		}
	})
}

// A server that announces Atende-Intent in every answer is known before the first A4 leaves: a process that
// dies with that call under way leaves an intent that the next one may repeat, instead of a patient for a person.
func TestFirstBookingIsReplayable(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.clinic.Replays, b.clinic.Announces = true, true
		b.clinic.After = func(_ context.Context, operation, _ string) error {
			if operation == "book" && len(b.results) == 0 {
				b.results = append(b.results, "died")
				b.host.cancel()
				return sessiontest.Failure("scheduling", outbound.Unknown, 0)
			}
			return nil
		}
		b.start()
		b.write(sessiontest.Book)
		b.wake()
		b.start()
		b.settle()
		b.wantTexts(sessiontest.Description, sessiontest.Preparation, "continuando")
		if n := len(b.clinic.Booked()); n != 1 {
			t.Errorf("%d appointments", n)
		}
	})
}
