package journaltest

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"atende/actors/journal"
)

// tomorrow is when most reminders of the suite fall due.
var tomorrow = time.Date(2026, 11, 22, 9, 0, 0, 0, time.UTC)

func exerciseRing(t *testing.T, b Backend) {
	t.Run("J7 a reminder becomes one row at its time, and not a millisecond before", func(t *testing.T) {
		u := setup(t, b, Config{})
		u.remind("s", u.activate("s").Version, tomorrow)
		u.rings(tomorrow.Add(-time.Millisecond), 9)
		u.waits("s")
		u.rings(tomorrow, 9, "s")
		u.waits("s", journal.RingID(tomorrow))
		u.rings(everlong, 9)
		u.pends(1)
	})
	t.Run("J7 a row of a reminder tells its time and has no body", func(t *testing.T) {
		at := time.Date(2026, 11, 22, 9, 30, 0, 123_999_999, time.UTC)
		u := setup(t, b, Config{Now: func() time.Time { return at }})
		due := tomorrow.Add(456_999_999) // times are kept to the millisecond
		u.remind("s", u.activate("s").Version, due)
		u.rings(due.Truncate(time.Millisecond), 9, "s")
		row := u.read("s")[0]
		if row.MessageID != journal.RingID(due) || row.Kind != journal.Timer || row.Attempts != 0 || len(row.Body) != 0 {
			t.Errorf("got %+v", row)
		}
		if want := at.Truncate(time.Millisecond); !row.ReceivedAt.Equal(want) {
			t.Errorf("received at %v, want %v", row.ReceivedAt, want)
		}
	})
	t.Run("J7 the oldest reminders first, no more than the limit", func(t *testing.T) {
		u := setup(t, b, Config{})
		u.rings(everlong, 9)
		for i, s := range []string{"c", "a", "d", "b"} { // a is due last but one
			u.remind(s, u.activate(s).Version, tomorrow.Add(time.Duration(i*7%5)*time.Millisecond))
		}
		u.rings(everlong, 0)
		u.rings(everlong, -1)
		u.rings(everlong, 2, "c", "b")
		u.rings(everlong, 2, "a", "d")
		u.rings(everlong, 2)
		u.sweeps(9, "c", "b", "a", "d")
	})
	exerciseReminders(t, b)
	exerciseRungRows(t, b)
}

// exerciseReminders sets them again and again.
func exerciseReminders(t *testing.T, b Backend) {
	earlier, later := tomorrow.Add(-time.Millisecond), tomorrow.Add(time.Hour)
	for name, c := range map[string]struct{ second, want time.Time }{
		"an earlier time brings it forward":   {earlier, earlier},
		"a later time leaves it":              {later, tomorrow},
		"the same time leaves it":             {tomorrow, tomorrow},
		"a commit without a time leaves it":   {time.Time{}, tomorrow},
		"a time within the same millisecond":  {tomorrow.Add(999_999), tomorrow},
		"a time that is over rings next time": {time.Unix(1, 0), time.Unix(1, 0)},
	} {
		t.Run("J7 "+name, func(t *testing.T) {
			u := setup(t, b, Config{})
			version := u.remind("s", u.activate("s").Version, tomorrow)
			u.remind("s", version, c.second)
			u.rings(c.want.Add(-time.Millisecond), 9)
			u.rings(c.want, 9, "s")
			u.waits("s", journal.RingID(c.want))
			u.rings(everlong, 9)
		})
	}
	t.Run("J7 one that rang can be set again, earlier or later", func(t *testing.T) {
		u := setup(t, b, Config{})
		version := u.remind("s", u.activate("s").Version, tomorrow)
		u.rings(tomorrow, 9, "s")
		version = u.remind("s", version, later)
		u.rings(tomorrow, 9)
		u.remind("s", version, earlier)
		u.rings(tomorrow, 9, "s")
		u.waits("s", journal.RingID(tomorrow), journal.RingID(earlier))
	})
	t.Run("J7 it comes with whatever else a commit does, and stays through loading", func(t *testing.T) {
		u := setup(t, b, Config{})
		u.accept("s", "m")
		u.commit(journal.Commit{
			SessionID: "s", Version: u.activate("s").Version, State: []byte("kept"), Sent: 1,
			Done: u.seqs("s"), Intent: intent(1, 1), Due: tomorrow,
		})
		u.activate("s")
		u.rings(everlong, 9, "s")
		u.waits("s", journal.RingID(tomorrow))
		if a := u.activate("s"); string(a.State) != "kept" || a.Sent != 1 {
			t.Errorf("the session became %+v", a)
		}
	})
	t.Run("C1 ringing fences nobody", func(t *testing.T) {
		u := setup(t, b, Config{})
		version := u.remind("s", u.activate("s").Version, tomorrow)
		u.rings(everlong, 9, "s")
		u.commit(journal.Commit{SessionID: "s", Version: version, Done: u.seqs("s")})
	})
	t.Run("B1 a commit whose intent is taken sets none", func(t *testing.T) {
		u := setup(t, b, Config{})
		version := u.commit(journal.Commit{SessionID: "s", Version: u.activate("s").Version, Intent: intent(1, 1)})
		_, err := u.Commit(t.Context(), schema, journal.Commit{SessionID: "s", Version: version, Intent: intent(1, 1), Due: tomorrow})
		u.refused(err, journal.ErrIntentTaken)
		u.rings(everlong, 9)
	})
	t.Run("J7 a forgotten session takes its reminder along", func(t *testing.T) {
		u := setup(t, b, Config{})
		u.remind("s", u.activate("s").Version, tomorrow)
		u.purges(0, journal.Retention{Sessions: tomorrow.AddDate(0, 0, -2)}, 9)
		u.purges(1, journal.Retention{Sessions: tomorrow}, 9)
		u.activate("s")
		u.rings(everlong, 9)
	})
}

