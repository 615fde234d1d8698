package journaltest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atende/actors/journal"
)

func exerciseLook(t *testing.T, b Backend) {
	t.Run("a session without a state or a row is not known", func(t *testing.T) {
		u := setup(t, b, Config{})
		u.unknown("s")
		u.activate("s")
		u.unknown("s")
		u.commit(journal.Commit{SessionID: "s", Version: u.activate("s").Version, Sent: 1})
		u.unknown("s")
	})
	t.Run("a session as it lies there, and nobody is fenced", func(t *testing.T) {
		at := time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC)
		u := setup(t, b, Config{Now: func() time.Time { return at }})
		u.accept("s", "m", "n")
		version := u.commit(journal.Commit{
			SessionID: "s", Version: u.activate("s").Version, State: []byte("\x00kept"), Attempted: u.seqs("s")[:1],
		})
		want := journal.Stored{SessionID: "s", Version: version, Schema: schema, State: []byte("\x00kept"), ChangedAt: at, Waiting: u.read("s")}
		if diff := cmp.Diff(want, u.lookAt("s")); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		u.commit(journal.Commit{SessionID: "s", Version: version, State: []byte{}, Done: u.seqs("s")})
		if got := u.lookAt("s"); got.State == nil || len(got.State) != 0 || len(got.Waiting) != 0 {
			t.Errorf("an empty state is %+v", got)
		}
	})
	t.Run("a session that only waits has no version", func(t *testing.T) {
		u := setup(t, b, Config{})
		u.accept("s", "m")
		for range 2 {
			got := u.lookAt("s")
			if got.Version != 0 || got.Schema != 0 || got.State != nil || !got.ChangedAt.IsZero() || len(got.Waiting) != 1 {
				t.Errorf("got %+v", got)
			}
			u.activate("s")
		}
	})
	t.Run("no more waiting rows than the bound, the oldest", func(t *testing.T) {
		u := setup(t, b, Config{})
		for i := range journal.MaxWaiting + 1 {
			u.accept("s", fmt.Sprint(i))
		}
		if got := u.lookAt("s").Waiting; len(got) != journal.MaxWaiting || got[0].MessageID != "0" {
			t.Errorf("%d rows, the first is %s", len(got), got[0].MessageID)
		}
	})
	exerciseSessions(t, b)
}

func exerciseSessions(t *testing.T, b Backend) {
	t.Run("all sessions, page by page, by id", func(t *testing.T) {
		u := setup(t, b, Config{})
		u.lists(9)
		want := u.population()
		for _, limit := range []int{1, 2, 3, 99} {
			u.lists(limit, want...)
		}
		for _, limit := range []int{0, -1} {
			if page, err := u.Sessions(t.Context(), "", limit); err != nil || len(page) != 0 {
				t.Errorf("limit %d: %d sessions (%v)", limit, len(page), err)
			}
		}
	})
	t.Run("a page tells the same as a look", func(t *testing.T) {
		u := setup(t, b, Config{})
		u.population()
		page, err := u.Sessions(t.Context(), "", 99)
		u.must(err)
		for _, got := range page {
			if diff := cmp.Diff(u.lookAt(got.SessionID), got); diff != "" {
				t.Errorf("%s (-look +page):\n%s", got.SessionID, diff)
			}
		}
	})
	t.Run("pages while sessions come and go miss none that stays", func(t *testing.T) { leafWhileTheyChange(t, b) })
}

// population makes sessions of every sort and returns the ids of those that are known, in order.
func (u *bundle) population() []string {
	u.t.Helper()
	u.accept("b waits", "m", "n")
	u.accept("d both", "m")
	for _, id := range []string{"d both", "a state", "ção", "\xff"} {
		u.commit(journal.Commit{SessionID: id, Version: u.activate(id).Version, State: []byte(id)})
	}
	u.activate("c loaded")
	u.accept("e done", "m")
	u.commit(journal.Commit{SessionID: "e done", Version: u.activate("e done").Version, Done: u.seqs("e done")})
	return []string{"a state", "b waits", "d both", "ção", "\xff"}
}

