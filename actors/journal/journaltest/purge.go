package journaltest

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"atende/actors/journal"
)

// hand is a clock that stands until the test moves it.
type hand struct{ at time.Time }

func (h *hand) now() time.Time { return h.at }

// aged is a journal with sessions "d0" to "d4", each changed on its own day and with an intent of
// then; two of them have rows that wait.
func aged(t *testing.T, b Backend) (u *bundle, day func(n int) time.Time) {
	t.Helper()
	start := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	h := &hand{at: start}
	u = setup(t, b, Config{Now: h.now})
	for n := range 5 {
		h.at = start.AddDate(0, 0, n)
		id := fmt.Sprint("d", n)
		u.commit(journal.Commit{
			SessionID: id, Version: u.activate(id).Version, State: []byte(id),
			Intent: &journal.Intent{N: 1, Attempt: 1, Token: id},
		})
		if n == 1 || n == 3 {
			u.accept(id, "waits")
		}
	}
	h.at = start.AddDate(0, 0, 40)
	return u, func(n int) time.Time { return start.AddDate(0, 0, n) }
}

func exercisePurge(t *testing.T, b Backend) {
	t.Run("a zero time forgets nothing", func(t *testing.T) {
		u, _ := aged(t, b)
		u.purges(0, journal.Retention{}, 99)
		u.remembers("d0", true)
	})
	t.Run("a limit of nothing forgets nothing", func(t *testing.T) {
		u, day := aged(t, b)
		u.purges(0, journal.Retention{Sessions: day(9), Intents: day(9)}, 0)
		u.purges(0, journal.Retention{Sessions: day(9), Intents: day(9)}, -1)
	})
	t.Run("old sessions go, those that changed since or have rows stay", func(t *testing.T) {
		u, day := aged(t, b)
		u.purges(2, journal.Retention{Sessions: day(4)}, 99) // d0 and d2; d4 changed exactly then
		for id, stays := range map[string]bool{"d0": false, "d1": true, "d2": false, "d3": true, "d4": true} {
			u.remembers(id, stays)
		}
		u.waits("d1", "waits")
		u.pends(2)
	})
	t.Run("an answered session goes when it is old enough", func(t *testing.T) {
		u, day := aged(t, b)
		u.purges(3, journal.Retention{Sessions: day(9)}, 99)
		u.commit(journal.Commit{SessionID: "d1", Version: u.activate("d1").Version, Done: u.seqs("d1")})
		u.purges(0, journal.Retention{Sessions: day(40)}, 99)
		u.purges(1, journal.Retention{Sessions: day(41)}, 99)
		u.remembers("d1", false)
	})
	t.Run("loading alone does not keep a session", func(t *testing.T) {
		u, day := aged(t, b)
		u.activate("d0")
		u.purges(3, journal.Retention{Sessions: day(9)}, 99)
		u.remembers("d0", false)
	})
	t.Run("no more than the limit at a time, until nothing is left", func(t *testing.T) {
		u, day := aged(t, b)
		keep := journal.Retention{Sessions: day(9), Intents: day(9)}
		total, calls := 0, 0
		for {
			removed, err := u.Purge(t.Context(), keep, 1)
			u.must(err)
			if removed > 2 {
				t.Fatalf("%d went away, at most one of each kind may", removed)
			}
			total, calls = total+removed, calls+1
			if removed == 0 {
				break
			}
		}
		if total != 6 || calls > 7 {
			t.Errorf("%d went away in %d calls, want 3 sessions and 3 intents", total, calls)
		}
	})
	exercisePurgedIntents(t, b)
	exerciseReturn(t, b)
}

func exercisePurgedIntents(t *testing.T, b Backend) {
	t.Run("old intents go, with or without their session, never beside rows that wait", func(t *testing.T) {
		u, day := aged(t, b)
		u.purges(1, journal.Retention{Sessions: day(1)}, 99) // d0; its intent stays for now
		u.purges(2, journal.Retention{Intents: day(3)}, 99)  // those of d0 and d2; d1 has a row
		for id, want := range map[string]int{"d1": 1, "d2": 0, "d3": 1, "d4": 1} {
			found, err := u.Intents(t.Context(), id, 1)
			u.must(err)
			if len(found) != want {
				t.Errorf("%s has %d intents, want %d", id, len(found), want)
			}
		}
	})
	t.Run("an intent outlives its session", func(t *testing.T) {
		u, day := aged(t, b)
		u.purges(3, journal.Retention{Sessions: day(9)}, 99)
		u.purges(3, journal.Retention{Intents: day(9)}, 99)
		u.purges(0, journal.Retention{Intents: day(9)}, 99)
	})
}