// exerciseRungRows treats their rows like any others.
func exerciseRungRows(t *testing.T, b Backend) {
	t.Run("J1 J6 a row of a reminder is swept, counted and done like others", func(t *testing.T) {
		u := setup(t, b, Config{})
		version := u.remind("s", u.activate("s").Version, tomorrow)
		u.accept("s", "before")
		u.rings(everlong, 9, "s")
		u.accept("s", "after")
		u.waits("s", "before", journal.RingID(tomorrow), "after")
		u.pends(3)
		u.sweeps(9, "s")
		seqs := u.seqs("s")
		if !slices.IsSorted(seqs) {
			t.Errorf("numbers do not grow: %v", seqs)
		}
		version = u.commit(journal.Commit{SessionID: "s", Version: version, Attempted: seqs[1:2]})
		if row := u.read("s")[1]; row.Attempts != 1 {
			t.Errorf("attempts are %d", row.Attempts)
		}
		version = u.commit(journal.Commit{SessionID: "s", Version: version, Done: seqs[1:2]})
		u.waits("s", "before", "after")
		u.commit(journal.Commit{SessionID: "s", Version: version, Done: []int64{seqs[0], seqs[2]}})
		u.pends(0)
		u.sweeps(9)
		u.rings(everlong, 9)
	})
	t.Run("J7 beyond the bound of waiting rows reminders are put off, not lost", func(t *testing.T) {
		u := setup(t, b, Config{MaxPending: 2})
		for i, s := range []string{"a", "b", "c"} {
			u.remind(s, u.activate(s).Version, tomorrow.Add(time.Duration(i)*time.Millisecond))
		}
		u.accept("x", "m")
		u.rings(everlong, 9, "a")
		u.rings(everlong, 9)
		u.refused(u.Accept(t.Context(), journal.Incoming{SessionID: "x", MessageID: "n"}), journal.ErrFull)
		u.pends(2)
		u.commit(journal.Commit{SessionID: "a", Version: u.activate("a").Version, Done: u.seqs("a")})
		u.commit(journal.Commit{SessionID: "x", Version: u.activate("x").Version, Done: u.seqs("x")})
		u.rings(everlong, 9, "b", "c")
		u.pends(2)
	})
	t.Run("J7 callers at once make one row of each reminder", func(t *testing.T) { raceRings(t, b) })
	t.Run("J7 a reminder that is set while others ring is not lost", func(t *testing.T) { raceReminders(t, b) })
}

func exerciseDurableReminders(t *testing.T, b Backend) {
	t.Run("J7 reminders, and the rows that they became, are there after closing and opening again", func(t *testing.T) {
		u := setup(t, b, Config{})
		u.remind("a", u.activate("a").Version, tomorrow)
		u.remind("b", u.activate("b").Version, tomorrow.Add(time.Hour))
		u.reopen()
		u.rings(tomorrow, 9, "a")
		before := u.read("a")[0]
		u.reopen()
		after := u.read("a")[0]
		if after.MessageID != journal.RingID(tomorrow) || after.Kind != journal.Timer || len(after.Body) != 0 || !after.ReceivedAt.Equal(before.ReceivedAt) {
			t.Errorf("the row became %+v, was %+v", after, before)
		}
		u.pends(1)
		u.rings(everlong, 9, "b")
		u.sweeps(9, "a", "b")
	})
}

// raceRings lets several callers ring the same reminders.
func raceRings(t *testing.T, b Backend) {
	u := setup(t, b, Config{})
	const sessions = 40
	for i := range sessions {
		s := fmt.Sprint("s", i)
		u.remind(s, u.activate(s).Version, tomorrow)
	}
	var mu sync.Mutex
	told := map[string]int{}
	together(6, func(int) {
		for range sessions / 5 {
			rung, err := u.Ring(t.Context(), everlong, 7)
			if err != nil {
				t.Error(err)
			}
			mu.Lock()
			for _, s := range rung {
				told[s]++
			}
			mu.Unlock()
		}
	})
	for i := range sessions {
		s := fmt.Sprint("s", i)
		u.waits(s, journal.RingID(tomorrow))
		if told[s] != 1 {
			t.Errorf("%s was told %d times", s, told[s])
		}
	}
	u.pends(sessions)
}