// leafWhileTheyChange lets a session be answered, and others come and go, between and beside the pages.
func leafWhileTheyChange(t *testing.T, b Backend) {
	u := setup(t, b, Config{})
	var stay []string
	for i := range 20 {
		id := fmt.Sprintf("%02d", i)
		stay = append(stay, id)
		u.accept(id, "m") // answered beside the pages: a row becomes a state
		u.accept(id+"x", "m")
	}
	together(2, func(part int) {
		if part == 0 {
			for _, id := range stay {
				answer(t, u, id)
				if err := u.Erase(t.Context(), id+"x", 0); err != nil {
					t.Error(err)
				}
			}
			return
		}
		for range 5 {
			var got []string
			for after := ""; ; {
				page, err := u.Sessions(t.Context(), after, 3)
				if err != nil {
					t.Error(err)
					return
				}
				if len(page) == 0 {
					break
				}
				for _, s := range page {
					got = append(got, s.SessionID)
				}
				after = page[len(page)-1].SessionID
			}
			if got = slices.DeleteFunc(got, func(id string) bool { return len(id) > 2 }); !slices.Equal(got, stay) {
				t.Errorf("the pages held %q", got)
			}
		}
	})
}

// answer finishes the rows of a session, from any goroutine.
func answer(t *testing.T, u *bundle, id string) {
	a, err := u.Activate(t.Context(), id, schema)
	if err != nil {
		t.Error(err)
		return
	}
	rows, err := u.Read(t.Context(), id, 9)
	if err != nil {
		t.Error(err)
		return
	}
	c := journal.Commit{SessionID: id, Version: a.Version, State: []byte("answered")}
	for _, row := range rows {
		c.Done = append(c.Done, row.Seq)
	}
	if _, err := u.Commit(t.Context(), schema, c); err != nil {
		t.Error(err)
	}
}

// lists wants the pages to hold exactly these sessions.
func (u *bundle) lists(limit int, want ...string) {
	u.t.Helper()
	var got []string
	for after := ""; ; {
		page, err := u.Sessions(u.t.Context(), after, limit)
		u.must(err)
		if len(page) == 0 {
			break
		}
		if len(page) > limit {
			u.t.Fatalf("a page of %d, the limit is %d", len(page), limit)
		}
		for _, s := range page {
			got = append(got, s.SessionID)
		}
		after = page[len(page)-1].SessionID
	}
	if !slices.Equal(got, want) {
		u.t.Fatalf("pages of %d held %q, want %q", limit, got, want)
	}
}

// look is a session that must be known.
func (u *bundle) lookAt(session string) journal.Stored {
	u.t.Helper()
	s, known, err := u.Look(u.t.Context(), session)
	u.must(err)
	if !known {
		u.t.Fatalf("%q is not known", session)
	}
	return s
}

// unknown wants a session not to be known.
func (u *bundle) unknown(session string) {
	u.t.Helper()
	s, known, err := u.Look(u.t.Context(), session)
	u.must(err)
	if known {
		u.t.Fatalf("%q is known: %+v", session, s)
	}
}