func exerciseReturn(t *testing.T, b Backend) {
	t.Run("B1 a session that comes back counts its bookings anew", func(t *testing.T) {
		u, day := aged(t, b)
		u.purges(3, journal.Retention{Sessions: day(9)}, 99)
		u.commit(journal.Commit{SessionID: "d0", Version: u.activate("d0").Version, Intent: intent(1, 1)})
		found, err := u.Intents(t.Context(), "d0", 1)
		u.must(err)
		if len(found) != 1 || found[0].Token != intent(1, 1).Token {
			t.Errorf("got %+v, want the new intent alone", found)
		}
	})
	t.Run("C1 no holder of a forgotten session passes the fence when it comes back", func(t *testing.T) {
		u, day := aged(t, b)
		version := u.activate("d0").Version
		for range 5 {
			version = u.commit(journal.Commit{SessionID: "d0", Version: version})
		}
		u.purges(0, journal.Retention{Sessions: day(1)}, 99) // not yet: it changed today
		u.purges(3, journal.Retention{Sessions: day(41)}, 99)
		if b.Durable {
			u.reopen()
		}
		for range 10 {
			a := u.activate("d0")
			if a.Version <= version {
				t.Fatalf("version %d was given before, up to %d", a.Version, version)
			}
			if _, err := u.Commit(t.Context(), schema, journal.Commit{SessionID: "d0", Version: version}); !errors.Is(err, journal.ErrFenced) {
				t.Fatalf("got error %v, want %v", err, journal.ErrFenced)
			}
		}
	})
}

// purges wants Purge to remove this many.
func (u *bundle) purges(want int, keep journal.Retention, limit int) {
	u.t.Helper()
	removed, err := u.Purge(u.t.Context(), keep, limit)
	u.must(err)
	if removed != want {
		u.t.Fatalf("%d went away, want %d", removed, want)
	}
}

// remembers looks whether a session has its state.
func (u *bundle) remembers(id string, want bool) {
	u.t.Helper()
	if got := u.activate(id).State != nil; got != want {
		u.t.Errorf("%s is remembered: %t, want %t", id, got, want)
	}
}

func exerciseFacts(t *testing.T, b Backend) {
	t.Run("B7 nothing is known at first", func(t *testing.T) {
		u := setup(t, b, Config{})
		u.knows(101, journal.Fact{}, false)
	})
	t.Run("B7 a later fact replaces an earlier one, and agendas do not mix", func(t *testing.T) {
		u := setup(t, b, Config{})
		at := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
		first := journal.Fact{AgendaID: 101, Exclusive: true, At: at.Add(123_456_789)}
		u.must(u.Learn(t.Context(), first))
		u.must(u.Learn(t.Context(), journal.Fact{AgendaID: 102, At: at}))
		first.At = first.At.Truncate(time.Millisecond)
		u.knows(101, first, true)
		later := journal.Fact{AgendaID: 101, At: at.AddDate(0, 0, 7)}
		u.must(u.Learn(t.Context(), later))
		if b.Durable {
			u.reopen()
		}
		u.knows(101, later, true)
		u.knows(102, journal.Fact{AgendaID: 102, At: at}, true)
		u.knows(103, journal.Fact{}, false)
	})
}

// knows wants this fact of an agenda.
func (u *bundle) knows(agendaID int, want journal.Fact, known bool) {
	u.t.Helper()
	got, ok, err := u.Fact(u.t.Context(), agendaID)
	u.must(err)
	if ok != known || got.AgendaID != want.AgendaID || got.Exclusive != want.Exclusive || !got.At.Equal(want.At) {
		u.t.Fatalf("agenda %d: %+v, known %t; want %+v, %t", agendaID, got, ok, want, known)
	}
}