// raceReminders lets a holder ask for reminders, one after the other, while somebody rings them.
func raceReminders(t *testing.T, b Backend) {
	u := setup(t, b, Config{})
	const reminders = 60
	version := u.activate("s").Version
	stop := make(chan struct{})
	var ringing sync.WaitGroup
	ringing.Go(func() {
		for {
			if _, err := u.Ring(t.Context(), everlong, 9); err != nil {
				t.Error(err)
			}
			select {
			case <-stop:
				return
			default:
			}
		}
	})
	for i := range reminders {
		due := tomorrow.Add(time.Duration(-i) * time.Millisecond) // each earlier than all before
		next, err := u.Commit(t.Context(), schema, journal.Commit{SessionID: "s", Version: version, Due: due})
		if err != nil {
			t.Error(err)
			break
		}
		version = next
	}
	close(stop)
	ringing.Wait()
	if _, err := u.Ring(t.Context(), everlong, 9); err != nil {
		t.Fatal(err)
	}
	rows := u.read("s")
	seen := map[string]bool{}
	for _, row := range rows {
		if seen[row.MessageID] {
			t.Errorf("%s is there twice", row.MessageID)
		}
		seen[row.MessageID] = true
	}
	if last := journal.RingID(tomorrow.Add((1 - reminders) * time.Millisecond)); !seen[last] {
		t.Errorf("the last of %d reminders made none of %d rows", reminders, len(rows))
	}
}

// remind commits a wish to be reminded, or none if due is zero, and returns the new version.
func (u *bundle) remind(session string, version int64, due time.Time) int64 {
	u.t.Helper()
	return u.commit(journal.Commit{SessionID: session, Version: version, Due: due})
}

// rings wants Ring to tell these sessions, in this order.
func (u *bundle) rings(now time.Time, limit int, sessions ...string) {
	u.t.Helper()
	rung, err := u.Ring(u.t.Context(), now, limit)
	u.must(err)
	if !slices.Equal(rung, sessions) {
		u.t.Fatalf("rang %q, want %q", rung, sessions)
	}
}

func exerciseRingScope(t *testing.T, open func(*testing.T) SharedStore) {
	t.Run("J7 Ring makes rows of what the node owns", func(t *testing.T) {
		a, b := setupFleet(t, open).nodes(1)
		b.take(2)
		s1, s2 := sessionIn(1, 0), sessionIn(2, 0)
		a.remind(s1, a.activate(s1).Version, tomorrow)
		b.remind(s2, b.activate(s2).Version, tomorrow.Add(-time.Hour))
		a.rings(everlong, 1, s1)
		a.rings(everlong, 9)
		b.waits(s1, journal.RingID(tomorrow)) // rows are everybody's
		a.rings(everlong, 9)
		b.waits(s2)
		b.rings(everlong, 9, s2)
		for _, p := range []*process{a, b} {
			_, err := p.Sweep(t.Context(), 9) // Pending counts after it
			p.must(err)
			p.pends(1)
		}
	})
	t.Run("J7 a reminder goes with its shard", func(t *testing.T) {
		a, b := setupFleet(t, open).nodes(1)
		s := sessionIn(1, 0)
		a.remind(s, a.activate(s).Version, tomorrow)
		a.gives(b)
		a.rings(everlong, 9)
		b.rings(everlong, 9, s)
		b.sweeps(9, s)
	})
	t.Run("J7 a session that a former owner holds is reminded by the next", func(t *testing.T) {
		a, b := setupFleet(t, open).nodes(1)
		s := sessionIn(1, 0)
		version := a.activate(s).Version
		a.gives(b, s)
		a.remind(s, version, tomorrow)
		b.rings(everlong, 9, s)
		b.denied(s, journal.ErrHeld)
		b.sweeps(9, s)
	})
}

// raceRingers lets the owner of a shard and a node that still believes to be it ring the same reminders.
func raceRingers(t *testing.T, open func(*testing.T) SharedStore) {
	const sessions, rounds = 5, 20
	a, b := setupFleet(t, open).nodes(1)
	old := a.owns(1)
	a.gives(b)
	a.own.believe(1, old)
	for round := range rounds {
		due := tomorrow.Add(time.Duration(round) * time.Millisecond)
		for n := range sessions {
			s := sessionIn(1, n)
			b.remind(s, b.activate(s).Version, due)
		}
		var told [2][]string
		together(2, func(i int) {
			var err error
			told[i], err = []*process{a, b}[i].Ring(t.Context(), everlong, sessions)
			if err != nil {
				t.Error(err)
			}
		})
		// What both left to each other is still a reminder.
		rest, err := b.Ring(t.Context(), everlong, sessions)
		b.must(err)
		if got := len(told[0]) + len(told[1]) + len(rest); got != sessions {
			t.Fatalf("round %d: rang %q, %q and then %q", round, told[0], told[1], rest)
		}
	}
	for n := range sessions {
		if got := len(b.read(sessionIn(1, n))); got != rounds {
			t.Errorf("%d rows of %d reminders", got, rounds)
		}
	}
}