func exerciseErase(t *testing.T, b Backend) {
	t.Run("J8 nothing of the session is left, and nothing else goes", func(t *testing.T) {
		u := setup(t, b, Config{})
		version := u.everything("s")
		other := u.everything("t")
		u.must(u.Erase(t.Context(), "s", version))
		u.gone("s")
		u.pends(2)
		u.sweeps(9, "t")
		u.rings(everlong, 9, "t")
		u.tells("t", "e")
		u.commit(journal.Commit{SessionID: "t", Version: other})
		u.wished(journal.DemandCount{Demand: saturday, Count: 2})
		if a := u.activate("s"); a.State != nil || a.Sent != 0 {
			t.Errorf("it came back as %+v", a)
		}
	})
	t.Run("C1 whoever holds it is fenced, and no version is given twice", func(t *testing.T) {
		u := setup(t, b, Config{})
		version := u.everything("s")
		u.must(u.Erase(t.Context(), "s", version))
		for range 3 {
			_, err := u.Commit(t.Context(), schema, journal.Commit{SessionID: "s", Version: version, State: []byte("late"), Entry: []byte("late")})
			u.refused(err, journal.ErrFenced)
			if b.Durable {
				u.reopen()
			}
			if again := u.activate("s"); again.Version <= version {
				t.Fatalf("version %d was given before, up to %d", again.Version, version)
			}
		}
		u.tells("s")
	})
	t.Run("another version is refused, and nothing is gone", func(t *testing.T) {
		u := setup(t, b, Config{})
		version := u.everything("s")
		for _, other := range []int64{0, version - 1, version + 1} {
			u.refused(u.Erase(t.Context(), "s", other), journal.ErrChanged)
		}
		u.activate("s")
		u.refused(u.Erase(t.Context(), "s", version), journal.ErrChanged)
		got := u.lookAt("s")
		if string(got.State) != "state" || len(got.Waiting) != 2 {
			t.Errorf("it became %+v", got)
		}
		u.tells("s", "e")
		u.intended(1, *intent(1, 1))
		u.must(u.Erase(t.Context(), "s", got.Version))
		u.gone("s")
	})
	exerciseErasedWaiting(t, b)
	exerciseErasedIntents(t, b)
	t.Run("J8 C1 it races the holder of the session", func(t *testing.T) { raceErasure(t, b) })
	t.Run("J8 it races messages and reminders", func(t *testing.T) { raceErasedRows(t, b) })
}

// exerciseErasedWaiting erases sessions that have no state.
func exerciseErasedWaiting(t *testing.T, b Backend) {
	t.Run("a session without a state", func(t *testing.T) {
		u := setup(t, b, Config{})
		u.accept("s", "m")
		u.refused(u.Erase(t.Context(), "s", 7), journal.ErrChanged)
		u.waits("s", "m")
		u.must(u.Erase(t.Context(), "s", 0))
		u.gone("s")
		u.accept("s", "m")
		holder := u.remind("s", u.activate("s").Version, tomorrow)
		u.must(u.Erase(t.Context(), "s", u.lookAt("s").Version))
		_, err := u.Commit(t.Context(), schema, journal.Commit{SessionID: "s", Version: holder, State: []byte("late")})
		u.refused(err, journal.ErrFenced)
		u.gone("s")
		u.pends(0)
	})
	t.Run("where nothing is stored there is nothing to do", func(t *testing.T) {
		u := setup(t, b, Config{})
		u.must(u.Erase(t.Context(), "s", 0))
		u.must(u.Erase(t.Context(), "s", 7))
		version := u.everything("s")
		for range 2 { // as after an unknown result
			u.must(u.Erase(t.Context(), "s", version))
		}
		u.unknown("s")
		u.accept("s", "m")
		u.refused(u.Erase(t.Context(), "s", version), journal.ErrChanged)
		u.waits("s", "m")
	})
}

func exerciseErasedIntents(t *testing.T, b Backend) {
	t.Run("B1 intents stay until they are old, and do not count for a session that comes back", func(t *testing.T) {
		u := setup(t, b, Config{})
		u.must(u.Erase(t.Context(), "s", u.everything("s")))
		u.must(u.Answer(t.Context(), "s", intent(1, 1).Token, "executed"))
		u.intended(1)
		u.commit(journal.Commit{SessionID: "s", Version: u.activate("s").Version, Intent: intent(1, 1)})
		u.intended(1, *intent(1, 1))
		u.purges(2, journal.Retention{Intents: everlong}, 9)
	})
}

// everything makes a session with all that one can have, and returns its version.
func (u *bundle) everything(session string) int64 {
	u.t.Helper()
	u.accept(session, "m", "n")
	return u.commit(journal.Commit{
		SessionID: session, Version: u.activate(session).Version, State: []byte("state"), Sent: 1,
		Intent: intent(1, 1), Due: tomorrow, Entry: []byte("e"), Demand: []journal.Demand{saturday},
	})
}

