package journaltest

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atende/actors/journal"
)

func exerciseIntents(t *testing.T, b Backend) {
	t.Run("B1 an intent stands with its commit", func(t *testing.T) {
		u := setup(t, b, Config{})
		version := u.activate("s").Version
		version = u.commit(journal.Commit{SessionID: "s", Version: version, State: []byte("booking"), Intent: intent(1, 1)})
		version = u.commit(journal.Commit{SessionID: "s", Version: version, Intent: intent(1, 2)})
		u.commit(journal.Commit{SessionID: "s", Version: version, Intent: intent(2, 1)})
		u.intended(1, *intent(1, 1), *intent(1, 2))
		u.intended(2, *intent(2, 1))
		u.intended(3)
	})
	t.Run("B1 an attempt is given once, and a refusal changes nothing", func(t *testing.T) {
		u := setup(t, b, Config{})
		u.accept("s", "m")
		version := u.commit(journal.Commit{SessionID: "s", Version: u.activate("s").Version, State: []byte("first"), Intent: intent(1, 1)})
		again := intent(1, 1)
		again.Token = "another"
		_, err := u.Commit(t.Context(), schema, journal.Commit{
			SessionID: "s", Version: version, Sent: 3, State: []byte("second"), Done: u.seqs("s"), Intent: again,
		})
		u.refused(err, journal.ErrIntentTaken)
		u.intended(1, *intent(1, 1))
		u.waits("s", "m")
		u.commit(journal.Commit{SessionID: "s", Version: version})
		if a := u.activate("s"); string(a.State) != "first" || a.Sent != 0 {
			t.Errorf("the session became %+v", a)
		}
	})
	t.Run("an intent without a time gets the journal's", func(t *testing.T) {
		at := time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC)
		u := setup(t, b, Config{Now: func() time.Time { return at }})
		timeless := intent(1, 1)
		timeless.At = time.Time{}
		u.commit(journal.Commit{SessionID: "s", Version: u.activate("s").Version, Intent: timeless})
		if got := u.intents(1); len(got) != 1 || !got[0].At.Equal(at) || !timeless.At.IsZero() {
			t.Errorf("got %+v, want the time %v", got, at)
		}
	})
	exerciseAnswers(t, b)
}

func exerciseAnswers(t *testing.T, b Backend) {
	t.Run("B4 an answer goes to its token, once, without a fence", func(t *testing.T) {
		u := setup(t, b, Config{})
		first, second := intent(1, 1), intent(1, 2)
		version := u.commit(journal.Commit{SessionID: "s", Version: u.activate("s").Version, Intent: first})
		u.commit(journal.Commit{SessionID: "s", Version: version, Intent: second})
		u.activate("s") // somebody else holds the session now
		u.must(u.Answer(t.Context(), "s", first.Token, "executed"))
		u.must(u.Answer(t.Context(), "s", first.Token, "not sent"))
		first.Answer = "executed"
		u.intended(1, *first, *second)
	})
	t.Run("B4 an answer fences nobody", func(t *testing.T) {
		u := setup(t, b, Config{})
		version := u.commit(journal.Commit{SessionID: "s", Version: u.activate("s").Version, Intent: intent(1, 1)})
		u.must(u.Answer(t.Context(), "s", intent(1, 1).Token, "executed"))
		u.commit(journal.Commit{SessionID: "s", Version: version})
	})
	t.Run("B4 unknown tokens and sessions change nothing", func(t *testing.T) {
		u := setup(t, b, Config{})
		u.commit(journal.Commit{SessionID: "s", Version: u.activate("s").Version, Intent: intent(1, 1)})
		u.must(u.Answer(t.Context(), "s", "unknown", "not sent"))
		u.must(u.Answer(t.Context(), "other", intent(1, 1).Token, "not sent"))
		u.must(u.Answer(t.Context(), "s", intent(1, 1).Token, ""))
		u.intended(1, *intent(1, 1))
	})
	t.Run("an intent may be stored with its answer", func(t *testing.T) {
		u := setup(t, b, Config{})
		settled := intent(1, 1)
		settled.Answer = "not sent"
		u.commit(journal.Commit{SessionID: "s", Version: u.activate("s").Version, Intent: settled})
		u.must(u.Answer(t.Context(), "s", settled.Token, "executed"))
		u.intended(1, *settled)
	})
}

// intents lists those of booking n of the session "s".
func (u *bundle) intents(n int) []journal.Intent {
	u.t.Helper()
	found, err := u.Intents(u.t.Context(), "s", n)
	u.must(err)
	return found
}

// intended wants exactly these intents of booking n of the session "s".
func (u *bundle) intended(n int, want ...journal.Intent) {
	u.t.Helper()
	if diff := cmp.Diff(want, u.intents(n)); diff != "" {
		u.t.Fatalf("intents of booking %d (-want +got):\n%s", n, diff)
	}
}
