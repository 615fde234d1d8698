package journaltest

import (
	"bytes"
	"testing"

	"atende/actors/journal"
)

func exerciseActivate(t *testing.T, b Backend) {
	t.Run("a new session has no state", func(t *testing.T) {
		u := setup(t, b, Config{})
		if a := u.activate("s"); a.Version <= 0 || a.State != nil || a.Sent != 0 {
			t.Errorf("got %+v", a)
		}
	})
	t.Run("C1 every activation has a version of its own", func(t *testing.T) {
		u := setup(t, b, Config{})
		first, second := u.activate("s"), u.activate("s")
		if second.Version <= first.Version {
			t.Errorf("version %d after %d", second.Version, first.Version)
		}
	})
	t.Run("a release reads the schema before and its own", func(t *testing.T) {
		u := setup(t, b, Config{})
		version := u.activate("s").Version
		for _, written := range []int{schema - 1, schema, schema - 1} { // back again, as in a rollback
			next, err := u.Commit(t.Context(), written, journal.Commit{SessionID: "s", Version: version, State: []byte{byte(written)}})
			u.must(err)
			a := u.activate("s")
			if a.Version <= next || !bytes.Equal(a.State, []byte{byte(written)}) {
				t.Errorf("schema %d: got %+v", written, a)
			}
			version = a.Version
		}
		_, err := u.Activate(t.Context(), "s", schema-1)
		u.must(err)
	})
	t.Run("a state of a newer schema is refused and unchanged", func(t *testing.T) {
		u := setup(t, b, Config{})
		version, err := u.Commit(t.Context(), schema+1, journal.Commit{
			SessionID: "s", Version: u.activate("s").Version, State: []byte("newer"),
		})
		u.must(err)
		for range 2 {
			_, err := u.Activate(t.Context(), "s", schema)
			u.refused(err, journal.ErrNewerSchema)
		}
		// The newer release that holds the session was not fenced by the attempts.
		_, err = u.Commit(t.Context(), schema+1, journal.Commit{SessionID: "s", Version: version, Sent: 1})
		u.must(err)
		a, err := u.Activate(t.Context(), "s", schema+1)
		u.must(err)
		if string(a.State) != "newer" || a.Sent != 1 {
			t.Errorf("got %+v", a)
		}
	})
}

func exerciseCommit(t *testing.T, b Backend) {
	states := map[string][]byte{
		"text": []byte(`{"step":1}`), "empty": {}, "NUL": []byte("\x00a\x00"), "large": bytes.Repeat([]byte("x"), 1<<20),
	}
	for name, state := range states {
		t.Run("state: "+name, func(t *testing.T) {
			u := setup(t, b, Config{})
			version := u.activate("s").Version
			next := u.commit(journal.Commit{SessionID: "s", Version: version, Sent: 2, State: state})
			if next <= version {
				t.Errorf("version %d after %d", next, version)
			}
			a := u.activate("s")
			if !bytes.Equal(a.State, state) || a.State == nil || a.Sent != 2 || a.Version <= next {
				t.Errorf("got version %d after %d, sent %d, %d bytes of state", a.Version, next, a.Sent, len(a.State))
			}
		})
	}
	t.Run("a nil state keeps the stored one and its schema", func(t *testing.T) {
		u := setup(t, b, Config{})
		version := u.commit(journal.Commit{SessionID: "s", Version: u.activate("s").Version, State: []byte("kept")})
		_, err := u.Commit(t.Context(), schema-1, journal.Commit{SessionID: "s", Version: version, Sent: 1})
		u.must(err)
		_, err = u.Activate(t.Context(), "s", schema-1)
		u.refused(err, journal.ErrNewerSchema)
		if a := u.activate("s"); string(a.State) != "kept" || a.Sent != 1 {
			t.Errorf("got %+v", a)
		}
	})
	t.Run("a nil state on a new session stays nil", func(t *testing.T) {
		u := setup(t, b, Config{})
		u.commit(journal.Commit{SessionID: "s", Version: u.activate("s").Version, Sent: 1})
		if a := u.activate("s"); a.State != nil || a.Sent != 1 {
			t.Errorf("got %+v", a)
		}
	})
	t.Run("sessions do not touch each other", func(t *testing.T) {
		u := setup(t, b, Config{})
		version := u.activate("s").Version
		u.commit(journal.Commit{SessionID: "other", Version: u.activate("other").Version, State: []byte("o")})
		u.commit(journal.Commit{SessionID: "s", Version: version, State: []byte("s")})
		if a := u.activate("other"); string(a.State) != "o" {
			t.Errorf("got %+v", a)
		}
	})
}

func exerciseFence(t *testing.T, b Backend) {
	cases := map[string]func(u *bundle) (stale int64){
		"C1 another activation came later": func(u *bundle) int64 {
			stale := u.activate("s").Version
			u.activate("s")
			return stale
		},
		"C1 the holder committed already": func(u *bundle) int64 {
			stale := u.activate("s").Version
			u.commit(journal.Commit{SessionID: "s", Version: stale})
			return stale
		},
		"a version nobody was given": func(u *bundle) int64 { return u.activate("s").Version + 1 },
		"never activated":            func(*bundle) int64 { return 0 },
	}
	// Each part of a commit is refused by itself, too: none may lean on the check of another.
	contents := map[string]journal.Commit{
		"everything": {Sent: 7, State: []byte("stale"), Intent: intent(1, 1), Due: tomorrow, Entry: []byte("stale"), Demand: []journal.Demand{saturday}},
		"an entry":   {Sent: 7, Entry: []byte("stale")},
		"a wish":     {Sent: 7, Demand: []journal.Demand{saturday}},
		"a reminder": {Due: tomorrow},
		"a state":    {Sent: 7, State: []byte("stale")},
		"a mark":     {Sent: 7},
	}
	for name, provoke := range cases {
		for content, c := range contents {
			t.Run(name+": "+content, func(t *testing.T) { refuseStale(t, b, provoke, c) })
		}
	}
}

// refuseStale commits c with the version that provoke returns and wants no trace of it.
func refuseStale(t *testing.T, b Backend, provoke func(*bundle) int64, c journal.Commit) {
	u := setup(t, b, Config{})
	u.accept("s", "m")
	c.SessionID, c.Version = "s", provoke(u)
	c.Done, c.Attempted = u.seqs("s"), u.seqs("s")
	_, err := u.Commit(t.Context(), schema, c)
	u.refused(err, journal.ErrFenced)
	u.waits("s", "m")
	u.pends(1)
	if row := u.read("s")[0]; row.Attempts != 0 {
		t.Errorf("attempts are %d", row.Attempts)
	}
	if a := u.activate("s"); a.State != nil || a.Sent != 0 {
		t.Errorf("the session became %+v", a)
	}
	if intents := u.intents(1); len(intents) != 0 {
		t.Errorf("it left the intents %+v", intents)
	}
	u.rings(everlong, 9)
	u.tells("s")
	u.wished()
}