// gone wants nothing of a session to be left.
func (u *bundle) gone(session string) {
	u.t.Helper()
	u.unknown(session)
	u.waits(session)
	u.tells(session)
	page, err := u.Sessions(u.t.Context(), "", readLimit)
	u.must(err)
	if slices.ContainsFunc(page, func(s journal.Stored) bool { return s.SessionID == session }) {
		u.t.Errorf("%q is still listed", session)
	}
}

// raceErasure lets a holder work on a session while somebody erases it again and again.  A commit that stood
// before an erasure must be gone with it, one after it begins from nothing, and no version comes twice.
func raceErasure(t *testing.T, b Backend) {
	u := setup(t, b, Config{})
	const erasures = 40
	done := make(chan struct{})
	seen := map[int64]bool{}
	together(2, func(part int) {
		if part == 0 {
			defer close(done)
			for erased := 0; erased < erasures && !t.Failed(); {
				s, known, err := u.Look(t.Context(), "s")
				if err != nil {
					t.Error(err)
				}
				if !known {
					continue
				}
				switch err := u.Erase(t.Context(), "s", s.Version); {
				case err == nil:
					erased++
				case !errors.Is(err, journal.ErrChanged):
					t.Error(err)
				}
			}
			return
		}
		for !closed(done) && !t.Failed() {
			workUntilFenced(t, u, seen, done)
		}
	})
}

// workUntilFenced counts in the state of a session, and in its history, until it is not the holder any more.
func workUntilFenced(t *testing.T, u *bundle, seen map[int64]bool, done <-chan struct{}) {
	a, err := u.Activate(t.Context(), "s", schema)
	if err != nil {
		t.Error(err)
		return
	}
	count, _ := strconv.Atoi(string(a.State))
	version := a.Version
	for !closed(done) {
		if seen[version] {
			t.Errorf("version %d came twice", version)
		}
		seen[version] = true
		count++
		version, err = u.Commit(t.Context(), schema, journal.Commit{SessionID: "s", Version: version, State: []byte(strconv.Itoa(count)), Entry: []byte("e")})
		if errors.Is(err, journal.ErrFenced) {
			return
		}
		if err != nil {
			t.Error(err)
			return
		}
		entries, err := u.History(t.Context(), "s", journal.MaxHistory)
		if err != nil || len(entries) > count {
			t.Errorf("%d entries of %d turns (%v)", len(entries), count, err)
			return
		}
	}
}

func closed(done <-chan struct{}) bool {
	select {
	case <-done:
		return true
	default:
		return false
	}
}

// raceErasedRows erases a session whose messages come and whose reminder rings meanwhile.  Pending must be what
// is there, at the latest after a Sweep, because a row can go before the call that made it was counted; and after
// the last erasure nothing is.
func raceErasedRows(t *testing.T, b Backend) {
	u := setup(t, b, Config{})
	ctx := t.Context()
	attempt := func(err error) {
		if err != nil && !errors.Is(err, journal.ErrChanged) && !errors.Is(err, journal.ErrFenced) {
			t.Error(err)
		}
	}
	for range 20 {
		u.remind("s", u.activate("s").Version, tomorrow)
		together(4, func(part int) {
			switch part {
			case 0:
				attempt(u.Accept(ctx, journal.Incoming{SessionID: "s", MessageID: "m"}))
			case 1:
				_, err := u.Ring(ctx, everlong, 9)
				attempt(err)
			case 2:
				a, err := u.Activate(ctx, "s", schema)
				attempt(err)
				_, err = u.Commit(ctx, schema, journal.Commit{SessionID: "s", Version: a.Version, State: []byte("x"), Due: tomorrow})
				attempt(err)
			case 3:
				attempt(eraseAny(ctx, u))
			}
		})
		_, err := u.Sweep(ctx, 9)
		u.must(err)
		u.pends(len(u.read("s")))
	}
	u.must(eraseAny(ctx, u))
	u.gone("s")
	u.pends(0)
	u.rings(everlong, 9)
}

// eraseAny forgets the session "s" as it is found.
func eraseAny(ctx context.Context, u *bundle) error {
	s, _, err := u.Look(ctx, "s")
	if err != nil {
		return err
	}
	return u.Erase(ctx, "s", s.Version)
}
