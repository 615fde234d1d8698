package journaltest

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atende/actors/journal"
)

func exerciseDurable(t *testing.T, b Backend) {
	t.Run("J4 everything is there after closing and opening again", func(t *testing.T) {
		u := setup(t, b, Config{})
		u.accept("s", "a", "b", "c")
		seqs := u.seqs("s")
		version := u.commit(journal.Commit{
			SessionID: "s", Version: u.activate("s").Version, Sent: 2, State: []byte("kept"),
			Done: seqs[:1], Attempted: seqs[1:2], Intent: intent(1, 1),
		})
		u.must(u.Answer(t.Context(), "s", intent(1, 1).Token, "executed"))
		before := u.read("s")
		for range 3 {
			u.reopen()
			u.pends(2)
			u.waits("s", "b", "c")
			if after := u.read("s"); after[0].Attempts != 1 || !after[0].ReceivedAt.Equal(before[0].ReceivedAt) {
				t.Errorf("the row became %+v, was %+v", after[0], before[0])
			}
			u.sweeps(9, "s")
			answered := intent(1, 1)
			answered.Answer = "executed"
			u.intended(1, *answered)
			a := u.activate("s")
			if a.Version <= version || a.Sent != 2 || string(a.State) != "kept" {
				t.Errorf("the session became %+v", a)
			}
			version = a.Version
		}
	})
	t.Run("J2 J3 a repeat after the restart is a row of its own, behind the first", func(t *testing.T) {
		u := setup(t, b, Config{})
		u.accept("s", "m", "n")
		u.reopen()
		u.accept("s", "m")
		u.waits("s", "m", "n", "m")
		if seqs := u.seqs("s"); !slices.IsSorted(seqs) || seqs[0] == seqs[2] {
			t.Errorf("numbers are %v", seqs)
		}
		u.reopen()
		for _, row := range u.read("s") {
			if string(row.Body) != row.MessageID {
				t.Errorf("the body of %q became %q", row.MessageID, row.Body)
			}
		}
		u.pends(3)
	})
	t.Run("the state of a newer schema survives the older release", func(t *testing.T) {
		u := setup(t, b, Config{})
		u.accept("s", "m")
		_, err := u.Commit(t.Context(), schema+1, journal.Commit{SessionID: "s", Version: u.activate("s").Version, State: []byte("newer")})
		u.must(err)
		u.reopen()
		_, err = u.Activate(t.Context(), "s", schema)
		u.refused(err, journal.ErrNewerSchema)
		u.waits("s", "m")
		u.sweeps(9, "s")
		u.reopen()
		a, err := u.Activate(t.Context(), "s", schema+1)
		u.must(err)
		if string(a.State) != "newer" {
			t.Errorf("got %+v", a)
		}
	})
	t.Run("C1 a holder of before stays fenced", func(t *testing.T) {
		u := setup(t, b, Config{})
		stale := u.activate("s").Version
		u.reopen()
		u.activate("s")
		_, err := u.Commit(t.Context(), schema, journal.Commit{SessionID: "s", Version: stale})
		u.refused(err, journal.ErrFenced)
	})
	exerciseDurableReminders(t, b)
	exerciseDurableArchive(t, b)
}

func exerciseDurableArchive(t *testing.T, b Backend) {
	t.Run("J8 the archive is there after closing and opening again", func(t *testing.T) {
		u := setup(t, b, Config{})
		u.everything("s")
		u.must(u.Erase(t.Context(), "t", u.everything("t")))
		access := journal.Access{At: tomorrow, Operator: "Ana", Action: "erase", Subject: "t", Sessions: 1}
		u.must(u.Record(t.Context(), access))
		before, history := u.lookAt("s"), u.history("s", 9)
		for range 2 {
			u.reopen()
			u.gone("t")
			u.lists(9, "s")
			u.accessed(9, access)
			u.wished(journal.DemandCount{Demand: saturday, Count: 2})
			if diff := cmp.Diff(before, u.lookAt("s")); diff != "" {
				t.Errorf("session (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(history, u.history("s", 9)); diff != "" {
				t.Errorf("history (-want +got):\n%s", diff)
			}
		}
		u.pends(2)
	})
}
