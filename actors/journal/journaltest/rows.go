package journaltest

import (
	"testing"
	"time"

	"atende/actors/journal"
)

func exerciseRows(t *testing.T, b Backend) {
	t.Run("J6 only the commit that names a row removes it", func(t *testing.T) {
		u := setup(t, b, Config{})
		u.accept("s", "a", "b", "c")
		seqs := u.seqs("s")
		version := u.commit(journal.Commit{SessionID: "s", Version: u.activate("s").Version, State: []byte("x")})
		u.waits("s", "a", "b", "c")
		version = u.commit(journal.Commit{SessionID: "s", Version: version, Done: []int64{seqs[1]}})
		u.waits("s", "a", "c")
		u.pends(2)
		u.commit(journal.Commit{SessionID: "s", Version: version, Done: []int64{seqs[0], seqs[2]}})
		u.waits("s")
		u.pends(0)
	})
	t.Run("rows of others and unknown rows are left alone", func(t *testing.T) {
		u := setup(t, b, Config{})
		u.accept("s", "a")
		u.accept("other", "b")
		strangers := append(u.seqs("other"), 0, -1, 1<<40)
		u.commit(journal.Commit{
			SessionID: "s", Version: u.activate("s").Version,
			Done: append(strangers, u.seqs("s")[0], u.seqs("s")[0]), Attempted: strangers,
		})
		u.waits("s")
		u.waits("other", "b")
		u.pends(1)
		if row := u.read("other")[0]; row.Attempts != 0 {
			t.Errorf("attempts are %d", row.Attempts)
		}
	})
	t.Run("attempts are counted row by row", func(t *testing.T) {
		u := setup(t, b, Config{})
		u.accept("s", "a", "b")
		seqs := u.seqs("s")
		version := u.commit(journal.Commit{SessionID: "s", Version: u.activate("s").Version, Attempted: seqs})
		u.commit(journal.Commit{SessionID: "s", Version: version, Attempted: seqs[1:]})
		if rows := u.read("s"); rows[0].Attempts != 1 || rows[1].Attempts != 2 {
			t.Errorf("attempts are %d and %d, want 1 and 2", rows[0].Attempts, rows[1].Attempts)
		}
	})
	t.Run("a number is never given twice", func(t *testing.T) {
		u := setup(t, b, Config{})
		last := int64(0)
		for range 3 {
			u.accept("s", "m")
			seqs := u.seqs("s")
			if seqs[0] <= last {
				t.Fatalf("number %d came after %d", seqs[0], last)
			}
			last = seqs[0]
			u.commit(journal.Commit{SessionID: "s", Version: u.activate("s").Version, Done: seqs})
			if b.Durable {
				u.reopen()
			}
		}
	})
}

func exerciseSweep(t *testing.T, b Backend) {
	t.Run("sessions with rows, oldest first", func(t *testing.T) {
		u := setup(t, b, Config{})
		u.sweeps(9)
		u.accept("b", "1")
		u.accept("a", "2")
		u.accept("b", "3")
		u.accept("c", "4")
		u.sweeps(9, "b", "a", "c")
		u.sweeps(2, "b", "a")
		u.sweeps(0)
		u.sweeps(-1)
		u.commit(journal.Commit{SessionID: "b", Version: u.activate("b").Version, Done: u.seqs("b")[:1]})
		u.sweeps(9, "a", "b", "c")
		u.commit(journal.Commit{SessionID: "a", Version: u.activate("a").Version, Done: u.seqs("a")})
		u.sweeps(9, "b", "c")
	})
	t.Run("with the time of the oldest row", func(t *testing.T) {
		u := setup(t, b, Config{})
		u.accept("s", "a", "b")
		want := u.read("s")[0].ReceivedAt
		found, err := u.Sweep(t.Context(), 1)
		u.must(err)
		if len(found) != 1 || !found[0].Oldest.Equal(want) {
			t.Errorf("got %+v, want %v", found, want)
		}
	})
	t.Run("activating or committing alone does not show up", func(t *testing.T) {
		u := setup(t, b, Config{})
		u.commit(journal.Commit{SessionID: "s", Version: u.activate("s").Version, State: []byte("x"), Intent: intent(1, 1)})
		u.sweeps(9)
	})
}

// sweeps wants Sweep to find these sessions, in this order.
func (u *bundle) sweeps(limit int, sessions ...string) {
	u.t.Helper()
	found, err := u.Sweep(u.t.Context(), limit)
	u.must(err)
	if len(found) != len(sessions) {
		u.t.Fatalf("found %+v, want %v", found, sessions)
	}
	for i, w := range found {
		if w.SessionID != sessions[i] {
			u.t.Fatalf("found %+v, want %v", found, sessions)
		}
	}
}

// intent is an open one with a token that tells its place.
func intent(n, attempt int) *journal.Intent {
	return &journal.Intent{
		N: n, Attempt: attempt, Token: string(rune('a'+n)) + string(rune('0'+attempt)), Slot: "101 23-11-2026 09:00",
		At: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC),
	}
}
