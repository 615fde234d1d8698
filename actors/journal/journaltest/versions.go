package journaltest

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"atende/actors/journal"
)

// keeps stores a version, version wants its body, "" for one that is not kept.
func (u *bundle) keeps(id, body string) {
	u.t.Helper()
	u.must(u.KeepVersion(u.t.Context(), id, []byte(body)))
}

func (u *bundle) version(id, want string) {
	u.t.Helper()
	body, known, err := u.Version(u.t.Context(), id)
	u.must(err)
	if string(body) != want || known != (want != "") {
		u.t.Errorf("version %s: %q, known %v, want %q", id, body, known, want)
	}
}

func exerciseVersions(t *testing.T, b Backend) {
	t.Run("a version stays as it was stored first", func(t *testing.T) {
		u := setup(t, b, Config{})
		u.version("v1", "")
		u.keeps("v1", "one\x00\xff")
		u.keeps("v2", "two")
		u.version("v1", "one\x00\xff")
		u.version("v2", "two")
		u.version("v3", "")
	})
	t.Run("one that nobody keeps any more goes", func(t *testing.T) {
		h := &hand{at: time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC)}
		u := setup(t, b, Config{Now: h.now})
		u.keeps("old", "old")
		u.keeps("used", "used")
		h.at = h.at.Add(20 * time.Hour)
		u.keeps("used", "used")
		h.at = h.at.Add(journal.VersionAge - 20*time.Hour)
		u.keeps("new", "new")
		u.version("old", "old") // exactly that old
		h.at = h.at.Add(time.Millisecond)
		u.keeps("new", "new")
		for id, want := range map[string]string{"old": "", "used": "used", "new": "new"} {
			u.version(id, want)
		}
	})
	t.Run("no more than the bound", func(t *testing.T) {
		h := &hand{at: time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC)}
		u := setup(t, b, Config{Now: h.now})
		for n := range journal.MaxVersions + 1 {
			h.at = h.at.Add(time.Minute)
			u.keeps(fmt.Sprint(n), "x")
		}
		u.version("0", "")
		u.version("1", "x")
		u.version(fmt.Sprint(journal.MaxVersions), "x")
	})
	t.Run("one that is too long is refused", func(t *testing.T) {
		u := setup(t, b, Config{})
		if err := u.KeepVersion(t.Context(), "v", make([]byte, journal.MaxVersion+1)); !errors.Is(err, journal.ErrTooLong) {
			t.Errorf("%v", err)
		}
		u.version("v", "")
	})
	if !b.Durable {
		return
	}
	t.Run("it outlives the process", func(t *testing.T) {
		u := setup(t, b, Config{})
		u.keeps("v", "one")
		u.reopen()
		u.version("v", "one")
	})
}
