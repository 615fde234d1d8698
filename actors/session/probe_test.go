package session

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"atende/actors/conversation"
	"atende/actors/session/sessiontest"
	"atende/integrations/scheduling"
)

var maria = scheduling.NewPatient{Name: "Maria Silva", CPF: "52998224725", BirthDate: "1985-03-12"}

// fact is what the journal knows of the tests' agenda: "exclusive", "shared" or "".
func (b *bench) fact() string {
	b.t.Helper()
	fact, known, err := b.journal.Fact(b.t.Context(), 101)
	switch {
	case err != nil:
		b.t.Fatal(err)
	case known && fact.Exclusive:
		return "exclusive"
	case known:
		return "shared"
	}
	return ""
}

// looks counts the calls of A1.
func (b *bench) looks() int { return strings.Count(b.clinic.Calls(), "slots") }

// B7: a booking that certainly was made teaches whether a booked time leaves the list; nothing else
// does.
func TestProbe(t *testing.T) {
	for name, test := range map[string]struct {
		prepare func(b *bench)
		want    string
	}{
		"leaves the list": {func(*bench) {}, "exclusive"},
		"stays listed":    {func(b *bench) { b.clinic.Overbooks = true }, "shared"},
		"slow, but sure":  {func(b *bench) { b.clinic.After = slowly(9 * time.Second) }, "exclusive"},
		"the look fails": {func(b *bench) {
			b.play(map[string]*script{"slots": {before: []error{nil, lost}}})
		}, ""},
		"unreadable": {func(b *bench) { b.clinic.Unreadable = true }, ""},
		"refused":    {func(b *bench) { b.clinic.Taken = []string{"2000-02-01 09:00"} }, ""},
		"made at the second call": {func(b *bench) {
			b.clinic.Replays, b.clinic.Announces = true, true
			b.play(map[string]*script{"book": {after: []error{lost}}})
		}, ""},
		"made at the second attempt": {func(b *bench) {
			b.play(map[string]*script{"book": {before: []error{away}}})
		}, ""},
		"begins soon": {func(b *bench) {
			b.session.Now = func() time.Time { return time.Date(2000, 2, 1, 11, 30, 0, 0, time.UTC) } // 08:30
		}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				b.start()
				test.prepare(b)
				b.say(sessiontest.Book)
				if got := b.fact(); got != test.want {
					t.Errorf("learned %q, want %q", got, test.want)
				}
			})
		})
	}
}

// The patient does not wait for the look, and its failure is nobody's error.
func TestProbeIsNotWaitedFor(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		looks := 0
		b.clinic.Before = func(ctx context.Context, operation, _ string) error {
			if operation == "slots" {
				if looks++; looks == 2 {
					<-ctx.Done()
					return lost
				}
			}
			return nil
		}
		began := time.Now()
		b.write(sessiontest.Book)
		if again := b.wake(); again != nothing || time.Since(began) != 0 {
			t.Errorf("the turn took %v, and %v more", time.Since(began), again)
		}
		b.wantTexts(sessiontest.Description, sessiontest.Preparation)
		if err := b.session.Wait(t.Context()); err != nil || time.Since(began) != lookTimeout {
			t.Errorf("waited for %v: %v", time.Since(began), err)
		}
		b.wantOutcomes("AGENDADO 1")
		if strings.Contains(b.log.String(), "level=ERROR") {
			t.Errorf("an error: %s", b.log)
		}
	})
}

// An agenda is looked at once a week, also by the next process, and by one booking at a time.
func TestProbeWeekly(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		book := func(want int) {
			t.Helper()
			before := b.looks()
			b.say(sessiontest.Book)
			if n := b.looks() - before - 1; n != want { // one is the search
				t.Errorf("%d looks, want %d", n, want)
			}
		}
		book(1)
		book(0)
		b.start()
		book(0)
		time.Sleep(8 * 24 * time.Hour)
		book(1)
		book(0)
	})
}

func TestProbesAreBounded(t *testing.T) {
	p := &probes{crew: crew{places: maxProbes}}
	now := time.Now()
	for agenda := range maxProbes {
		if !p.take(agenda, now) {
			t.Errorf("agenda %d was not looked at", agenda)
		}
	}
	if p.take(0, now) || p.take(99, now) {
		t.Error("too many looks at once")
	}
	p.release(0, true)
	p.release(1, false)
	if p.take(0, now.Add(factFresh-1)) || !p.take(1, now) || !p.take(0, now.Add(factFresh)) {
		t.Error("what was learned is kept for a week, a failure for no time")
	}
}

// A node that stops begins no look.
func TestNoProbeWhileDraining(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.start()
		b.clinic.After = func(_ context.Context, operation, _ string) error {
			b.host.draining.Store(operation == "book")
			return nil
		}
		b.write(sessiontest.Book)
		b.wake()
		synctest.Wait()
		b.wantTexts(sessiontest.Description, sessiontest.Preparation)
		if b.looks() != 1 || b.fact() != "" {
			t.Errorf("%d looks", b.looks())
		}
		if b.session.rec.State.Closed != conversation.OutcomeBooked {
			t.Error("not booked")
		}
	})
}
