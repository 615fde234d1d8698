package journaltest

import (
	"bytes"
	"fmt"
	"slices"
	"testing"
	"time"

	"atende/actors/journal"
)

// ExerciseSealing is what a store does for values that are encrypted before they come to it.  It is apart from Exercise
// because a journal that encrypts stores other bytes than it is given.
func ExerciseSealing(t *testing.T, b Backend) {
	t.Run("keys in the order in which they came, with what came first", func(t *testing.T) { exerciseDataKeys(t, b) })
	t.Run("a key that was used meanwhile is not forgotten", func(t *testing.T) { exerciseDropDataKey(t, b) })
	for _, kind := range []journal.ValueKind{journal.StateValue, journal.BodyValue, journal.EntryValue} {
		t.Run("another form of a "+string(kind), func(t *testing.T) { exerciseReplace(t, b, kind) })
	}
	t.Run("a replacement beside commits takes none of them back", func(t *testing.T) { raceReplaceAndCommit(t, b) })
}

func (u *bundle) dataKeys(ids ...string) []journal.DataKey {
	u.t.Helper()
	keys, err := u.DataKeys(u.t.Context())
	u.must(err)
	var got []string
	for _, k := range keys {
		got = append(got, k.ID)
	}
	if !slices.Equal(got, ids) {
		u.t.Fatalf("keys %q, want %q", got, ids)
	}
	return keys
}

func exerciseDataKeys(t *testing.T, b Backend) {
	u := setup(t, b, Config{})
	u.dataKeys()
	for _, id := range []string{"b", "a", "b"} {
		u.must(u.UseDataKey(t.Context(), journal.DataKey{ID: id, Index: fmt.Append(nil, "secret of ", id, "\x00")}))
	}
	u.must(u.UseDataKey(t.Context(), journal.DataKey{ID: "a", Index: []byte("another")}))
	if b.Durable {
		u.reopen()
	}
	for _, k := range u.dataKeys("b", "a") {
		if want := "secret of " + k.ID + "\x00"; string(k.Index) != want {
			t.Errorf("the index of %s is %q, want %q", k.ID, k.Index, want)
		}
		if k.Used.IsZero() || k.Idle < 0 || k.Idle > time.Minute {
			t.Errorf("%s was used at %v, %v ago", k.ID, k.Used, k.Idle)
		}
	}
}

func exerciseDropDataKey(t *testing.T, b Backend) {
	u := setup(t, b, Config{})
	use := func(id string) { u.must(u.UseDataKey(t.Context(), journal.DataKey{ID: id, Index: []byte("i")})) }
	use("a")
	use("b")
	former := u.dataKeys("a", "b")[0]
	for u.dataKeys("a", "b")[0].Used.Equal(former.Used) { // the clock may stand still for a moment
		use("a")
	}
	u.must(u.DropDataKey(t.Context(), former))
	u.must(u.DropDataKey(t.Context(), u.dataKeys("a", "b")[0]))
	u.must(u.DropDataKey(t.Context(), former))
	u.dataKeys("b")
}

// exerciseReplace replaces one value of a session and leaves all that stands beside it.
func exerciseReplace(t *testing.T, b Backend, kind journal.ValueKind) {
	u := setup(t, b, Config{})
	for _, s := range []string{"s", "t"} {
		u.accept(s, "m", "n")
		u.commit(journal.Commit{SessionID: s, Version: u.activate(s).Version, Sent: 1, State: []byte("m"), Entry: []byte("m"), Attempted: u.seqs(s)})
	}
	before, other, version := u.lookAt("s"), u.lookAt("t"), u.activate("s").Version
	entries, err := u.History(t.Context(), "s", 9)
	u.must(err)
	seq := map[journal.ValueKind]int64{journal.BodyValue: before.Waiting[0].Seq, journal.EntryValue: entries[0].Seq}[kind]
	replace := func(r journal.Replacement, want int) {
		t.Helper()
		r.Kind = kind
		done, err := u.Replace(t.Context(), []journal.Replacement{r})
		u.must(err)
		if done != want {
			t.Errorf("%d of %q, %d were replaced, want %d", done, r.SessionID, r.Seq, want)
		}
	}
	replace(journal.Replacement{SessionID: "s", Seq: seq, Old: []byte("x"), New: []byte("y")}, 0)
	replace(journal.Replacement{SessionID: "s", Seq: seq + 1000, Old: []byte("m"), New: []byte("y")}, 0)
	replace(journal.Replacement{SessionID: "u", Seq: seq, Old: []byte("m"), New: []byte("y")}, 0)
	long := slices.Repeat([]byte("\x00long"), 1000)
	replace(journal.Replacement{SessionID: "s", Seq: seq, Old: []byte("m"), New: long}, 1)
	replace(journal.Replacement{SessionID: "s", Seq: seq, Old: []byte("m"), New: []byte("y")}, 0)
	u.must(u.Settle(t.Context()))
	if b.Durable {
		u.reopen()
	}
	after := u.lookAt("s")
	got := map[journal.ValueKind][]byte{journal.StateValue: after.State, journal.BodyValue: after.Waiting[0].Body}
	entries, err = u.History(t.Context(), "s", 9)
	u.must(err)
	got[journal.EntryValue] = entries[0].Body
	for one, value := range got {
		if want := map[bool]string{true: string(long), false: "m"}[one == kind]; string(value) != want {
			t.Errorf("the %s is %.20q of %d bytes", one, value, len(value))
		}
	}
	if after.ChangedAt != before.ChangedAt || after.Waiting[0].Attempts != 1 || string(after.Waiting[1].Body) != "n" {
		t.Errorf("it became %+v", after)
	}
	if now := u.lookAt("t"); !bytes.Equal(now.State, other.State) || string(now.Waiting[0].Body) != "m" {
		t.Errorf("the other session became %+v", now)
	}
	u.pends(4)
	u.commit(journal.Commit{SessionID: "s", Version: version, State: []byte("on"), Done: u.seqs("s")}) // nobody was fenced
	u.waits("s")
}

func raceReplaceAndCommit(t *testing.T, b Backend) {
	u := setup(t, b, Config{})
	version := u.commit(journal.Commit{SessionID: "s", Version: u.activate("s").Version, State: []byte("first")})
	for i := range 50 {
		old := u.lookAt("s").State
		committed := fmt.Append(nil, i)
		together(2, func(part int) {
			var err error
			if part == 0 {
				version, err = u.Commit(t.Context(), schema, journal.Commit{SessionID: "s", Version: version, State: committed})
			} else {
				_, err = u.Replace(t.Context(), []journal.Replacement{{Kind: journal.StateValue, SessionID: "s", Old: old, New: append(old, '+')}})
			}
			if err != nil {
				t.Error(err)
			}
		})
		if got := u.lookAt("s").State; !bytes.Equal(got, committed) {
			t.Fatalf("%q, want %q", got, committed)
		}
	}
}
